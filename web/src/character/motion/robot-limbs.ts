/** Legs and arms of a robot by its tree and its axes at zero, whatever its links are called. */
import { Quaternion, Vector3 } from 'three';
import { readName } from '../gltf/bone-names.ts';
import type { Model } from '../../core/model.ts';

/** Links of a limb's parts. An arm without a wrist ends in its elbow's. */
export type RobotLimb = readonly [upper: number, lower: number, end: number];
export interface LimbPair {
  readonly left: RobotLimb;
  readonly right: RobotLimb;
}

type Chain = readonly number[];

/** Cosine of the angle to the line from side to side up to which a hinge's axis is a pitch. */
const pitching = 0.8;
/** Share of the distance between two links along one axis if they mirror each other. */
const mirrored = 0.9;
/** Hinges of the shortest leg, three of a hip, a knee and an ankle, and of the shortest arm. */
const [leastLeg, leastArm] = [5, 3];
/** Hinges of a shoulder. */
const shoulder = 3;
/** A hand nearer to its elbow than this share of the upper arm is part of the elbow. */
const leastForearm = 0.2;

const axes = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];

/** Joints of a hip and a shoulder are links of their own; the middle one is nearest to where their axes meet. */
export const middleOf = <T>(list: readonly T[]): T | undefined => list[Math.floor((list.length - 1) / 2)];

/** The links that move; a fixed link is a sensor, a logo or a cover. */
export class MovingTree {
  readonly #below = new Map<number, Chain>();

  /** @param poses of all links, at zero. */
  constructor(
    readonly model: Model,
    readonly poses: Float64Array,
  ) {
    for (const { index, motions } of model.links) {
      if (motions.length === 0) continue;
      const parent = this.above(index);
      this.#below.set(parent, [...this.below(parent), index]);
    }
  }

  /** The nearest link above that moves; −1: none. */
  above(index: number): number {
    const { parent } = this.model.links[index]!;
    return parent < 0 || this.model.links[parent]!.motions.length > 0 ? parent : this.above(parent);
  }

  below(index: number): Chain {
    return this.#below.get(index) ?? [];
  }

  place(index: number): Vector3 {
    return new Vector3().fromArray(this.poses, 7 * index);
  }

  turn(index: number): Quaternion {
    return new Quaternion().fromArray(this.poses, 7 * index + 3);
  }

  /** A hand is where its fingers branch, or the last link. */
  palmOf(chain: Chain): number | undefined {
    return chain.find((each) => this.below(each).length > 1) ?? chain.at(-1);
  }

