import { copy } from './copy.ts';
import type {
  Interval,
  JointDescription,
  LinkDescription,
  ModelDescription,
  Quat,
  ShapeDescription,
  Vec3,
} from './description.ts';
import { disposeSymbol, CoreHandle } from './disposable.ts';
import { checkSize } from './errors.ts';
import { asList, asObject, bad, flatten, noBuilder, type Path } from './flatten.ts';
import { mostGoals } from './input-limits.ts';
import { core, throwRaw } from './loader.ts';
import { flattenLoop, withLoop, type LoopDescription } from './loop.ts';
import { flattenShape, withShape, type CollisionShape } from './obstacle.ts';
import type { RawBuilder, RawModel, RawModule } from './raw.ts';

/** Options of `Model.from`. */
export interface ModelOptions {
  /**
   * Default true. False: every revolute and continuous joint becomes a ball without limits, which has three degrees of
   * freedom instead of one.
   */
  readonly hinges?: boolean;
}

/** What joints are made of: a screw (one number) or a ball (a quaternion). */
export interface Motion {
  /** A ball; otherwise a screw, which turns, slides, or does both. */
  readonly isBall: boolean;
  /** It follows another joint: its value is `ratio` times the number at `qIndex`, plus `offset`. */
  readonly mimics: boolean;
  /** First number in q. */
  readonly qIndex: number;
  /** The same in the tangent (jointWeights, activeLimits). */
  readonly vIndex: number;
  /** Screw: unit axis of the turn in the joint's frame; zero for a plain slide. */
  readonly w: Vec3;
  /** Screw: metres a unit of the value, in the joint's frame; zero for a plain turn. */
  readonly v: Vec3;
  /** Screw: radians or metres; −Infinity and Infinity where there is none. */
  readonly limits: Interval;
  /** Default 1. */
  readonly ratio: number;
  /** Radians or metres; default 0. */
  readonly offset: number;
  /** Ball: the frame whose Z is the bone, in the joint's frame: a quaternion x y z w. */
  readonly jointFromBone: Quat;
  /** Ball: half axes of the ellipse that holds the swing, about the bone frame's X (radians). */
  readonly swingX: Interval;
  /** The same about its Y. */
  readonly swingY: Interval;
  /** Ball: the turn about the bone (radians). */
  readonly twist: Interval;
}

/** A link as the model holds it: depth first, parents before children. */
export interface Link {
  /** As described; unique in the model. */
  readonly name: string;
  /** Its place in `model.links` and, times seven, in `state.poses`. */
  readonly index: number;
  /** Index of the parent; −1: the world. */
  readonly parent: number;
  /** Frame of the joint in the parent link: metres, unit quaternion. */
  readonly origin: { readonly position: Vec3; readonly rotation: Quat };
  /** As described. */
  readonly joint: JointDescription;
  /** The joint's motions, in order. */
  readonly motions: readonly Motion[];
  /** As described; solvers never look at them. */
  readonly shapes: readonly ShapeDescription[];
  /** As described: what of it must not touch anything. */
  readonly collision: readonly CollisionShape[];
  /** Index of its first number in q; for a mimic joint, that of the joint it follows. */
  readonly qIndex: number;
  /** How many numbers of q are its own: 0 for a fixed or a mimic joint. */
  readonly nq: number;
  /** The same in the tangent (jointWeights, activeLimits). */
  readonly vIndex: number;
  /** Its own degrees of freedom. */
  readonly nv: number;
  /** Its limits leave the joint a single value. */
  readonly isLocked: boolean;
}

/**
 * A mechanism: links, joints and limits; checked once, then never changed (but by a `Character`, whose own it is). May
 * serve any number of problems.
 */
export class Model {
  readonly #handle: CoreHandle<RawModel>;
  /** As described; '' without. */
  readonly name: string;
  /** Numbers in q. */
  readonly nq: number;
  /** Numbers in a change of q: degrees of freedom. */
  readonly nv: number;
  /** Metres: the longest way from a moving joint to a tip, slides at their longest, but at most ten times `size`. */
  readonly reach: number;
  /** Metres: the same with slides at their shortest. Default tolerances are parts of it. */
  readonly size: number;
  /** Depth first: a parent comes before its children. */
  readonly links: readonly Link[];
  /** As described. */
  readonly loops: readonly LoopDescription[];

  private constructor(raw: RawModel, description: ModelDescription) {
    this.#handle = new CoreHandle(raw, 'model');
    this.name = raw.name();
    this.nq = raw.nq();
    this.nv = raw.nv();
    this.reach = raw.reach();
    this.size = raw.size();
    this.links = readLinks(raw, description);
    this.loops = description.loops ?? [];
  }

