import { copy } from '../describe/copy.ts';
import type { NumbersLike, PoseAxis, PoseDescription, Vec3 } from '../describe/description.ts';
import { asPose, asPriority } from '../describe/flatten.ts';
import { defineParameters } from '../describe/parameter.ts';
import type { Parameter } from '../describe/tables.ts';
import { checkPresent, type Owner, type View } from './part.ts';
import type { GoalType } from '../describe/core-names.ts';

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
  readonly target?: NumbersLike;
  /** step: gain K of this goal, 1/s, 0 to 1e6; default: the option `gain`. */
  readonly gain?: number;
}

/**
 * Room: the least and the most that a number may be beyond its target at no cost, signed; metres or radians; null is an
 * open end. [0, 0], the default, is none.
 */
export type Room = readonly [least: number | null, most: number | null];

/** Room of an orientation: how far the tool may tilt and twist. */
interface TurnRoom {
  /**
   * Half angle of the cone in which the axis `about` of the tool may be, 0 to π; or two of an ellipse, about the next
   * two axes: x and y for z, y and z for x, z and x for y. Default 0.
   */
  readonly tilt?: number | readonly [number, number];
  /** Turn about that axis. Half a turn on both sides is free. */
  readonly twist?: Room;
  /** The tool's axis of `tilt` and `twist`; default 'z'. */
  readonly about?: 'x' | 'y' | 'z';
}

/** `target`: three metres. */
export interface PositionGoal extends GoalBase {
  /** Moves the tool's origin to a point. */
  readonly type: 'position';
  /** Room along axes of the target's frame. */
  readonly within?: Readonly<Partial<Record<'x' | 'y' | 'z', Room>>>;
}

/** `target`: a quaternion x y z w. */
export interface OrientationGoal extends GoalBase, TurnRoom {
  /** Turns the tool to an orientation. */
  readonly type: 'orientation';
}

/** `target`: px py pz qx qy qz qw. */
export interface PoseGoal extends GoalBase, TurnRoom {
  /** Position and orientation; single axes may be left free. */
  readonly type: 'pose';
  /** Room along the target's axes, and about one of them; for more turns there are `tilt` and `twist`. */
  readonly within?: Readonly<Partial<Record<PoseAxis, Room>>>;
  /** Axes of the target along or about which the tool may be anywhere: `within` of [null, null]. */
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
  /** Half angle of the cone in which it may point, 0 to π; default 0. */
  readonly tilt?: number;
}

/** `target`: a point and metres, x y z d. */
export interface DistanceGoal extends GoalBase {
  /** Keeps the tool's origin at a distance from a point. */
  readonly type: 'distance';
  /** Room of the distance. */
  readonly within?: Room;
  /**
   * exact: at this distance; inside: at most; outside: at least; for a `within` of [0, 0], [null, 0] and [0, null].
   * Undefined for any other.
   */
  readonly side?: 'exact' | 'inside' | 'outside';
}

/** `target`: three metres. */
export interface LookAtGoal extends GoalBase {
  /** Points an axis of the tool at a point; the rotation about it is free. */
  readonly type: 'lookAt';
  /** The tool's axis; default +X. */
  readonly axis?: Vec3;
  /** Half angle of the cone in which it may point, 0 to π; default 0. */
  readonly tilt?: number;
}

/** `target`: radians, one number. */
export interface JointGoal extends Omit<GoalBase, 'offset' | 'targetLink'> {
  /** Gives a turn of the joint that carries `link` a value. */
  readonly type: 'joint';
  /** Index of the joint's motion; default 0. */
  readonly motion?: number;
  /** Room of the value. */
  readonly within?: Room;
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
  /** Room of their values, by index in the chain. */
  readonly within?: Readonly<Partial<Record<0 | 1 | 2 | 3 | 4 | 5, Room>>>;
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

/** The numbers of a goal. @internal */
export interface GoalViews {
  readonly target: View;
  readonly velocity: View;
  /** By goal that shares this view: metres, radians, 1 if reached; by row, the side of its edge and how far inside. */
  readonly residuals: View;
  readonly parameters: readonly View[];
}

/** The rest of a goal. @internal */
export interface GoalFacts {
  readonly type: GoalType;
  readonly link: string;
  readonly targetLink: string | undefined;
  readonly offset: PoseDescription;
  readonly priority: number;
  /** Those common to all types come first. */
  readonly parameters: readonly Parameter[];
}

/**
 * Properties common to goals of all types. In a `WorkerProblem`, values written go to the worker with the next
 * request, and errors are those of the last answer.
 */
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
  /** Those common to all types come first. @internal */
  readonly parameters: readonly Parameter[];
  /** Index in `residuals`; −1 once removed. @internal */
  index: number;
  readonly #owner: Owner;
  readonly #views: GoalViews;
  #offset: PoseDescription;
  #priority: number;

