import type { Goal, Vec3 } from 'limber';
import { iiwa14, yUp } from 'limber/presets';
import { onBase } from '../views/robots.ts';
import { Simulation } from '../views/simulation.ts';
import { kinds, type Settings } from './kinds/index.ts';

export const tool = 'effector';

/** Joint values at first (radians): bent, so that it can go anywhere. */
export const bent: readonly number[] = [0, 0.5, 0, -1.4, 0, 0.9, 0];

/** Damped only next to a singularity: what can be met is met soon, and an arm that is stretched out stays calm. */
const options = { dampingRange: 0.05 };

/** The robot, and a goal for every constraint in the list; those that are off have no weight. */
export class ConstrainedRobot extends Simulation {
  goals: Goal[] = [];
  private readonly toolIndex: number;
  private readonly first: number;
  private sides: string[] = [];

  constructor() {
    const description = yUp(iiwa14);
    super({ ...description, links: onBase('stand', description) }, ['stand'], options);
    this.toolIndex = this.model.findLink(tool);
    this.first = this.model.links[this.model.findLink('joint 1')]!.qIndex;
    this.begin(bent, [0, 0, 0]);
  }

  /** Joint values (radians). */
  get joints(): Float64Array {
    return this.problem.state.q.subarray(this.first, this.first + bent.length);
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
    const shape = settings.map(({ side }) => side);
    if (shape.join() !== this.sides.join()) this.rebuild(settings);
    this.sides = shape;
    settings.forEach((each, i) => {
      const goal = this.goals[i]!;
      kinds[i]!.aim(each, goal.target);
      goal.weight = each.on ? each.weight : 0;
    });
    this.problem.state.update();
    this.wake();
  }

  /** Where the tool is (metres, world), as the first three of these seven numbers. */
  get tool(): Float64Array {
    return this.problem.state.poses.subarray(7 * this.toolIndex, 7 * this.toolIndex + 7);
  }

  /** What a goal is stays as it was added: another side is another goal. */
  private rebuild(settings: readonly Settings[]): void {
    for (const goal of this.goals) this.problem.removeGoal(goal);
    this.goals = kinds.map((kind, i) => this.problem.addGoal(kind.goal(tool, settings[i]!)));
  }
}
