import { Vector3 } from 'three';
import { Chain, type Found } from './chain.ts';
import type { Joint } from './joints.ts';
import { Journey } from './journey.ts';
import { labelsOf } from './labels.ts';
import { hasWrist, namesOf, toStraight } from './names.ts';
import { apart, between, metresOf, type Wish } from './wish.ts';

/** One of the poses that meet the goals. */
export interface Pose extends Found {
  /** Unique name. */
  readonly name: string;
  /** The name before numbers are added. */
  readonly kind: string;
  /** World poses of the links. */
  readonly poses: Float64Array;
}

/** The number of poses at a value of the parameter, and of those within the limits. */
export interface Counted {
  readonly value: number;
  readonly all: number;
  readonly inside: number;
}

/**
 * Length of a step along the target's path (radians, lengths as parts of the size), and greatest number of
 * steps.
 */
const stride = 0.03;
const mostStrides = 30;
/** Greatest change of a joint in such a step on the same branch (radians; slides as parts of the size). */
const jump = 0.6;
/** Step of self-motion (radians). */
const crawl = 0.04;

/** An arm that stays on its branch while its target moves, and all other poses that reach the target. */
export class Arm extends Chain {
  /** All poses that reach the target, in a stable order. */
  poses: readonly Pose[] = [];
  /** Joint values of the branch that the arm is on, or is moving to. */
  readonly q = this.start.slice();
  /** Joint values as drawn. */
  readonly shown = this.start.slice();
  /** Radians moved along the self-motion since the target was moved. */
  gone = 0;
  limits = true;
  /** The branch has ended on the target's path, and the arm has changed to another. */
  ended = false;
  #heading: readonly number[] | null = null;
  readonly #journey = new Journey();
  /** The goals' targets when the arm last followed them. */
  #followed: Wish = [];

  /** Sets a pose at once, with the target at its tip. */
  stand(q: ArrayLike<number>): void {
    this.goTo(q);
    this.shown.set(q);
    this.#journey.end();
  }

  /** Sets the pose near these values that meets a wish, if there is one; both may have been rounded. */
  standFor(wish: Wish, q: ArrayLike<number>): void {
    this.stand(q);
    this.wish = wish;
    this.#followed = this.wish;
    this.sliceAt(q);
    this.look();
    const nearest = nearestOf(this.poses);
    if (!nearest || nearest.way > jump) return;
    this.q.set(nearest.q);
    this.shown.set(nearest.q);
    this.look();
  }

  /** Moves to a pose, with the target at its final tip. */
  goTo(q: ArrayLike<number>): void {
    this.#depart(q);
    this.ended = false;
    this.aimAt(q);
    this.#followed = this.wish;
    this.sliceAt(q);
    this.look();
  }

  /** World poses of the links as drawn; overwritten by the next call of any method. */
  get drawn(): Float64Array {
    return this.posesAt(this.shown);
  }

  get moving(): boolean {
    return this.#journey.on;
  }

  /** The arm's present pose, or the one it is moving to; null: it does not reach the target. */
  get own(): Pose | null {
    const own = nearestOf(this.poses);
    return own && own.way < 1e-6 ? own : null;
  }

  /** Poses within the limits, if those count. */
  get allowed(): readonly Pose[] {
    return this.poses.filter((each) => this.allows(each));
  }

  allows({ outside }: Found): boolean {
    return !this.limits || outside.length === 0;
  }

  /** Switches limits on or off: an arm outside them moves to the nearest pose inside. */
  heed(limits: boolean): void {
    this.limits = limits;
    this.look();
    if (this.own && !this.allows(this.own)) this.#goOver();
  }

  /** Finds and names all poses for the present target, in the order of their names. */
  look(): void {
    this.gone = 0;
    this.#heading = null;
    this.#list();
    // If this slice has none, search the others; if those have none either, the target is proved unreachable.
    if (this.poses.length === 0 && this.findAnywhere(this.q, false)) this.#list();
  }

  /** Moves to one of the poses. */
  take(pose: Pose): void {
    this.#depart(pose.q);
    this.look();
  }

  /** Advances by `dt` seconds. */
  travel(dt: number): void {
    this.#journey.step(dt, this.q, this.shown);
  }

  /**
   * Follows the target; false: it has not moved. The arm stays on its branch as far as that goes. Where the
   * branch ends, the arm moves to the nearest of the other poses, or stays put if there is none.
   */
  chase(): boolean {
    const from = this.#followed;
    const to = this.wish;
    if (to.every((each, i) => each === from[i])) return false;
    this.ended &&= this.moving;
    const count = Math.min(mostStrides, Math.ceil(apart(from, to, this.size) / stride)) || 1;
    const wasThere = this.own !== null;
    let stays = wasThere;
    for (let i = 1; stays && i <= count; i += 1) {
      this.wish = between(from, to, i / count);
      stays = this.#stayOn();
    }
    this.wish = this.#followed = to;
    this.look();
    if (!stays) this.ended = this.#goOver() && (wasThere || this.ended);
    return true;
  }

