import { LimberError } from '../describe/errors.ts';
import type { RawProblem } from './raw.ts';

/**
 * Pose of a model. The arrays are views of the core's memory: read and write them, but do not keep them. In a
 * worker's problem, `R` is a promise, which rejects with what is thrown here.
 */
export interface State<R = void> {
  /**
   * nq numbers: radians, metres, quaternions x y z w, in the order of `model.links`, which is depth first: a
   * limb ends before the next begins. Each link knows its place, `qIndex`; `problem.setJoints` writes by name.
   * After writing, call `update()`.
   */
  readonly q: Float64Array;
  /** World from link, 7 numbers per link: px py pz qx qy qz qw. */
  readonly poses: Float64Array;
  /**
   * Normalises quaternions, then computes poses and residuals from q. @throws LimberError `notFinite`; q is
   * then zero.
   */
  update(): R;
  /** Returns to the ready pose: each joint's `rest`, default zero, or the nearest values within the limits. */
  reset(): R;
  /**
   * Moves q into the limits: removes whole turns first, then moves each coordinate to the nearest allowed
   * value.
   */
  projectOntoLimits(): R;
  /**
   * Keeps the links where `poses` has them, as in an exploded assembly: the next solve by `maximal` starts
   * there. Other solvers start from q. @throws LimberError `notFinite`; the poses are then those of q.
   */
  place(): R;
}

export function makeState(raw: () => RawProblem, view: (name: 'q' | 'poses') => Float64Array): State {
  return {
    get q() {
      return view('q');
    },
    // Not of the interface: TypeScript refuses it, too.
    set q(_: Float64Array) {
      void view('q');
      throw new LimberError(
        'badDescription',
        'state.q cannot be replaced; write into it: state.q.set(values)',
      );
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
