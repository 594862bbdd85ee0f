/** Reads a <joint> of a URDF. */
import type {
  Interval,
  JointDescription,
  JointType,
  PoseDescription,
  Vec3,
} from '../../describe/description.ts';
import { show } from '../../describe/errors.ts';
import { quaternionOf } from './rotation.ts';
import { numberIn, type Element, type XmlSource } from './xml.ts';

export interface UrdfJoint {
  readonly element: Element;
  readonly name: string;
  readonly parent: string;
  readonly child: string;
  readonly origin: PoseDescription | undefined;
  /** The joint without `mimic`, which needs all joints. */
  readonly joint: JointDescription;
  readonly mimic: { readonly element: Element; readonly joint: string } | undefined;
}

interface Type {
  readonly type: JointType;
  readonly hasAxis?: true;
  readonly needsLimits?: true;
}

/** Joint types, one line per type. */
const types: Readonly<Record<string, Type>> = {
  fixed: { type: 'fixed' },
  revolute: { type: 'revolute', hasAxis: true, needsLimits: true },
  continuous: { type: 'continuous', hasAxis: true },
  prismatic: { type: 'prismatic', hasAxis: true, needsLimits: true },
  planar: { type: 'planar', hasAxis: true },
  floating: { type: 'free' },
};

/** A bound at least this large means "no limit": URDF has no other way to give a slide no end. */
export const boundless = 1e9;
/**
 * A range wider than this (radians, metres) is kept, but with a warning: it is probably a wrong unit or sign.
 */
const hugeRange = 1000;

const zero: Vec3 = [0, 0, 0];
const isZero = (v: Vec3): boolean => v.every((each) => each === 0);

/** An angle of an origin beyond this is more than a turn: nobody writes that in radians. */
const mostAngle = 2 * Math.PI + 0.01;

/** Reads the `<origin>` in an element; undefined if missing or the identity. */
export function readOrigin(source: XmlSource, element: Element): PoseDescription | undefined {
  const origin = source.child(element, 'origin');
  const position = source.numbers(origin, 'xyz', zero);
  const rpy = source.numbers(origin, 'rpy', zero);
  if (rpy.some((angle) => Math.abs(angle) > mostAngle))
    source.warn(origin!, `rpy is ${rpy.join(' ')}; if these are degrees, give radians`);
  if (isZero(rpy)) return isZero(position) ? undefined : { position };
  return { position, rotation: quaternionOf(rpy) };
}

function readAxis(source: XmlSource, element: Element, { hasAxis }: Type): Vec3 {
  const axis = source.child(element, 'axis');
  const xyz = source.numbers(axis, 'xyz', [1, 0, 0]);
  if (hasAxis && isZero(xyz)) source.fail(axis!, 'xyz is zero; give a direction, as in xyz="0 0 1"');
  return xyz;
}

/** True for more than two turns to one side, or more than one and a half in whole numbers. */
function lookLikeDegrees(limits: Interval): boolean {
  const turns = Math.max(...limits.filter(Number.isFinite).map(Math.abs)) / (2 * Math.PI);
  return turns > (limits.every(Number.isInteger) ? 1.5 : 2);
}

/** A bound of a `<limit>`; infinities, which URDF lacks, are read with a warning. */
function readBound(source: XmlSource, limit: Element, name: 'lower' | 'upper', remedy: string): number {
  const text = limit.attributes[name]?.trim() ?? '';
  if (!/^[+-]?inf(inity)?$/i.test(text)) return source.number(limit, name, 0);
  source.warn(limit, `${name} is ${show(text)}, which few programs read; for no limit, ${remedy}`);
  return text.startsWith('-') ? -Infinity : Infinity;
}

