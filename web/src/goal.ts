import { copy } from './copy.ts';
import type { PoseDescription, Vec3 } from './description.ts';
import { LimberError, show } from './errors.ts';
import { asObject, asPose, asString } from './flatten.ts';
import { core, throwRaw } from './loader.ts';
import { defineParameters, toNumbers, type Parameter } from './parameter.ts';
import type { RawProblem } from './raw.ts';
import type { MemoryView } from './view.ts';
import type { GoalType } from './words.ts';

/** Axes of a pose goal's target: translations along them and rotations about them. */
export const poseAxes = ['x', 'y', 'z', 'rx', 'ry', 'rz'] as const;
/** The name of one of `poseAxes`. */
export type PoseAxis = (typeof poseAxes)[number];

/** Virtual joints of a feature chain, in the core's order. */
export const chainJoints = ['transX', 'transY', 'transZ', 'rotX', 'rotY', 'rotZ'] as const;
/** A virtual joint of a feature chain. */
export type ChainJoint = (typeof chainJoints)[number];

interface GoalBase {
  /** Name of the link to move. */
  readonly link: string;
  /**
   * Tool frame on that link: its origin moves to the target, its axes turn. Default: the link's own frame.
   */
  readonly offset?: PoseDescription;
  /** 0 (off) or more; default 1. */
  readonly weight?: number;
  /**
   * A whole number, lowest first; default 0. A goal never disturbs goals with a lower number (dls, lm and
   * itasc only).
   */
  readonly priority?: number;
  /** Name of the link in whose frame the target is given; default: the world. */
  readonly targetLink?: string;
  /** Target in the frame of `targetLink`; default: the tool's current place. */
  readonly target?: ArrayLike<number>;
  /** step: gain K of this goal, 1/s, 0 to 1e6; default: the option `gain`. */
  readonly gain?: number;
}

/** `target`: three metres. */
export interface PositionGoal extends GoalBase {
  /** Moves the tool's origin to a point. */
  readonly type: 'position';
}

/** `target`: a quaternion x y z w. */
export interface OrientationGoal extends GoalBase {
  /** Turns the tool to an orientation. */
  readonly type: 'orientation';
}

/** `target`: px py pz qx qy qz qw. */
export interface PoseGoal extends GoalBase {
  /** Position and orientation; single axes may be left free. */
  readonly type: 'pose';
  /** Axes of the target along or about which the tool may be anywhere. */
  readonly free?: readonly PoseAxis[];
  /** Weight of the position, multiplied by the goal's own: 0 (off) to 1e6; default 1. */
  readonly positionWeight?: number;
  /** Weight of the orientation, multiplied by the goal's own: 0 (off) to 1e6; default 1. */
  readonly orientationWeight?: number;
}

/** `target`: a direction of any length but zero. */
export interface DirectionGoal extends GoalBase {
  /** Points an axis of the tool in a direction; the rotation about it is free. */
  readonly type: 'direction';
  /** The tool's axis; default +X. */
  readonly axis?: Vec3;
}

/** `target`: a point and metres, x y z d. */
export interface DistanceGoal extends GoalBase {
  /** Keeps the tool's origin at a distance from a point. */
  readonly type: 'distance';
  /** exact: at this distance; inside: at most; outside: at least. Default 'exact'. */
  readonly side?: 'exact' | 'inside' | 'outside';
}

/** `target`: three metres. */
export interface LookAtGoal extends GoalBase {
  /** Points an axis of the tool at a point; the rotation about it is free. */
  readonly type: 'lookAt';
  /** The tool's axis; default +X. */
  readonly axis?: Vec3;
}

/** `target`: radians, one number. */
export interface JointGoal extends Omit<GoalBase, 'offset' | 'targetLink'> {
  /** Gives a turn of the joint that carries `link` a value. */
  readonly type: 'joint';
  /** Index of the joint's motion; default 0. */
  readonly motion?: number;
}

/** `target`: metres, one number. */
export interface SlideGoal extends Omit<JointGoal, 'type'> {
  /** Gives a slide of the joint that carries `link` a value. */
  readonly type: 'slide';
}

/** `target`: six values, metres and radians; only those in `rows` count. */
export interface ChainGoal extends GoalBase {
  /** iTaSC's own form: values for some of six virtual joints from the target's frame to the tool. */
  readonly type: 'chain';
  /** Six virtual joints, starting at the target's frame; default transX to rotZ. */
  readonly chain?: readonly ChainJoint[];
  /**
   * Indices in the chain, 0 to 5, of the joints that get a value; at most three slides and three turns.
   * Default: all.
   */
  readonly rows?: readonly number[];
}

/** Argument of `problem.addGoal`. */
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

/** Keys of a description that are not parameters. */
const otherKeys = ['type', 'link', 'target', 'offset', 'priority', 'targetLink'];

/** A checked description. */
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
 * Passes a goal's description to the core.
 *
 * @throws LimberError `badDescription` for a wrong type or an unknown key; `badGoal` or `notFinite` for a
 * wrong value.
 */
