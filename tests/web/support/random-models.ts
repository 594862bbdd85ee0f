/** Random mechanisms with all joint types, as fast-check arbitraries, which print the seed of a failure. */
import fc from 'fast-check';
import {
  init,
  type Interval,
  type JointDescription,
  type JointType,
  type LinkDescription,
  type ModelDescription,
  type Quat,
  type Vec3,
} from 'limber';
import { core } from '../../../web/src/core/loader.ts';
import { fits } from '../../digest/draw.ts';

await init();
export const jointTypes = core().tables.jointTypes as JointType[];

/** Uniform numbers, unlike fast-check's doubles, which try values such as 5e-324. Those have their own tests. */
export const number = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: -1000, max: 1000 }).map((i) => min + ((i + 1000) / 2000) * (max - min));

export const vec3 = (most: number): fc.Arbitrary<Vec3> => {
  const one = number(-most, most);
  return fc.tuple(one, one, one);
};

const digit = fc.integer({ min: -9, max: 9 });

/** Any vector except zero and −Z, from which there is no least rotation from Z. */
const axis: fc.Arbitrary<Vec3> = fc
  .tuple(digit, digit, digit)
  .filter(([x, y, z]) => x !== 0 || y !== 0 || z > 0);

export const unitQuat: fc.Arbitrary<Quat> = fc
  .tuple(digit, digit, digit, digit)
  .filter((parts) => parts.some((each) => each !== 0))
  .map((parts) => {
    const length = Math.hypot(...parts);
    return parts.map((each) => each / length) as unknown as Quat;
  });

const interval: fc.Arbitrary<Interval> = fc.tuple(number(-3, 0), number(0, 3));

const parts = {
  axis,
  axis2: axis,
  pitch: number(-0.5, 0.5),
  limits: fc.array(fc.option(interval, { nil: null }), { minLength: 1, maxLength: 3 }),
  swing: fc.record({ x: interval, y: interval }),
  twist: interval,
};

/** A joint of any type with some of the parts that the core lets it have. */
const joint = fc
  .tuple(fc.constantFrom(...jointTypes), fc.record(parts, { requiredKeys: [] }))
  .map(([type, parts]) =>
    Object.entries(parts).reduce<JointDescription>(
      (made, part) => {
        const more = { ...made, ...Object.fromEntries([part]) };
        return fits([{ name: 'only', joint: more }]) ? more : made;
      },
      { type },
    ),
  );

/** A tree of up to seven links `link0`, `link1` …, parents first, each on any before it or on the world. */
export function randomModel(): fc.Arbitrary<ModelDescription> {
  const link = fc.record({ parent: fc.nat(), position: vec3(1), rotation: unitQuat, joint });
  return fc.array(link, { minLength: 1, maxLength: 7 }).map((links) => ({
    links: links.map(({ parent, position, rotation, joint }, i): LinkDescription => {
      // −1: the world.
      const at = (parent % (i + 1)) - 1;
      return { name: `link${i}`, parent: at < 0 ? null : `link${at}`, origin: { position, rotation }, joint };
    }),
  }));
}

/** Enough numbers for any q: radians, metres and quaternion components alike. */
export const coordinates: fc.Arbitrary<number[]> = fc.array(number(-3, 3), { minLength: 64, maxLength: 64 });
