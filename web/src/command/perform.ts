import { LimberError, printable } from '../describe/errors.ts';
import type { SolverName } from '../describe/core-names.ts';
import { Run } from '../robots/run/index.ts';
import { helpFor, readArguments, type RunCommand } from './arguments.ts';
import { move } from './move.ts';
import { refuseOverwriting } from './overwriting.ts';
import { UsageError } from './reading.ts';
import type { Warn } from './robot-options.ts';
import { record, type Recording } from './recording.ts';
import { readFile, solve, type ReadFile } from './solve.ts';
import { listing, summarize } from './summary.ts';

/** The result of a command line: text for the terminal, and possibly a file. */
export interface Outcome {
  readonly text: string;
  /** The exit code; default 0. */
  readonly code?: number;
  readonly file?: { readonly path: string; readonly content: string };
}

function makeRun({ arm, track, solver, dt }: RunCommand): Run {
  try {
    return new Run(arm, track, solver === undefined ? { dt } : { dt, solver: solver as SolverName });
  } catch (error) {
    if (error instanceof LimberError && error.code === 'unknownSolver') throw new UsageError(error.message);
    throw error;
  }
}

function recordOf(command: RunCommand): Recording {
  using run = makeRun(command);
  const answer = run.problem.supports(run.solver);
  if (answer === true) return record(run, command.frames);
  throw new UsageError(`solver ${run.solver} does not support arm ${command.arm.name}: ${answer}`);
}

/**
 * Runs the command and reads files with `read`, but writes nothing; a robot's warnings go to
 * `warn`. The core must be loaded. @throws UsageError
 */
export function perform(
  args: readonly string[],
  version = '',
  read: ReadFile = readFile,
  warn: Warn = () => {},
): Outcome {
  const command = readArguments(args);
  if (command.kind === 'solve') return { text: solve(command, read, warn) };
  if (command.kind === 'move') return move(command, read, warn);
  if (command.kind === 'batch')
    throw new UsageError('a batch writes as it goes; run it by the command limber');
  if (command.kind === 'retarget')
    throw new UsageError('a recording is retargeted by retarget(); run it by the command limber');
  if (command.kind === 'help') return { text: helpFor(command.of) };
  if (command.kind !== 'run') return { text: command.kind === 'list' ? listing() : version };
  refuseOverwriting([], [{ name: '--out', path: command.out?.path }], command.force);
  const recording = recordOf(command);
  if (!command.out) return { text: summarize(recording) };
  const { path, format } = command.out;
  return {
    text: `${printable(path)}: ${recording.trajectory.length} frames`,
    file: { path, content: format(recording) },
  };
}