export function handGoal(description: GoalDescription, raw: RawProblem): CheckedGoal {
  const type: unknown = (description as { type?: unknown } | null | undefined)?.type;
  // The core refuses an unknown type, whatever the other keys are.
  const parameters = core().tables.parameters.get(type as string);
  const keys = parameters?.map(({ name }) => name) ?? Object.keys(description ?? {});
  const goal = asObject(description, 'goal', [...otherKeys, ...keys]);
  const checked = {
    type: asString(goal.type, 'goal.type') as GoalType,
    link: asString(goal.link, 'goal.link'),
    weight: 1,
    target: goal.target,
    priority: asPriority(goal.priority ?? 0, 'goal.priority'),
    targetLink: goal.targetLink === undefined ? undefined : asString(goal.targetLink, 'goal.targetLink'),
    offset: {} as PoseDescription,
  };
  raw.setOffset(...asPose(goal.offset ?? {}, 'goal.offset'));
  checked.offset = copy((goal.offset ?? {}) as PoseDescription);
  raw.setPriority(checked.priority);
  if (checked.targetLink !== undefined) raw.setTargetLink(checked.targetLink);
  for (const parameter of parameters ?? []) {
    const { name, count } = parameter;
    if (goal[name] === undefined) continue;
    const numbers = toNumbers(parameter, goal[name], `goal.${name}`);
    if (name === 'weight') checked.weight = numbers[0]!;
    else if (name === 'gain') raw.setGain(numbers[0]!);
    else for (let place = 0; place < count; ++place) raw.setNumber(name, count, place, numbers[place]!);
  }
  return checked;
}

/** Properties common to goals of all types. */
export class AnyGoal<T extends GoalType = GoalType> {
  /** As described. */
  readonly type: T;
  /** 0: off. Writing throws LimberError `badGoal` for anything but a number from 0 up. */
  declare weight: number;
  /** step: gain K, 1/s; undefined: the option `gain`. */
  declare gain: number | undefined;
  /** Name of the link to move. */
  readonly link: string;
  /** Name of the link in whose frame the target is given; undefined: the world. */
  readonly targetLink: string | undefined;
  readonly #raw: () => RawProblem;
  readonly #target: MemoryView;
  readonly #velocity: MemoryView;
  readonly #residuals: MemoryView;
  /** Index among the problem's goals; −1 once removed. @internal */
  index: number;

  #offset: PoseDescription;
  #priority: number;
  /** Views of the parameters' numbers. */
  readonly #views: Float64Array[] = [];
  /** Parameters; those common to all types come first. @internal */
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
      read: (place) => this.numbers(place),
      write: (place, numbers) => this.writeNumbers(place, numbers),
    });
  }

  #present(): RawProblem {
    const raw = this.#raw();
    if (this.index >= 0) return raw;
    throw new LimberError('disposed', `this ${this.type} goal is removed; add it again`);
  }

  /** A view of the target: write into it. Read the property again after building anything; do not keep it. */
  get target(): Float64Array {
    this.#present();
    return this.#target.show();
  }

  /**
   * Target velocity in the frame of the target: six numbers, m/s and rad/s. NaN (the default): computed from
   * the target at the last step.
   */
  get targetVelocity(): Float64Array {
    this.#present();
    return this.#velocity.show();
  }

  /** Tool frame on its link. Writing throws LimberError `badDescription`, `notFinite` or `notUnit`. */
  get offset(): PoseDescription {
    this.#present();
    return this.#offset;
  }

  set offset(offset: PoseDescription) {
    const raw = this.#present();
    if (!raw.changeOffset(this.index, ...asPose(offset, `the ${this.type} goal's offset`))) throwRaw(raw);
    this.#offset = copy(offset);
  }

  /** 0 comes first. Writing throws LimberError `badGoal` for anything but a whole number from 0. */
  get priority(): number {
    this.#present();
    return this.#priority;
  }

  set priority(priority: number) {
    const raw = this.#present();
    this.#priority = asPriority(priority, `the ${this.type} goal's priority`);
    raw.changePriority(this.index, this.#priority);
  }

  /** Numbers of one parameter: a view, valid until anything is built. @internal */
  numbers(place: number): Float64Array {
    const address = this.#present().parameter(this.index, place);
    const { buffer } = core().module.HEAPF64;
    const last = this.#views[place];
    if (last?.buffer === buffer && last.byteOffset === address) return last;
    return (this.#views[place] = new Float64Array(buffer, address, this.parameters[place]!.count));
  }

  /** Allocates nothing if the values are valid. @internal */
  writeNumbers(place: number, numbers: ArrayLike<number>): void {
    const now = this.numbers(place);
    before.set(now);
    now.set(numbers);
    const raw = this.#present();
    if (raw.checkGoal(this.index)) return;
    now.set(before.subarray(0, now.length));
    throwRaw(raw);
  }

  /** Remaining error in metres after the last solve or update. */
  get distance(): number {
    this.#present();
    return this.#residuals.get()[2 * this.index]!;
  }

  /** Remaining error in radians after the last solve or update. */
  get angle(): number {
    this.#present();
    return this.#residuals.get()[2 * this.index + 1]!;
  }
}

/** Numbers of a parameter before a write; no parameter has more than six. */
const before = new Float64Array(6);

const pointTypes: ReadonlySet<GoalType> = new Set(['position', 'pose', 'distance', 'lookAt']);

/** True if a goal's target begins with a point in the world. */
export const hasPoint = ({ type, targetLink }: AnyGoal): boolean =>
  targetLink === undefined && pointTypes.has(type);

/** The parameters of one type of goal, readable and (except `motion`) writable. */
export type OwnOf<T extends GoalType> = Own<Extract<GoalDescription, { readonly type: T }>>;
type Own<D> = {
  -readonly [K in Exclude<keyof D, keyof GoalBase | 'type' | 'motion'>]-?: Exclude<D[K], undefined>;
} & { readonly [K in Extract<keyof D, 'motion'>]-?: number };

/** The goals of one type, or of several. */
export type GoalOf<T extends GoalType> = { [K in T]: AnyGoal<K> & OwnOf<K> }[T];

/** A goal of a problem, made by `problem.addGoal`. `goal.type` determines its parameters. */
export type Goal = GoalOf<GoalType>;