function readLimits(source: XmlSource, element: Element): Interval {
  const { type } = element.attributes;
  const orContinuous = type === 'revolute' ? ', or make it continuous' : '';
  const limit = source.child(element, 'limit');
  if (!limit) {
    source.fail(
      element,
      `a ${type} joint needs limits; add <limit lower= upper= effort= velocity=/>${orContinuous}`,
    );
  }
  const unlimited = type === 'revolute' ? 'make it continuous' : `give bounds of ${boundless} or more`;
  const lower = readBound(source, limit, 'lower', unlimited);
  const upper = readBound(source, limit, 'upper', unlimited);
  if (lower > upper) source.fail(limit, `lower is ${lower}, above upper, ${upper}; swap them`);
  const missing = ['lower', 'upper'].filter((name) => limit.attributes[name] === undefined);
  if (lower === upper) {
    const why =
      missing.length > 0
        ? `without ${missing.join(' and ')}, which then count as 0, the joint cannot move`
        : `lower and upper are both ${lower}, so the joint cannot move`;
    source.warn(limit, `${why}; give its range${orContinuous}`);
  }
  const limits: Interval = [lower <= -boundless ? -Infinity : lower, upper >= boundless ? Infinity : upper];
  const range = limits[1] - limits[0];
  if (range > hugeRange && range < Infinity) {
    const unit = type === 'revolute' ? 'rad' : 'm';
    source.warn(limit, `the range of ${range} ${unit} is huge; if there is no limit, ${unlimited}`);
  } else if (type === 'revolute' && lookLikeDegrees(limits)) {
    source.warn(limit, `${lower} to ${upper} rad is several turns; if these are degrees, give radians`);
  }
  return limits;
}

/** Warns if a joint type that has no limits in URDF is given some. */
function noteLimits(source: XmlSource, element: Element): void {
  const limit = source.child(element, 'limit');
  const [lower = NaN, upper = NaN] = ['lower', 'upper'].map((name) =>
    numberIn(limit?.attributes[name] ?? ''),
  );
  if (!(lower < upper)) return;
  const { type } = element.attributes;
  const remedy = type === 'continuous' ? '; make it revolute if they are meant' : '';
  source.warn(limit!, `lower and upper are ignored, because a ${type} joint has no limits${remedy}`);
}

/** None where it is missing or 0, as most programs write one that they do not know. */
function readMaxVelocity(source: XmlSource, element: Element): { readonly maxVelocity?: number } {
  const velocity = numberIn(source.child(element, 'limit')?.attributes['velocity'] ?? '');
  return velocity > 0 && velocity < Infinity ? { maxVelocity: velocity } : {};
}

function readMimic(source: XmlSource, element: Element, { type }: Type): UrdfJoint['mimic'] {
  const mimic = source.child(element, 'mimic');
  if (!mimic) return undefined;
  if (type !== 'fixed') return { element: mimic, joint: source.attribute(mimic, 'joint') };
  source.warn(mimic, 'it is ignored, because a fixed joint does not move');
  return undefined;
}

function linkOf(source: XmlSource, element: Element, end: 'parent' | 'child'): string {
  const tag = source.child(element, end);
  if (!tag) source.fail(element, `it has no ${end}; add <${end} link="…"/>`);
  return source.attribute(tag, 'link');
}

/** @throws LimberError `badUrdf`. */
export function readJoint(source: XmlSource, element: Element): UrdfJoint {
  const name = source.attribute(element, 'name');
  const word = source.attribute(element, 'type');
  const type = Object.hasOwn(types, word) ? types[word]! : undefined;
  if (!type) source.fail(element, `type is ${show(word)}; known: ${Object.keys(types).join(', ')}`);
  const axis = readAxis(source, element, type);
  if (!type.needsLimits && type.type !== 'fixed') noteLimits(source, element);
  return {
    element,
    name,
    parent: linkOf(source, element, 'parent'),
    child: linkOf(source, element, 'child'),
    origin: readOrigin(source, element),
    joint: {
      type: type.type,
      name,
      ...(type.hasAxis ? { axis } : {}),
      ...(type.needsLimits ? { limits: readLimits(source, element) } : {}),
      ...(type.hasAxis && type.type !== 'planar' ? readMaxVelocity(source, element) : {}),
    },
    mimic: readMimic(source, element, type),
  };
}
