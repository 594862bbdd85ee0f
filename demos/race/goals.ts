import type { Goal, Problem, Vec3 } from 'limber';
import type { Picks } from './picks.ts';
import { pointing, pointTo } from './pose.ts';

type Wanted = 'position' | 'direction' | 'pose';

/** Goals of each effector. */
const goals: Readonly<Record<Picks['goal'], readonly Wanted[]>> = {
  position: ['position'],
  direction: ['position', 'direction'],
  pose: ['pose'],
};

/** The goals of one problem: those of each effector, aimed at its wanted pose. */
export class Wishes {
  readonly #goals: readonly { readonly goal: Goal; readonly effector: number }[];

  constructor(
    private readonly problem: Problem,
    effectors: readonly string[],
    name: Picks['goal'],
    private readonly axis: Vec3,
  ) {
    this.#goals = effectors.flatMap((link, effector) =>
      goals[name].map((type) => ({
        goal: problem.addGoal(type === 'direction' ? { type, link, axis } : { type, link }),
        effector,
      })),
    );
  }

  /** `poses`: seven numbers per effector. */
  aim(poses: Float64Array): void {
    for (const { goal, effector } of this.#goals) {
      const pose = poses.subarray(7 * effector, 7 * effector + 7);
      if (goal.type === 'direction') goal.target.set(pointing(pose, this.axis));
      else goal.target.set(pose.subarray(0, goal.target.length));
    }
  }

  /** The inverse: writes the goals' targets into the poses; what no goal asks for stays. */
  read(poses: Float64Array): void {
    for (const { goal, effector } of this.#goals) {
      const pose = poses.subarray(7 * effector, 7 * effector + 7);
      if (goal.type === 'direction') pointTo(pose, this.axis, goal.target);
      else pose.set(goal.target);
    }
  }

  /** The greatest residual: distances as parts of the reach, angles in radians. */
  get residual(): number {
    const { reach } = this.problem.model;
    return Math.max(...this.#goals.map(({ goal }) => Math.max(goal.distance / reach, goal.angle)));
  }
}
