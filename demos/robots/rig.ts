import { type Goal, Model, Problem } from 'limber';
import { Pursuit } from 'limber/presets';
import { bend } from '../robot-files/bend.ts';
import type { RobotSource } from '../robot-files/catalogue.ts';
import type { Picks } from './picks.ts';

/** Steps of the solver in a step of the clock: what is left goes on in the next. */
const maxIterations = 30;

/** A robot as the solver sees it: its tip follows a goal. */
export class Rig extends Pursuit {
  readonly model: Model;
  goal!: Goal;

  /** @throws LimberError what `Model.from` finds wrong. */
  constructor(readonly source: RobotSource) {
    const model = Model.from(source.upright);
    super(new Problem(model));
    this.model = model;
  }

  /** Files of the meshes that it has. */
  get meshes(): readonly string[] {
    const shapes = this.model.links.flatMap((link) => link.shapes ?? []);
    return shapes.flatMap((shape) => (shape.type === 'mesh' ? [shape.file] : []));
  }

  /** Joint values where they fit, else the start; inside the limits if those are kept. */
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

  /** Puts the goal on a link; it starts where that link is. */
  reachWith(link: string, orientation: boolean): void {
    if (this.goal) this.problem.removeGoal(this.goal);
    this.goal = this.problem.addGoal({ type: orientation ? 'pose' : 'position', link });
    this.targetTip();
  }

  /** The target is where the tip is now. */
  targetTip(): void {
    const { target, link } = this.goal;
    const at = 7 * this.model.findLink(link);
    target.set(this.problem.state.poses.subarray(at, at + target.length));
    this.halt();
  }

  /** A step of `dt` seconds towards the goal. */
  step({ solver, limits }: Pick<Picks, 'solver' | 'limits'>, dt: number): void {
    this.pursue(dt, { solver, limits, maxIterations });
  }

  dispose(): void {
    this.problem.dispose();
    this.model.dispose();
  }
}
