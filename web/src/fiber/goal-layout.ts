import { type Object3D, Vector3 } from 'three';
import type { GoalType } from '../core-names.ts';
import type { GoalDescription } from '../goal.ts';
import { pointTypes } from '../goal.ts';

/** Numbers of a target that turn its handle: a quaternion, or a direction. */
interface Turn {
  /** Index of the first of them. */
  readonly first: number;
  readonly by: 'quaternion' | 'direction';
}

/** Parts of a target that a handle shows and moves. */
export interface GoalLayout {
  /** True if the target begins with a point. */
  readonly point: boolean;
  readonly turn: Turn | null;
}

const turns: Partial<Record<GoalType, Turn>> = {
  pose: { first: 3, by: 'quaternion' },
  orientation: { first: 0, by: 'quaternion' },
  direction: { first: 0, by: 'direction' },
};

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
  if (turn?.by === 'quaternion') handle.quaternion.fromArray(target, turn.first).normalize();
  if (turn?.by === 'direction')
    handle.quaternion.setFromUnitVectors(along, direction.fromArray(target, turn.first).normalize());
}

/** The numbers of a target for the orientation of its handle. */
export function numbersOf({ by }: Turn, { quaternion }: Pick<Object3D, 'quaternion'>): number[] {
  if (by === 'quaternion') return quaternion.toArray();
  return direction.copy(along).applyQuaternion(quaternion).toArray();
}
