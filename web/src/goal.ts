import { copy } from './copy.ts';
import type { PoseDescription, Vec3 } from './description.ts';
import { LimberError, show } from './errors.ts';
import { asObject, asPose, asString } from './flatten.ts';
import { core, throwRaw } from './loader.ts';
import { defineParameters, toNumbers, type Parameter } from './parameter.ts';
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
  /** step: K of this goal, 1/s, 0 to 1e6; default: the option `gain`. */
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
  /** What the position weighs, beside the goal's own weight: 0 (off) to 1e6; default 1. */
  readonly positionWeight?: number;
  /** What the orientation weighs, beside the goal's own weight: 0 (off) to 1e6; default 1. */
  readonly orientationWeight?: number;
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

/** Keys of a description that are no parameters. */
const otherKeys = ['type', 'link', 'target', 'offset', 'priority', 'targetLink'];

/** What is left for the problem to do with a description. */
export interface CheckedGoal {
  readonly type: GoalType;
  readonly link: string;
  readonly weight: number;
  readonly target: unknown;
  readonly offset: PoseDescription;
  readonly priority: number;
  readonly targetLink: string | undefined;
}

/** @throws LimberError `badGoal`. */
export function asPriority(value: unknown, path: string): number {
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31)
    return value as number;
  throw new LimberError('badGoal', `${path} is ${show(value)}; give a whole number from 0 to ${2 ** 31 - 1}`);
}

/**
 * Hands the core what a goal says about itself.
 *
 * @throws LimberError `badDescription` for a wrong type or an unknown key; `badGoal` or `notFinite` for a wrong value.
 */
export function handGoal(description: GoalDescription, raw: RawProblem): CheckedGoal {
  const type: unknown = (description as { type?: unknown } | null | undefined)?.type;
  // A type that the core does not know is for the core to refuse, whatever else is said.
  const parameters = core().tables.parameters.get(type as string);
  const keys = parameters?.map(({ name }) => name) ?? Object.keys(description ?? {});
  const goal = asObject(description, 'goal', [...otherKeys, ...keys]);
  const checked = {
    type: asString(goal.type, 'goal.type') as GoalType,
    link: asString(goal.link, 'goal.link'),
    weight: 1,
    target: goal.target,
    offset: copy(goal.offset ?? {}) as PoseDescription,
    priority: asPriority(goal.priority ?? 0, 'goal.priority'),
    targetLink: goal.targetLink === undefined ? undefined : asString(goal.targetLink, 'goal.targetLink'),
  };
  raw.setOffset(...asPose(checked.offset, 'goal.offset'));
  raw.setPriority(checked.priority);
  if (checked.targetLink !== undefined) raw.setTargetLink(checked.targetLink);
  for (const parameter of parameters ?? []) {
    const { name, count } = parameter;
    if (goal[name] === undefined) continue;
    const numbers = toNumbers(parameter, goal[name], `goal.${name}`);
    if (name === 'weight') checked.weight = numbers[0]!;
    else if (name === 'gain') raw.setGain(numbers[0]!);
    else numbers.forEach((number, place) => raw.setNumber(name, count, place, number));
  }
  return checked;
}

/** What the goals of all types have in common. */
export class AnyGoal<T extends GoalType = GoalType> {
  /** As described. */
  readonly type: T;
  /** 0: off. Writing throws LimberError `badGoal` for anything but a number from 0 up. */
  declare weight: number;
  /** step: K, 1/s; undefined: the option `gain`. */
  declare gain: number | undefined;
  /** Name of the link that is to get there. */
  readonly link: string;
  /** Name of the link in whose frame the target is given; undefined: the world. */
  readonly targetLink: string | undefined;
  readonly #raw: () => RawProblem;
  readonly #target: MemoryView;
  readonly #velocity: MemoryView;
  readonly #residuals: MemoryView;
  /** Place among the problem's goals; −1 once removed. @internal */
  index: number;

  #offset: PoseDescription;
  #priority: number;
  /** Those that all types have come first. @internal */
  readonly parameters: readonly Parameter[];

  /** @internal */
  constructor(
    { type, link, offset, priority, targetLink }: CheckedGoal,
    index: number,
    raw: () => RawProblem,
    { target, velocity, residuals }: Readonly<Record<'target' | 'velocity' | 'residuals', MemoryView>>,
  ) {
    this.type = type as T;
    this.link = link;
    this.targetLink = targetLink;
    this.#offset = offset;
    this.#priority = priority;
    this.index = index;
    this.#raw = raw;
    this.#target = target;
    this.#velocity = velocity;
    this.#residuals = residuals;
    this.parameters = core().tables.parameters.get(type)!;
    defineParameters(this, this.parameters, {
      read: (place) => this.readNumbers(place),
      write: (place, numbers) => this.writeNumbers(place, numbers),
    });
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

  /** The tool on its link. Writing throws LimberError `badDescription`, `notFinite` or `notUnit`. */
  get offset(): PoseDescription {
    this.#present();
    return this.#offset;
  }

  set offset(offset: PoseDescription) {
    const raw = this.#present();
    if (!raw.changeOffset(this.index, ...asPose(offset, `the ${this.type} goal's offset`))) throwRaw(raw);
    this.#offset = copy(offset);
  }

  /** 0 first. Writing throws LimberError `badGoal` for anything but a whole number from 0. */
  get priority(): number {
    this.#present();
    return this.#priority;
  }

  set priority(priority: number) {
    const raw = this.#present();
    this.#priority = asPriority(priority, `the ${this.type} goal's priority`);
    raw.changePriority(this.index, this.#priority);
  }

  #numbers(place: number): Float64Array {
    const address = this.#present().parameter(this.index, place);
    return new Float64Array(core().module.HEAPF64.buffer, address, this.parameters[place]!.count);
  }

  /** Of one parameter. @internal */
  readNumbers(place: number): number[] {
    return Array.from(this.#numbers(place));
  }

  /** @internal */
  writeNumbers(place: number, numbers: readonly number[]): void {
    const before = this.readNumbers(place);
    this.#numbers(place).set(numbers);
    const raw = this.#present();
    if (raw.checkGoal(this.index)) return;
    this.#numbers(place).set(before);
    throwRaw(raw);
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

const pointTypes: ReadonlySet<GoalType> = new Set(['position', 'pose', 'distance', 'lookAt']);

/** Whether a goal's target begins with a point in the world. */
export const hasPoint = ({ type, targetLink }: AnyGoal): boolean =>
  targetLink === undefined && pointTypes.has(type);

/** What the goals of one type have for themselves, to be read and, but for `motion`, to be written. */
export type OwnOf<T extends GoalType> = Own<Extract<GoalDescription, { readonly type: T }>>;
type Own<D> = {
  -readonly [K in Exclude<keyof D, keyof GoalBase | 'type' | 'motion'>]-?: Exclude<D[K], undefined>;
} & { readonly [K in Extract<keyof D, 'motion'>]-?: number };

/** The goals of one type, or of several. */
export type GoalOf<T extends GoalType> = { [K in T]: AnyGoal<K> & OwnOf<K> }[T];

/** One wish of a problem. Made by `problem.addGoal`; `goal.type` tells which parameters it has. */
export type Goal = GoalOf<GoalType>;
