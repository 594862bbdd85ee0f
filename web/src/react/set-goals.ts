import type { GoalDescription } from '../goal.ts';
import type { Problem } from '../problem.ts';
import { same } from './same.ts';

const withoutTarget = ({ target: _, ...rest }: GoalDescription): object => rest;

/** True if the goals differ in the numbers of their targets at most. */
const areAlike = (before: readonly GoalDescription[], wanted: readonly GoalDescription[]): boolean =>
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
  before: readonly GoalDescription[] | null,
  wanted: readonly GoalDescription[],
): void {
  if (before && areAlike(before, wanted)) {
    wanted.forEach(({ target }, i) => target && problem.goals[i]!.target.set(target));
    return;
  }
  for (const goal of [...problem.goals]) problem.removeGoal(goal);
  for (const goal of wanted) problem.addGoal(goal);
}
