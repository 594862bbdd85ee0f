/** Words for all poses of an arm. */
import type { Arm } from './arm.ts';
import { capital, degreesOf } from './list.ts';

/** Reason why there is no pose; empty where there are some. */
export function noneOf({ found, poses }: Arm): string {
  if (found.family === '') return `Not for this arm: ${found.reason}.`;
  if (poses.length > 0) return '';
  return found.complete
    ? 'No pose reaches this goal. That is proven.'
    : 'No pose was found; there may be one.';
}

/** Number of poses, and whether there may be others. */
export function wordsOf(arm: Arm): string {
  const { allowed, ended, found, parameter, poses, slice } = arm;
  if (found.family === '') return '';
  if (poses.length === 0) return noneOf(arm);
  const where = parameter ? `With ${parameter.title} at ${degreesOf(slice)}, ` : '';
  const count = poses.length === 1 ? 'one pose reaches the goal' : `${poses.length} poses reach the goal`;
  const all = capital(`${where}${count}; ${found.complete ? 'there are no others' : 'there may be others'}.`);
  if (allowed.length === 0) return `${all} Each is outside the joint limits.`;
  return ended ? `${all} The arm’s own branch has ended, so it moved to the nearest of them.` : all;
}
