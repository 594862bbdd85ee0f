/** A linkage that can be driven, pulled, exploded and reassembled; nothing here is drawn. */
import { Model, Problem, type Goal, type SolveResult, type SolverName } from 'limber';
import { Box3, Quaternion, Vector3 } from 'three';
import { split, type Tie } from '../ties/kinds.ts';
import { misfitOf } from './fits.ts';
import type { Linkage, LinkPoint } from './scenes/index.ts';

/** Iterations per frame: a linkage that is pulled beyond its reach uses them all. */
const maxIterations = 30;
/** Seconds over which a drive without `timeOf` brings the linkage back onto its path. */
const blendTime = 0.8;
/** Greatest step per frame (radians; slides as parts of the reach), so that links visibly come together. */
const assemblyStep = 0.02;
/** Frames after which an assembly that still creeps counts as done. */
const mostAssembling = 600;
/** Greatest distance that links are thrown (metres). */
const throwLength = 0.35;

export const usualSolver = ({ misfits }: Linkage): SolverName => (misfits ? 'maximal' : 'lm');

export class Mechanism {
  readonly model: Model;
  readonly problem: Problem;
  playing = false;
  solver: SolverName;
  /** Time of the drive in seconds. */
  time = 0;
  /** Frames spent bringing scattered links together, one iteration per frame; 0: not assembling. */
  assembling = 0;
  result: SolveResult | null = null;
  /** A pull on a link; `pending`: its target has moved since the last solve. */
  pull: { readonly goal: Goal; readonly point: LinkPoint; pending: boolean } | null = null;
  /** The linkage's loops, and the reader's goals and loops. */
  ties: readonly Tie[];
  /** Goals among them. */
  goals: readonly Goal[] = [];
  readonly #drive: Goal;
  /** The drive's target when it took over, and the seconds since then. */
  #from: readonly number[] = [];
  #since = Infinity;

  constructor(readonly linkage: Linkage) {
    const { type, link } = linkage.drive;
    this.model = Model.from(linkage.description);
    this.problem = new Problem(this.model);
    this.solver = usualSolver(linkage);
    this.ties = this.problem.loops.map(({ description }) => description);
    this.#drive = this.problem.addGoal({ type, link, weight: 0 });
    this.#weigh();
  }

