import { type Goal, Model, Problem, type SolutionOptions, type Solutions } from 'limber';
import { Vector3 } from 'three';
import type { RobotSource } from '../robot-files/catalogue.ts';
import { goalsFor, jointsTo, lineOf, nearestTurn, somewhere, turnInside, type Joint } from './joints.ts';
import type { Line } from './names.ts';
import { Parameter } from './parameter.ts';
import type { Wish } from './wish.ts';

/** One of the solutions, with its angles at the whole turns nearest to the arm's. */
export interface Found {
  readonly q: Float64Array;
  /** Joints outside their limits. */
  readonly outside: readonly string[];
  /** Joint velocities of its self-motion; null: an isolated solution. */
  readonly motion: readonly number[] | null;
  /**
   * Root of the sum of squares of the joints' changes to get there (radians; slides as parts of the size).
   */
  readonly way: number;
  /** The part of `way` due to angles (radians). */
  readonly turn: number;
}

/** Joints beyond this number are held. */
const mostJoints = 7;
/**
 * Milliseconds that the timed calls take together, as a browser's clock ticks coarsely; the best of the
 * trials counts.
 */
const timed = 2;
const trials = 3;
/** Tolerance: metres and radians. */
const exact = 1e-9;

/** The joints up to a tip with goals for it, and all joint values that meet these. */
export class Chain {
  readonly model: Model;
  readonly problem: Problem;
  readonly joints: readonly Joint[];
  /** Joints next to the root, where there are too many, and a slide where there are seven. */
  readonly held: readonly Joint[];
  /** Free parameter of seven joints, which have one to spare. */
  readonly parameter: Parameter | null;
  /** Parameter value of the present slice. */
  slice = 0;
  readonly goals: readonly Goal[];
  /** Initial joint values. */
  readonly start: Float64Array;
  /** Result of the last call. */
  found!: Solutions;
  readonly #tip: number;

  /** @throws LimberError for errors that `Model.from` finds. */
  constructor(source: RobotSource, tip: string) {
    this.model = Model.from(source.upright);
    this.problem = new Problem(this.model);
    this.#tip = this.model.findLink(tip);
    const joints = jointsTo(this.model, tip);
    const last = joints.slice(-mostJoints);
    // The closed forms for seven joints need hinges.
    const rail = last.length === mostJoints ? last.find(({ slides }) => slides) : undefined;
    this.joints = last.filter((each) => each !== rail);
    this.held = joints.filter((each) => !this.joints.includes(each));
    this.goals = goalsFor(this.model, this.joints, tip).map((each) => this.problem.addGoal(each));
    this.#hold();
    const { state } = this.problem;
    state.reset();
    if (source.start.length > 0) state.q.set(source.start);
    else this.joints.forEach((joint, i) => (state.q[joint.qIndex] = somewhere(joint, i)));
    this.start = state.q.slice();
    this.parameter = this.#parameterHere();
  }

  /** Size in metres. */
  get size(): number {
    return this.model.reach || 1;
  }

  /** The goals' present targets. */
  get wish(): Wish {
    return this.goals.flatMap(({ target }) => [...target]);
  }

  set wish(wish: Wish) {
    let first = 0;
    for (const { target } of this.goals) {
      target.set(wish.slice(first, first + target.length));
      first += target.length;
    }
  }

  /** Sets the goals' targets to the poses at these joint values. */
  aimAt(q: ArrayLike<number>): void {
    const poses = this.posesAt(q);
    for (const { type, target, link } of this.goals) {
      const at = 7 * this.model.findLink(link);
      if (type === 'direction')
        target.set(lineOf({ axis: new Vector3(1, 0, 0), link: at / 7, slides: false }, poses).axis.toArray());
      else if (type === 'orientation') target.set(poses.slice(at + 3, at + 7));
      else target.set(poses.slice(at, at + target.length));
    }
  }

  /** World poses of the links; the next call overwrites them. */
  posesAt(q: ArrayLike<number>): Float64Array {
    const { state } = this.problem;
    state.q.set(q);
    state.update();
    return state.poses;
  }

  linesIn(poses: ArrayLike<number>): readonly Line[] {
    return this.joints.map((joint) => lineOf(joint, poses));
  }

