import { type Goal, Model, Problem, type SolveResult, type SolverName } from 'limber';
import { ArmShape, JointOverlay, RobotBinding } from 'limber/three';
import { tipsOf } from 'limber/urdf';
import { Box3, type Object3D, Vector3 } from 'three';
import type { Picks } from './address.ts';
import type { Source } from './catalogue.ts';
import type { Looks } from './meshes.ts';

/** Steps of the solver a drawn frame: what is left goes on in the next. */
const iterationsAFrame = 30;

/** A robot as the solver sees it, and what is drawn of it. */
export class Rig {
  readonly model: Model;
  readonly problem: Problem;
  /** Links to reach with, the likeliest first; then all others. */
  readonly tips: readonly string[];
  readonly others: readonly string[];
  readonly shape: ArmShape;
  readonly overlay: JointOverlay;
  /** The link that reaches, its index, and its goal. */
  tip = '';
  tipIndex = 0;
  goal!: Goal;
  private binding: RobotBinding | null = null;
  private looks: Looks | null = null;

  /** @throws LimberError what `Model.from` finds wrong. */
  constructor(readonly source: Source) {
    this.model = Model.from(source.upright);
    this.problem = new Problem(this.model);
    this.tips = tipsOf(source.description);
    this.others = this.model.links.map(({ name }) => name).filter((name) => !this.tips.includes(name));
    this.shape = new ArmShape(this.model, { tips: false });
    this.overlay = new JointOverlay(this.model);
  }

  /** What stands for the links: meshes of the file, or our own shapes. */
  get drawn(): Object3D {
    return this.binding ? this.looks!.robot : this.shape;
  }

  /**
   * The looks that a file gives, from now on the rig's own; null: none. @throws LimberError for those of another robot.
   */
  wear(looks: Looks | null): void {
    this.looks?.dispose();
    this.looks = looks;
    this.binding = looks && new RobotBinding(this.model, looks.robot, { placeRoot: true });
  }

  /** Joints for which zero is at a limit, or beyond it, to the middle: an arm that is stretched can hardly be dragged. */
  private bend(): void {
    const { q } = this.problem.state;
    for (const { limits, mimics, isBall, qIndex } of this.model.links.flatMap(({ motions }) => motions)) {
      const [least, greatest] = limits;
      const edge = 0.05 * (greatest - least);
      if (mimics || isBall || !Number.isFinite(edge)) continue;
      if (least + edge >= 0 || greatest - edge <= 0) q[qIndex] = (least + greatest) / 2;
    }
  }

  /** Joint values where they fit, else the start; inside the limits if those are kept. */
  stand(q: readonly number[], limits: boolean): void {
    const { state } = this.problem;
    state.reset();
    if (q.length === state.q.length) state.q.set(q);
    else if (this.source.start.length > 0) state.q.set(this.source.start.slice(0, state.q.length));
    else this.bend();
    state.update();
    if (limits) state.projectOntoLimits();
    state.update();
  }

  /** Puts the goal on a link; it starts where that link is. */
  reachWith(tip: string | null, orientation: boolean): void {
    const name = tip !== null && this.model.findLink(tip) >= 0 ? tip : (this.tips[0] ?? this.others[0]!);
    if (this.goal) this.problem.removeGoal(this.goal);
    this.tip = name;
    this.tipIndex = this.model.findLink(name);
    this.goal = this.problem.addGoal({ type: orientation ? 'pose' : 'position', link: name });
    this.targetTip();
  }

  /** The target is where the tip is now. */
  targetTip(): void {
    const { target } = this.goal;
    const at = 7 * this.tipIndex;
    target.set(this.problem.state.poses.subarray(at, at + target.length));
  }

  solve({ solver, limits }: Picks): SolveResult {
    return this.problem.solve({ solver, limits, maxIterations: iterationsAFrame });
  }

  supports(solver: SolverName): true | string {
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
    if (this.binding) this.binding.update(state);
    else this.shape.update(state.poses);
    if (this.overlay.visible) this.overlay.update(state, activeLimits);
  }

  /** What all links take up. */
  box(): Box3 {
    const box = new Box3();
    const { poses } = this.problem.state;
    for (let i = 0; i < poses.length; i += 7) box.expandByPoint(new Vector3().fromArray(poses, i));
    if (this.binding) box.union(new Box3().setFromObject(this.looks!.robot));
    return box;
  }

  dispose(): void {
    this.shape.dispose();
    this.overlay.dispose();
    this.looks?.dispose();
    this.problem.dispose();
    this.model.dispose();
  }
}
