import { Vector3 } from 'three';
import { Chain, type Found } from './chain.ts';
import type { Joint } from './joints.ts';
import { Journey } from './journey.ts';
import { labelsOf } from './labels.ts';
import { hasWrist, namesOf, toStraight } from './names.ts';
import { apart, between, metresOf, type Wish } from './wish.ts';

/** One of the poses that meet the goals. */
export interface Pose extends Found {
  /** What it is called: no two have the same. */
  readonly name: string;
  /** The same before numbers are added. */
  readonly kind: string;
  /** World poses of the links. */
  readonly poses: Float64Array;
}

/** How many poses there are for a value of the parameter, and how many of them are within the limits. */
export interface Counted {
  readonly value: number;
  readonly all: number;
  readonly inside: number;
}

/** Radians and parts of the size of a step along the way of the target, and the most that there are. */
const stride = 0.03;
const mostStrides = 30;
/** Radians, of slides parts of the size, that a joint may move in such a step if it is still the same branch. */
const jump = 0.6;
/** Radians of a step of self-motion. */
const crawl = 0.04;

/** An arm that stays on its branch while its target moves, and all other poses that reach it. */
export class Arm extends Chain {
  /** All that reach the target, in an order that stays. */
  poses: readonly Pose[] = [];
  /** The branch that the arm is on, or is moving to. */
  readonly q = this.start.slice();
  /** The arm as it is drawn. */
  readonly shown = this.start.slice();
  /** Radians that the arm has gone along its self-motion since the target was moved. */
  gone = 0;
  limits = true;
  /** The branch has ended where the target went, and the arm has gone over to another. */
  ended = false;
  private heading: readonly number[] | null = null;
  private readonly journey = new Journey();
  /** What the goals wanted when the arm was last brought to them. */
  private followed: Wish = [];

  /** Stands somewhere, at once, with the target where its tip is. */
  stand(q: ArrayLike<number>): void {
    this.goTo(q);
    this.shown.set(q);
    this.journey.end();
  }

  /** Stands in the pose next to these values that meets a wish, if one is near; both may have been rounded. */
  standFor(wish: Wish, q: ArrayLike<number>): void {
    this.stand(q);
    this.wish = wish;
    this.followed = this.wish;
    this.sliceAt(q);
    this.look();
    const nearest = nearestOf(this.poses);
    if (!nearest || nearest.way > jump) return;
    this.q.set(nearest.q);
    this.shown.set(nearest.q);
    this.look();
  }

  /** Moves somewhere; the target is where its tip will be. */
  goTo(q: ArrayLike<number>): void {
    this.depart(q);
    this.ended = false;
    this.aimAt(q);
    this.followed = this.wish;
    this.sliceAt(q);
    this.look();
  }

  /** World poses of the links as the arm is drawn; the next call of anything overwrites them. */
  get drawn(): Float64Array {
    return this.posesAt(this.shown);
  }

  get moving(): boolean {
    return this.journey.on;
  }

  /** The pose that the arm has, or is moving to; null: it does not reach. */
  get own(): Pose | null {
    const own = nearestOf(this.poses);
    return own && own.way < 1e-6 ? own : null;
  }

  /** Poses that the arm may take. */
  get allowed(): readonly Pose[] {
    return this.poses.filter((each) => this.allows(each));
  }

  allows({ outside }: Found): boolean {
    return !this.limits || outside.length === 0;
  }

  /** From now on limits count, or do not: an arm that is outside them goes to the nearest pose inside. */
  heed(limits: boolean): void {
    this.limits = limits;
    this.look();
    if (this.own && !this.allows(this.own)) this.goOver();
  }

  /** Finds all poses for the target as it is, with names, in the order of their names. */
  look(): void {
    this.gone = 0;
    this.heading = null;
    this.list();
    // Where this slice has none, another may have some; if not, that was the proof.
    if (this.poses.length === 0 && this.findAnywhere(this.q, false)) this.list();
  }

  /** Moves to one of the poses. */
  take(pose: Pose): void {
    this.depart(pose.q);
    this.look();
  }

