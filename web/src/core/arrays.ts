/** The arrays of a problem: views of the core's memory, and parts of the block that goes to a worker and back. */

import type { AnyModel } from './any-model.ts';

/** Counts of a model. */
export interface Sizes {
  readonly nq: number;
  readonly nv: number;
  readonly links: number;
}

export const sizesOf = ({ nq, nv, links }: Pick<AnyModel, keyof Sizes>): Sizes => ({
  nq,
  nv,
  links: links.length,
});

/** Arrays that users write, and their lengths. */
const written = {
  q: [1, 'nq'],
  jointWeights: [1, 'nv'],
  rest: [1, 'nq'],
  fitWeights: [1, 'links'],
  drivenVelocities: [1, 'nv'],
  motionBounds: [3, 'nv'],
} as const;

/** Arrays that only the core writes. */
const answered = {
  poses: [7, 'links'],
  activeLimits: [1, 'nv'],
  misfits: [2, 'links'],
  velocities: [1, 'nv'],
} as const;

const arrays = { ...written, ...answered };
export type ArrayName = keyof typeof arrays;
export type Arrays = Readonly<Record<ArrayName, Float64Array>>;

export const arrayNames = /* @__PURE__ */ Object.keys(arrays) as ArrayName[];
export const writtenNames = /* @__PURE__ */ Object.keys(written) as ArrayName[];
/** q also goes both ways. */
export const answeredNames = /* @__PURE__ */ arrayNames.filter((name) => name === 'q' || name in answered);

export const lengthOf = (name: ArrayName, sizes: Sizes): number => arrays[name][0] * sizes[arrays[name][1]];

/** An object with a value for each array. */
export const mapArrays = <T>(valueOf: (name: ArrayName) => T): Readonly<Record<ArrayName, T>> =>
  Object.fromEntries(arrayNames.map((name) => [name, valueOf(name)])) as Record<ArrayName, T>;
