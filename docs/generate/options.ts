/** Tables of options: names, ranges and defaults from the core, meanings from the docstrings of SolveOptions. */
import type { SolverName } from 'limber';
import ts from 'typescript';
import type { OptionTable } from '../../web/src/describe/tables.ts';
import { fill, read, table } from './files.ts';
import { core } from '../../web/src/core/loader.ts';
import './texts.ts';

/** Docstrings of the members of an interface by name. */
export function meanings(path: string, name: string): Map<string, string> {
  const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
  const found = source.statements.find(
    (each) => ts.isInterfaceDeclaration(each) && each.name.text === name,
  ) as ts.InterfaceDeclaration;
  return new Map(
    found.members.map((member) => [
      member.name!.getText(),
      ts
        .getJSDocCommentsAndTags(member)
        .map(({ comment }) => ts.getTextOfJSDocComment(comment))
        .join(' '),
    ]),
  );
}

const texts = meanings('web/src/describe/core-names.ts', 'SolveOptions');

/** The greatest whole number that the core takes stands for none. */
const endless = (max: number): boolean => !Number.isFinite(max) || max === 2 ** 31 - 1;

function range({ kind, min, max }: OptionTable): string {
  if (kind === 'boolean') return '`true`, `false`';
  if (kind === 'choice') return '`track`, `find`';
  const whole = kind === 'whole' ? 'whole, ' : '';
  return endless(max)
    ? `${whole}${min} or more`
    : `${whole}${min} to ${max >= 1e4 ? max.toExponential().replace('+', '') : max}`;
}

/** The core marks by a number outside the range what it finds out by itself. */
function byDefault(option: OptionTable): string {
  const { kind, min, initial } = option;
  const value = initial[0]!;
  if (kind === 'boolean') return `\`${Boolean(value)}\``;
  if (kind === 'choice') return '`track`';
  if (value < min) return 'automatic';
  return `\`${value > 0 && value < 1e-3 ? value.toExponential() : value}\``;
}

/** What a docstring says of a default that is fixed. */
export const statedDefault = /\s*Default (-?[\d.e-]+|Infinity|true|false|'\w+')\.$/;

/** What is left of a docstring when the table's own column tells the default. */
function meaning(option: OptionTable): string {
  const text = (texts.get(option.name) ?? '').replace(/\s+/g, ' ');
  return byDefault(option) === 'automatic' ? text : text.replace(statedDefault, '');
}

const row = (option: OptionTable): string[] => [
  `\`${option.name}\``,
  range(option),
  byDefault(option),
  meaning(option),
];

const { options } = core().tables;

const head = ['option', 'range', 'default', 'what it is'];

/** What the steps of this solver read besides the loop around them. */
export function ownOptions(solver: SolverName): string {
  const own = options.filter(({ readers }) => readers.includes(solver));
  const shared = 'what all solvers read is under [Options](options).';
  if (own.length === 0) return `None of its own: ${shared}`;
  return `${table(head, own.map(row))}\n\nRanges and defaults are the core’s own; ${shared}`;
}

export function optionsPage(): string {
  const page = (name: string): string => (name === 'step' ? '`problem.step`' : `[\`${name}\`](${name})`);
  const steps = options
    .filter(({ readers }) => readers.length > 0)
    .map((option) => [...row(option), option.readers.map(page).join(', ')]);
  return fill(read('docs/solvers/options.md'), {
    loop: table(head, options.filter(({ readers }) => readers.length === 0).map(row)),
    steps: table([...head, 'read by'], steps),
  });
}