  /** The hand below an elbow, possibly its own link. */
  handOf(elbow: number): number {
    return this.palmOf(this.#chain(elbow).slice(1)) ?? elbow;
  }

  /**
   * The place of an arm's hand. If its link is the elbow's: that of the farthest fixed link, else as far as the upper arm
   * is long, towards the farthest shape or straight on.
   */
  handAt([upper, lower, end]: RobotLimb): Vector3 {
    const [shoulder, elbow] = [this.place(upper), this.place(lower)];
    const length = shoulder.distanceTo(elbow);
    const { links } = this.model;
    const fixed = links.filter(({ index, motions }) => motions.length === 0 && this.above(index) === end);
    const shapes = [...links[end]!.collision, ...links[end]!.shapes];
    const farthest = (points: readonly Vector3[]) =>
      points.reduce((best, each) => (each.distanceTo(elbow) > best.distanceTo(elbow) ? each : best), elbow);
    const isApart = (point: Vector3) => point.distanceTo(elbow) > leastForearm * length;
    if (isApart(this.place(end))) return this.place(end);
    const cover = farthest(fixed.map(({ index }) => this.place(index)));
    if (isApart(cover)) return cover;
    const centre = farthest(
      shapes.map(({ position = [0, 0, 0] }) =>
        new Vector3(...position).applyQuaternion(this.turn(end)).add(this.place(end)),
      ),
    );
    const way = centre === elbow ? elbow.clone().sub(shoulder) : centre.sub(elbow);
    return elbow.clone().addScaledVector(way.normalize(), length);
  }

  /** Legs: the mirrored chains that end lowest and have three pitch axes. */
  legs(): LimbPair | undefined {
    const pairs = this.#pairs(leastLeg).map(([a, b]) => {
      const lateral = this.#lateral(a[0]!, b[0]!)!;
      return { a, b, lateral, height: this.#height(a, lateral) };
    });
    for (const { a, b, lateral } of pairs.sort((c, d) => c.height - d.height)) {
      const [own, other] = [this.#leg(a, lateral), this.#leg(b, lateral)];
      if (!own || !other) continue;
      const bend = this.#bendOf(own[1]);
      return this.#sided([a, own], [b, other], bend.dot(lateral) === 0 ? lateral : bend);
    }
    return undefined;
  }

  /** Arms: the longest mirrored chains besides the legs. */
  arms({ left, right }: LimbPair): LimbPair | undefined {
    const [pair] = this.#pairs(leastArm)
      .filter(([a, b]) => ![...a, ...b].some((each) => each === left[0] || each === right[0]))
      .sort(([a], [b]) => b.length - a.length);
    if (!pair) return undefined;
    const [a, b] = pair;
    return this.#sided([a, this.#arm(a)], [b, this.#arm(b)], this.place(left[0]).sub(this.place(right[0])));
  }

  /** The longest way down from a link: gears and covers are shorter branches. */
  #chain(from: number): Chain {
    const ways = this.below(from).map((each) => this.#chain(each));
    return [from, ...ways.reduce((best, each) => (each.length > best.length ? each : best), [])];
  }

  /** Chains from the same link that mirror each other, with at least so many links. */
  #pairs(least: number): [Chain, Chain][] {
    return [...this.#below.values()].flatMap((siblings) =>
      siblings.flatMap((a, i) =>
        siblings
          .slice(i + 1)
          .filter((b) => this.#lateral(a, b))
          .map((b): [Chain, Chain] => [this.#chain(a), this.#chain(b)])
          .filter(([c, d]) => c.length === d.length && c.length >= least),
      ),
    );
  }

  /** The axis from side to side, if two links mirror each other. */
  #lateral(a: number, b: number): Vector3 | undefined {
    const apart = this.place(a).sub(this.place(b));
    return axes.find((axis) => Math.abs(apart.dot(axis)) > mirrored * apart.length());
  }

  /** Of a chain's end over its begin; up is +Z or +Y, and never to the side, where arms may point. */
  #height(chain: Chain, lateral: Vector3): number {
    const { y, z } = this.place(chain.at(-1)!).sub(this.place(chain[0]!)).projectOnPlane(lateral);
    return Math.min(y, z);
  }

  /** A hinge's axis in the world; zero for other joints. */
  #axisOf(index: number): Vector3 {
    const { motions } = this.model.links[index]!;
    return motions.length === 1
      ? new Vector3(...motions[0]!.w).applyQuaternion(this.turn(index))
      : new Vector3();
  }

  /** The axis about which a knee bends: it points to the left. Zero if its limits do not tell. */
  #bendOf(knee: number): Vector3 {
    const [min, max] = this.model.links[knee]!.motions[0]!.limits;
    return this.#axisOf(knee).multiplyScalar(Math.sign(max + min) || 0);
  }

  /** Hip, knee and ankle have a pitch axis each. */
  #leg(chain: Chain, lateral: Vector3): RobotLimb | undefined {
    const pitches = chain.filter((each) => Math.abs(this.#axisOf(each).dot(lateral)) > pitching);
    const [, knee] = pitches;
    if (pitches.length < 3) return undefined;
    return [middleOf(chain.slice(0, chain.indexOf(knee!)))!, knee!, chain.at(-1)!];
  }

  #arm(chain: Chain): RobotLimb {
    const elbow = Math.min(shoulder, chain.length - 1);
    return [middleOf(chain.slice(0, elbow))!, chain[elbow]!, this.handOf(chain[elbow]!)];
  }

  /** Sides are those of most names, else of places. */
  #sided([a, own]: [Chain, RobotLimb], [b, other]: [Chain, RobotLimb], left: Vector3): LimbPair {
    const said = this.#said(a) - this.#said(b);
    const isLeft = said === 0 ? this.place(a[0]!).sub(this.place(b[0]!)).dot(left) > 0 : said > 0;
    return isLeft ? { left: own, right: other } : { left: other, right: own };
  }

  #said(chain: Chain): number {
    const sides = chain.map((each) => readName(this.model.links[each]!.name).side);
    return sides.filter((side) => side === 'left').length - sides.filter((side) => side === 'right').length;
  }
}