  /**
   * Checks `description` and builds the model.
   *
   * @throws LimberError `badDescription` for a wrong type; `emptyModel`, `tooLarge`, `duplicateName`, `unknownParent`,
   * `cycle`, `unknownJointType`, `zeroAxis`, `parallelAxes`, `notFinite`, `notUnit`, `badLimits`, `badMimic` or `badLoop`
   * for a wrong value, naming the link or loop, the value and the remedy.
   */
  static from(description: ModelDescription, options: ModelOptions = {}): Model {
    let kept = description;
    const raw = build(options, (builder) => {
      kept = keep(description);
      handOver(
        kept,
        builder,
        (shape, path) => withShape(shape, path, (draft) => builder.addShape(draft)),
        (loop, path) => withLoop(loop, path, (draft) => builder.addLoop(draft)),
      );
    });
    return new Model(raw, kept);
  }

  /** Index of the link of that name, or −1. */
  findLink(name: string): number {
    return this.links.findIndex((link) => link.name === name);
  }

  /** @internal */
  get raw(): RawModel {
    return this.#handle.raw;
  }

  /** Frees the core's memory. Problems that were made of it still work. */
  dispose(): void {
    this.#handle.dispose();
  }

  /** For `using`: the same as `dispose`. */
  [disposeSymbol](): void {
    this.dispose();
  }
}

/** Builds a model in the core. */
function build(options: ModelOptions, fill: (builder: RawBuilder) => void): RawModel {
  const { hinges = true } = asObject(options, 'options', ['hinges']) as ModelOptions;
  if (typeof hinges !== 'boolean') bad('options.hinges', 'true or false', hinges);
  const builder = new (core().module.Builder)();
  try {
    fill(builder);
    return builder.build(hinges) ?? throwRaw(builder);
  } finally {
    builder.delete();
  }
}

type HandOver = (part: unknown, path: Path) => void;

function handOver(
  description: ModelDescription,
  builder: RawBuilder,
  addShape: HandOver,
  addLoop: HandOver,
): void {
  flatten(description, builder, addShape);
  const loops = asList(description.loops ?? [], 'loops');
  checkSize(loops.length, mostGoals, 'loops');
  for (const [i, loop] of loops.entries()) addLoop(loop, `loops[${i}]`);
}

/**
 * A copy: the caller's objects may change later, and with getters from one reading to the next. They are checked before,
 * because what is no description may be endless, and after, when the copy goes to the core.
 */
function keep(description: ModelDescription): ModelDescription {
  handOver(
    description,
    noBuilder,
    (shape, path) => flattenShape(shape, noBuilder, path, []),
    (loop, path) => flattenLoop(loop, noBuilder, path),
  );
  return copy(description);
}

function readLinks(raw: RawModel, description: ModelDescription): Link[] {
  const described = new Map(description.links.map((link) => [link.name, link]));
  return Array.from({ length: raw.linkCount() }, (_, index) => {
    const name = raw.linkName(index);
    return readLink(raw, index, described.get(name) ?? { name });
  });
}

/** As `motionNumbers` of cpp/bindings/handles.h writes it. */
function readMotion(module: RawModule, address: number): Motion {
  const numbers = new Float64Array(module.HEAPF64.buffer, address, 26);
  let at = 0;
  const one = (): number => numbers[at++]!;
  const many = <T>(count: number): T => Array.from(numbers.subarray(at, (at += count))) as T;
  return {
    isBall: one() !== 0,
    mimics: one() !== 0,
    qIndex: one(),
    vIndex: one(),
    w: many<Vec3>(3),
    v: many<Vec3>(3),
    limits: many<Interval>(2),
    ratio: one(),
    offset: one(),
    jointFromBone: many<Quat>(4),
    swingX: many<Interval>(2),
    swingY: many<Interval>(2),
    twist: many<Interval>(2),
  };
}

function readLink(raw: RawModel, index: number, described: LinkDescription): Link {
  const { module } = core();
  const motions = Array.from({ length: raw.motionCount(index) }, (_, k) =>
    readMotion(module, raw.motion(index, k)),
  );
  const own = motions.filter((motion) => !motion.mimics);
  return {
    name: described.name,
    index,
    parent: raw.linkParent(index),
    origin: {
      position: described.origin?.position ?? [0, 0, 0],
      rotation: described.origin?.rotation ?? [0, 0, 0, 1],
    },
    joint: described.joint ?? { type: 'fixed' },
    motions,
    shapes: described.shapes ?? [],
    collision: described.collision ?? [],
    qIndex: motions[0]?.qIndex ?? 0,
    nq: own.reduce((sum, motion) => sum + (motion.isBall ? 4 : 1), 0),
    vIndex: motions[0]?.vIndex ?? 0,
    nv: own.reduce((sum, motion) => sum + (motion.isBall ? 3 : 1), 0),
    isLocked: own.length > 0 && own.every(({ isBall, limits: [min, max] }) => !isBall && min === max),
  };
}
