/**
 * The block of doubles that goes to the worker with a request and returns with its answer: everything that
 * may change between two solves. It is transferred, so nothing is copied or shared.
 */

import { arrayNames, lengthOf, mapArrays, type Arrays, type Sizes } from '../core/arrays.ts';
import { perGoal as residualsOfGoal } from '../core/goal.ts';
import { coreTables } from '../describe/core-tables.ts';
import { sizeOf } from '../describe/fields.ts';
import type { ObstacleDescription } from '../describe/description.ts';
import type { Parameter } from '../describe/tables.ts';

/** A goal's part of a block. */
export interface GoalPart {
  readonly target: Float64Array;
  readonly velocity: Float64Array;
  /** Residuals, priority, offset, and the parameters in sequence. */
  readonly numbers: Float64Array;
}
/** Index of each in `numbers`. */
export const [placeOfPriority, placeOfOffset, placeOfParameters] = [
  residualsOfGoal,
  residualsOfGoal + 1,
  residualsOfGoal + 8,
];
/** No target has more numbers than a pose. */
const [targetRoom, velocityRoom] = [7, 6];
const countOf = (own: readonly Parameter[]): number =>
  [...coreTables.shared, ...own].reduce((sum, { count }) => sum + count, 0);
const parameterRoom = /* @__PURE__ */ Math.max(...Object.values(coreTables.goals).map(countOf));
const perGoal = targetRoom + velocityRoom + placeOfParameters + parameterRoom;

/** A loop's part of a block: closed (0 or 1), distance (metres), angle (radians). */
export type LoopPart = Float64Array;
const perLoop = 3;

/** An obstacle's part of a block. */
export interface ObstaclePart {
  readonly pose: Float64Array;
  /** Room for the numbers of any shape. */
  readonly size: Float64Array;
}
const poseRoom = 7;
const shapeTypes = /* @__PURE__ */ Object.keys(coreTables.shapes) as ObstacleDescription['type'][];
const sizeRoom = /* @__PURE__ */ Math.max(...shapeTypes.map(sizeOf));
const perObstacle = poseRoom + sizeRoom;

/** Numbers of goals, loops and obstacles: the first numbers of a block. */
export type Counts = readonly [goals: number, loops: number, obstacles: number];
const perPart = [perGoal, perLoop, perObstacle];

/** The block's parts, as views of it. */
export interface BlockParts extends Arrays {
  readonly goals: readonly GoalPart[];
  readonly loops: readonly LoopPart[];
  readonly obstacles: readonly ObstaclePart[];
}

const roomOf = (sizes: Sizes, counts: readonly number[]): number =>
  perPart.length +
  arrayNames.reduce((sum, name) => sum + lengthOf(name, sizes), 0) +
  perPart.reduce((sum, each, i) => sum + each * counts[i]!, 0);

/** A block for these numbers of goals, loops and obstacles. Reuses `block` if it fits. */
export function blockFor(sizes: Sizes, counts: Counts, block?: Float64Array): Float64Array {
  const length = roomOf(sizes, counts);
  const found = block?.length === length ? block : new Float64Array(length);
  found.set(counts);
  return found;
}

/** True for a block of these sizes that has as many parts as it states. */
export function isBlock(block: unknown, sizes: Sizes): block is Float64Array {
  if (!(block instanceof Float64Array) || block.length < perPart.length) return false;
  const counts = [...block.subarray(0, perPart.length)];
  const areCounts = counts.every((count) => Number.isInteger(count) && count >= 0);
  return areCounts && block.length === roomOf(sizes, counts);
}

/** @param targets count of numbers per goal's target. Parts that do not fit are left out. */
export function partsOf(
  block: Float64Array,
  sizes: Sizes,
  targets: readonly number[],
  [, loops, obstacles]: Counts,
): BlockParts {
  let end = perPart.length;
  const next = (length: number): Float64Array => block.subarray(end, (end += length));
  const own = mapArrays((name) => next(lengthOf(name, sizes)));
  const [goalRoom, loopRoom, obstacleRoom] = perPart.map((room, part) =>
    Array.from({ length: block[part]! }, () => next(room)),
  ) as [Float64Array[], Float64Array[], Float64Array[]];
  const goals = goalRoom
    .slice(0, targets.length)
    .map((room, i) => ({
      target: room.subarray(0, targets[i]),
      velocity: room.subarray(targetRoom, targetRoom + velocityRoom),
      numbers: room.subarray(targetRoom + velocityRoom),
    }));
  const placed = obstacleRoom
    .slice(0, obstacles)
    .map((room) => ({ pose: room.subarray(0, poseRoom), size: room.subarray(poseRoom) }));
  return { ...own, goals, loops: loopRoom.slice(0, loops), obstacles: placed };
}
