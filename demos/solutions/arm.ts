import { type Goal, Model, Problem, type Solutions } from 'limber';
import { Vector3 } from 'three';
import type { RobotSource } from '../robots/catalogue.ts';
import { goalsFor, hingesTo, lineOf, nearestTurn, turnInside, type Hinge } from './hinges.ts';
import { hasWrist, namesOf, toStraight, type Line } from './names.ts';
import { apart, between, type Wish } from './wish.ts';

/** One of the poses that meet the goals. */
export interface Pose {
  /** What it is called: no two have the same. */
  readonly name: string;
  /** The same before numbers are added. */
  readonly kind: string;
  readonly q: Float64Array;
  /** World poses of the links. */
  readonly poses: Float64Array;
  /** Hinges that are outside their limits. */
  readonly outside: readonly string[];
  /** Change of each hinge with which it can move on; null: it stands alone. */
  readonly motion: readonly number[] | null;
  /** Radians that the hinges turn to get there from where the arm stands, as the root of the sum of squares. */
  readonly way: number;
}

/** Radians and parts of the size of a step along the way of the target, and the most that there are. */
const stride = 0.03;
const mostStrides = 30;
/** Radians that a hinge may turn in such a step if it is still the same branch. */
const jump = 0.6;
/** Radians of a step of self-motion. */
const crawl = 0.04;
/** Another pose is moved to at this many radians a second, and in no less time than this. */
const speed = 2.5;
const leastTime = 0.35;
/** Milliseconds: so long the calls that are timed take together, as a browser's clock ticks coarsely; the best counts. */
const timed = 2;
const trials = 3;

/** An arm that stays on its branch while its target moves, and all other poses that reach it. */
export class Arm {
  readonly model: Model;
  readonly problem: Problem;
  readonly hinges: readonly Hinge[];
  readonly goals: readonly Goal[];
  /** All that reach the target, in an order that stays. */
  poses: readonly Pose[] = [];
  /** What was found last. */
  found!: Solutions;
  /** The branch that the arm is on, or is moving to. */
  readonly q: Float64Array;
  /** Where it stands first. */
  readonly start: Float64Array;
  /** The arm as it is drawn. */
  readonly shown: Float64Array;
  /** Radians that the arm has gone along its self-motion since the target was moved. */
  gone = 0;
  limits = true;
  /** The branch has ended where the target went, and the arm has gone over to another. */
  ended = false;
  private readonly tip: number;
  private heading: readonly number[] | null = null;
  private journey: { readonly from: Float64Array; readonly length: number; time: number } | null = null;

  /** @throws LimberError what `Model.from` finds wrong. */
  constructor(
    readonly source: RobotSource,
    tip: string,
  ) {
    this.model = Model.from(source.upright);
    this.problem = new Problem(this.model);
    this.tip = this.model.findLink(tip);
    this.hinges = hingesTo(this.model, tip);
    this.goals = goalsFor(this.hinges, tip).map((each) => this.problem.addGoal(each));
    // A joint whose limits leave it one value counts as free where limits do not count.
    for (const { isLocked, vIndex, nv } of this.model.links)
      if (isLocked) this.problem.jointWeights.fill(0, vIndex, vIndex + nv);
    const { state } = this.problem;
    state.reset();
    if (source.start.length > 0) state.q.set(source.start);
    else this.hinges.forEach(({ qIndex, ...hinge }, i) => (state.q[qIndex] = somewhere(hinge, i)));
    state.update();
    this.start = state.q.slice();
    this.q = state.q.slice();
    this.shown = state.q.slice();
  }

  /** Stands somewhere, at once, with the target where its tip is. */
  stand(q: ArrayLike<number>): void {
    this.goTo(q);
    this.shown.set(q);
    this.journey = null;
  }

  /** Stands in the pose next to these values that meets a wish, if one is near; both may have been rounded. */
  standFor(wish: Wish, q: ArrayLike<number>): void {
    this.stand(q);
    this.wish = wish;
    this.look();
    const nearest = this.nearest(this.poses);
    if (!nearest || nearest.way > jump) return;
    this.q.set(nearest.q);
    this.shown.set(nearest.q);
    this.look();
  }

