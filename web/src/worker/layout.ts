/**
 * The block of doubles that goes to the worker with a request and comes back with its answer: all that may change between
 * two solves. It is transferred, so nothing is copied or shared.
 */

export interface Sizes {
  readonly nq: number;
  readonly nv: number;
  readonly links: number;
}

/** Arrays that the page writes, and their lengths. */
const written = {
  q: ({ nq }: Sizes) => nq,
  jointWeights: ({ nv }: Sizes) => nv,
  rest: ({ nq }: Sizes) => nq,
  fitWeights: ({ links }: Sizes) => links,
  drivenVelocities: ({ nv }: Sizes) => nv,
};

/** Arrays that only the worker writes. */
const answered = {
  poses: ({ links }: Sizes) => 7 * links,
  activeLimits: ({ nv }: Sizes) => nv,
  misfits: ({ links }: Sizes) => 2 * links,
  velocities: ({ nv }: Sizes) => nv,
};

const arrays = { ...written, ...answered };
export type ArrayName = keyof typeof arrays;
export type Arrays = Readonly<Record<ArrayName, Float64Array>>;

export const arrayNames = Object.keys(arrays) as ArrayName[];
export const writtenNames = Object.keys(written) as (keyof typeof written)[];
/** q, too, goes both ways. */
export const answeredNames = ['q', ...Object.keys(answered)] as ArrayName[];

/** A goal's part of a block. */
export interface GoalPart {
  readonly target: Float64Array;
  readonly velocity: Float64Array;
  /** distance (metres), angle (radians), priority, offset, and the parameters one after another */
  readonly numbers: Float64Array;
}
/** Where each begins in `numbers`. */
export const [placeOfPriority, placeOfOffset, placeOfParameters] = [2, 3, 10];
const [targetRoom, velocityRoom, perGoal] = [7, 6, 37];

/** A loop's part of a block: closed (0 or 1), distance (metres), angle (radians). */
export type LoopPart = Float64Array;
const perLoop = 3;

/** The block's parts, as views of it. */
export interface Parts extends Arrays {
  readonly goals: readonly GoalPart[];
  readonly loops: readonly LoopPart[];
}

const roomOf = (sizes: Sizes): number => arrayNames.reduce((sum, name) => sum + arrays[name](sizes), 0);

/** A block for so many goals and loops, which are its first two numbers. Reuses `block` if it fits. */
export function blockFor(sizes: Sizes, goals: number, loops: number, block?: Float64Array): Float64Array {
  const length = 2 + roomOf(sizes) + perGoal * goals + perLoop * loops;
  const found = block?.length === length ? block : new Float64Array(length);
  found[0] = goals;
  found[1] = loops;
  return found;
}

export const lengthOf = (name: ArrayName, sizes: Sizes): number => arrays[name](sizes);

/** Whether it is one for these sizes, and for as many goals and loops as it says. */
export function isBlock(block: unknown, sizes: Sizes): block is Float64Array {
  if (!(block instanceof Float64Array) || block.length < 2) return false;
  const [goals, loops] = block as unknown as [number, number];
  const areCounts = [goals, loops].every((count) => Number.isInteger(count) && count >= 0);
  return areCounts && block.length === 2 + roomOf(sizes) + perGoal * goals + perLoop * loops;
}

/** @param targets numbers of each goal's target. Goals and loops that do not fit are left out. */
export function partsOf(block: Float64Array, sizes: Sizes, targets: readonly number[], loops: number): Parts {
  let end = 2;
  const next = (length: number): Float64Array => block.subarray(end, (end += length));
  const own = Object.fromEntries(arrayNames.map((name) => [name, next(arrays[name](sizes))])) as Arrays;
  const goalRoom = Array.from({ length: block[0]! }, () => next(perGoal));
  const loopRoom = Array.from({ length: block[1]! }, () => next(perLoop));
  const goals = goalRoom
    .slice(0, targets.length)
    .map((room, i) => ({
      target: room.subarray(0, targets[i]),
      velocity: room.subarray(targetRoom, targetRoom + velocityRoom),
      numbers: room.subarray(targetRoom + velocityRoom),
    }));
  return { ...own, goals, loops: loopRoom.slice(0, loops) };
}
