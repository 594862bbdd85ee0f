/** The options of `limber solve`. */
import { defaultMost } from '../core/solutions.ts';
import { by, flag, keyOf, number, readTable, word, type Table, type ValuesOf } from './options.ts';
import { nearestStart, oneRobot, room, start, target, targetText, type Target } from './robot-options.ts';
import { solutionFormats } from './solution-formats.ts';
import { UsageError } from './reading.ts';

const options = {
  tip: word('LINK')('the link that is to be there', 'tool0'),
  pose: target(`where, in the root's frame: ${targetText}`, '0.4,0.2,0.3,1,0,0,0'),
  ...room,
  hold: {
    ...word('JOINT')(
      'leaves a joint where it is, as of an arm with seven hinges; may be given again',
      'joint7',
    ),
    isMany: true,
  },
  start: start(`a value for each joint: what is nearest to it comes first; ${nearestStart}`),
  'no-limits': flag("also poses beyond the joints' limits"),
  most: by(
    defaultMost,
    number('N', { least: 1, most: 10_000, isWhole: true })(`print at most N; default ${defaultMost}`, '8'),
  ),
  format: by(
    solutionFormats.table!,
    keyOf('FORMAT', solutionFormats)(`${Object.keys(solutionFormats).join(', ')}; default table`, 'csv'),
  ),
} as const;

export const solveTable: Table<typeof options> = {
  name: 'limber solve',
  usage: 'ROBOT.urdf --tip LINK --pose NUMBERS',
  purpose: "Prints all joint values with which a robot's link is at a pose, the nearest first.",
  words: oneRobot('limber solve robot.urdf --tip tool0 --pose …'),
  options,
};

export interface SolveCommand extends Omit<ValuesOf<typeof options>, 'pose'> {
  readonly kind: 'solve';
  /** A URDF. */
  readonly path: string;
  readonly pose: Target;
  readonly limits: boolean;
}

/** Reads the arguments after `solve`. @throws UsageError */
export function readSolve(args: readonly string[]): SolveCommand {
  const { words, values } = readTable(solveTable, args);
  const { pose } = values;
  if (!pose) throw new UsageError('--pose is missing, as in --pose 0.4,0.2,0.3,1,0,0,0');
  return { kind: 'solve', path: words[0]!, ...values, pose, limits: !values['no-limits'] };
}