  /** Moves somewhere; the target is where its tip will be. */
  goTo(q: ArrayLike<number>): void {
    this.depart(q);
    this.ended = false;
    this.write(q);
    for (const goal of this.goals) goal.target.set(this.toolOf(goal));
    this.look();
  }

  /** What the goals want now. */
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

  /** Radians and metres: how large the arm is. */
  get size(): number {
    return this.model.reach || 1;
  }

  get moving(): boolean {
    return this.journey !== null;
  }

  /** The pose that the arm has, or is moving to; null: it does not reach. */
  get own(): Pose | null {
    const own = this.nearest(this.poses);
    return own && own.way < 1e-6 ? own : null;
  }

  /** Poses that the arm may take. */
  get allowed(): readonly Pose[] {
    return this.poses.filter((each) => this.allows(each));
  }

  allows({ outside }: Pose): boolean {
    return !this.limits || outside.length === 0;
  }

  /**
   * The target has moved from a wish to where it is now: the arm stays on its branch as far as that goes. Where the
   * branch ends, the arm goes to the nearest of the other poses, or stays where it is if there is none.
   */
  follow(from: Wish): void {
    this.ended &&= this.moving;
    const to = this.wish;
    const count = Math.min(mostStrides, Math.ceil(apart(from, to, this.size) / stride)) || 1;
    const wasThere = this.own !== null;
    let stays = wasThere;
    for (let i = 1; stays && i <= count; i += 1) {
      this.wish = between(from, to, i / count);
      stays = this.stayOn();
    }
    this.wish = to;
    this.look();
    if (!stays) this.ended = this.goOver() && (wasThere || this.ended);
  }

  /** From now on limits count, or do not: an arm that is outside them goes to the nearest pose inside. */
  heed(limits: boolean): void {
    this.limits = limits;
    this.look();
    if (this.own && !this.allows(this.own)) this.goOver();
  }

  /** Finds all poses for the target as it is. */
  look(): void {
    this.find();
    this.gone = 0;
    this.heading = null;
    this.list();
  }

  /** Moves to one of the poses. */
  take(pose: Pose): void {
    this.depart(pose.q);
    this.look();
  }

  /** A step of `dt` seconds. */
  travel(dt: number): void {
    const { journey, q, shown } = this;
    if (!journey) return;
    journey.time += dt;
    const part = Math.min(1, journey.time / journey.length);
    // Slowly at both ends.
    const done = part * part * (3 - 2 * part);
    for (let i = 0; i < q.length; i += 1) shown[i] = journey.from[i]! + done * (q[i]! - journey.from[i]!);
    if (part === 1) this.journey = null;
  }

  /** Goes along the self-motion of the pose that the arm has, to `gone` radians from where it began. */
  crawlTo(gone: number): void {
    const start = this.own?.motion;
    if (!start) return;
    this.heading ??= start;
    while (Math.abs(gone - this.gone) > 1e-9) {
      const step = Math.max(-crawl, Math.min(crawl, gone - this.gone));
      if (!this.crawl(step)) break;
      this.gone += step;
    }
    this.find();
    this.list();
    this.shown.set(this.q);
    this.journey = null;
  }

  /** World poses of the links as the arm is drawn. */
  get drawn(): Float64Array {
    return this.posesAt(this.shown);
  }

  /** Whether it has a wrist that may be straight. */
  get hasWrist(): boolean {
    return hasWrist(this.linesNow, this.tipNow, this.size);
  }

  /** Moves until its wrist is straight, and the target goes along. */
  straighten(): void {
    const { qIndex } = this.hinges.at(-2)!;
    const q = this.q.slice();
    q[qIndex] = q[qIndex]! + toStraight(this.linesNow);
    this.goTo(q);
  }

