import type { Goal, Vec3 } from 'limber';
import { Simulation } from '../views/simulation.ts';
import { baseName, type TrackingArm } from './arms.ts';

/** What can be changed while a follower runs. */
export interface FollowSettings {
  /** K (1/s). */
  readonly gain: number;
  readonly substeps: number;
}

/** An arm whose effector follows a target, one step per frame. */
export class Follower extends Simulation {
  readonly goal: Goal;
  readonly effector: number;

  constructor(
    readonly arm: TrackingArm,
    feedForward: boolean,
  ) {
    super(arm.description, [baseName], { feedForward, gain: 20, substeps: 4, dampingRange: 0.05 });
    this.effector = this.model.findLink(arm.effector);
    this.goal = this.problem.addGoal({ type: 'position', link: arm.effector });
  }

  set settings({ gain, substeps }: FollowSettings) {
    Object.assign(this.options, { gain, substeps });
  }

  /** Metres between the effector and its target. */
  get error(): number {
    return this.goal.distance;
  }

  /** To where a run begins: the arm on its base and its effector exactly at the target. */
  begin(stand: Vec3, target: ArrayLike<number>): void {
    const { state } = this.problem;
    state.reset();
    this.stands[0]!.place(...stand);
    for (const [name, angle] of Object.entries(this.arm.bent)) this.bend(name, angle);
    this.reach(target);
    // The first step takes everything as having stood still, and so it has until now.
    this.follow(target);
  }

  /** To the target at once, with no time passing. */
  reach(target: ArrayLike<number>): void {
    this.goal.target.set(target);
    this.solve(400, 1e-12);
  }

  /** The target is there at the end of the frame. */
  follow(target: ArrayLike<number>): void {
    this.goal.target.set(target);
    this.step();
  }

  private bend(name: string, angle: number): void {
    const { q } = this.problem.state;
    const { qIndex, nq } = this.model.links[this.model.findLink(name)]!;
    if (nq === 1) q[qIndex] = angle;
    else q.set([0, 0, Math.sin(angle / 2), Math.cos(angle / 2)], qIndex);
  }
}
