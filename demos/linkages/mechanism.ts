/** A linkage that is driven, pulled, thrown about and put together again; nothing here is drawn. */
import { Model, Problem, type Goal, type SolveResult, type SolverName, type Vec3 } from 'limber';
import { Quaternion, Vector3 } from 'three';
import type { Linkage } from './scenes/index.ts';
import { misfitOf } from './scale.ts';

/** Iterations a frame: of a linkage that is pulled beyond its reach, all are used. */
const maxIterations = 30;
/** Seconds after which a drive without a way back to its time has brought the linkage to it. */
const blendTime = 0.8;
/** Radians, slides as parts of the reach: no further a frame, so that it can be seen how links come together. */
const assemblyStep = 0.02;
/** Frames after which an assembly that still creeps counts as done. */
const mostAssembling = 600;
/** Of the linkage's size: how far links are thrown. */
const throwLength = 0.35;

export interface JointFit {
  /** Of the link or the loop. */
  readonly name: string;
  readonly isLoop: boolean;
}

/** Where a link is pulled. */
interface Pull {
  readonly goal: Goal;
  readonly link: number;
  /** In the link's frame. */
  readonly position: Vec3;
  /** The target has moved since the last solve. */
  pending: boolean;
}

export class Mechanism {
  readonly model: Model;
  readonly problem: Problem;
  playing = false;
  solver: SolverName;
  /** Seconds of the drive. */
  time = 0;
  /** Links fly about, and an iteration a frame brings them together. */
  assembling = 0;
  result: SolveResult | null = null;
  private named: readonly JointFit[] | null = null;
  private readonly drive: Goal;
  private pulled: Pull | null = null;
  /** Target of the drive when it took over, and the seconds since then. */
  private from: readonly number[] = [];
  private since = Infinity;

  constructor(readonly linkage: Linkage) {
    const { type, link } = linkage.drive;
    this.model = Model.from(linkage.description);
    this.problem = new Problem(this.model);
    this.solver = linkage.misfits ? 'maximal' : 'lm';
    this.drive = this.problem.addGoal({ type, link, weight: 0 });
    this.weigh();
  }

  get pull(): Readonly<Pull> | null {
    return this.pulled;
  }

  private get driven() {
    return this.model.links[this.model.findLink(this.linkage.drive.link)]!;
  }

  /** Every joint that can be off, links first; another list when loops were added or taken away. */
  get joints(): readonly JointFit[] {
    const { loops } = this.problem;
    if (!this.named || this.named.length !== this.model.links.length + loops.length) {
      this.named = [
        ...this.model.links.map(({ name }) => ({ name, isLoop: false })),
        ...loops.map(({ name }) => ({ name, isLoop: true })),
      ];
    }
    return this.named;
  }

  /** Whether a joint holds its links: a loop may be open. */
  isTied(joint: string): boolean {
    if (this.problem.loops.some(({ name, closed }) => closed && name === joint)) return true;
    return this.model.findLink(joint) >= 0;
  }

  /** Metres and radians that a joint is off, in the order of `joints`; no numbers for an open loop. */
  fit(index: number): readonly [metres: number, radians: number] {
    const { problem, model } = this;
    const loop = problem.loops[index - model.links.length];
    if (loop) return loop.closed ? [loop.distance, loop.angle] : [Number.NaN, Number.NaN];
    const { misfits } = problem;
    return [misfits[2 * index]!, misfits[2 * index + 1]!];
  }

  /** The worst loop, in metres. */
  get residual(): number {
    const all = this.problem.loops.filter(({ closed }) => closed);
    return all.reduce((most, { distance, angle }) => Math.max(most, misfitOf(distance, angle)), 0);
  }

  /** Something moves, or is about to. */
  get busy(): boolean {
    return this.playing || this.assembling > 0 || this.pulled !== null;
  }

  /** The next frame will show something else, whatever the reader does. */
  get moving(): boolean {
    if (this.pulled) return this.pulled.pending || this.result?.status === 'maxIterations';
    return this.playing || this.assembling > 0;
  }

  /** A frame of the page. */
  step(dt: number): void {
    if (this.assembling > 0) this.assemble();
    else if (this.pulled) this.follow();
    else if (this.playing) this.goOn(dt);
  }

  play(on: boolean): void {
    this.playing = on;
    this.takeOver();
    this.weigh();
  }

