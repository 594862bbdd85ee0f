/** Reads a command line. */
import { alike } from '../describe/alike.ts';
import { show } from '../describe/errors.ts';
import { mostFrames } from '../describe/input-limits.ts';
import { arms, hand, tracks, type ArmPreset, type Track } from '../robots/presets/index.ts';
import { defaultDt } from '../robots/run/index.ts';
import { fold } from './align.ts';
import { batchTable } from './batch-arguments.ts';
import { formats } from './formats.ts';
import { moveTable, readMove, type MoveCommand } from './move-arguments.ts';
import { by, fileAs, flag, helpOf, number, readTable, word, type Table, type ValuesOf } from './options.ts';
import { UsageError } from './reading.ts';
import { readRetarget, retargetTable, type RetargetCommand } from './retarget-arguments.ts';
import { readSolve, solveTable, type SolveCommand } from './solve-arguments.ts';

export const defaultFrames = 240;
const mostDt = 10;

const options = {
  solver: word('NAME')('default lm, where it can solve the arm', 'transpose'),
  frames: by(
    defaultFrames,
    number('N', { least: 1, most: mostFrames, isWhole: true })(
      `1 to ${mostFrames}; default ${defaultFrames}`,
      '240',
    ),
  ),
  dt: by(
    defaultDt,
    number('SECONDS', { least: Number.MIN_VALUE, most: mostDt })(
      `time per frame, above 0, at most ${mostDt}; default ${defaultDt}`,
      '0.016',
    ),
  ),
  out: fileAs(formats)(
    'writes every frame to a .csv or .json: time, joint values, targets, residuals',
    'run.csv',
  ),
  force: flag('overwrites the file'),
  list: flag('prints arms, tracks and solvers'),
  help: { ...flag('prints this; limber COMMAND --help prints that of a command'), short: 'h' },
  version: { ...flag('prints the version'), short: 'v' },
} as const;

const runTable: Table<typeof options> = {
  name: 'limber',
  usage: 'ARM TRACK [--solver NAME] [--frames N] [--dt SECONDS] [--out FILE]',
  purpose:
    'Runs an arm along a track, one solve per frame, and prints a short table of residuals. ARM and TRACK are numbers or names; limber --list shows them.',
  words: {
    count: 2,
    missing: 'name an arm and a track, as in: limber 3 2 (limber --list shows them)',
    most: 'one arm and one track',
  },
  options,
};

/** Whose options come after their name. */
const commands = { solve: solveTable, move: moveTable, retarget: retargetTable, batch: batchTable };
type CommandName = keyof typeof commands;

const readers = {
  solve: readSolve,
  move: readMove,
  retarget: readRetarget,
  batch: (): Command => ({ kind: 'batch' }),
} as const satisfies Record<CommandName, (args: readonly string[]) => unknown>;

/** The commands and what each is for. */
function overview(): string {
  const lines = [runTable, ...Object.values(commands)].map(({ name, purpose }) => {
    const [first, ...rest] = fold(purpose, 81).split('\n');
    return [`  ${name.padEnd(17)}${first}`, ...rest.map((line) => ' '.repeat(19) + line)].join('\n');
  });
  return lines.join('\n');
}

const endings =
  'Exit code: 0; 3 where a move does not reach its end; 1 where the output cannot be written; 2 for a wrong command line, or where no pose reaches the target, with one line on stderr.';

/** The help of one command; without a name that of `limber` and a list of all. */
export function helpFor(name: string | undefined): string {
  return name !== undefined && Object.hasOwn(commands, name)
    ? helpOf(commands[name as CommandName])
    : `${helpOf({ ...runTable, after: endings })}\n\n${overview()}`;
}

export interface RunCommand extends Omit<ValuesOf<typeof options>, 'list' | 'help' | 'version'> {
  readonly kind: 'run';
  readonly arm: ArmPreset;
  readonly track: Track;
}

/** `batch`: its further arguments are read by the batch itself. */
export type Command =
  | RunCommand
  | SolveCommand
  | MoveCommand
  | RetargetCommand
  | { readonly kind: 'batch' | 'version' | 'list' }
  | { readonly kind: 'help'; readonly of: string | undefined };

/** Refuses a first word that is neither a command nor an arm. */
function checkFirst(first: string | undefined, isAlone: boolean): void {
  const after = `${overview()}\n\nlimber COMMAND --help tells the rest.`;
  if (first === undefined) throw new UsageError('name a command', after);
  if (/^-|^\d/.test(first) || arms.some(({ name }) => name === first)) return;
  const meant = alike(first, Object.keys(commands));
  if (!meant && !isAlone) return;
  const hint = meant ? `; did you mean ${meant}?` : '';
  throw new UsageError(`${show(first)} is no command and no arm${hint}`, after);
}

/** Finds an entry by name or by number, from 1. */
function pick<T extends { readonly name: string }>(
  what: string,
  numbered: readonly T[],
  others: readonly T[],
  text: string,
): T {
  const found = numbered.find((each, i) => text === String(i + 1) || text === each.name);
  const named = found ?? others.find((each) => each.name === text);
  if (named) return named;
  const known = [...numbered.map((each, i) => `${i + 1} ${each.name}`), ...others.map((each) => each.name)];
  throw new UsageError(`${what} ${JSON.stringify(text.slice(0, 40))} is unknown; known: ${known.join(', ')}`);
}

/** @throws UsageError */
export function readArguments(args: readonly string[]): Command {
  const [first, ...others] = args;
  const reader = Object.hasOwn(readers, first ?? '') && readers[first as CommandName];
  // Help is given beside anything else, also beside what is wrong.
  if (args.some((each) => each === '--help' || each === '-h')) return { kind: 'help', of: first };
  if (reader) return reader(others);
  checkFirst(first, others.length === 0);
  const isQuestion = args.some((each) => /^(--list|--version|-v)$/.test(each));
  const table = isQuestion ? { ...runTable, words: { ...runTable.words, count: 0 } } : runTable;
  const { words, values } = readTable(table, isQuestion ? args.filter((each) => each.startsWith('-')) : args);
  for (const kind of ['version', 'list'] as const) if (values[kind]) return { kind };
  const [arm, track] = words as [string, string];
  return {
    kind: 'run',
    ...values,
    arm: pick('arm', arms, [], arm),
    track: pick('track', tracks, [hand], track),
  };
}
