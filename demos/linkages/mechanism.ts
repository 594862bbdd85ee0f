/** A linkage that can be driven, pulled, exploded and reassembled; nothing here is drawn. */
import { Model, Problem, type Goal, type SolveResult, type SolverName } from 'limber';
import { Box3, Quaternion, Vector3 } from 'three';
import { frameOf, placeNow, seenFrom } from '../ties/frames.ts';
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
  solver: SolverName;
  /** Time of the drive in seconds. */
  time = 0;
  /** Frames spent bringing scattered links together, one iteration per frame; 0: not assembling. */
  assembling = 0;
  result: SolveResult | null = null;
  /** A pull on a link. */
  pull: { readonly goal: Goal; readonly point: LinkPoint } | null = null;
  readonly #drive: Goal;
  /** The drive is what moved it last. */
  #isDriven = false;
  /** The drive's pose when it took over, and the seconds since then. */
  #from: readonly number[] = [];
  #since = Infinity;

  /** Its links stand where the problem has them. */
  constructor(
    readonly linkage: Linkage,
    readonly problem: Problem,
  ) {
    const { type, link } = linkage.drive;
    this.solver = usualSolver(linkage);
    this.#drive = problem.addGoal({ type, link, weight: 0 });
  }

  get model(): Model {
    return this.problem.model;
  }

  get #driven() {
    return this.model.links[this.model.findLink(this.linkage.drive.link)]!;
  }

  /** World position of a link's point. */
  place({ link, position }: LinkPoint): Vector3 {
    return placeNow(this.problem, frameOf(link, { position })).position;
  }

  /** The point of a link that is at `place` in the world now. */
  pointAt(link: number, place: Vector3): LinkPoint {
    const { name } = this.model.links[link]!;
    return seenFrom(this.problem, name, frameOf(null, { position: place.toArray() }));
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

  /** In a pause too, links fly together, and a pulled link goes on after its target. */
  get underWay(): boolean {
    return this.assembling > 0 || (this.pull !== null && this.result?.status === 'maxIterations');
  }

  /** Advances by one frame; `playing`: by its drive, unless a hand has it. */
  step(dt: number, playing = true): void {
    if (this.assembling > 0) this.#assemble();
    else if (playing && !this.pull) this.#goOn(dt);
    else this.solve();
  }

  /** Takes a point of a link and pulls it to `place` (world). */
  take({ link, position }: LinkPoint, place: Vector3): void {
    this.#drop();
    this.assembling = 0;
    const target = place.toArray();
    const goal = this.problem.addGoal({ type: 'position', link: link!, offset: { position }, target });
    this.pull = { goal, point: { link, position } };
  }

  pullTo(place: Vector3): void {
    if (this.pull) place.toArray(this.pull.goal.target);
  }

  letGo(): void {
    // A key pressed and released within one frame has moved the target too.
    if (this.pull) this.solve();
    this.#drop();
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
    this.#drive.weight = 0;
    this.#isDriven = false;
  }

  /**
   * Solves for all but the drive, which only holds a linkage that does not fit: it would move to its best fit
   * otherwise.
   */
  solve(): SolveResult {
    const { drive, misfits } = this.linkage;
    this.#isDriven = false;
    if (drive.type === 'joint') this.#drive.target[0] = this.problem.state.q[this.#driven.qIndex]!;
    return this.#solve(misfits && !this.pull ? 1 : 0);
  }

  #solve(weight: number): SolveResult {
    this.#drive.weight = weight;
    // Fine enough for joints that do not fit to share the misfit evenly.
    this.result = this.problem.solve({ solver: this.solver, maxIterations, stallTolerance: 1e-8 });
    return this.result;
  }

  #goOn(dt: number): void {
    if (!this.#isDriven) this.#takeOver();
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
    this.#solve(1);
  }

  #assemble(): void {
    this.result = this.problem.solve({ solver: 'maximal', maxIterations: 1, maxStep: assemblyStep });
    this.assembling += 1;
    if (this.result.status === 'maxIterations' && this.assembling < mostAssembling) return;
    this.assembling = 0;
  }

  #drop(): void {
    if (this.pull) this.problem.removeGoal(this.pull.goal);
    this.pull = null;
  }

  /** Lets the drive continue from the linkage's present state. */
  #takeOver(): void {
    const { drive } = this.linkage;
    const { index, qIndex } = this.#driven;
    const { q, poses } = this.problem.state;
    this.#isDriven = true;
    if (drive.timeOf) this.time = drive.timeOf(q[qIndex]!);
    else this.#from = Array.from(poses.subarray(7 * index, 7 * index + 7));
    this.#since = drive.timeOf ? Infinity : 0;
  }
}

const axis = new Vector3();
const turn = new Quaternion();
const other = new Quaternion();

/** Frames over one period of the drive. */
const points = 180;

/** The complete path of every traced point (metres), and a box around everywhere that joints and handles pass. */
export function waysOf(linkage: Linkage): { readonly lines: readonly Vector3[][]; readonly box: Box3 } {
  const problem = new Problem(Model.from(linkage.description));
  const rig = new Mechanism(linkage, problem);
  const lines = linkage.traces.map((): Vector3[] => []);
  const box = new Box3();
  const marks = linkage.marks.map(({ at }) => at).filter(({ link }) => link !== null);
  // Twice: once to get onto the path, once along it.
  for (let i = -points; i <= points; i += 1) {
    rig.step(linkage.drive.period / points);
    if (i < 0) continue;
    for (const each of [...linkage.handles, ...marks]) box.expandByPoint(rig.place(each));
    linkage.traces.forEach((each, k) => lines[k]!.push(rig.place(each)));
  }
  problem.dispose();
  problem.model.dispose();
  return { lines, box };
}
