import { type Goal, Model, Problem, type SolverName } from 'limber';
import { motionsTo } from 'limber/bench';
import { Pursuit } from 'limber/run';
import { bend } from './bend.ts';
import type { RobotSource } from './catalogue.ts';
import { meshesOf } from './files.ts';

/** Iterations per step of the clock: an unfinished solve goes on in the next step. */
const maxIterations = 30;

/** A robot to be solved: its tip follows a goal. */
export class Rig extends Pursuit {
  readonly model: Model;
  /** The tip's place, or its pose. */
  goal!: Goal;
  /** The tip's turn, where too few joints move it for a pose: its place comes first. */
  turn: Goal | null = null;

  /** @throws LimberError for errors that `Model.from` finds. */
  constructor(readonly source: RobotSource) {
    const model = Model.from(source.upright);
    super(new Problem(model));
    this.model = model;
  }

  /** Files of its meshes. */
  get meshes(): readonly string[] {
    return meshesOf(this.model);
  }

  /** Sets the joint values where they fit, else the start; inside the limits if those are kept. */
  stand(q: readonly number[], limits: boolean): void {
    const { state } = this.problem;
    const { start } = this.source;
    state.reset();
    if (q.length === state.q.length) state.q.set(q);
    else if (start.length > 0) state.q.set(start);
    else bend(this.model, state.q);
    state.update();
    if (limits) state.projectOntoLimits();
    state.update();
  }

  /** Puts the goal on a link; it starts at the link's pose. */
  reachWith(link: string, orientation: boolean): void {
    const { problem } = this;
    for (const goal of [...problem.goals]) problem.removeGoal(goal);
    const joints = motionsTo(this.model, link).reduce((sum, { isBall }) => sum + (isBall ? 3 : 1), 0);
    const hasEnough = joints >= 6;
    this.goal = problem.addGoal({ type: orientation && hasEnough ? 'pose' : 'position', link });
    this.turn =
      orientation && !hasEnough ? problem.addGoal({ type: 'orientation', link, priority: 1 }) : null;
    this.targetTip();
  }

  /** Metres, and a quaternion if the tip's turn is a goal, too. */
  get target(): Float64Array {
    return this.turn ? Float64Array.of(...this.goal.target, ...this.turn.target) : this.goal.target.slice();
  }

  /** Radians that the tip's turn is off; null: it is no goal. */
  get angle(): number | null {
    return this.turn?.angle ?? (this.goal.type === 'pose' ? this.goal.angle : null);
  }

  /** Sets as many of these numbers as the target has. */
  set target(numbers: ArrayLike<number>) {
    const all = Array.from(numbers);
    this.goal.target.set(all.slice(0, this.goal.target.length));
    this.turn?.target.set(all.slice(3, 7));
  }

  /** Moves the target to the tip. */
  targetTip(): void {
    const at = 7 * this.model.findLink(this.goal.link);
    this.target = this.problem.state.poses.subarray(at, at + 7);
    this.halt();
  }

  /** Advances by `dt` seconds towards the goal. */
  step({ solver, limits }: { readonly solver: SolverName; readonly limits: boolean }, dt: number): void {
    this.pursue(dt, { solver, limits, maxIterations });
  }

  dispose(): void {
    this.problem.dispose();
    this.model.dispose();
  }
}
