import type { PoseDescription, Vec3 } from '../description.ts';
import { LimberError, show } from '../errors.ts';
import { asList, asObject, asString } from '../flatten.ts';
import { sharedKeys, type GoalDescription as TreeGoal } from '../goal.ts';
import type { RawConstraintProblem } from './raw.ts';

/** What every goal may say beside its own. */
export interface Tie {
  /** Name of the link in whose frame the target is given; default: the world. */
  readonly targetLink?: string;
  /** step: K of this goal, 1/s, 0 or more; default: the option `gain`. */
  readonly gain?: number;
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

/** A virtual joint of a feature chain. */
export type ChainJoint = (typeof chainJoints)[number];
/** In the core's order. */
export const chainJoints = ['transX', 'transY', 'transZ', 'rotX', 'rotY', 'rotZ'] as const;

/** iTaSC's own form: six virtual joints from the target's frame to the tool, some of whose values are wanted. */
export interface ChainGoal extends GoalBase {
  /** Values of virtual joints. */
  readonly type: 'chain';
  /** Six, from the target's frame on; default transX to rotZ. */
  readonly chain?: readonly ChainJoint[];
  /** Places in the chain, 0 to 5, of the values that are wanted; at most three slides and three turns. Default all. */
  readonly rows?: readonly number[];
  /** Six values: metres and radians; those that are not wanted do not count. */
  readonly target?: ArrayLike<number>;
}

/** What `problem.addGoal` takes. */
export type GoalDescription =
  (TreeGoal & Tie) | DistanceGoal | LookAtGoal | JointGoal | SlideGoal | ChainGoal;

const sides = { exact: 0, inside: -1, outside: 1 } as const;

function sideOf(side: unknown): number {
  if (typeof side === 'string' && Object.hasOwn(sides, side)) return sides[side as keyof typeof sides];
  throw new LimberError('badGoal', `goal.side is ${show(side)}; known: ${Object.keys(sides).join(', ')}`);
}

function motionOf(motion: unknown): number {
  if (Number.isInteger(motion) && (motion as number) >= 0 && (motion as number) < 2 ** 31)
    return motion as number;
  throw new LimberError('badGoal', `goal.motion is ${show(motion)}; give a whole number from 0`);
}

function gainOf(gain: unknown): number {
  if (typeof gain === 'number' && gain >= 0 && Number.isFinite(gain)) return gain;
  throw new LimberError('badGoal', `goal.gain is ${show(gain)}; give 0 or more, 1/s`);
}

function handChain(raw: RawConstraintProblem, chain: unknown): void {
  const names = asList(chain, 'goal.chain');
  const places = names.map((name) => chainJoints.findIndex((each) => each === name));
  const unknown = names.find((_, i) => places[i]! < 0);
  if (unknown !== undefined || names.length !== 6) {
    const said = unknown === undefined ? `has ${names.length} joints` : `has ${show(unknown)}`;
    throw new LimberError('badGoal', `goal.chain ${said}; give six of ${chainJoints.join(', ')}`);
  }
  places.forEach((joint, place) => raw.setChain(place, joint));
}

function handRows(raw: RawConstraintProblem, rows: unknown): void {
  const list = asList(rows, 'goal.rows');
  const wrong = list.find((row) => !Number.isInteger(row) || (row as number) < 0 || (row as number) > 5);
  if (wrong !== undefined)
    throw new LimberError('badGoal', `goal.rows has ${show(wrong)}; give whole numbers from 0 to 5`);
  for (let row = 0; row < 6; ++row) raw.setRow(row, list.includes(row));
}

/** Keys that only some types have, and how each is handed over. */
const parts: Readonly<
  Record<string, { types?: readonly string[]; hand: (raw: RawConstraintProblem, value: unknown) => void }>
> = {
  targetLink: { hand: (raw, value) => raw.setTargetLink(asString(value, 'goal.targetLink')) },
  side: { types: ['distance'], hand: (raw, value) => raw.setSide(sideOf(value)) },
  gain: { hand: (raw, value) => raw.setGain(gainOf(value)) },
  chain: { types: ['chain'], hand: handChain },
  rows: { types: ['chain'], hand: handRows },
  motion: { types: ['joint', 'slide'], hand: (raw, value) => raw.setMotion(motionOf(value)) },
};

/** Keys that the types of this core have beside those of every goal. */
const ownKeys: Readonly<Record<string, readonly string[]>> = {
  distance: ['side'],
  lookAt: ['axis'],
  joint: ['motion'],
  slide: ['motion'],
  chain: ['chain', 'rows'],
};

/** Hands over what goals of this core have beside those of `limber`, and returns the rest. */
export function handParts(description: GoalDescription, raw: RawConstraintProblem): TreeGoal {
  if (typeof description !== 'object' || description === null) return description;
  if (typeof description.type === 'string' && Object.hasOwn(ownKeys, description.type))
    asObject(description, 'goal', [...sharedKeys, 'targetLink', 'gain', ...ownKeys[description.type]!]);
  const rest: Record<string, unknown> = { ...description };
  for (const [key, { types, hand }] of Object.entries(parts)) {
    const value = rest[key];
    if (value === undefined || (types && !types.includes(description.type))) continue;
    delete rest[key];
    hand(raw, value);
  }
  return rest as unknown as TreeGoal;
}