  /** @internal */
  constructor(owner: Owner, facts: GoalFacts, index: number, views: GoalViews) {
    this.type = facts.type as T;
    this.link = facts.link;
    this.targetLink = facts.targetLink;
    this.parameters = facts.parameters;
    this.#offset = facts.offset;
    this.#priority = facts.priority;
    this.index = index;
    this.#owner = owner;
    this.#views = views;
    defineParameters(this, facts.parameters);
  }

  #present(): GoalViews {
    checkPresent(this.#owner, this, nameOf);
    return this.#views;
  }

  /** A view of the target: write into it. Read the property again after building anything; do not keep it. */
  get target(): Float64Array {
    return this.#present().target.show();
  }

  /**
   * Sets the target to the tool's current place, so that the goal is met. In a `WorkerProblem` the target
   * changes with the next answer.
   */
  toLink(): void {
    this.#present();
    this.#owner.toLink(this);
  }

  /**
   * Target velocity in the frame of the target: six numbers, m/s and rad/s. NaN (the default): computed from
   * the target at the last step.
   */
  get targetVelocity(): Float64Array {
    return this.#present().velocity.show();
  }

  /** Tool frame on its link. Writing throws LimberError `badDescription`, `notFinite` or `notUnit`. */
  get offset(): PoseDescription {
    this.#present();
    return this.#offset;
  }

  set offset(offset: PoseDescription) {
    this.#present();
    this.#owner.changeOffset(this, asPose(offset, `the ${this.type} goal's offset`));
    this.#offset = copy(offset);
  }

  /** 0 comes first. Writing throws LimberError `badGoal` for anything but a whole number from 0. */
  get priority(): number {
    this.#present();
    return this.#priority;
  }

  set priority(priority: number) {
    this.#present();
    this.#priority = asPriority(priority, `the ${this.type} goal's priority`);
    this.#owner.changePriority(this, this.#priority);
  }

  /** Numbers of one parameter: a view, valid until anything is built. @internal */
  numbers(place: number): Float64Array {
    return this.#present().parameters[place]!.get();
  }

  /** Allocates nothing if the values are valid. @internal */
  writeNumbers(place: number, numbers: ArrayLike<number>): void {
    const now = this.numbers(place);
    if (before.length < now.length) before = new Float64Array(now.length);
    before.set(now);
    now.set(numbers);
    try {
      this.#owner.checkGoal(this);
    } catch (error) {
      now.set(before.subarray(0, now.length));
      throw error;
    }
  }

  /** Its numbers among the residuals. @internal */
  get residuals(): Float64Array {
    return this.#present()
      .residuals.get()
      .subarray(perGoal * this.index, perGoal * (this.index + 1));
  }

  /**
   * The nearer edge of every number with room after the last solve or update, and how far inside of it the tool is;
   * negative outside. Free and exact numbers have none.
   */
  get edges(): readonly GoalEdge[] {
    const numbers = this.residuals;
    const edges: GoalEdge[] = [];
    for (let row = 0; row < mostRows; row += 1) {
      const side = sides[numbers[3 + 2 * row]!];
      if (side) edges.push({ name: nameOfRow(this, row), side, inside: numbers[4 + 2 * row]! });
    }
    return edges;
  }

  /** Remaining error in metres, how far outside its room, after the last solve or update. */
  get distance(): number {
    return this.#present().residuals.get()[perGoal * this.index]!;
  }

  /** Remaining error in radians, how far outside its room, after the last solve or update. */
  get angle(): number {
    return this.#present().residuals.get()[perGoal * this.index + 1]!;
  }

  /** Whether both errors are within the tolerances of the last solve; a goal of weight 0 always is. */
  get reached(): boolean {
    return this.#present().residuals.get()[perGoal * this.index + 2] === 1;
  }
}

const nameOf = ({ type }: AnyGoal): string => `this ${type} goal`;

const mostRows = 6;
/** Numbers of a goal among residuals. @internal */
export const perGoal = 3 + 2 * mostRows;

