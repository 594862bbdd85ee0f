/** One <joint> of a URDF. */
import type { Interval, JointDescription, JointType, PoseDescription, Vec3 } from '../description.ts';
import { show } from '../errors.ts';
import { quaternionOf } from './rotation.ts';
import type { Element, Source } from './xml.ts';

export interface Joint {
  readonly element: Element;
  readonly name: string;
  readonly parent: string;
  readonly child: string;
  readonly origin: PoseDescription | undefined;
  /** Without its mimic, which needs all joints. */
  readonly joint: JointDescription;
  readonly mimic: { readonly element: Element; readonly joint: string } | undefined;
}

interface Type {
  readonly type: JointType;
  readonly hasAxis?: true;
  readonly needsLimits?: true;
}

/** A joint type is one line. */
const types: Readonly<Record<string, Type>> = {
  fixed: { type: 'fixed' },
  revolute: { type: 'revolute', hasAxis: true, needsLimits: true },
  continuous: { type: 'continuous', hasAxis: true },
  prismatic: { type: 'prismatic', hasAxis: true, needsLimits: true },
  planar: { type: 'planar', hasAxis: true },
  floating: { type: 'free' },
};

/** A bound as large as this is none: URDF has no other way to say that a slide has no end. */
export const boundless = 1e9;

const zero: Vec3 = [0, 0, 0];
const isZero = (v: Vec3): boolean => v.every((each) => each === 0);

function readOrigin(source: Source, element: Element): PoseDescription | undefined {
  const origin = source.child(element, 'origin');
  const position = source.numbers(origin, 'xyz', zero);
  const rpy = source.numbers(origin, 'rpy', zero);
  if (isZero(rpy)) return isZero(position) ? undefined : { position };
  return { position, rotation: quaternionOf(rpy) };
}

function readAxis(source: Source, element: Element, { hasAxis }: Type): Vec3 {
  const axis = source.child(element, 'axis');
  const xyz = source.numbers(axis, 'xyz', [1, 0, 0]);
  if (hasAxis && isZero(xyz)) source.fail(axis!, 'xyz is zero; give a direction, as in xyz="0 0 1"');
  return xyz;
}

function readLimits(source: Source, element: Element): Interval {
  const limit = source.child(element, 'limit');
  if (!limit) {
    const type = element.attributes.type;
    source.fail(
      element,
      `a ${type} joint needs limits; add <limit lower= upper= effort= velocity=/>` +
        (type === 'revolute' ? ', or make it continuous' : ''),
    );
  }
  const lower = source.number(limit, 'lower', 0);
  const upper = source.number(limit, 'upper', 0);
  if (lower > upper) source.fail(limit, `lower is ${lower}, above upper, ${upper}; swap them`);
  return [lower <= -boundless ? -Infinity : lower, upper >= boundless ? Infinity : upper];
}

function readMimic(source: Source, element: Element): Joint['mimic'] {
  const mimic = source.child(element, 'mimic');
  return mimic && { element: mimic, joint: source.attribute(mimic, 'joint') };
}

function linkOf(source: Source, element: Element, end: 'parent' | 'child'): string {
  const tag = source.child(element, end);
  if (!tag) source.fail(element, `it has no ${end}; add <${end} link="…"/>`);
  return source.attribute(tag, 'link');
}

/** @throws LimberError `badUrdf`. */
export function readJoint(source: Source, element: Element): Joint {
  const name = source.attribute(element, 'name');
  const word = source.attribute(element, 'type');
  const type = Object.hasOwn(types, word) ? types[word]! : undefined;
  if (!type) source.fail(element, `type is ${show(word)}; known: ${Object.keys(types).join(', ')}`);
  const axis = readAxis(source, element, type);
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
    },
    mimic: readMimic(source, element),
  };
}
