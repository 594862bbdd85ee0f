/** The page's text about a solver. */
export interface SolverText {
  readonly title: string;
  /** One sentence. */
  readonly idea: string;
  /** MathML, without the `math` element around it: one line each. */
  readonly equations: readonly string[];
  /** Meaning of the equation's symbols; HTML. */
  readonly letters: string;
  /** Ends "use it when", in Markdown: the README's table and that of the docs. */
  readonly use: string;
  /** Ends "take it". */
  readonly when: string;
  readonly sources: readonly { readonly text: string; readonly href?: string }[];
}

const files = import.meta.glob<{ default: SolverText }>('./solvers/*.ts', { eager: true });

/** One text per file; a solver without a file is shown by name only. */
export const solverTexts: Readonly<Record<string, SolverText>> = Object.fromEntries(
  Object.entries(files).map(([path, file]) => [/(\w+)\.ts$/.exec(path)![1]!, file.default]),
);

export const titleOf = (name: string): string => solverTexts[name]?.title ?? name;