  get #driven() {
    return this.model.links[this.model.findLink(this.linkage.drive.link)]!;
  }

  /** World position of a link's point. */
  place({ link, position }: LinkPoint, out = new Vector3()): Vector3 {
    const { poses } = this.problem.state;
    const first = 7 * this.model.findLink(link!);
    out.fromArray(position).applyQuaternion(other.fromArray(poses, first + 3));
    return out.add(axis.fromArray(poses, first));
  }

  /** The point of a link that is at `place` in the world now. */
  pointAt(link: number, place: Vector3): LinkPoint {
    const { poses } = this.problem.state;
    const seen = place.clone().sub(axis.fromArray(poses, 7 * link));
    seen.applyQuaternion(other.fromArray(poses, 7 * link + 3).invert());
    return { link: this.model.links[link]!.name, position: seen.toArray() };
  }

  /** Misfit of every link's joint, then of every loop; NaN for an open one. */
  get joints(): readonly { readonly name: string; readonly metres: number; readonly radians: number }[] {
    const { loops, misfits } = this.problem;
    const links = this.model.links.map(({ name }, i) => {
      return { name, metres: misfits[2 * i]!, radians: misfits[2 * i + 1]! };
    });
    const gaps = loops.map(({ name, closed, distance, angle }) => {
      return { name, metres: closed ? distance : NaN, radians: closed ? angle : NaN };
    });
    return [...links, ...gaps];
  }

  /** The worst loop, in metres. */
  get residual(): number {
    const closed = this.problem.loops.filter((loop) => loop.closed);
    return Math.max(0, ...closed.map(({ distance, angle }) => misfitOf(distance, angle)));
  }

  /** Something moves, or is about to. */
  get busy(): boolean {
    return this.playing || this.assembling > 0 || this.pull !== null;
  }

  /** The next frame will differ from this one, even without the reader. */
  get moving(): boolean {
    if (this.pull) return this.pull.pending || this.result?.status === 'maxIterations';
    return this.playing || this.assembling > 0;
  }

  /** Advances by one frame of the page. */
  step(dt: number): void {
    if (this.assembling > 0) this.#assemble();
    else if (this.pull) this.#follow(this.pull);
    else if (this.playing) this.#goOn(dt);
  }

  /** Replaces loops and goals. @throws LimberError; then nothing has changed. */
  tie(ties: readonly Tie[]): void {
    try {
      this.#replace(ties);
      this.ties = ties;
    } catch (error) {
      this.#replace(this.ties);
      throw error;
    }
  }

  #replace(ties: readonly Tie[]): void {
    const { problem } = this;
    const { goals, loops } = split(ties);
    for (const loop of [...problem.loops]) problem.removeLoop(loop);
    for (const goal of problem.goals.filter((goal) => ![this.#drive, this.pull?.goal].includes(goal)))
      problem.removeGoal(goal);
    for (const loop of loops) problem.addLoop(loop);
    this.goals = goals.map((goal) => problem.addGoal(goal));
  }

  play(on: boolean): void {
    this.playing = on;
    this.#takeOver();
  }

  /** Takes a point of a link and pulls it to `place` (world). */
  take({ link, position }: LinkPoint, place: Vector3): void {
    this.#drop();
    this.assembling = 0;
    const target = place.toArray();
    const goal = this.problem.addGoal({ type: 'position', link: link!, offset: { position }, target });
    this.pull = { goal, point: { link, position }, pending: false };
    this.#weigh();
  }

  pullTo(place: Vector3): void {
    if (!this.pull) return;
    place.toArray(this.pull.goal.target);
    this.pull.pending = true;
  }

  letGo(): void {
    // A key pressed and released within one frame has moved the target too.
    if (this.pull?.pending) this.#follow(this.pull);
    this.#drop();
    this.#takeOver();
  }

  /** Back to the zero pose. */
  reset(): void {
    this.#drop();
    this.assembling = 0;
    this.playing = false;
    this.problem.state.reset();
    this.#takeOver();
    if (this.linkage.misfits) this.solve();
  }

  /** Continues from these values, as near as its joints fit. */
  stand(q: readonly number[]): void {
    const { state } = this.problem;
    if (q.length !== state.q.length) return;
    state.q.set(q);
    state.update();
    this.#takeOver();
    this.solve();
  }

  /** Throws the links about; assembly starts from there. */
  explode(random: () => number = Math.random): void {
    const { poses } = this.problem.state;
    const spread = () => (2 * random() - 1) * throwLength;
    for (let i = 0; i < poses.length; i += 7) {
      for (let k = 0; k < 3; k += 1) poses[i + k]! += spread();
      poses[i + 1] = Math.max(poses[i + 1]!, 0.08);
      axis.set(spread(), spread(), spread()).normalize();
      turn.setFromAxisAngle(axis, random() * 1.2).multiply(other.fromArray(poses, i + 3));
      turn.normalize().toArray(poses, i + 3);
    }
    this.problem.state.place();
    this.assembling = 1;
    this.#weigh();
  }

  solve(): SolveResult {
    // Fine enough for joints that do not fit to share the misfit evenly.
    this.result = this.problem.solve({ solver: this.solver, maxIterations, stallTolerance: 1e-8 });
    return this.result;
  }

  dispose(): void {
    this.problem.dispose();
    this.model.dispose();
  }

  #goOn(dt: number): void {
    this.time += dt;
    this.#since += dt;
    const { target } = this.#drive;
    const part = Math.min(1, this.#since / blendTime);
    const eased = part * part * (3 - 2 * part);
    this.linkage.drive.at(this.time).forEach((value, i) => {
      const from = this.#from[i] ?? value;
      target[i] = from + (value - from) * eased;
    });
    if (target.length === 7) turn.fromArray(target, 3).normalize().toArray(target, 3);
    this.solve();
  }

  #follow(pull: NonNullable<Mechanism['pull']>): void {
    pull.pending = false;
    this.solve();
  }

  #assemble(): void {
    this.result = this.problem.solve({ solver: 'maximal', maxIterations: 1, maxStep: assemblyStep });
    this.assembling += 1;
    if (this.result.status === 'maxIterations' && this.assembling < mostAssembling) return;
    this.assembling = 0;
    this.#takeOver();
  }

  #drop(): void {
    if (this.pull) this.problem.removeGoal(this.pull.goal);
    this.pull = null;
  }

  /** Sets the drive's weight. It holds a linkage that does not fit, which would move to its best fit otherwise. */
  #weigh(): void {
    const isDriven = this.playing || this.linkage.misfits;
    this.#drive.weight = isDriven && !this.pull && this.assembling === 0 ? 1 : 0;
    if (!this.playing && this.linkage.drive.type === 'joint')
      this.#drive.target[0] = this.problem.state.q[this.#driven.qIndex]!;
  }

  /** Lets the drive continue from the linkage's present state. */
  #takeOver(): void {
    const { drive } = this.linkage;
    const { index, qIndex } = this.#driven;
    const { q, poses } = this.problem.state;
    if (drive.timeOf) this.time = drive.timeOf(q[qIndex]!);
    else this.#from = Array.from(poses.subarray(7 * index, 7 * index + 7));
    this.#since = drive.timeOf ? Infinity : 0;
    this.#weigh();
  }
}

const axis = new Vector3();
const turn = new Quaternion();
const other = new Quaternion();

/** Frames over one period of the drive. */
const points = 180;

/** The complete path of every traced point (metres), and a box around everywhere that joints and handles pass. */
export function waysOf(linkage: Linkage): { readonly lines: readonly Vector3[][]; readonly box: Box3 } {
  const rig = new Mechanism(linkage);
  const lines = linkage.traces.map((): Vector3[] => []);
  const box = new Box3();
  const marks = linkage.marks.map(({ at }) => at).filter(({ link }) => link !== null);
  rig.play(true);
  rig.time = 0;
  // Twice: once to get onto the path, once along it.
  for (let i = -points; i <= points; i += 1) {
    rig.step(linkage.drive.period / points);
    if (i < 0) continue;
    for (const each of [...linkage.handles, ...marks]) box.expandByPoint(rig.place(each));
    linkage.traces.forEach((each, k) => lines[k]!.push(rig.place(each)));
  }
  rig.dispose();
  return { lines, box };
}