  /** A point of a link (in its frame) is taken and pulled to a target (world). */
  take(link: number, position: Vec3, target: Vec3): void {
    this.drop();
    this.assembling = 0;
    const { name } = this.model.links[link]!;
    const goal = this.problem.addGoal({ type: 'position', link: name, offset: { position }, target });
    this.pulled = { goal, link, position, pending: false };
    this.weigh();
  }

  pullTo({ x, y, z }: Vector3): void {
    const { pulled } = this;
    if (!pulled) return;
    const { target } = pulled.goal;
    target[0] = x;
    target[1] = y;
    target[2] = z;
    pulled.pending = true;
  }

  letGo(): void {
    // A key that goes down and up within one frame has moved the target, too.
    if (this.pulled?.pending) this.follow();
    this.drop();
    this.takeOver();
    this.weigh();
  }

  /** Back to the zero pose. */
  reset(): void {
    this.drop();
    this.assembling = 0;
    this.playing = false;
    this.problem.state.reset();
    this.takeOver();
    this.weigh();
    if (this.linkage.misfits) this.solve();
  }

  /** Throws the links about: from there they are put together. */
  explode(random: () => number = Math.random): void {
    const { poses } = this.problem.state;
    const spread = () => (2 * random() - 1) * throwLength * this.linkage.size;
    for (let i = 0; i < poses.length; i += 7) {
      for (let k = 0; k < 3; k += 1) poses[i + k]! += spread();
      poses[i + 1] = Math.max(poses[i + 1]!, 0.08);
      axis.set(spread(), spread(), spread()).normalize();
      turn.setFromAxisAngle(axis, random() * 1.2).multiply(other.fromArray(poses, i + 3));
      turn.normalize().toArray(poses, i + 3);
    }
    this.problem.state.place();
    this.assembling = 1;
    this.weigh();
  }

  solve(): SolveResult {
    // Fine enough for joints that do not fit to come to an even share of the misfit.
    this.result = this.problem.solve({ solver: this.solver, maxIterations, stallTolerance: 1e-8 });
    return this.result;
  }

  dispose(): void {
    this.problem.dispose();
    this.model.dispose();
  }

  private goOn(dt: number): void {
    this.time += dt;
    this.since += dt;
    const wanted = this.linkage.drive.at(this.time);
    const { target } = this.drive;
    const part = Math.min(1, this.since / blendTime);
    wanted.forEach((value, i) => (target[i] = part < 1 ? mix(this.from[i]!, value, part) : value));
    if (target.length === 7) unitQuaternion(target);
    this.solve();
  }

  private follow(): void {
    this.pulled!.pending = false;
    this.solve();
  }

  private assemble(): void {
    this.result = this.problem.solve({ solver: 'maximal', maxIterations: 1, maxStep: assemblyStep });
    this.assembling += 1;
    if (this.result.status === 'maxIterations' && this.assembling < mostAssembling) return;
    this.assembling = 0;
    this.takeOver();
    this.weigh();
  }

  private drop(): void {
    if (this.pulled) this.problem.removeGoal(this.pulled.goal);
    this.pulled = null;
  }

  /** What does not fit is held where it is: by itself it would go where it fits best. */
  private weigh(): void {
    const isDriven = this.playing || this.linkage.misfits;
    this.drive.weight = isDriven && !this.pulled && this.assembling === 0 ? 1 : 0;
    if (!this.playing && this.linkage.drive.type === 'joint')
      this.drive.target[0] = this.problem.state.q[this.driven.qIndex]!;
  }

  /** The drive goes on from where the linkage is. */
  private takeOver(): void {
    const { drive } = this.linkage;
    const at = this.driven;
    const { q, poses } = this.problem.state;
    if (drive.timeOf) {
      this.time = drive.timeOf(q[at.qIndex]!);
      return;
    }
    this.from = Array.from(poses.subarray(7 * at.index, 7 * at.index + 7));
    this.since = 0;
  }
}

const axis = new Vector3();
const turn = new Quaternion();
const other = new Quaternion();

const mix = (from: number, to: number, part: number): number =>
  from + (to - from) * part * part * (3 - 2 * part);

function unitQuaternion(pose: Float64Array): void {
  turn.fromArray(pose, 3).normalize().toArray(pose, 3);
}