  /** Moves the target away from the base until nothing reaches it. */
  moveOut(): void {
    const from = this.wish;
    const foot = new Vector3().fromArray(this.problem.state.poses);
    const way = new Vector3().fromArray(from).sub(foot);
    const place = new Vector3();
    for (let share = 1; this.found.count > 0 && share < 8; share *= 1.03) {
      place.copy(foot).addScaledVector(way, share);
      this.wish = [...place.toArray(), ...from.slice(3)];
      this.find();
    }
    this.follow(from);
  }

  /** Microseconds of a call. */
  measure(): number {
    this.write(this.q);
    return Math.min(...Array.from({ length: trials }, () => this.measureOnce()));
  }

  dispose(): void {
    this.problem.dispose();
    this.model.dispose();
  }

  /** To the nearest of the poses that it may take; false: there is none. */
  private goOver(): boolean {
    const nearest = this.nearest(this.allowed);
    if (nearest) this.take(nearest);
    return nearest !== null;
  }

  private nearest([first, ...others]: readonly Pose[]): Pose | null {
    return others.reduce((best, each) => (best && best.way <= each.way ? best : each), first ?? null);
  }

  private measureOnce(): number {
    const begun = performance.now();
    let calls = 0;
    let spent = 0;
    while (spent < timed) {
      for (let i = 0; i < 8; i += 1) this.problem.solutions({ limits: false });
      calls += 8;
      spent = performance.now() - begun;
    }
    return (1000 * spent) / calls;
  }

  private get linesNow(): Line[] {
    const poses = this.posesAt(this.q);
    return this.hinges.map((hinge) => lineOf(hinge, poses));
  }

  private get tipNow(): Vector3 {
    return new Vector3().fromArray(this.posesAt(this.q), 7 * this.tip);
  }

  private find(): void {
    this.write(this.q);
    this.found = this.problem.solutions({ limits: false });
  }

  private write(q: ArrayLike<number>): void {
    this.problem.state.q.set(q);
    this.problem.state.update();
  }

  private posesAt(q: ArrayLike<number>): Float64Array {
    this.write(q);
    return this.problem.state.poses;
  }

  /** Where the link of a goal is, in the numbers of its target. */
  private toolOf({ type, target, link }: Goal): Float64Array | readonly number[] {
    const at = 7 * this.model.findLink(link);
    const { poses } = this.problem.state;
    if (type !== 'direction') return poses.slice(at, at + target.length);
    return lineOf({ axis: new Vector3(1, 0, 0), link: at / 7 }, poses).axis.toArray();
  }

  /** Takes the solution next to where the arm is, if it is near enough to be the same branch. */
  private stayOn(): boolean {
    this.find();
    if (this.found.count === 0) return false;
    const next = this.fold(this.found.at(0));
    const isNear = ({ qIndex }: Hinge) => Math.abs(next[qIndex]! - this.q[qIndex]!) < jump;
    if (!this.hinges.every(isNear) || (this.limits && this.outsideOf(next).length > 0)) return false;
    // On its way to another pose it goes on being on its way.
    this.q.set(next);
    if (!this.journey) this.shown.set(next);
    return true;
  }

  private depart(to: ArrayLike<number>): void {
    const from = this.shown.slice();
    const most = Math.max(0, ...this.hinges.map(({ qIndex }) => Math.abs(to[qIndex]! - from[qIndex]!)));
    this.q.set(to);
    this.journey = { from, length: Math.max(leastTime, most / speed), time: 0 };
  }

  /** Hinges at the whole turn that is nearest to the arm's own, within the limits if they count. */
  private fold(q: Float64Array): Float64Array {
    const folded = q.slice();
    for (const hinge of this.hinges) {
      const near = this.q[hinge.qIndex]!;
      const angle = nearestTurn(q[hinge.qIndex]!, near);
      folded[hinge.qIndex] = (this.limits ? turnInside(hinge, angle) : null) ?? angle;
    }
    return folded;
  }

