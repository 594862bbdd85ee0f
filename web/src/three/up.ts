import { Quaternion } from 'three';

/** The world's axis that points up. */
export type UpAxis = 'y' | 'z';

/** Turns a direction of a world with Y up into one with `up` up. */
export const fromYUp = (up: UpAxis): Quaternion =>
  up === 'y' ? new Quaternion() : new Quaternion(Math.SQRT1_2, 0, 0, Math.SQRT1_2);
