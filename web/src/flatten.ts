/** Passes a description to the core. Types are checked here, values in the core. */
import type { ModelDescription, ShapeDescription, PoseDescription } from './description.ts';
import { checkSize, LimberError, show } from './errors.ts';
import { mostLetters, mostLinks, mostShapes } from './input-limits.ts';
import type { RawBuilder, RawLoopDraft, RawShapeDraft } from './raw.ts';

/** Place in a description, for messages. */
export type Path = string;
type Dictionary = Readonly<Record<string, unknown>>;

export function bad(path: Path, wanted: string, value: unknown): never {
  throw new LimberError('badDescription', `${path} must be ${wanted}, not ${show(value)}`);
}

/** `known`: allowed keys; default: any. */
export function asObject(value: unknown, path: Path, known?: readonly string[]): Dictionary {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) bad(path, 'an object', value);
  for (const key of Object.keys(value)) {
    if (!known || known.includes(key)) continue;
    throw new LimberError('badDescription', `${path}.${key} is unknown; known: ${known.join(', ')}`);
  }
  return value as Dictionary;
}

/** Like `asObject`, for data that is kept as a copy; a copy has only own keys. */
export function asPlain(value: unknown, path: Path, known: readonly string[]): Dictionary {
  const given = asObject(value, path, known);
  const own = Object.keys(given);
  const other = known.find((key) => !own.includes(key) && given[key] !== undefined);
  if (other === undefined) return given;
  throw new LimberError('badDescription', `${path}.${other} is inherited or hidden; give plain data`);
}

/** Half a surrogate pair would come back from the core as another name. */
const brokenText = /\p{Surrogate}/u;

export function asString(value: unknown, path: Path): string {
  if (typeof value !== 'string') bad(path, 'a string', value);
  checkSize(value.length, mostLetters, `characters in ${path}`);
  if (brokenText.test(value)) bad(path, 'whole characters', value);
  return value;
}

export function asNumber(value: unknown, path: Path): number {
  return typeof value === 'number' ? value : bad(path, 'a number', value);
}

/** A whole number from `least` to `most`. */
export function asWhole(value: unknown, least: number, most: number, path: Path): number {
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return Number(value);
  return bad(path, `a whole number from ${least} to ${most}`, value);
}

export function asList(value: unknown, path: Path): readonly unknown[] {
  return Array.isArray(value) ? value : bad(path, 'an array', value);
}

/** `count` numbers of an array or a typed array. */
export function asNumbers<const N extends number>(value: unknown, count: N, path: Path): number[] {
  const given = value as ArrayLike<unknown>;
  const isList = (Array.isArray(value) || ArrayBuffer.isView(value)) && given.length === count;
  const list = isList ? Array.from(given) : bad(path, `${count} numbers`, value);
  if (list.some((each) => typeof each !== 'number')) bad(path, `${count} numbers`, value);
  return list as number[];
}

export type Seven = [number, number, number, number, number, number, number];
export type Three = [number, number, number];
type Two = [number, number];

export const three = (value: unknown, path: Path): Three => asNumbers(value, 3, path) as Three;
const two = (value: unknown, path: Path): Two => asNumbers(value, 2, path) as Two;

const poseKeys = ['position', 'rotation'];

/** A `PoseDescription` as px py pz qx qy qz qw. */
export function asPose(value: unknown, path: Path): Seven {
  const pose = asObject(value, path, poseKeys);
  const position = pose.position === undefined ? [0, 0, 0] : asNumbers(pose.position, 3, `${path}.position`);
  const rotation =
    pose.rotation === undefined ? [0, 0, 0, 1] : asNumbers(pose.rotation, 4, `${path}.rotation`);
  return [...position, ...rotation] as Seven;
}

/** The inverse of `asPose`. */
export function poseFrom(numbers: ArrayLike<number>): PoseDescription {
  const [x, y, z, qx, qy, qz, qw] = Array.from(numbers) as Seven;
  return { position: [x, y, z], rotation: [qx, qy, qz, qw] };
}

/** Keys of a joint besides its type, and how each is passed on. */
const jointParts: Readonly<Record<string, (builder: RawBuilder, value: unknown, path: Path) => void>> = {
  name: (_, value, path) => void asString(value, path),
  axis: (builder, value, path) => builder.setAxis(...three(value, path)),
  axis2: (builder, value, path) => builder.setAxis2(...three(value, path)),
  pitch: (builder, value, path) => builder.setPitch(asNumber(value, path)),
  limits: addLimits,
  swing: (builder, value, path) => {
    const swing = asPlain(value, path, ['x', 'y']);
    builder.setSwing(...two(swing.x, `${path}.x`), ...two(swing.y, `${path}.y`));
  },
  twist: (builder, value, path) => builder.setTwist(...two(value, path)),
  mimic: (builder, value, path) => {
    const mimic = asPlain(value, path, ['link', 'multiplier', 'offset']);
    const multiplier = asNumber(mimic.multiplier ?? 1, `${path}.multiplier`);
    const offset = asNumber(mimic.offset ?? 0, `${path}.offset`);
    builder.setMimic(asString(mimic.link, `${path}.link`), multiplier, offset);
  },
};

