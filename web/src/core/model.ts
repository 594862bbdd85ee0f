import { AnyModel, type Motion, type Link } from './any-model.ts';
import { copy } from '../describe/copy.ts';
import type {
  Interval,
  LinkDescription,
  FromJSON,
  ModelDescription,
  Quat,
  Vec3,
} from '../describe/description.ts';
import { disposeSymbol, CoreHandle } from './disposable.ts';
import { packModel } from '../describe/fields.ts';
import { asObject, bad, parseJson } from '../describe/flatten.ts';
import { show } from '../describe/errors.ts';
import { send, core, throwRaw } from './loader.ts';
import type { RawModel, RawModule } from './raw.ts';

/** Options of `Model.from`. */
export interface ModelOptions {
  /**
   * Default true. False: every revolute and continuous joint becomes a ball without limits, which has three
   * degrees of freedom instead of one.
   */
  readonly hinges?: boolean;
}

/**
 * A mechanism: links, joints and limits. Checked once, then never changed (except by the `Character` that
 * owns it). May serve any number of problems.
 */
export class Model extends AnyModel {
  readonly #handle: CoreHandle<RawModel>;

  private constructor(raw: RawModel, description: ModelDescription) {
    const numbers = { nq: raw.nq(), nv: raw.nv(), reach: raw.reach(), size: raw.size() };
    const links = readLinks(raw, description);
    const own = Array.from({ length: raw.warnings() }, (_, i) => raw.warning(i));
    const warnings = [...own, ...warningsOf(description, links)];
    super({ name: raw.name(), ...numbers, links, warnings, loops: description.loops ?? [] });
    this.#handle = new CoreHandle(raw, 'model');
  }

  /**
   * Checks a description, which may be an imported JSON file, and builds the model.
   *
   * @throws LimberError `badDescription` for a wrong type; `emptyModel`, `tooLarge`, `duplicateName`,
   * `unknownParent`, `cycle`, `unknownJointType`, `zeroAxis`, `parallelAxes`, `notFinite`, `notUnit`,
   * `badLimits`, `badMimic`, `badRest` or `badLoop` for a wrong value, naming the link or loop, the value and the
   * remedy.
   */
  static from(given: ModelDescription | FromJSON<ModelDescription>, options: ModelOptions = {}): Model {
    const description = given as ModelDescription;
    const { hinges = true } = asObject(options, 'options', ['hinges']) as ModelOptions;
    if (typeof hinges !== 'boolean') bad('options.hinges', 'true or false', hinges);
    // An invalid description may be endless, so it is checked before it is copied; the caller's objects may
    // change later, or with getters between two readings, so the copy is what counts.
    packModel(description);
    const kept = copy(description);
    send(packModel(kept));
    const raw = core().module.buildModel(hinges) ?? throwRaw();
    return new Model(raw, kept);
  }

  /**
   * The same from a description as JSON, or as an unknown value, such as a parsed file.
   *
   * @throws LimberError `badDescription`, also for text that is not JSON; those of `from`.
   */
  static fromJSON(json: unknown, options?: ModelOptions): Model {
    return Model.from((typeof json === 'string' ? parseJson(json) : json) as ModelDescription, options);
  }

  /** @internal */
  get raw(): RawModel {
    return this.#handle.raw;
  }

  /** Frees the core's memory. Problems made from it still work. */
  dispose(): void {
    this.#handle.dispose();
  }

  /** For `using`: the same as `dispose`. */
  [disposeSymbol](): void {
    this.dispose();
  }
}

/** q is depth first, so it may surprise those who have listed their joints in another order. */
function warningsOf({ links: given }: ModelDescription, links: readonly Link[]): string[] {
  const moving = links.filter(({ nq }) => nq > 0).map(({ name }) => name);
  const names = new Set(moving);
  const described = given.map(({ name }) => name).filter((name) => names.has(name));
  const odd = moving.findIndex((name, i) => name !== described[i]);
  if (odd < 0) return [];
  const [own, other] = [moving[odd], described[odd]].map(show);
  return [`q is depth first: its joint ${odd + 1} is that of ${own}, not of ${other}; see problem.setJoints`];
}

function readLinks(raw: RawModel, description: ModelDescription): Link[] {
  const described = new Map(description.links.map((link) => [link.name, link]));
  return Array.from({ length: raw.linkCount() }, (_, index) => {
    const name = raw.linkName(index);
    return readLink(raw, index, described.get(name) ?? { name });
  });
}

/** As written by `motionNumbers` in cpp/bindings/model.h. */
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
