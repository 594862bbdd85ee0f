/** Reads a command line. */
import { arms, hand, tracks, type ArmPreset, type Track } from '../presets/index.ts';
import { defaultDt } from '../run/index.ts';
import { alike } from '../alike.ts';
import { show } from '../errors.ts';
import { mostFrames } from '../input-limits.ts';
import { batchHelp } from './batch-arguments.ts';
import { formats, type Format } from './formats.ts';
import { moveHelp, readMove, type MoveCommand } from './move-arguments.ts';
import { numberIn, parse, UsageError } from './reading.ts';
import { readRetarget, retargetHelp, type RetargetCommand } from './retarget-arguments.ts';
import { readSolve, solveHelp, type SolveCommand } from './solve-arguments.ts';

export interface RunCommand {
  readonly kind: 'run';
  readonly arm: ArmPreset;
  readonly track: Track;
  /** As typed; the core checks it. Undefined: the default. */
  readonly solver: string | undefined;
  readonly frames: number;
  /** Seconds per frame. */
  readonly dt: number;
  readonly out: { readonly path: string; readonly format: Format } | undefined;
  /** Overwrite the file. */
  readonly force: boolean;
}

/** Options that print a text, in order of precedence. */
const questions = ['help', 'version', 'list'] as const;

/** `batch`: its further arguments are read by the batch itself. */
export type Command =
  | RunCommand
  | SolveCommand
  | MoveCommand
  | RetargetCommand
  | { readonly kind: 'batch' }
  | { readonly kind: (typeof questions)[number] };

export const defaultFrames = 240;
const mostDt = 10;

const options = {
  solver: { type: 'string' },
  frames: { type: 'string' },
  dt: { type: 'string' },
  out: { type: 'string' },
  force: { type: 'boolean' },
  list: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

const examples = ['--solver transpose', '--frames 240', '--dt 0.016', '--out run.csv'];

export const help = `limber ARM TRACK [--solver NAME] [--frames N] [--dt SECONDS] [--out FILE.csv|FILE.json]

Runs an arm along a track, one solve per frame, and prints a short table of residuals.

  ARM, TRACK        number or name; limber --list shows them
  --solver NAME     default lm, where it can solve the arm
  --frames N        1 to ${mostFrames}; default ${defaultFrames}
  --dt SECONDS      time per frame, above 0, at most ${mostDt}; default ${defaultDt}
  --out FILE        write every frame to a file instead: time, joint values, targets, residuals
  --force           overwrite the file, also of the other commands
  --list            arms, tracks and solvers
  --help, -h        this text
  --version, -v     the version

${solveHelp}

${moveHelp}

${retargetHelp}

${batchHelp}

Exit code of the others: 0; 3 where a move does not get to its end; 1 where the output cannot be written; 2 for a wrong command line, or where no pose reaches the target, with
one line on stderr.`;

/** The commands, two lines each: the beginnings of their help. */
const overview = `${[help, solveHelp, moveHelp, retargetHelp, batchHelp]
  .map((text) => {
    const [usage, , purpose] = text.split('\n');
    return `  ${/^limber(?: [a-z]+)?/.exec(usage!)![0].padEnd(16)}${purpose}`;
  })
  .join('\n')}

limber --help tells the rest.`;

const readers = {
  solve: readSolve,
  move: readMove,
  retarget: readRetarget,
  batch: (): Command => ({ kind: 'batch' }),
} as const;

/** Refuses a first word that is neither a command nor an arm. */
function checkFirst(first: string | undefined, isAlone: boolean): void {
  if (first === undefined) throw new UsageError('name a command', overview);
  if (/^-|^\d/.test(first) || arms.some(({ name }) => name === first)) return;
  const meant = alike(first, Object.keys(readers));
  if (!meant && !isAlone) return;
  const hint = meant ? `; did you mean ${meant}?` : '';
  throw new UsageError(`${show(first)} is no command and no arm${hint}`, overview);
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

function readFrames(text: string): number {
  const frames = numberIn(text);
  if (Number.isInteger(frames) && frames >= 1 && frames <= mostFrames) return frames;
  throw new UsageError(`--frames is ${text.slice(0, 40)}; give a whole number from 1 to ${mostFrames}`);
}

function readDt(text: string): number {
  const dt = numberIn(text);
  if (dt > 0 && dt <= mostDt) return dt;
  throw new UsageError(`--dt is ${text.slice(0, 40)}; give seconds above 0, at most ${mostDt}`);
}

function readOut(path: string): RunCommand['out'] {
  const ending = /\.[^./\\]+$/.exec(path)?.[0] ?? '';
  const format = formats[ending];
  if (format) return { path, format };
  const known = Object.keys(formats).join(' or ');
  throw new UsageError(`--out is ${show(path)}; give a file that ends in ${known}`);
}

/** @throws UsageError */
export function readArguments(args: readonly string[]): Command {
  const [first, ...others] = args;
  const isHelp = (word: string): boolean => word === '--help' || word === '-h';
  const reader = Object.hasOwn(readers, first ?? '') && readers[first as keyof typeof readers];
  if (reader) return others.some(isHelp) ? { kind: 'help' } : reader(others);
  checkFirst(first, others.length === 0);
  const { values, positionals } = parse(args, options, examples);
  for (const kind of questions) if (values[kind]) return { kind };
  const [arm, track, ...rest] = positionals;
  if (arm === undefined || track === undefined) {
    throw new UsageError('name an arm and a track, as in: limber 3 2 (limber --list shows them)');
  }
  if (rest.length > 0) {
    throw new UsageError(`unexpected word ${show(rest[0])}; give one arm and one track`);
  }
  return {
    kind: 'run',
    arm: pick('arm', arms, [], arm),
    track: pick('track', tracks, [hand], track),
    solver: values.solver,
    frames: readFrames(values.frames ?? String(defaultFrames)),
    dt: readDt(values.dt ?? String(defaultDt)),
    out: values.out === undefined ? undefined : readOut(values.out),
    force: values.force ?? false,
  };
}