  tipIn(poses: ArrayLike<number>): Vector3 {
    return new Vector3().fromArray(poses, 7 * this.#tip);
  }

  /**
   * All solutions of the slice, nearest to `q` first. `limits`: whole turns stay within them where they can.
   */
  find(q: Float64Array, limits: boolean): readonly Found[] {
    return Array.from({ length: this.#count(q) }, (_, row) => this.#read(row, q, limits));
  }

  /** The nearest solution of the slice; null: there is none. */
  findNearest(q: Float64Array, limits: boolean): Found | null {
    return this.#count(q) > 0 ? this.#read(0, q, limits) : null;
  }

  /** The nearest solution of all slices; its slice becomes the present one. */
  findAnywhere(q: Float64Array, limits: boolean): Found | null {
    const { parameter } = this;
    if (!parameter) return this.findNearest(q, limits);
    this.found = this.#solutionsAt(q, { limits, intervals: false });
    const found = this.found.count > 0 ? this.#read(0, q, limits) : null;
    if (found) this.sliceAt(found.q);
    return found;
  }

  /** Makes the slice of a pose the present one. */
  sliceAt(q: ArrayLike<number>): void {
    if (this.parameter) this.slice = this.parameter.of(q, this.linesIn(this.posesAt(q)));
  }

  /** Intervals of the parameter, as pairs, in which there are poses within the limits. */
  intervals(q: ArrayLike<number>): readonly number[] {
    return [...this.#solutionsAt(q, {}).intervals];
  }

  /** Microseconds per call. */
  measure(q: ArrayLike<number>): number {
    this.posesAt(q);
    return Math.min(...Array.from({ length: trials }, () => this.#measureOnce()));
  }

  dispose(): void {
    this.problem.dispose();
    this.model.dispose();
  }

  #parameterHere(): Parameter | null {
    const name = this.joints.length === mostJoints ? this.#solutionsAt(this.start, {}).parameter : '';
    return name === '' ? null : new Parameter(name, this.model, this.joints);
  }

  /**
   * Locks joints that do not take part: the surplus ones, and locked ones, which count as free without
   * limits.
   */
  #hold(): void {
    const { jointWeights } = this.problem;
    for (const { isLocked, vIndex, nv } of this.model.links)
      if (isLocked) jointWeights.fill(0, vIndex, vIndex + nv);
    for (const { vIndex } of this.held) jointWeights[vIndex] = 0;
  }

  #count(q: ArrayLike<number>): number {
    this.found = this.#solutionsAt(q, this.#options);
    return this.found.count;
  }

  #solutionsAt(q: ArrayLike<number>, options: SolutionOptions): Solutions {
    this.posesAt(q);
    return this.problem.solutions(options);
  }

  /** Options for all solutions of the slice, or of the whole chain. */
  get #options(): SolutionOptions {
    const { parameter, slice } = this;
    if (!parameter) return { limits: false };
    // Exact ones: those within the usual tolerances go on beyond the ends of the intervals.
    return { limits: false, redundancy: parameter.slice(slice), tolerance: exact, angleTolerance: exact };
  }

  #read(row: number, near: Float64Array, limits: boolean): Found {
    const { found, joints, model } = this;
    const q = found.at(row).slice();
    const outside: string[] = [];
    let turn = 0;
    let slide = 0;
    for (const joint of joints) {
      const { name, qIndex, slides } = joint;
      const angle = slides ? q[qIndex]! : nearestTurn(q[qIndex]!, near[qIndex]!);
      const inside = turnInside(joint, angle);
      q[qIndex] = limits ? (inside ?? angle) : angle;
      if (inside === null) outside.push(name);
      if (slides) slide += ((q[qIndex] - near[qIndex]!) / this.size) ** 2;
      else turn += (q[qIndex] - near[qIndex]!) ** 2;
    }
    const motion = joints.map(({ vIndex }) => found.selfMotion[row * model.nv + vIndex]!);
    const way = Math.sqrt(turn + slide);
    return {
      q,
      outside,
      way,
      turn: Math.sqrt(turn),
      motion: motion.some((each) => each !== 0) ? motion : null,
    };
  }

  #measureOnce(): number {
    const options = this.#options;
    const begun = performance.now();
    let calls = 0;
    let spent = 0;
    while (spent < timed) {
      for (let i = 0; i < 8; i += 1) this.problem.solutions(options);
      calls += 8;
      spent = performance.now() - begun;
    }
    return (1000 * spent) / calls;
  }
}
