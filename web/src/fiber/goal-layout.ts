import { type Object3D, Vector3 } from 'three';
import { type Turn, turns } from '../bench/goal-parts.ts';
import { type GoalDescription, pointTypes } from '../goal.ts';

/** Parts of a target that a handle shows and moves. */
export interface GoalLayout {
  /** True if the target begins with a point. */
  readonly point: boolean;
  readonly turn: Turn | null;
}

/** Targets on other links have no handle. */
export function layoutOf(goal: GoalDescription): GoalLayout {
  const { type } = goal;
  if ('targetLink' in goal && goal.targetLink !== undefined) return { point: false, turn: null };
  return { point: pointTypes.has(type), turn: turns[type] ?? null };
}

/** Arrows are along their own +Y. */
const along = new Vector3(0, 1, 0);
const direction = new Vector3();

/** Moves a handle to its goal's target; without a point to `pose`, that of the goal's link. */
export function place(
  handle: Object3D,
  { point, turn }: GoalLayout,
  target: readonly number[],
  pose: ArrayLike<number>,
): void {
  handle.position.fromArray(point ? target : pose);
  if (turn?.count === 4) handle.quaternion.fromArray(target, turn.first).normalize();
  if (turn?.count === 3)
    handle.quaternion.setFromUnitVectors(along, direction.fromArray(target, turn.first).normalize());
}

/** The numbers of a target for the orientation of its handle. */
export function numbersOf({ count }: Turn, { quaternion }: Pick<Object3D, 'quaternion'>): number[] {
  if (count === 4) return quaternion.toArray();
  return direction.copy(along).applyQuaternion(quaternion).toArray();
}