  private outsideOf(q: Float64Array): readonly string[] {
    return this.hinges.flatMap((hinge) => (turnInside(hinge, q[hinge.qIndex]!) === null ? [hinge.name] : []));
  }

  private crawl(step: number): boolean {
    const before = this.q.slice();
    this.hinges.forEach(({ qIndex }, i) => (this.q[qIndex]! += step * this.heading![i]!));
    this.find();
    const next = this.found.count > 0 ? this.fold(this.found.at(0)) : null;
    const motion = next && this.motionOf(0);
    if (!next || !motion || (this.limits && this.outsideOf(next).length > 0)) {
      this.q.set(before);
      return false;
    }
    const side = motion.reduce((sum, each, i) => sum + each * this.heading![i]!, 0) < 0 ? -1 : 1;
    this.heading = motion.map((each) => side * each);
    this.q.set(next);
    return true;
  }

  private motionOf(row: number): readonly number[] | null {
    const { selfMotion } = this.found;
    const motion = this.hinges.map(({ vIndex }) => selfMotion[row * this.model.nv + vIndex]!);
    return motion.some((each) => each !== 0) ? motion : null;
  }

  /** What was found, with names, in the order of their names. */
  private list(): void {
    const { found } = this;
    const rows = Array.from({ length: found.count }, (_, row) => {
      const q = this.fold(found.at(row));
      return { q, motion: this.motionOf(row), outside: this.outsideOf(q), way: this.wayTo(q) };
    });
    const bare = rows.map((row) => {
      const poses = this.posesAt(row.q).slice();
      const lines = this.hinges.map((hinge) => lineOf(hinge, poses));
      const tip = new Vector3().fromArray(poses, 7 * this.tip);
      return { ...row, poses, kind: namesOf(lines, tip, this.size).join(', ') };
    });
    const numbers = numbered(bare, this.poses);
    this.poses = bare
      .map((row, i) => ({ ...row, name: nameWith(row.kind, numbers[i]!) }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  }

  private wayTo(q: Float64Array): number {
    return Math.hypot(...this.hinges.map(({ qIndex }) => q[qIndex]! - this.q[qIndex]!));
  }
}

/** A value within limits, such that an arm is neither straight nor folded. */
function somewhere({ least, greatest }: Pick<Hinge, 'least' | 'greatest'>, index: number): number {
  const low = Math.max(least, Math.min(-Math.PI / 2, greatest - Math.PI));
  const high = Math.min(greatest, low + Math.PI);
  return low + (high - low) * (0.3 + 0.4 * ((index * 0.618) % 1));
}

const nameWith = (kind: string, number: number): string =>
  kind === '' ? `pose ${number}` : number === 1 ? kind : `${kind}, ${number}`;

type Bare = Pick<Pose, 'kind' | 'q'>;

/** Numbers for those of one kind: each keeps that of the pose before that is nearest to it. */
function numbered(poses: readonly Bare[], before: readonly Pose[]): readonly number[] {
  const numbers = poses.map(() => 0);
  const pairs = poses
    .flatMap((pose, i) =>
      before.flatMap((old) => (old.kind === pose.kind ? [{ pose, old, i, gap: gapOf(pose, old) }] : [])),
    )
    .sort((a, b) => a.gap - b.gap);
  const used = new Set<string>();
  for (const { i, pose, old } of pairs) {
    if (numbers[i] !== 0 || used.has(old.name)) continue;
    numbers[i] = numberOf(old);
    used.add(nameWith(pose.kind, numbers[i]));
  }
  return numbers.map((number, i) => {
    let free = number || 1;
    while (!number && used.has(nameWith(poses[i]!.kind, free))) free += 1;
    used.add(nameWith(poses[i]!.kind, free));
    return free;
  });
}

const numberOf = ({ name }: Pose): number => Number(/(\d+)$/.exec(name)?.[1] ?? 1);

/** Of two poses, by whole turns as near as can be. */
const gapOf = (a: Bare, b: Bare): number =>
  Math.hypot(...a.q.map((each, i) => Math.sin((each - b.q[i]!) / 2)));
