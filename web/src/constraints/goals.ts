import type { PoseDescription, Vec3 } from '../description.ts';
import { LimberError, show } from '../errors.ts';
import { asString } from '../flatten.ts';
import type { GoalDescription as TreeGoal } from '../goal.ts';
import type { RawConstraintProblem } from './raw.ts';

/** What every goal may say beside its own. */
export interface Tie {
  /** Name of the link in whose frame the target is given; default: the world. */
  readonly targetLink?: string;
}

interface GoalBase extends Tie {
  /** Name of the link that is to get there. */
  readonly link: string;
  /** The tool on that link; default: the link's own frame. */
  readonly offset?: PoseDescription;
  /** 0 (off) or more; default 1. */
  readonly weight?: number;
  /** A whole number, 0 first; default 0. */
  readonly priority?: number;
}

/** The tool's origin is so far from a point. */
export interface DistanceGoal extends GoalBase {
  /** Its error is one number. */
  readonly type: 'distance';
  /** A point and metres: x y z d. */
  readonly target?: ArrayLike<number>;
  /** exact: so far; inside: at most; outside: at least. Default 'exact'. */
  readonly side?: 'exact' | 'inside' | 'outside';
}

/** An axis of the tool points at a point; the turn about it is free. */
export interface LookAtGoal extends GoalBase {
  /** The turn that is left. */
  readonly type: 'lookAt';
  /** The tool's axis; default +X. */
  readonly axis?: Vec3;
  /** Three metres. */
  readonly target?: ArrayLike<number>;
}

/** A turn of a joint has a value. */
export interface JointGoal extends Omit<GoalBase, 'offset' | 'targetLink'> {
  /** Of the joint that carries `link`. */
  readonly type: 'joint';
  /** Which of the joint's motions; default 0. */
  readonly motion?: number;
  /** Radians, one number. */
  readonly target?: ArrayLike<number>;
}

/** A slide of a joint has a value. */
export interface SlideGoal extends Omit<JointGoal, 'type'> {
  /** Of the joint that carries `link`; `target` is metres. */
  readonly type: 'slide';
}

/** What `problem.addGoal` takes. */
export type GoalDescription = (TreeGoal & Tie) | DistanceGoal | LookAtGoal | JointGoal | SlideGoal;

const sides = { exact: 0, inside: -1, outside: 1 } as const;

function sideOf(side: unknown): number {
  const found = (sides as Readonly<Record<string, number>>)[String(side)];
  if (found !== undefined) return found;
  throw new LimberError('badGoal', `goal.side is ${show(side)}; known: ${Object.keys(sides).join(', ')}`);
}

function motionOf(motion: unknown): number {
  if (Number.isInteger(motion) && (motion as number) >= 0) return motion as number;
  throw new LimberError('badGoal', `goal.motion is ${show(motion)}; give a whole number from 0`);
}

/** Keys that only some types have, and how each is handed over. */
const parts: Readonly<
  Record<string, { types?: readonly string[]; hand: (raw: RawConstraintProblem, value: unknown) => void }>
> = {
  targetLink: { hand: (raw, value) => raw.setTargetLink(asString(value, 'goal.targetLink')) },
  side: { types: ['distance'], hand: (raw, value) => raw.setSide(sideOf(value)) },
  motion: { types: ['joint', 'slide'], hand: (raw, value) => raw.setMotion(motionOf(value)) },
};

/** Hands over what goals of this core have beside those of `limber`, and returns the rest. */
export function handParts(description: GoalDescription, raw: RawConstraintProblem): TreeGoal {
  if (typeof description !== 'object' || description === null) return description;
  const rest: Record<string, unknown> = { ...description };
  for (const [key, { types, hand }] of Object.entries(parts)) {
    const value = rest[key];
    if (value === undefined || (types && !types.includes(description.type))) continue;
    delete rest[key];
    hand(raw, value);
  }
  return rest as unknown as TreeGoal;
}
