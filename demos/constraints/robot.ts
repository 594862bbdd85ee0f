import type { Goal, Vec3 } from 'limber';
import { iiwa14, yUp } from 'limber/presets';
import { onBase } from '../views/robots.ts';
import { Simulation } from '../views/simulation.ts';
import { kinds, type Settings } from './kinds.ts';

const tool = 'effector';

/** Joint values at first (radians): bent, so that it can go anywhere. */
export const bent: readonly number[] = [0, 0.5, 0, -1.4, 0, 0.9, 0];

/** The robot, and a goal for every constraint in the list; those that are off have no weight. */
export class ConstrainedRobot extends Simulation {
  goals: Goal[] = [];
  private side = '';

  constructor() {
    const description = yUp(iiwa14);
    // Damped only next to a singularity: what can be met is met soon, and an arm that is stretched out stays calm.
    super({ ...description, links: onBase('stand', description) }, ['stand'], { dampingRange: 0.05 });
    this.begin(bent, [0, 0, 0]);
  }

  /** Joint values (radians). */
  get joints(): Float64Array {
    const first = this.model.links[this.model.findLink('joint 1')]!.qIndex;
    return this.problem.state.q.subarray(first, first + bent.length);
  }

  /** To a posture, standing somewhere. */
  begin(joints: ArrayLike<number>, stand: Vec3): void {
    this.stands[0]!.place(...stand);
    this.joints.set(joints);
    this.problem.state.update();
    this.problem.forgetMotion();
    this.wake();
  }

  /** Takes over what the reader has set. */
  set(settings: readonly Settings[]): void {
    // What a goal is stays as it was added: another side is another goal.
    if (settings[0]!.side !== this.side) {
      for (const goal of this.goals) this.problem.removeGoal(goal);
      this.goals = kinds.map((kind, i) => this.problem.addGoal(kind.goal(tool, settings[i]!)));
    }
    this.side = settings[0]!.side;
    settings.forEach((each, i) => {
      this.goals[i]!.target.set(kinds[i]!.target(each));
      this.goals[i]!.weight = each.on ? each.weight : 0;
    });
    this.problem.state.update();
    this.wake();
  }

  /** Where the tool is (metres, world), as the first three of these seven numbers. */
  get tool(): Float64Array {
    const first = 7 * this.model.findLink(tool);
    return this.problem.state.poses.subarray(first, first + 7);
  }
}
