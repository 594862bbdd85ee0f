import { LimberError, listed, show } from '../describe/errors.ts';
import type {
  JointDescription,
  Interval,
  CollisionShape,
  LoopDescription,
  Vec3,
  ShapeDescription,
  Quat,
} from '../describe/description.ts';

/** A motion that joints are made of: a screw (one number) or a ball (a quaternion). */
export interface Motion {
  /** True for a ball; otherwise a screw, which turns, slides, or does both. */
  readonly isBall: boolean;
  /** True if it follows another joint: its value is `ratio` times the number at `qIndex`, plus `offset`. */
  readonly mimics: boolean;
  /** Index of its first number in q. */
  readonly qIndex: number;
  /** Index in the tangent (jointWeights, activeLimits). */
  readonly vIndex: number;
  /** Screw: unit axis of the turn in the joint's frame; zero for a plain slide. */
  readonly w: Vec3;
  /** Screw: metres per unit of the value, in the joint's frame; zero for a plain turn. */
  readonly v: Vec3;
  /** Screw: radians or metres; −Infinity and Infinity for no limit. */
  readonly limits: Interval;
  /** Default 1. */
  readonly ratio: number;
  /** Radians or metres; default 0. */
  readonly offset: number;
  /** Ball: the frame whose Z is the bone, in the joint's frame: a quaternion x y z w. */
  readonly jointFromBone: Quat;
  /** Ball: half axes of the ellipse that bounds the swing, about the bone frame's X (radians). */
  readonly swingX: Interval;
  /** Ball: the same about the bone frame's Y. */
  readonly swingY: Interval;
  /** Ball: limits of the turn about the bone (radians). */
  readonly twist: Interval;
}

/** A link of the model: depth first, parents before children. */
export interface Link {
  /** As described; unique in the model. */
  readonly name: string;
  /** Index in `model.links` and, times seven, in `state.poses`. */
  readonly index: number;
  /** Index of the parent; −1: the world. */
  readonly parent: number;
  /** Frame of the joint in the parent link: metres, unit quaternion. */
  readonly origin: { readonly position: Vec3; readonly rotation: Quat };
  /** As described. */
  readonly joint: JointDescription;
  /** The joint's motions, in order. */
  readonly motions: readonly Motion[];
  /** As described; solvers ignore them. */
  readonly shapes: readonly ShapeDescription[];
  /** As described: collision shapes. */
  readonly collision: readonly CollisionShape[];
  /** Index of its first number in q; for a mimic joint, that of the joint it follows. */
  readonly qIndex: number;
  /** Count of its own numbers in q: 0 for a fixed or a mimic joint. */
  readonly nq: number;
  /** Index of its first number in the tangent (jointWeights, activeLimits). */
  readonly vIndex: number;
  /** Its own degrees of freedom. */
  readonly nv: number;
  /** True if its limits leave the joint a single value. */
  readonly isLocked: boolean;
}

/** A model as plain data. */
export type ModelFacts = Omit<AnyModel, 'findLink' | 'named'>;

/** The facts of a model, here or in a worker, with everything that the views of `limber/three` need. */
export class AnyModel {
  /** As described; default ''. */
  declare readonly name: string;
  /** Count of numbers in q. */
  declare readonly nq: number;
  /** Count of numbers in a change of q: degrees of freedom. */
  declare readonly nv: number;
  /** Metres: longest path from a moving joint to a tip, slides at their longest; at most ten times `size`. */
  declare readonly reach: number;
  /** Metres: longest path with slides at their shortest. Default tolerances are fractions of it. */
  declare readonly size: number;
  /** Links, depth first: a parent comes before its children. */
  declare readonly links: readonly Link[];
  /** Facts about the description that may surprise, such as joints in another order than q's; usually none. */
  declare readonly warnings: readonly string[];
  /** As described. */
  declare readonly loops: readonly LoopDescription[];

  /** @internal */
  constructor(facts: ModelFacts) {
    Object.assign(this, facts);
  }

  /** The link of that name, or with a joint of that name. @throws LimberError `unknownLink`. @internal */
  named(name: string): Link {
    const found =
      this.links.find((link) => link.name === name) ?? this.links.find(({ joint }) => joint.name === name);
    if (found) return found;
    const known = listed(this.links.map((link) => show(link.name)));
    throw new LimberError('unknownLink', `link or joint ${show(name)} is unknown; known: ${known}`);
  }

  /** Index of the link with that name, or −1. */
  findLink(name: string): number {
    return this.links.findIndex((link) => link.name === name);
  }
}