/** One interval, or one per motion with null for a motion without limits. */
function addLimits(builder: RawBuilder, value: unknown, path: Path): void {
  if (!Array.isArray(value)) bad(path, '[min, max] or a list of them', value);
  const list: readonly unknown[] = value;
  // No joint has more motions.
  if (list.length > 6) bad(path, '[min, max] or a list of them', value);
  if (list.length === 2 && list.every((each) => typeof each === 'number')) {
    builder.addLimits(...two(list, path));
    return;
  }
  for (const [i, each] of list.entries()) {
    builder.addLimits(...(each === null ? ([-Infinity, Infinity] as Two) : two(each, `${path}[${i}]`)));
  }
}

function addJoint(builder: RawBuilder, joint: Dictionary, path: Path): void {
  for (const [key, hand] of Object.entries(jointParts)) {
    if (joint[key] !== undefined) hand(builder, joint[key], `${path}.${key}`);
  }
}

const ifGiven =
  (check: (value: unknown, path: Path) => unknown) =>
  (value: unknown, path: Path): void => {
    if (value !== undefined) check(value, path);
  };

type Checks = Readonly<Record<string, (value: unknown, path: Path) => unknown>>;

/** Keys of each shape type, one line per type. */
const shapes: Readonly<Record<ShapeDescription['type'], Checks>> = {
  box: { size: three },
  cylinder: { radius: asNumber, length: asNumber },
  sphere: { radius: asNumber },
  mesh: { file: asString, scale: ifGiven(three) },
};

const ofEveryShape: Checks = {
  type: asString,
  position: ifGiven(three),
  rotation: ifGiven((value, path) => asNumbers(value, 4, path)),
  color: ifGiven(asString),
};

/** Checked here because views rely on shapes; solvers ignore them. */
function checkShape(value: unknown, path: Path): void {
  const { type } = (value ?? {}) as { readonly type?: unknown };
  const own =
    typeof type === 'string' && Object.hasOwn(shapes, type) ? shapes[type as keyof typeof shapes] : null;
  const checks = { ...own, ...ofEveryShape };
  const shape = asPlain(value, path, own ? Object.keys(checks) : Object.keys(value ?? {}));
  if (!own)
    bad(
      `${path}.type`,
      Object.keys(shapes)
        .map((each) => `"${each}"`)
        .join(' or '),
      type,
    );
  for (const [key, check] of Object.entries(checks)) check(shape[key], `${path}.${key}`);
}

/** Passes on a collision shape. */
type AddShape = (shape: unknown, path: Path) => void;

function addLink(builder: RawBuilder, value: unknown, path: Path, addShape: AddShape): void {
  const link = asPlain(value, path, ['name', 'parent', 'origin', 'joint', 'shapes', 'collision']);
  const joint = asPlain(link.joint ?? { type: 'fixed' }, `${path}.joint`, [
    'type',
    ...Object.keys(jointParts),
  ]);
  builder.addLink(
    asString(link.name, `${path}.name`),
    asString(link.parent ?? '', `${path}.parent`),
    asString(joint.type, `${path}.joint.type`),
  );
  if (link.origin !== undefined) {
    const origin = asPlain(link.origin, `${path}.origin`, poseKeys);
    builder.setOrigin(...asPose(origin, `${path}.origin`));
  }
  addJoint(builder, joint, `${path}.joint`);
  const collision = asList(link.collision ?? [], `${path}.collision`);
  checkSize(collision.length, mostShapes, `shapes in ${path}.collision`);
  for (const [i, shape] of collision.entries()) addShape(shape, `${path}.collision[${i}]`);
  if (link.shapes === undefined) return;
  const shapes = asList(link.shapes, `${path}.shapes`);
  checkSize(shapes.length, mostShapes, `shapes in ${path}`);
  for (const [i, shape] of shapes.entries()) checkShape(shape, `${path}.shapes[${i}]`);
}

/** Builder for a description that is only checked. */
export const noBuilder = new Proxy({}, { get: () => () => {} }) as RawBuilder & RawShapeDraft & RawLoopDraft;

/**
 * Fills `builder`. @throws LimberError `badDescription` naming the place, the value and the expected type.
 */
export function flatten(description: ModelDescription, builder: RawBuilder, addShape: AddShape): void {
  const whole = asPlain(description, 'description', ['name', 'links', 'loops']);
  builder.setName(asString(whole.name ?? '', 'description.name'));
  const links = asList(whole.links, 'description.links');
  checkSize(links.length, mostLinks, 'links');
  for (const [i, link] of links.entries()) addLink(builder, link, `links[${i}]`, addShape);
}
