import type { PoseDescription, Vec3 } from './description.ts';
import { LimberError, show } from './errors.ts';
import { asList, asNumber, asObject, asPose, asString, three, type Seven, type Three } from './flatten.ts';
import type { RawProblem } from './raw.ts';
import type { View } from './view.ts';

/** Axes of a pose goal's target: slides along and turns about them. */
export const poseAxes = ['x', 'y', 'z', 'rx', 'ry', 'rz'] as const;
/** The name of one of `poseAxes`. */
export type PoseAxis = (typeof poseAxes)[number];

interface GoalBase {
  /** Name of the link that is to get there. */
  readonly link: string;
  /** The tool on that link: its origin is what reaches, its axes are what turn. Default: the link's own frame. */
  readonly offset?: PoseDescription;
  /** 0 (off) or more; default 1. */
  readonly weight?: number;
  /** A whole number, 0 first; default 0. No goal disturbs one of a smaller number (dls and lm only). */
  readonly priority?: number;
  /** In world axes; default: where the tool is now. */
  readonly target?: ArrayLike<number>;
}

/** `target`: three metres. */
export interface PositionGoal extends GoalBase {
  /** The tool's origin is to be at a point. */
  readonly type: 'position';
}

/** `target`: a quaternion x y z w. */
export interface OrientationGoal extends GoalBase {
  /** The tool is to stand as a quaternion says. */
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

/** What `problem.addGoal` takes. */
export type GoalDescription = PositionGoal | OrientationGoal | PoseGoal | DirectionGoal;
/** Names of the types of goals. */
export type GoalType = GoalDescription['type'];

/** A description whose types are checked; what the values mean is for the core to judge. */
export interface CheckedGoal {
  readonly type: GoalType;
  readonly link: string;
  readonly offset: Seven | undefined;
  readonly axis: Three | undefined;
  /** Places in `poseAxes`. */
  readonly free: readonly number[];
  readonly weight: number;
  readonly priority: number;
  readonly target: unknown;
}

/** Keys that every goal may have. */
export const sharedKeys = ['type', 'link', 'offset', 'weight', 'priority', 'target'];

/** Keys that only some types have; an unknown type may have them all, for its error is another. */
const ownKeys: Readonly<Record<GoalType, readonly string[]>> = {
  position: [],
  orientation: [],
  pose: ['free'],
  direction: ['axis'],
};

/** @throws LimberError `badDescription` for a wrong type or an unknown key; `badGoal` for an unknown free axis. */
export function checkGoal(description: GoalDescription): CheckedGoal {
  const type: unknown = (description as { type?: unknown } | null | undefined)?.type;
  const own = Object.entries(ownKeys).find(([name]) => name === type)?.[1] ?? ['axis', 'free'];
  const goal = asObject(description, 'goal', [...sharedKeys, ...own]);
  return {
    type: asString(goal.type, 'goal.type') as GoalType,
    link: asString(goal.link, 'goal.link'),
    offset: goal.offset === undefined ? undefined : asPose(goal.offset, 'goal.offset'),
    axis: goal.axis === undefined ? undefined : three(goal.axis, 'goal.axis'),
    free: asList(goal.free ?? [], 'goal.free').map(poseAxisIndex),
    weight: asNumber(goal.weight ?? 1, 'goal.weight'),
    priority: asPriority(goal.priority ?? 0),
    target: goal.target,
  };
}

function asPriority(value: unknown): number {
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31)
    return value as number;
  throw new LimberError(
    'badGoal',
    `goal.priority is ${show(value)}; give a whole number from 0 to ${2 ** 31 - 1}`,
  );
}

function poseAxisIndex(axis: unknown): number {
  const index = poseAxes.findIndex((each) => each === axis);
  if (index >= 0) return index;
  throw new LimberError('badGoal', `free axis ${show(axis)} is unknown; known: ${poseAxes.join(', ')}`);
}

/** One wish of a problem. Made by `problem.addGoal`. */
export class Goal {
  /** As described. */
  readonly type: GoalType;
  /** Name of the link that is to get there. */
  readonly link: string;
  readonly #raw: () => RawProblem;
  readonly #target: View;
  readonly #residuals: View;
  /** Place among the problem's goals; −1 once removed. @internal */
  index: number;

  /** @internal */
  constructor(
    { type, link }: CheckedGoal,
    index: number,
    raw: () => RawProblem,
    target: View,
    residuals: View,
  ) {
    this.type = type;
    this.link = link;
    this.index = index;
    this.#raw = raw;
    this.#target = target;
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
    return this.#target.get();
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