  /** A step of `dt` seconds. */
  travel(dt: number): void {
    this.journey.step(dt, this.q, this.shown);
  }

  /**
   * Follows the target to where it has been put; false: it is where it was. The arm stays on its branch as far as that
   * goes. Where the branch ends, the arm goes to the nearest of the other poses, or stays where it is if there is none.
   */
  chase(): boolean {
    const from = this.followed;
    const to = this.wish;
    if (to.every((each, i) => each === from[i])) return false;
    this.ended &&= this.moving;
    const count = Math.min(mostStrides, Math.ceil(apart(from, to, this.size) / stride)) || 1;
    const wasThere = this.own !== null;
    let stays = wasThere;
    for (let i = 1; stays && i <= count; i += 1) {
      this.wish = between(from, to, i / count);
      stays = this.stayOn();
    }
    this.wish = this.followed = to;
    this.look();
    if (!stays) this.ended = this.goOver() && (wasThere || this.ended);
    return true;
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
    this.list();
    this.shown.set(this.q);
    this.journey.end();
  }

  /** Gives the parameter a value: the arm stays on its branch, or goes over to another; else it stays where it is. */
  slideTo(value: number): void {
    const from = this.slice;
    const count = Math.ceil(Math.abs(value - from) / stride) || 1;
    let stays = this.own !== null;
    let last = from;
    for (let i = 1; stays && i <= count; i += 1) {
      this.slice = from + ((value - from) * i) / count;
      stays = this.stayIn();
      if (stays) last = this.slice;
    }
    this.slice = value;
    this.list();
    this.ended = !stays && this.allowed.length > 0 && this.goOver();
    if (stays || this.ended) return;
    this.slice = last;
    this.list();
  }

  /** How many poses there are for so many values of the parameter, from its least to its greatest. */
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

  /** Whether its goal has a place, and is not an orientation alone. */
  get hasPoint(): boolean {
    return metresOf(this.wish) > 0;
  }

  /** Whether it has a wrist that may be straight. */
  get hasWrist(): boolean {
    const poses = this.posesAt(this.q);
    return hasWrist(this.linesIn(poses), this.tipIn(poses), this.size);
  }

  /** Moves until its wrist is straight, and the target goes along. */
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

  /** To the nearest of the poses that it may take; false: there is none. */
  private goOver(): boolean {
    if (this.parameter && this.allowed.length === 0 && this.findAnywhere(this.q, this.limits)) this.list();
    const nearest = nearestOf(this.allowed);
    if (nearest) this.take(nearest);
    return nearest !== null;
  }

  /** Stays on the branch for the target as it is now; false: it has ended. */
  private stayOn(): boolean {
    return this.step(this.findAnywhere(this.q, this.limits));
  }

  /** The same within the slice as it is now. */
  private stayIn(): boolean {
    return this.step(this.findNearest(this.q, this.limits));
  }

  /** Takes a solution that is near enough to be on the same branch. */
  private step(next: Found | null): boolean {
    if (!next || !this.allows(next)) return false;
    const isFar = ({ qIndex, slides }: Joint): boolean =>
      Math.abs(next.q[qIndex]! - this.q[qIndex]!) > jump * (slides ? this.size : 1);
    if (this.joints.some(isFar)) return false;
    // On its way to another pose it goes on being on its way.
    this.q.set(next.q);
    if (!this.moving) this.shown.set(next.q);
    return true;
  }

  private depart(to: ArrayLike<number>): void {
    this.q.set(to);
    this.journey.start(this.shown, to);
  }

  private crawl(step: number): boolean {
    const ahead = this.q.slice();
    this.joints.forEach(({ qIndex }, i) => (ahead[qIndex]! += step * this.heading![i]!));
    const next = this.findNearest(ahead, this.limits);
    if (!next?.motion || !this.allows(next)) return false;
    const side = next.motion.reduce((sum, each, i) => sum + each * this.heading![i]!, 0) < 0 ? -1 : 1;
    this.heading = next.motion.map((each) => side * each);
    this.q.set(next.q);
    return true;
  }

  private list(): void {
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
