/** All poses of an arm that meet its goals, found in closed form; the arm itself is on a bench. */
import {
  Problem,
  type Goal,
  type Model,
  type Redundancy,
  type SolutionOptions,
  type Solutions,
} from 'limber';
import type { Bench } from 'limber/bench';
import { Vector3 } from 'three';
import { chainTo, goalsFor, lineOf, nearestTurn, rangeOf, turnInside, type Joint } from './joints.ts';
import { labelsOf } from './labels.ts';
import { hasWrist, meeting, namesOf, toStraight, type Line } from './names.ts';

/** One of the poses that meet the goals, with its angles at the whole turns nearest to the arm's. */
export interface Pose {
  /** Unique; below, the part before numbers are added. */
  readonly name: string;
  readonly kind: string;
  readonly q: Float64Array;
  /** World poses of the links. */
  readonly poses: Float64Array;
  /** Joints outside their limits. */
  readonly outside: readonly string[];
  /** Joint velocities of its self-motion; null: an isolated pose. */
  readonly motion: readonly number[] | null;
  /** Root of the sum of squares of the joints' changes to get there: radians, and slides as parts of the size. */
  readonly way: number;
  /** The part of it due to angles (radians). */
  readonly turn: number;
}

/** The number of poses at a value of the parameter, and of those within the limits. */
export interface Counted {
  readonly all: number;
  readonly inside: number;
}

/** What seven joints leave free: it selects a slice of their poses. */
interface Parameter {
  /** For use in a sentence. */
  readonly title: string;
  readonly range: readonly [least: number, greatest: number];
  slice(value: number): Redundancy;
  /** Its value in a pose. */
  of(q: ArrayLike<number>, lines: readonly Line[]): number;
}

/** Greatest `way` of a pose that is the arm's own: solvers come that near. */
const near = 1e-3;
/** Step of self-motion, and of the parameter (radians). */
const stride = 0.04;
/** Greatest change of a joint in such a step (radians; slides as parts of the size). */
const jump = 0.6;
/** Tolerance of a slice (metres, radians): those within the usual ones go on beyond the ends of the intervals. */
const exact = 1e-9;

/**
 * The elbow's angle (radians) about the line n from shoulder to wrist, for seven hinges, counted as in
 * `redundancy: { swivel }`: from the side to which the first axis points, clockwise as seen along n.
 */
function swivelOf(lines: readonly Line[], size: number): number {
  const [first, second, , fourth, fifth, sixth] = lines as Line[];
  const shoulder = meeting(first!, second!, size)!;
  const n = meeting(fifth!, sixth!, size)!.sub(shoulder).normalize();
  // The foot of the perpendicular from the shoulder to the fourth axis.
  const away = shoulder.clone().sub(fourth!.point);
  const elbow = fourth!.axis.clone().multiplyScalar(fourth!.axis.dot(away)).sub(away);
  const u = first!.axis.clone().projectOnPlane(n).normalize();
  return Math.atan2(new Vector3().crossVectors(n, u).dot(elbow), u.dot(elbow));
}

/** `name`: as in `solutions().parameter`; '': there is none. */
function parameterOf(name: string, model: Model, joints: readonly Joint[]): Parameter | null {
  if (name === '') return null;
  const joint = joints.find(({ link }) => model.links[link]!.name === name);
  if (!joint)
    return {
      title: 'the elbow’s swivel',
      range: [-Math.PI, Math.PI],
      slice: (swivel) => ({ swivel }),
      of: (_, lines) => swivelOf(lines, model.reach),
    };
  const slice = (value: number): Redundancy => ({ joint: name, value });
  return { title: joint.name, range: rangeOf(joint), slice, of: (q) => q[joint.qIndex]! };
}

export class Poses {
  /** In the order of their names. */
  all: readonly Pose[] = [];
  readonly joints: readonly Joint[];
  readonly parameter: Parameter | null;
  /** Parameter value of the present slice. */
  slice = 0;
  /** Radians moved along the self-motion since something else moved. */
  gone = 0;
  /** Result of the last call. */
  found!: Solutions;
  /** A copy of the arm's problem, so that looking at poses does not move the arm. */
  readonly #problem: Problem;
  readonly #goals: readonly Goal[];
  readonly #tip: number;
  #heading: readonly number[] | null = null;
  /** The pose that the arm is moving to. */
  #taken: Float64Array | null = null;
  #seen = '';

