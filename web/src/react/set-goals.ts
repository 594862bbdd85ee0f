import { unwrap } from '../describe/flatten.ts';
import type { GoalDescription } from '../core/goal.ts';
import type { Problem } from '../core/problem.ts';
import { same } from './same.ts';

/** A goal whose target, if given, is an array of its own. */
export type OwnedGoal = GoalDescription & { readonly target?: number[] };

/** A vector that an application changes must not change what an earlier render had. */
export const withNumbers = ({ target, ...rest }: GoalDescription): OwnedGoal =>
  target ? { ...rest, target: Array.from(unwrap<ArrayLike<number>>(target)) } : rest;

const withoutTarget = ({ target: _, ...rest }: OwnedGoal): object => rest;

/** True if the goals differ in the numbers of their targets at most. */
const areAlike = (before: readonly OwnedGoal[], wanted: readonly OwnedGoal[]): boolean =>
  before.length === wanted.length &&
  wanted.every((goal, i) => {
    const old = before[i]!;
    return same(withoutTarget(goal), withoutTarget(old)) && goal.target?.length === old.target?.length;
  });

/**
 * Gives a problem these goals instead of those `before`: writes their targets where nothing else has changed.
 *
 * @throws LimberError as `problem.addGoal`.
 */
export function setGoals(
  problem: Problem,
  before: readonly OwnedGoal[] | null,
  wanted: readonly OwnedGoal[],
): void {
  if (before && areAlike(before, wanted)) {
    wanted.forEach(({ target }, i) => target && problem.goals[i]!.target.set(target));
    return;
  }
  for (const goal of [...problem.goals]) problem.removeGoal(goal);
  for (const goal of wanted) problem.addGoal(goal);
}
