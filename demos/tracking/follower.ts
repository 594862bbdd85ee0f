import { Model, Problem, type Goal, type StepResult, type Vec3 } from 'limber';
import { LooseLink } from '../views/loose-link.ts';
import { frameTime } from '../shell/clock.ts';
import { baseName, type TrackingArm } from './arms.ts';

/** What can be changed while a follower runs. */
export interface FollowSettings {
  /** K (1/s). */
  readonly gain: number;
  readonly substeps: number;
}

/** An arm whose effector follows a target, one step per frame. */
export class Follower {
  readonly model: Model;
  readonly problem: Problem;
  readonly goal: Goal;
  readonly stand: LooseLink;
  readonly effector: number;
  /** Of the last step. */
  result: StepResult | null = null;
  private readonly options = { feedForward: true, gain: 20, substeps: 4, dampingRange: 0.05 };

  constructor(
    readonly arm: TrackingArm,
    feedForward: boolean,
  ) {
    this.model = Model.from(arm.description);
    this.problem = new Problem(this.model);
    this.stand = new LooseLink(this.problem, baseName);
    this.stand.driven = true;
    this.effector = this.model.findLink(arm.effector);
    this.goal = this.problem.addGoal({ type: 'position', link: arm.effector });
    this.options.feedForward = feedForward;
  }

  set settings({ gain, substeps }: FollowSettings) {
    this.options.gain = gain;
    this.options.substeps = substeps;
  }

  /** Metres between the effector and its target. */
  get error(): number {
    return this.goal.distance;
  }

  /** To where a run begins: the arm on its base and its effector exactly at the target. */
  begin(stand: Vec3, target: ArrayLike<number>): void {
    const { state } = this.problem;
    state.reset();
    this.stand.place(...stand);
    for (const [name, angle] of Object.entries(this.arm.bent)) this.bend(name, angle);
    this.solve(target);
    // The first step takes everything as having stood still, and so it has until now.
    this.step(target);
  }

  /** To the target at once, with no time passing. */
  solve(target: ArrayLike<number>): void {
    this.goal.target.set(target);
    this.problem.solve({ solver: 'lm', maxIterations: 400, tolerance: 1e-12 });
    this.problem.forgetMotion();
  }

  /** The target is there at the end of the frame. */
  step(target: ArrayLike<number>): void {
    this.goal.target.set(target);
    this.result = this.problem.step(frameTime, this.options);
  }

  dispose(): void {
    this.problem.dispose();
    this.model.dispose();
  }

  private bend(name: string, angle: number): void {
    const { q } = this.problem.state;
    const { qIndex, nq } = this.model.links[this.model.findLink(name)]!;
    if (nq === 1) q[qIndex] = angle;
    else q.set([0, 0, Math.sin(angle / 2), Math.cos(angle / 2)], qIndex);
  }
}