/** The nearer edge of a number that has room. */
export interface GoalEdge {
  /** An axis of `within`, a place in a chain, 'tilt', 'twist', or 'within' of a goal with one number. */
  readonly name: string;
  readonly side: 'least' | 'most';
  /** Metres or radians from the edge; negative outside. */
  readonly inside: number;
}
/** By the core's `Side`. */
const sides = [undefined, 'most', 'least'] as const;

function nameOfRow(goal: AnyGoal, row: number): string {
  const own = goal as AnyGoal & {
    readonly about?: 'x' | 'y' | 'z';
    readonly tilt?: unknown;
    readonly twist?: Room;
  };
  if (goal.type === 'direction' || goal.type === 'lookAt') return 'tilt';
  if (goal.type === 'chain') {
    const turns = (goal as AnyGoal & { readonly chain: readonly string[] }).chain;
    const rows = (goal as AnyGoal & { readonly rows: readonly number[] }).rows;
    const isTurn = row >= 3;
    return `${rows.filter((place) => turns[place]!.startsWith('rot') === isTurn)[row % 3]}`;
  }
  if (own.about === undefined) return goal.type === 'position' ? 'xyz'[row]! : 'within';
  if (goal.type === 'pose' && row < 3) return 'xyz'[row]!;
  const axis = 'xyz'[row % 3]!;
  const isTurned = own.tilt !== 0 || own.twist!.some((end) => end !== 0);
  return isTurned ? (axis === own.about ? 'twist' : 'tilt') : `r${axis}`;
}

/** Numbers of a parameter before a write. */
let before = new Float64Array(6);

/** Types whose target begins with a point. */
export const pointTypes: ReadonlySet<GoalType> = new Set(['position', 'pose', 'distance', 'lookAt']);

/** True if a goal's target begins with a point in the world. */
export const hasPoint = ({ type, targetLink }: AnyGoal): boolean =>
  targetLink === undefined && pointTypes.has(type);

/** The parameters of one type of goal, readable and (except `motion`) writable. */
export type OwnOf<T extends GoalType> = Own<Extract<GoalDescription, { readonly type: T }>>;
// By Pick, so that the fields keep the texts that editors show.
type Own<D> = Given<Pick<D, Exclude<keyof D, keyof GoalBase | 'type' | 'motion'>>> & {
  readonly [K in Extract<keyof D, 'motion'>]-?: number;
};
type Given<P> = { -readonly [K in keyof P]-?: Exclude<P[K], undefined> };

/** A goal for a point, as `addGoal` makes it. */
export interface LivePositionGoal extends AnyGoal<'position'>, OwnOf<'position'> {}
/** A goal for an orientation. */
export interface LiveOrientationGoal extends AnyGoal<'orientation'>, OwnOf<'orientation'> {}
/** A goal for a pose. */
export interface LivePoseGoal extends AnyGoal<'pose'>, OwnOf<'pose'> {}
/** A goal for a direction. */
export interface LiveDirectionGoal extends AnyGoal<'direction'>, OwnOf<'direction'> {}
/** A goal for a distance. */
export interface LiveDistanceGoal extends AnyGoal<'distance'>, Omit<OwnOf<'distance'>, 'side'> {
  /** A short word for `within`: undefined for another one. */
  get side(): DistanceGoal['side'];
  set side(side: NonNullable<DistanceGoal['side']>);
}
/** A goal for a gaze. */
export interface LiveLookAtGoal extends AnyGoal<'lookAt'>, OwnOf<'lookAt'> {}
/** A goal for the turn of a joint. */
export interface LiveJointGoal extends AnyGoal<'joint'>, OwnOf<'joint'> {}
/** A goal for the slide of a joint. */
export interface LiveSlideGoal extends AnyGoal<'slide'>, OwnOf<'slide'> {}
/** A goal for virtual joints. */
export interface LiveChainGoal extends AnyGoal<'chain'>, OwnOf<'chain'> {}

/** By type. With names of their own, editors show those. */
interface LiveGoals {
  position: LivePositionGoal;
  orientation: LiveOrientationGoal;
  pose: LivePoseGoal;
  direction: LiveDirectionGoal;
  distance: LiveDistanceGoal;
  lookAt: LiveLookAtGoal;
  joint: LiveJointGoal;
  slide: LiveSlideGoal;
  chain: LiveChainGoal;
}

/** The goals of one type, or of several. */
export type GoalOf<T extends GoalType> = LiveGoals[T];

/** A goal of a problem, made by `problem.addGoal`. `goal.type` determines its parameters. */
export type Goal = GoalOf<GoalType>;
