import { type Goal, Model, Problem, type Status } from 'limber';
import { Detour } from 'limber/presets';
import { ArmShape, JointOverlay } from 'limber/three';
import { Box3, Vector3 } from 'three';
import { bend } from '../robot-files/bend.ts';
import { findFile } from '../robot-files/files.ts';
import type { RobotSource } from '../robot-files/catalogue.ts';
import type { Picks } from './picks.ts';

/** Steps of the solver in a step of the clock: what is left goes on in the next. */
const iterations = 30;
/** Steps of the clock after which a robot that keeps moving without arriving is left alone. */
const patience = 240;

/** A robot as the solver sees it, and what is drawn of it. */
export class Rig {
  readonly model: Model;
  readonly problem: Problem;
  shape!: ArmShape;
  readonly overlay: JointOverlay;
  goal!: Goal;
  /** How the last solve ended; null: none since the robot was set by hand. */
  status: Status | null = null;
  moving = false;
  /** Files of meshes that were not given. */
  missing: readonly string[] = [];
  private readonly detour: Detour;
  private steps = 0;

  /** @throws LimberError what `Model.from` finds wrong. */
  constructor(readonly source: RobotSource) {
    this.model = Model.from(source.upright);
    this.problem = new Problem(this.model);
    this.detour = new Detour(this.problem);
    this.overlay = new JointOverlay(this.model);
  }

  /** Files of the meshes that it has. */
  get meshes(): readonly string[] {
    const shapes = this.model.links.flatMap((link) => link.shapes ?? []);
    return shapes.flatMap((shape) => (shape.type === 'mesh' ? [shape.file] : []));
  }

  /** Another look: meshes, or bars. */
  dress(meshes: boolean): void {
    const before = this.shape;
    const { given } = this.source.own ?? { given: [] };
    const find = (path: string): File | null => findFile(given, path) ?? null;
    this.missing = this.meshes.filter((file) => !find(file));
    const look = meshes
      ? { meshes: find }
      : ({ generate: this.meshes.length > 0 ? 'always' : 'auto' } as const);
    this.shape = new ArmShape(this.model, { tips: false, ...look });
    before?.dispose();
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

  /** It stays where it was put. */
  halt(): void {
    this.moving = false;
    this.status = null;
    this.detour.wake();
  }

  /** Solves again from now on. */
  wake(): void {
    this.moving = true;
    this.steps = 0;
    this.detour.wake();
  }

  /** Another pose has been looked for since something was moved. */
  get searched(): boolean {
    return this.detour.searched;
  }

  /** A step of `dt` seconds towards the goal. `held`: the goal is in somebody's hand. */
  step({ solver, limits }: Picks, dt: number, held: boolean): void {
    if (this.detour.travel(dt)) return;
    this.status = this.problem.solve({ solver, limits, maxIterations: iterations }).status;
    this.steps += 1;
    this.moving = this.status === 'maxIterations' && this.steps < patience;
    if (this.moving || this.reached) return;
    if (!held) this.detour.letGo();
    this.moving = this.detour.rest(dt, { solver, limits });
  }

  supports(solver: Picks['solver']): true | string {
    return this.problem.supports(solver);
  }

  /** Within a thousandth of the reach, and half a degree. */
  get reached(): boolean {
    const { distance, angle, type } = this.goal;
    return distance <= 1e-3 * this.model.reach && (type === 'position' || angle <= Math.PI / 360);
  }

  /** Draws what the problem has now. */
  show(): void {
    const { state, activeLimits } = this.problem;
    this.shape.update(state.poses);
    if (this.overlay.visible) this.overlay.update(state, activeLimits);
  }

  /** What all links take up. */
  box(): Box3 {
    const { poses } = this.problem.state;
    const box = new Box3().setFromObject(this.shape);
    for (let i = 0; i < poses.length; i += 7) box.expandByPoint(new Vector3().fromArray(poses, i));
    return box;
  }

  dispose(): void {
    this.shape?.dispose();
    this.overlay.dispose();
    this.problem.dispose();
    this.model.dispose();
  }
}
