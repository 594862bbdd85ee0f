import type { PoseDescription, Vec3 } from './description.ts';
import { LimberError, show } from './errors.ts';
import { asList, asNumber, asObject, asPose, asString, three } from './flatten.ts';
import type { RawProblem } from './raw.ts';
import type { MemoryView } from './view.ts';
import type { GoalType } from './words.ts';

/** Axes of a pose goal's target: slides along and turns about them. */
export const poseAxes = ['x', 'y', 'z', 'rx', 'ry', 'rz'] as const;
/** The name of one of `poseAxes`. */
export type PoseAxis = (typeof poseAxes)[number];

/** Virtual joints of a feature chain, in the core's order. */
export const chainJoints = ['transX', 'transY', 'transZ', 'rotX', 'rotY', 'rotZ'] as const;
/** A virtual joint of a feature chain. */
export type ChainJoint = (typeof chainJoints)[number];

interface GoalBase {
  /** Name of the link that is to get there. */
  readonly link: string;
  /** The tool on that link: its origin is what reaches, its axes are what turn. Default: the link's own frame. */
  readonly offset?: PoseDescription;
  /** 0 (off) or more; default 1. */
  readonly weight?: number;
  /** A whole number, 0 first; default 0. No goal disturbs one of a smaller number (dls, lm and itasc only). */
  readonly priority?: number;
  /** Name of the link in whose frame the target is given; default: the world. */
  readonly targetLink?: string;
  /** In the axes of `targetLink`; default: where the tool is now. */
  readonly target?: ArrayLike<number>;
  /** step: K of this goal, 1/s, 0 or more; default: the option `gain`. */
  readonly gain?: number;
}

/** `target`: three metres. */
export interface PositionGoal extends GoalBase {
  /** The tool's origin is to be at a point. */
  readonly type: 'position';
}

/** `target`: a quaternion x y z w. */
export interface OrientationGoal extends GoalBase {
  /** The tool is to turn as a quaternion says. */
  readonly type: 'orientation';
}

/** `target`: px py pz qx qy qz qw. */
export interface PoseGoal extends GoalBase {
  /** Both, of which axes may be left free. */
  readonly type: 'pose';
  /** Axes of the target along or about which the tool may be anywhere. */
  readonly free?: readonly PoseAxis[];
}

/** `target`: a direction of any length but zero. */
export interface DirectionGoal extends GoalBase {
  /** One axis of the tool is to point somewhere; the turn about it is free. */
  readonly type: 'direction';
  /** The tool's axis that is to point there; default +X. */
  readonly axis?: Vec3;
}

/** `target`: a point and metres, x y z d. */
export interface DistanceGoal extends GoalBase {
  /** The tool's origin is to be this far from a point. */
  readonly type: 'distance';
  /** exact: so far; inside: at most; outside: at least. Default 'exact'. */
  readonly side?: 'exact' | 'inside' | 'outside';
}

/** `target`: three metres. */
export interface LookAtGoal extends GoalBase {
  /** An axis of the tool is to point at a point; the turn about it is free. */
  readonly type: 'lookAt';
  /** The tool's axis; default +X. */
  readonly axis?: Vec3;
}

/** `target`: radians, one number. */
export interface JointGoal extends Omit<GoalBase, 'offset' | 'targetLink'> {
  /** A turn of the joint that carries `link` is to have a value. */
  readonly type: 'joint';
  /** Which of the joint's motions; default 0. */
  readonly motion?: number;
}

/** `target`: metres, one number. */
export interface SlideGoal extends Omit<JointGoal, 'type'> {
  /** A slide of the joint that carries `link` is to have a value. */
  readonly type: 'slide';
}

/** `target`: six values, metres and radians; those that are not wanted do not count. */
export interface ChainGoal extends GoalBase {
  /** iTaSC's own form: six virtual joints from the target's frame to the tool, some of whose values are wanted. */
  readonly type: 'chain';
  /** Six, from the target's frame on; default transX to rotZ. */
  readonly chain?: readonly ChainJoint[];
  /** Places in the chain, 0 to 5, of the values that are wanted; at most three slides and three turns. Default all. */
  readonly rows?: readonly number[];
}

/** What `problem.addGoal` takes. */
export type GoalDescription =
  | PositionGoal
  | OrientationGoal
  | PoseGoal
  | DirectionGoal
  | DistanceGoal
  | LookAtGoal
  | JointGoal
  | SlideGoal
  | ChainGoal;

const sides = { exact: 0, inside: -1, outside: 1 } as const;

function sideOf(side: unknown): number {
  if (typeof side === 'string' && Object.hasOwn(sides, side)) return sides[side as keyof typeof sides];
  throw new LimberError('badGoal', `goal.side is ${show(side)}; known: ${Object.keys(sides).join(', ')}`);
}

function wholeNumber(value: unknown, key: string): number {
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31)
    return value as number;
  throw new LimberError('badGoal', `${key} is ${show(value)}; give a whole number from 0 to ${2 ** 31 - 1}`);
}

function gainOf(gain: unknown): number {
  if (typeof gain === 'number' && gain >= 0 && Number.isFinite(gain)) return gain;
  throw new LimberError('badGoal', `goal.gain is ${show(gain)}; give 0 or more, 1/s`);
}

function handFree(raw: RawProblem, free: unknown): void {
  for (const axis of asList(free, 'goal.free')) {
    const index = poseAxes.findIndex((each) => each === axis);
    if (index < 0)
      throw new LimberError('badGoal', `free axis ${show(axis)} is unknown; known: ${poseAxes.join(', ')}`);
    raw.setFree(index);
  }
}

