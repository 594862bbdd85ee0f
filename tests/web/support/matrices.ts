/** Poses as 4×4 matrices of three.js. */
import { Matrix4, Quaternion } from 'three';
import type { PoseDescription } from 'limber';

export function poseMatrix({ position = [0, 0, 0], rotation = [0, 0, 0, 1] }: PoseDescription = {}): Matrix4 {
  const turn = new Matrix4().makeRotationFromQuaternion(new Quaternion(...rotation).normalize());
  return new Matrix4().makeTranslation(...position).multiply(turn);
}

/** `state.poses` of one link as a matrix. */
export function stateMatrix(poses: ArrayLike<number>, index: number): Matrix4 {
  const [x, y, z, ...rotation] = Array.from(poses).slice(7 * index, 7 * index + 7) as Seven;
  return poseMatrix({ position: [x, y, z], rotation });
}
type Seven = [number, number, number, number, number, number, number];

/** Largest difference of an element; lengths are divided by `scale`. */
export function matrixDifference(a: Matrix4, b: Matrix4, scale = 1): number {
  const isLength = (i: number) => i >= 12 && i < 15;
  return Math.max(
    ...a.elements.map((each, i) => Math.abs(each - b.elements[i]!) / (isLength(i) ? scale : 1)),
  );
}
