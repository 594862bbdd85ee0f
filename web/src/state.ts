import { LimberError } from './errors.ts';
import type { RawProblem } from './raw.ts';

/** Where the model is. The arrays are views of the core's memory: read and write them, but get them anew each time. */
export interface State {
  /** nq numbers: radians, metres, quaternions x y z w. After writing, call `update()`. */
  readonly q: Float64Array;
  /** World from link, 7 numbers a link: px py pz qx qy qz qw. */
  readonly poses: Float64Array;
  /** Makes quaternions unit, and poses and residuals fit q. @throws LimberError `notFinite`; q is zero then. */
  update(): void;
  /** To zero, or the allowed pose next to it. */
  reset(): void;
  /** Into the limits: whole turns off first, then each coordinate to the nearest allowed value. */
  projectOntoLimits(): void;
  /**
   * Takes links as `poses` has them, as of an exploded assembly: the next solve by `maximal` starts there. Solvers that
   * work on q go back to what q says. @throws LimberError `notFinite`; the links are where q says then.
   */
  place(): void;
}

export function makeState(raw: () => RawProblem, view: (name: 'q' | 'poses') => Float64Array): State {
  return {
    get q() {
      return view('q');
    },
    get poses() {
      return view('poses');
    },
    update() {
      if (raw().update()) return;
      throw new LimberError('notFinite', 'q held a number that is not finite; it is zero now');
    },
    reset: () => raw().reset(),
    projectOntoLimits: () => raw().projectOntoLimits(),
    place() {
      if (raw().place()) return;
      throw new LimberError('notFinite', 'poses held a number that is not finite; links are where q says');
    },
  };
}