function handChain(raw: RawProblem, chain: unknown): void {
  const names = asList(chain, 'goal.chain');
  const places = names.map((name) => chainJoints.findIndex((each) => each === name));
  const unknown = names.find((_, i) => places[i]! < 0);
  if (unknown !== undefined || names.length !== 6) {
    const said = unknown === undefined ? `has ${names.length} joints` : `has ${show(unknown)}`;
    throw new LimberError('badGoal', `goal.chain ${said}; give six of ${chainJoints.join(', ')}`);
  }
  places.forEach((joint, place) => raw.setChain(place, joint));
}

function handRows(raw: RawProblem, rows: unknown): void {
  const list = asList(rows, 'goal.rows');
  const wrong = list.find((row) => !Number.isInteger(row) || (row as number) < 0 || (row as number) > 5);
  if (wrong !== undefined)
    throw new LimberError('badGoal', `goal.rows has ${show(wrong)}; give whole numbers from 0 to 5`);
  for (let row = 0; row < 6; ++row) raw.setRow(row, list.includes(row));
}

type Hand = (raw: RawProblem, value: unknown) => void;

/** What every goal may have, and how it is handed over. */
const shared: Readonly<Record<string, Hand>> = {
  offset: (raw, value) => raw.setOffset(...asPose(value, 'goal.offset')),
  priority: (raw, value) => raw.setPriority(wholeNumber(value, 'goal.priority')),
  targetLink: (raw, value) => raw.setTargetLink(asString(value, 'goal.targetLink')),
  gain: (raw, value) => raw.setGain(gainOf(value)),
};

/** What only some have. */
const axis: Hand = (raw, value) => raw.setAxis(...three(value, 'goal.axis'));
const motion: Hand = (raw, value) => raw.setMotion(wholeNumber(value, 'goal.motion'));
const own: Readonly<Record<GoalType, Readonly<Record<string, Hand>>>> = {
  position: {},
  orientation: {},
  pose: { free: handFree },
  direction: { axis },
  distance: { side: (raw, value) => raw.setSide(sideOf(value)) },
  lookAt: { axis },
  joint: { motion },
  slide: { motion },
  chain: { chain: handChain, rows: handRows },
};

/** Of what no core knows: its error is another than an unknown key. */
const all = Object.assign({}, ...Object.values(own)) as Readonly<Record<string, Hand>>;

/** What is left for the problem to do with a description. */
export interface CheckedGoal {
  readonly type: GoalType;
  readonly link: string;
  readonly weight: number;
  readonly target: unknown;
}

/**
 * Hands the core what a goal says about itself. Types are checked here, values in the core.
 *
 * @throws LimberError `badDescription` for a wrong type or an unknown key; `badGoal` for an unknown word.
 */
export function handGoal(description: GoalDescription, raw: RawProblem): CheckedGoal {
  const type: unknown = (description as { type?: unknown } | null | undefined)?.type;
  const known = typeof type === 'string' && Object.hasOwn(own, type) ? own[type as GoalType] : all;
  const keys = ['type', 'link', 'offset', 'weight', 'priority', 'target', 'targetLink', 'gain'];
  const goal = asObject(description, 'goal', [...keys, ...Object.keys(known)]);
  const checked = {
    type: asString(goal.type, 'goal.type') as GoalType,
    link: asString(goal.link, 'goal.link'),
    weight: asNumber(goal.weight ?? 1, 'goal.weight'),
    target: goal.target,
  };
  for (const [key, hand] of Object.entries({ ...shared, ...known }))
    if (goal[key] !== undefined) hand(raw, goal[key]);
  return checked;
}

/** One wish of a problem. Made by `problem.addGoal`. */
export class Goal {
  /** As described. */
  readonly type: GoalType;
  /** Name of the link that is to get there. */
  readonly link: string;
  readonly #raw: () => RawProblem;
  readonly #target: MemoryView;
  readonly #velocity: MemoryView;
  readonly #residuals: MemoryView;
  /** Place among the problem's goals; −1 once removed. @internal */
  index: number;

  /** @internal */
  constructor(
    { type, link }: CheckedGoal,
    index: number,
    raw: () => RawProblem,
    { target, velocity, residuals }: Readonly<Record<'target' | 'velocity' | 'residuals', MemoryView>>,
  ) {
    this.type = type;
    this.link = link;
    this.index = index;
    this.#raw = raw;
    this.#target = target;
    this.#velocity = velocity;
    this.#residuals = residuals;
  }

  #present(): RawProblem {
    const raw = this.#raw();
    if (this.index >= 0) return raw;
    throw new LimberError('disposed', `this ${this.type} goal is removed; add it again`);
  }

  /** The block to write the target into. Get it anew after anything was built; do not keep it. */
  get target(): Float64Array {
    this.#present();
    return this.#target.show();
  }

  /**
   * Six numbers, m/s and rad/s: how fast the target moves, in the frame that it is given in, where you know better than
   * the difference from where it was at the last step. NaN, as it is at first: from that difference.
   */
  get targetVelocity(): Float64Array {
    this.#present();
    return this.#velocity.show();
  }

  /** 0: off. */
  get weight(): number {
    return this.#present().weight(this.index);
  }

  /** @throws LimberError `badGoal` for anything but a number from 0 up. */
  set weight(weight: number) {
    const raw = this.#present();
    if (!(weight >= 0 && Number.isFinite(weight))) {
      throw new LimberError('badGoal', `the goal's weight is ${show(weight)}; give 0 or more`);
    }
    raw.setWeight(this.index, weight);
  }

  /** Metres left after the last solve or update. */
  get distance(): number {
    this.#present();
    return this.#residuals.get()[2 * this.index]!;
  }

  /** Radians left after the last solve or update. */
  get angle(): number {
    this.#present();
    return this.#residuals.get()[2 * this.index + 1]!;
  }
}
