/** What leads: a hand, a controller, keys. */
import { bad } from '../describe/flatten.ts';

/** What an input gives at a time: one object, written anew in every frame. */
export interface Sample {
  /** px py pz qx qy qz qw of the hand, in the input's axes: metres, a unit quaternion. Only its changes count. */
  readonly pose: Float64Array;
  /** Six numbers, m/s and rad/s, by which the target moves without a hand, as keys and sticks do. */
  readonly twist: Float64Array;
  /** Seconds by the input's own clock. An input whose time stays is silent. */
  time: number;
  /** Whether the clutch is pressed. */
  held: boolean;
  /** 0, open, to 1, closed. */
  grip: number;
  /** Why the pose is not to be trusted; '': it is. */
  lost: string;
  /** Which of several hands this is: motions are those of one. */
  source: number;
  /** True if the session has ended or is hidden: the clutch must be pressed anew. */
  ended: boolean;
}

/** Writes what it gives into `sample`, which has the last one's values. `time`: seconds, that of `Teleop`. */
export interface Input {
  read(time: number, sample: Sample): void;
}

/** A sample of a hand at rest, with an open clutch. */
export function noSample(): Sample {
  const sample = { time: 0, held: false, grip: 0, lost: '', source: 0, ended: false };
  // An input that puts another list in their place is told so: it throws.
  return Object.defineProperties(sample as Sample, {
    pose: { value: Float64Array.of(0, 0, 0, 0, 0, 0, 1) },
    twist: { value: new Float64Array(6) },
  });
}

/** Writes what a sample of `noSample` has into another. */
export function copySample(from: Sample, to: Sample): void {
  to.pose.set(from.pose);
  to.twist.set(from.twist);
  Object.assign(to, from);
}

/** Whether a grip is one. */
export const isGrip = (grip: number): boolean => Number.isFinite(grip) && grip >= 0 && grip <= 1;

/** @throws LimberError `badDescription` for what is no input. */
export function asInput(input: Input): void {
  if (typeof (input as Partial<Input> | null)?.read !== 'function')
    bad('the input', 'an object with a function read', input);
}