  /** Moves along the self-motion of the present pose, to `gone` radians from its start. */
  crawlTo(gone: number): void {
    const start = this.own?.motion;
    if (!start) return;
    this.#heading ??= start;
    while (Math.abs(gone - this.gone) > 1e-9) {
      const step = Math.max(-crawl, Math.min(crawl, gone - this.gone));
      if (!this.#crawl(step)) break;
      this.gone += step;
    }
    this.#list();
    this.shown.set(this.q);
    this.#journey.end();
  }

  /** Sets the parameter: the arm stays on its branch, or changes to another; else it stays put. */
  slideTo(value: number): void {
    const from = this.slice;
    const count = Math.ceil(Math.abs(value - from) / stride) || 1;
    let stays = this.own !== null;
    let last = from;
    for (let i = 1; stays && i <= count; i += 1) {
      this.slice = from + ((value - from) * i) / count;
      stays = this.#stayIn();
      if (stays) last = this.slice;
    }
    this.slice = value;
    this.#list();
    this.ended = !stays && this.allowed.length > 0 && this.#goOver();
    if (stays || this.ended) return;
    this.slice = last;
    this.#list();
  }

  /** Counts poses at `count` values of the parameter, from its least to its greatest. */
  countAlong(count: number): readonly Counted[] {
    const { parameter, q, slice } = this;
    if (!parameter) return [];
    const { least, greatest } = parameter;
    const counted = Array.from({ length: count }, (_, i) => {
      const value = least + ((greatest - least) * i) / (count - 1);
      this.slice = value;
      const all = this.find(q, true);
      return { value, all: all.length, inside: all.filter(({ outside }) => outside.length === 0).length };
    });
    this.slice = slice;
    this.find(q, this.limits);
    return counted;
  }

  /** Whether its goal has a position, and is not an orientation alone. */
  get hasPoint(): boolean {
    return metresOf(this.wish) > 0;
  }

  /** Whether it has a wrist that can be straight. */
  get hasWrist(): boolean {
    const poses = this.posesAt(this.q);
    return hasWrist(this.linesIn(poses), this.tipIn(poses), this.size);
  }

  /** Straightens its wrist, and takes the target along. */
  straighten(): void {
    const { qIndex } = this.joints.at(-2)!;
    const q = this.q.slice();
    q[qIndex] = q[qIndex]! + toStraight(this.linesIn(this.posesAt(q)));
    this.goTo(q);
  }

  /** Moves the target away from the base until nothing reaches it. */
  moveOut(): void {
    const from = this.wish;
    const foot = new Vector3().fromArray(this.posesAt(this.q));
    const way = new Vector3().fromArray(from).sub(foot);
    const place = new Vector3();
    for (let share = 1; share < 8; share *= 1.03) {
      place.copy(foot).addScaledVector(way, share);
      this.wish = [...place.toArray(), ...from.slice(3)];
      if (!this.findAnywhere(this.q, false)) break;
    }
    this.chase();
  }

  /** Changes to the nearest allowed pose; false: there is none. */
  #goOver(): boolean {
    if (this.parameter && this.allowed.length === 0 && this.findAnywhere(this.q, this.limits)) this.#list();
    const nearest = nearestOf(this.allowed);
    if (nearest) this.take(nearest);
    return nearest !== null;
  }

  /** Stays on the branch for the present target; false: the branch has ended. */
  #stayOn(): boolean {
    return this.#step(this.findAnywhere(this.q, this.limits));
  }

  /** The same within the present slice. */
  #stayIn(): boolean {
    return this.#step(this.findNearest(this.q, this.limits));
  }

  /** Takes a solution that is near enough to be on the same branch. */
  #step(next: Found | null): boolean {
    if (!next || !this.allows(next)) return false;
    const isFar = ({ qIndex, slides }: Joint): boolean =>
      Math.abs(next.q[qIndex]! - this.q[qIndex]!) > jump * (slides ? this.size : 1);
    if (this.joints.some(isFar)) return false;
    // An arm on its way to another pose keeps moving.
    this.q.set(next.q);
    if (!this.moving) this.shown.set(next.q);
    return true;
  }

  #depart(to: ArrayLike<number>): void {
    this.q.set(to);
    this.#journey.start(this.shown, to);
  }

  #crawl(step: number): boolean {
    const ahead = this.q.slice();
    this.joints.forEach(({ qIndex }, i) => (ahead[qIndex]! += step * this.#heading![i]!));
    const next = this.findNearest(ahead, this.limits);
    if (!next?.motion || !this.allows(next)) return false;
    const side = next.motion.reduce((sum, each, i) => sum + each * this.#heading![i]!, 0) < 0 ? -1 : 1;
    this.#heading = next.motion.map((each) => side * each);
    this.q.set(next.q);
    return true;
  }

  #list(): void {
    const named = this.find(this.q, this.limits).map((each) => {
      const poses = this.posesAt(each.q).slice();
      const names = namesOf(this.linesIn(poses), this.tipIn(poses), this.size);
      return { ...each, poses, kind: names.join(', ') };
    });
    const labels = labelsOf(named, this.poses);
    this.poses = named
      .map((each, i) => ({ ...each, name: labels[i]! }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  }
}

const nearestOf = <T extends Found>([first, ...others]: readonly T[]): T | null =>
  others.reduce((best, each) => (best && best.way <= each.way ? best : each), first ?? null);
