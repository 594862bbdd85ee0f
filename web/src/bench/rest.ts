import type { ModelDescription } from '../describe/description.ts';
import { Model } from '../core/model.ts';
import type { Link, Motion } from '../core/any-model.ts';
import { Problem } from '../core/problem.ts';

/**
 * Radians by which turns move for a target within reach, and the largest fraction of their range for turns
 * and slides.
 */
const turn = 0.5;
const part = 0.2;

/** Motions with one number of their own. */
function singles(links: readonly Link[]): Motion[] {
  return links.flatMap(({ motions }) => motions.filter(({ isBall, mimics }) => !isBall && !mimics));
}

/** True if it can turn all the way round. */
const turnsRound = ({ w, limits }: Motion): boolean =>
  w.some((each) => each !== 0) && !(limits[1] - limits[0] < 2 * Math.PI);

/**
 * The ready pose, but joints without one in the middle of their limits, because zero is often a corner; zero for
 * joints without limits and those that turn all the way round.
 */
export function startOf(description: ModelDescription): number[] {
  const model = Model.from(description);
  const problem = new Problem(model);
  const q = [...problem.state.q];
  for (const motion of singles(model.links.filter(({ joint }) => joint.rest === undefined))) {
    const middle = (motion.limits[0] + motion.limits[1]) / 2;
    if (Number.isFinite(middle) && !turnsRound(motion)) q[motion.qIndex] = middle;
  }
  problem.dispose();
  model.dispose();
  return q;
}

/**
 * Places of the effectors after a small move of every hinge and slide: points within reach for which the arm
 * has to move. Null: it has neither hinges nor slides.
 */
export function placesNearby({ model, state }: Problem, effectors: readonly string[]): number[] | null {
  const motions = singles(model.links);
  if (motions.length === 0) return null;
  const before = state.q.slice();
  motions.forEach(({ limits, qIndex, w }, i) => {
    const range = limits[1] - limits[0];
    const most = w.some((each) => each !== 0) ? turn : part * model.reach;
    state.q[qIndex]! += (i % 2 ? -1 : 1) * Math.min(most, part * range);
  });
  state.update();
  const places = effectors.flatMap((name) => {
    const first = 7 * model.findLink(name);
    return [...state.poses.subarray(first, first + 3)];
  });
  state.q.set(before);
  state.update();
  return places;
}