  /** `limits`: whether poses outside limits can be taken. */
  constructor(
    private readonly bench: Pick<Bench, 'arm' | 'go' | 'problem' | 'resting'>,
    tip: string,
    private readonly limits: () => boolean,
  ) {
    const { model } = bench.problem;
    this.#tip = model.findLink(tip);
    const { joints, held } = chainTo(model, tip);
    this.joints = joints;
    const problem = (this.#problem = new Problem(model));
    this.#goals = goalsFor(model, joints, tip).map((goal) => problem.addGoal(goal));
    for (const { isLocked, vIndex, nv } of model.links)
      if (isLocked) problem.jointWeights.fill(0, vIndex, vIndex + nv);
    for (const { vIndex } of held) problem.jointWeights[vIndex] = 0;
    this.#follow();
    const { parameter } = joints.length === 7 ? this.#solve(this.#q, {}) : { parameter: '' };
    this.parameter = parameterOf(parameter, model, joints);
    this.update();
  }

  get model(): Model {
    return this.#problem.model;
  }

  get size(): number {
    return this.#problem.model.reach || 1;
  }

  get moving(): boolean {
    return this.#taken !== null;
  }

  /** The arm's present pose, or the one it is moving to; null: it does not reach the target. */
  get own(): Pose | null {
    const own = this.all.reduce<Pose | null>(
      (best, each) => (best && best.way <= each.way ? best : each),
      null,
    );
    return own && own.way < near ? own : null;
  }

  allows({ outside }: Pick<Pose, 'outside'>): boolean {
    return !this.limits() || outside.length === 0;
  }

  /** Looks for poses anew where the target or the arm has moved; false: nothing has. */
  update(): boolean {
    const { resting } = this.bench;
    const arrived = this.#taken !== null && resting;
    if (arrived) this.#taken = null;
    const seen = [...this.bench.problem.goals.flatMap(({ target }) => [...target]), ...this.#q].join();
    if (seen === this.#seen && !arrived) return false;
    this.#seen = seen;
    [this.gone, this.#heading] = [0, null];
    this.#follow();
    this.#sliceAt(this.#q);
    this.#list();
    return true;
  }

  /** Moves the arm to a pose. */
  take({ q }: Pick<Pose, 'q'>): void {
    this.bench.go(q);
    this.#taken = this.bench.resting ? null : q.slice();
    this.update();
  }

  /** Moves along the self-motion of the present pose, to `gone` radians from its start. */
  crawlTo(gone: number): void {
    let q: Float64Array = this.#q.slice();
    this.#heading ??= this.own?.motion ?? null;
    while (this.#heading && Math.abs(gone - this.gone) > 1e-9) {
      const step = Math.max(-stride, Math.min(stride, gone - this.gone));
      const ahead = q.slice();
      this.joints.forEach(({ qIndex }, i) => (ahead[qIndex]! += step * this.#heading![i]!));
      const next = this.#find(ahead)[0];
      if (!next?.motion || !this.allows(next)) break;
      const heading = this.#heading;
      const side = next.motion.reduce((sum, each, i) => sum + each * heading[i]!, 0) < 0 ? -1 : 1;
      this.#heading = next.motion.map((each) => side * each);
      q = next.q;
      this.gone += step;
    }
    this.#stand(q);
  }

  /** Sets the parameter: the arm follows as far as its branch goes. */
  slideTo(value: number): void {
    const from = this.slice;
    const count = Math.ceil(Math.abs(value - from) / stride) || 1;
    let q: Float64Array = this.#q.slice();
    for (let i = 1; i <= count; i += 1) {
      const last = this.slice;
      this.slice = from + ((value - from) * i) / count;
      const next = this.#find(q).find((each) => this.allows(each));
      if (next && !this.#jumps(next.q, q)) q = next.q;
      else return this.#stand(q, last);
    }
    this.#stand(q);
  }

  /** Counts poses at `count` values of the parameter, from its least to its greatest. */
  countAlong(count: number): readonly Counted[] {
    const { parameter, slice } = this;
    if (!parameter) return [];
    const [least, greatest] = parameter.range;
    const counted = Array.from({ length: count }, (_, i) => {
      this.slice = least + ((greatest - least) * i) / (count - 1);
      const all = this.#find(this.#q);
      return { all: all.length, inside: all.filter(({ outside }) => outside.length === 0).length };
    });
    this.slice = slice;
    return counted;
  }

  /** Intervals of the parameter, as pairs, in which there are poses within the limits. */
  intervals(): readonly number[] {
    return [...this.#solve(this.#q, {}).intervals];
  }

  /** The goals' targets. */
  get wish(): readonly number[] {
    return this.#goals.flatMap(({ target }) => [...target]);
  }

  get hasPoint(): boolean {
    return this.#goals.some(({ type }) => type === 'pose' || type === 'position');
  }

  /** Whether it has a wrist that can be straight. */
  get hasWrist(): boolean {
    const poses = this.posesAt(this.#q);
    return hasWrist(this.#lines(poses), this.#tipIn(poses), this.size);
  }

  /** Straightens the wrist, and takes the target along. */
  straighten(): void {
    const { qIndex } = this.joints.at(-2)!;
    const q = this.#q.slice();
    q[qIndex] = q[qIndex]! + toStraight(this.#lines(this.posesAt(q)));
    this.goTo(q);
  }

  /** Moves the arm to joint values, with the target where the tip will be. */
  goTo(q: ArrayLike<number>): void {
    const { arm } = this.bench;
    const before = arm.place.q;
    arm.place = { q: Array.from(q), targets: [] };
    arm.aim();
    arm.place = { q: before, targets: [] };
    this.take({ q: Float64Array.from(q) });
  }

  /** Moves the target away from the base until nothing reaches it. */
  moveOut(): void {
    const { arm } = this.bench;
    const { q, targets } = arm.place;
    const foot = new Vector3().fromArray(this.posesAt(q));
    const way = new Vector3().fromArray(targets).sub(foot);
    for (let share = 1; share < 8; share *= 1.03) {
      const place = foot.clone().addScaledVector(way, share);
      arm.place = { q: [], targets: [...place.toArray(), ...targets.slice(3)] };
      this.#follow();
      const { count, complete } = this.#solve(q, { limits: false, intervals: false });
      if (count === 0 && complete) break;
    }
    // Well beyond: it is proved from wherever the arm comes to rest.
    const {
      targets: [x, y, z, ...turn],
    } = arm.place;
    const beyond = new Vector3(x, y, z).sub(foot).multiplyScalar(1.1).add(foot);
    arm.place = { q: [], targets: [...beyond.toArray(), ...turn] };
    this.update();
  }

  /** World poses of the links; the next call of any method overwrites them. */
  posesAt(q: ArrayLike<number>): Float64Array {
    const { state } = this.#problem;
    state.q.set(q);
    state.update();
    return state.poses;
  }

  dispose(): void {
    this.#problem.dispose();
  }

  /** Where the arm is, or goes. */
  get #q(): Float64Array {
    return this.#taken ?? this.bench.problem.state.q;
  }

  /** Takes over the targets. */
  #follow(): void {
    this.#goals.forEach(({ target }, i) => target.set(this.bench.problem.goals[i]!.target));
  }

  #lines(poses: ArrayLike<number>): readonly Line[] {
    return this.joints.map((joint) => lineOf(joint, poses));
  }

  #tipIn(poses: ArrayLike<number>): Vector3 {
    return new Vector3().fromArray(poses, 7 * this.#tip);
  }

  #sliceAt(q: ArrayLike<number>): void {
    if (this.parameter) this.slice = this.parameter.of(q, this.#lines(this.posesAt(q)));
  }

  #solve(q: ArrayLike<number>, options: SolutionOptions): Solutions {
    this.posesAt(q);
    return this.#problem.solutions(options);
  }

  /** Moves the arm at once; its target stays. */
  #stand(q: Float64Array, slice = this.slice): void {
    const { gone } = this;
    const heading = this.#heading;
    this.bench.arm.place = { q: [...q], targets: [] };
    this.slice = slice;
    this.update();
    [this.gone, this.#heading] = [gone, heading];
  }

  #jumps(to: Float64Array, from: Float64Array): boolean {
    return this.joints.some(
      ({ qIndex, slides }) => Math.abs(to[qIndex]! - from[qIndex]!) > jump * (slides ? this.size : 1),
    );
  }

  /** All poses of the slice, without names, nearest to `q` first. */
  #find(q: Float64Array): Omit<Pose, 'name' | 'kind' | 'poses'>[] {
    const near = q.slice();
    const redundancy = this.parameter?.slice(this.slice);
    const slice = redundancy && { redundancy, tolerance: exact, angleTolerance: exact };
    this.found = this.#solve(near, { limits: false, ...slice });
    return Array.from({ length: this.found.count }, (_, row) => this.#read(row, near));
  }

  #read(row: number, near: Float64Array): Omit<Pose, 'name' | 'kind' | 'poses'> {
    const { found, joints, size } = this;
    const q = found.at(row).slice();
    const outside: string[] = [];
    let [turn, slide] = [0, 0];
    for (const joint of joints) {
      const { name, qIndex, slides } = joint;
      const value = slides ? q[qIndex]! : nearestTurn(q[qIndex]!, near[qIndex]!);
      const inside = turnInside(joint, value);
      q[qIndex] = this.limits() ? (inside ?? value) : value;
      if (inside === null) outside.push(name);
      const change = q[qIndex] - near[qIndex]!;
      if (slides) slide += (change / size) ** 2;
      else turn += change ** 2;
    }
    const { nv } = this.#problem.model;
    const motion = joints.map(({ vIndex }) => found.selfMotion[row * nv + vIndex]!);
    const way = Math.sqrt(turn + slide);
    return {
      q,
      outside,
      way,
      turn: Math.sqrt(turn),
      motion: motion.some((each) => each !== 0) ? motion : null,
    };
  }

  #list(): void {
    let found = this.#find(this.#q);
    // If this slice has none, look at the others; if those have none either, the target is proved out of reach.
    if (found.length === 0 && this.parameter) {
      this.found = this.#solve(this.#q, { limits: false, intervals: false });
      if (this.found.count > 0) {
        this.#sliceAt(this.found.at(0).slice());
        found = this.#find(this.#q);
      }
    }
    const named = found.map((each) => {
      const poses = this.posesAt(each.q).slice();
      return { ...each, poses, kind: namesOf(this.#lines(poses), this.#tipIn(poses), this.size).join(', ') };
    });
    const labels = labelsOf(named, this.all);
    this.all = named
      .map((each, i) => ({ ...each, name: labels[i]! }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  }
}
