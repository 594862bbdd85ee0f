/** The solvers in the core's order, with its text and the docs' own sections. */
import { existsSync } from 'node:fs';
import { init, solverNames, type SolverName } from 'limber';
import type { SolverText } from '../../demos/solver-texts/texts.ts';
import { inProject, read } from './files.ts';

await init();

export interface Solver {
  readonly name: SolverName;
  readonly text: SolverText;
  /** Sections of docs/solvers/<name>.md, by heading. */
  readonly sections: ReadonlyMap<string, string>;
}

function sectionsOf(markdown: string): Map<string, string> {
  const [, ...parts] = markdown.split(/^## /m);
  return new Map(
    parts.map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n')).trim()]),
  );
}

async function solver(name: SolverName): Promise<Solver> {
  const { default: text } = (await import(`../../demos/solver-texts/solvers/${name}.ts`)) as {
    default: SolverText;
  };
  const own = `docs/solvers/${name}.md`;
  return { name, text, sections: existsSync(inProject(own)) ? sectionsOf(read(own)) : new Map() };
}

export const solvers: readonly Solver[] = await Promise.all(solverNames().map(solver));
