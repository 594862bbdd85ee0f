import { type Goal, Model, Problem, type SolverName } from 'limber';
import { Pursuit } from 'limber/run';
import { bend } from './bend.ts';
import type { RobotSource } from './catalogue.ts';
import { meshesOf } from './files.ts';

/** Iterations per step of the clock: an unfinished solve goes on in the next step. */
const maxIterations = 30;

/** A robot to be solved: its tip follows a goal. */
export class Rig extends Pursuit {
  readonly model: Model;
  goal!: Goal;

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
    if (this.goal) this.problem.removeGoal(this.goal);
    this.goal = this.problem.addGoal({ type: orientation ? 'pose' : 'position', link });
    this.targetTip();
  }

  /** Moves the target to the tip. */
  targetTip(): void {
    const { target, link } = this.goal;
    const at = 7 * this.model.findLink(link);
    target.set(this.problem.state.poses.subarray(at, at + target.length));
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
