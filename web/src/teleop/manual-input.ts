import type { Input, Sample } from './input.ts';

/** A hand that a program moves: by a handle, a phone, landmarks. */
export class ManualInput implements Input {
  /** Whether the clutch is pressed; default false. */
  held = false;
  /** 0, open, to 1, closed; default 0. */
  grip = 0;
  /** Why the pose is not to be trusted, until the next `set`; '': it is. */
  lost = '';
  /** px py pz qx qy qz qw: metres, a unit quaternion. */
  readonly #pose = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
  #time: number | undefined;

  /**
   * The hand's pose: three numbers, a place in metres, four, a quaternion, or seven, both; what is not given stays.
   * `time`: seconds at which it was seen, by any clock; default: a pose is good until the next.
   */
  set(pose: ArrayLike<number>, time?: number): void {
    const count = pose.length;
    const isPose = count === 3 || count === 4 || count === 7;
    this.lost = isPose ? '' : `its pose has ${count} numbers, not 3, 4 or 7`;
    if (isPose) this.#pose.set(pose, count === 4 ? 3 : 0);
    this.#time = time;
  }

  read(time: number, sample: Sample): void {
    sample.pose.set(this.#pose);
    sample.time = this.#time ?? time;
    sample.held = this.held;
    sample.grip = this.grip;
    sample.lost = this.lost;
  }
}
