import { LimberError } from '../errors.ts';
import type { SolverName } from '../options.ts';
import { Run } from '../presets/index.ts';
import { help, readArguments, UsageError, type RunCommand } from './arguments.ts';
import { record, type Recording } from './recording.ts';
import { list, summarize } from './summary.ts';

/** What a command line comes to: words for the terminal, and maybe a file. */
export interface Outcome {
  readonly text: string;
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

/** Does what `args` ask for, but for the writing. The core must be loaded. @throws UsageError */
export function perform(args: readonly string[]): Outcome {
  const command = readArguments(args);
  if (command.kind === 'help') return { text: help };
  if (command.kind === 'list') return { text: list() };
  const recording = recordOf(command);
  if (!command.out) return { text: summarize(recording) };
  const { path, format } = command.out;
  return { text: `${path}: ${recording.rows.length} frames`, file: { path, content: format(recording) } };
}
