import type { Goal, Vec3 } from 'limber';
import { iiwa14, yUp } from 'limber/presets';
import { onBase } from '../views/robots.ts';
import { Simulation } from '../views/simulation.ts';
import { kinds, type Settings } from './kinds.ts';

const tool = 'effector';

/** Initial joint values (radians): bent, so that it can move in any direction. */
export const bent: readonly number[] = [0, 0.5, 0, -1.4, 0, 0.9, 0];

/** The robot, and a goal for every constraint in the list; those that are off have weight 0. */
export class ConstrainedRobot extends Simulation {
  goals: Goal[] = [];
  #side = '';

  constructor() {
    const description = yUp(iiwa14);
    // Damped only next to a singularity: reachable goals are met quickly, and a stretched arm stays calm.
    super({ ...description, links: onBase('stand', description) }, ['stand'], { dampingRange: 0.05 });
    this.begin(bent, [0, 0, 0]);
  }

  /** Joint values (radians). */
  get joints(): Float64Array {
    const first = this.model.links[this.model.findLink('joint 1')]!.qIndex;
    return this.problem.state.q.subarray(first, first + bent.length);
  }

  /** Resets the posture and the position of the base. */
  begin(joints: ArrayLike<number>, stand: Vec3): void {
    this.stands[0]!.place(...stand);
    this.joints.set(joints);
    this.problem.state.update();
    this.problem.forgetMotion();
    this.wake();
  }

  /** Applies the reader's settings. */
  set(settings: readonly Settings[]): void {
    // A goal's definition cannot change once added: another side needs another goal.
    if (settings[0]!.side !== this.#side) {
      for (const goal of this.goals) this.problem.removeGoal(goal);
      this.goals = kinds.map((kind, i) => this.problem.addGoal(kind.goal(tool, settings[i]!)));
    }
    this.#side = settings[0]!.side;
    settings.forEach((each, i) => {
      this.goals[i]!.target.set(kinds[i]!.target(each));
      this.goals[i]!.weight = each.on ? each.weight : 0;
    });
    this.problem.state.update();
    this.wake();
  }

  /** Position of the tool (metres, world): the first three of these seven numbers. */
  get tool(): Float64Array {
    const first = 7 * this.model.findLink(tool);
    return this.problem.state.poses.subarray(first, first + 7);
  }
}
