import { unwrap } from '../describe/flatten.ts';
import type { GoalDescription, PoseGoal } from '../core/goal.ts';
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

/** True if a target that is not given is the same for both: the place of one tool in one frame. */
export function areAtOnePlace(before: GoalDescription | undefined, goal: GoalDescription): boolean {
  const placeOf = ({ type, link, ...rest }: GoalDescription): unknown[] => {
    const { offset, targetLink } = rest as Pick<PoseGoal, 'offset' | 'targetLink'>;
    return [type, link, offset, targetLink];
  };
  return before !== undefined && same(placeOf(before), placeOf(goal));
}

/**
 * Gives a problem these goals instead of those `before`: writes their targets where nothing else has changed. A target
 * that is not given stays where other parameters, such as room, change.
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
  const placed = wanted.map((goal, i) =>
    goal.target || !areAtOnePlace(before?.[i], goal)
      ? goal
      : { ...goal, target: Array.from(problem.goals[i]!.target) },
  );
  for (const goal of [...problem.goals]) problem.removeGoal(goal);
  for (const goal of placed) problem.addGoal(goal);
}
