import type { Goal, GoalType, Problem, Vec3 } from 'limber';
import type { GoalName } from './picks.ts';
import { pointing } from './pose.ts';

/** What is asked of each effector. */
export const goals: Readonly<Record<GoalName, { title: string; types: readonly GoalType[] }>> = {
  position: { title: 'Position', types: ['position'] },
  direction: { title: 'Position and direction', types: ['position', 'direction'] },
  pose: { title: 'Pose', types: ['pose'] },
};

/** A goal's target out of the pose that its effector is wanted in. */
const targetOf: Readonly<Record<GoalType, (pose: Float64Array, axis: Vec3) => ArrayLike<number>>> = {
  position: (pose) => pose.subarray(0, 3),
  orientation: (pose) => pose.subarray(3),
  direction: (pose, axis) => pointing(pose, axis),
  pose: (pose) => pose,
};

/** The goals of one problem, in the order of its effectors. */
export class Wishes {
  private readonly goals: { goal: Goal; effector: number }[] = [];

  constructor(
    private readonly problem: Problem,
    effectors: readonly string[],
    name: GoalName,
    private readonly axis: Vec3,
  ) {
    for (const [effector, link] of effectors.entries()) {
      for (const type of goals[name].types) {
        const description = type === 'direction' ? { type, link, axis } : { type, link };
        this.goals.push({ goal: problem.addGoal(description), effector });
      }
    }
  }

  /** `poses`: seven numbers an effector. */
  aim(poses: Float64Array): void {
    for (const { goal, effector } of this.goals) {
      goal.target.set(targetOf[goal.type](poses.subarray(7 * effector, 7 * effector + 7), this.axis));
    }
  }

  /** The greatest of what is left: distances as parts of the reach, angles in radians. */
  get residual(): number {
    const { reach } = this.problem.model;
    return Math.max(...this.goals.map(({ goal }) => Math.max(goal.distance / reach, goal.angle)));
  }
}
