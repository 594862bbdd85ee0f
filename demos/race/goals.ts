import type { Goal, Problem, Vec3 } from 'limber';
import { pointing } from './pose.ts';

/** Types of the goals that the race sets. */
type Wanted = keyof typeof targetOf;

/** Goals of each effector. */
export const goals = {
  position: { title: 'Position', types: ['position'] },
  direction: { title: 'Position and direction', types: ['position', 'direction'] },
  pose: { title: 'Pose', types: ['pose'] },
} as const satisfies Record<string, { title: string; types: readonly Wanted[] }>;

/** A goal's target, from the wanted pose of its effector. */
const targetOf = {
  position: (pose: Float64Array) => pose.subarray(0, 3),
  direction: (pose: Float64Array, axis: Vec3) => pointing(pose, axis),
  pose: (pose: Float64Array) => pose,
};

/** The goals of one problem, in the order of its effectors. */
export class Wishes {
  readonly #goals: { type: Wanted; goal: Goal; effector: number }[] = [];

  constructor(
    private readonly problem: Problem,
    effectors: readonly string[],
    name: keyof typeof goals,
    private readonly axis: Vec3,
  ) {
    for (const [effector, link] of effectors.entries()) {
      for (const type of goals[name].types) {
        const description = type === 'direction' ? { type, link, axis } : { type, link };
        this.#goals.push({ type, goal: problem.addGoal(description), effector });
      }
    }
  }

  /** `poses`: seven numbers per effector. */
  aim(poses: Float64Array): void {
    for (const { type, goal, effector } of this.#goals) {
      goal.target.set(targetOf[type](poses.subarray(7 * effector, 7 * effector + 7), this.axis));
    }
  }

  /** The greatest residual: distances as parts of the reach, angles in radians. */
  get residual(): number {
    const { reach } = this.problem.model;
    return Math.max(...this.#goals.map(({ goal }) => Math.max(goal.distance / reach, goal.angle)));
  }
}
