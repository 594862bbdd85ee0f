/** The solvers in the core's order, each with its page as written: docs/solvers/<name>.md. */
import { init, solverNames, type SolverName } from 'limber';
import { read } from './files.ts';

await init();

export interface Solver {
  readonly name: SolverName;
  readonly title: string;
  /** Ends "use it when", in Markdown: the README's table and that of the docs. */
  readonly use: string;
  /** All below the title. */
  readonly body: string;
}

function solver(name: SolverName): Solver {
  const page = /^---\ntitle: ([^\n]+)\nuse: "?([^"\n]+)"?\n---\n\n(.*)/s.exec(
    read(`docs/solvers/${name}.md`),
  );
  if (!page) throw new Error(`docs/solvers/${name}.md does not begin with its title and its use`);
  const [, title, use, body] = page as unknown as [string, string, string, string];
  return { name, title, use, body };
}

export const solvers: readonly Solver[] = solverNames().map(solver);
