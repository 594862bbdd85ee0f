/** Loops and goals in plain words. */
import type { GoalDescription, LoopDescription } from 'limber';
import { degrees, distance, list } from 'limber/bench';
import { closureOf, heldBy } from './closures.ts';
import { wishOf, type AnyGoalDescription } from './wishes.ts';

export const world = 'world';

/** "coupler – rocker, revolute" or "tool – world, holding x, y and rz". */
export function loopWords(loop: LoopDescription): string {
  const closure = closureOf(loop);
  const held = heldBy(loop);
  const holding = held.length > 0 ? `holding ${list(held)}` : 'holding nothing';
  return `${loop.a.link} – ${loop.b.link || world}, ${closure === 'axes' ? holding : closure}`;
}

/** "hand – world, distance at most 0.3 m" or "elbow, joint value 30°". */
export function goalWords(goal: GoalDescription, target: readonly number[]): string {
  const { type, link, targetLink, free = [] } = goal as AnyGoalDescription;
  const wish = wishOf(goal);
  const words = wish?.words(goal, target) ?? (free.length > 0 ? `${type}, free in ${list(free)}` : type);
  return wish?.name === 'joint' ? `${link}, ${words}` : `${link} – ${targetLink ?? world}, ${words}`;
}

interface Residual {
  readonly distance: number;
  readonly angle: number;
}

/** "0.12 mm", "0.12 mm, 1.5°". */
export function residualWords(residual: Residual, shown: readonly (keyof Residual)[]): string {
  const says = { distance, angle: degrees };
  return shown.map((each) => says[each](residual[each])).join(', ');
}

/** Which of a loop's residuals says something. */
export function residualsOfLoop(loop: LoopDescription): readonly (keyof Residual)[] {
  const held = heldBy(loop);
  const holds = (axes: readonly string[]) => held.some((axis) => axes.includes(axis));
  return [
    ...(holds(['x', 'y', 'z']) ? (['distance'] as const) : []),
    ...(holds(['rx', 'ry', 'rz']) ? (['angle'] as const) : []),
  ];
}

/** Of a goal; both where it is of no kind that the form knows. */
export const residualsOfGoal = (goal: GoalDescription): readonly (keyof Residual)[] =>
  goal.type === 'joint'
    ? ['angle']
    : goal.type === 'slide'
      ? ['distance']
      : (wishOf(goal)?.residuals ?? ['distance', 'angle']);
