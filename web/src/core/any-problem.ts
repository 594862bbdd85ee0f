import type { AnyModel } from './any-model.ts';
import type { ArrayName } from './arrays.ts';
import { disposeSymbol } from './disposable.ts';
import { asNumbers, asObject } from '../describe/flatten.ts';
import { linksAtLimit } from './limits.ts';
import { checkFinite } from '../describe/parameter.ts';
import type { State } from './state.ts';

interface PartLists<G, L, O> {
  readonly goals: { readonly shown: readonly G[] };
  readonly loops: { readonly shown: readonly L[] };
  readonly obstacles: { readonly shown: readonly O[] };
}

/** The part of a problem that is the same here and in a worker, where all numbers are those of the last answer. */
export abstract class AnyProblem<M extends AnyModel, G, L, O, R = void> {
  /** The state: the pose from which a solve starts and where it leaves its best. */
  abstract readonly state: State<R>;
  /** The model. Other problems may share it. */
  readonly model: M;
  readonly #array: (name: ArrayName) => Float64Array;
  readonly #parts: () => PartLists<G, L, O>;

  /**
   * Both functions throw LimberError `disposed` after `dispose`.
   *
   * @internal
   */
  constructor(model: M, array: (name: ArrayName) => Float64Array, parts: () => PartLists<G, L, O>) {
    this.model = model;
    this.#array = array;
    this.#parts = parts;
  }

  /** In the order in which they were added. */
  get goals(): readonly G[] {
    return this.#parts().goals.shown;
  }

  /** The model's loops come first. */
  get loops(): readonly L[] {
    return this.#parts().loops.shown;
  }

  /** In the order in which they were added. */
  get obstacles(): readonly O[] {
    return this.#parts().obstacles.shown;
  }

  /** nv numbers from 0 (fixed) to 1 (free): how readily each coordinate moves. */
  get jointWeights(): Float64Array {
    return this.#array('jointWeights');
  }

  /**
   * nq numbers, like state.q: the posture that the option restGain pulls towards. Default: that of
   * `state.reset()`.
   */
  get rest(): Float64Array {
    return this.#array('rest');
  }

  /**
   * nv numbers: −1 at the lower limit, 1 at the upper, 0 between. For a ball the first number is 1 at the
   * edge of its swing, and the third is for its twist. Updated by every solve and update.
   */
  get activeLimits(): Float64Array {
    return this.#array('activeLimits');
  }

  /** One number per link, above 0: its joint's stiffness for `maximal`, where not all joints fit. */
  get fitWeights(): Float64Array {
    return this.#array('fitWeights');
  }

  /**
   * Two numbers per link, metres and radians: the gap in its joint after `maximal`; 0 after other solvers.
   */
  get misfits(): Float64Array {
    return this.#array('misfits');
  }

  /** nv numbers, rad/s and m/s: velocities of the coordinates at the end of the last step. */
  get velocities(): Float64Array {
    return this.#array('velocities');
  }

  /**
   * nv numbers, rad/s and m/s: velocities of coordinates that you move yourself (jointWeights 0). NaN (the
   * default): computed from their values at the last step.
   */
  get drivenVelocities(): Float64Array {
    return this.#array('drivenVelocities');
  }

  /**
   * 3 nv numbers above 0, Infinity by default: the largest velocity, acceleration and jerk that `step` gives each
   * coordinate: rad or m per s, s² and s³. The options of `step` hold as well. Others give the status `unsupported`.
   */
  get motionBounds(): Float64Array {
    return this.#array('motionBounds');
  }

  /** A link's pose in the world, by name: px py pz qx qy qz qw, metres and a unit quaternion, as a copy. */
  pose(link: string): Float64Array {
    const { index } = this.model.named(link);
    return this.#array('poses').slice(7 * index, 7 * index + 7);
  }

  /**
   * Writes joint values by the names of links or their joints, `{ panda_joint1: 0.5 }`, and updates the state:
   * one number (radians, metres), or a list for a joint with several, such as a ball's quaternion. A joint that
   * mimics has none.
   *
   * @throws LimberError `unknownLink`, `badDescription`; those of `state.update()`. Then q is as before.
   */
  setJoints(values: Readonly<Record<string, number | ArrayLike<number>>>): R {
    const q = this.#array('q');
    const changed = q.slice();
    for (const [name, value] of Object.entries(asObject(values, 'joints'))) {
      const { qIndex, nq } = this.model.named(name);
      const list = typeof value === 'number' ? [value] : value;
      const path = `joints.${name}`;
      for (const [i, each] of asNumbers(list, nq, path).entries()) {
        checkFinite(each, path);
        changed[qIndex + i] = each;
      }
    }
    q.set(changed);
    return this.state.update();
  }

  /** Names of the links whose joints are at a limit, or locked because their limits leave a single value. */
  linksAtLimit(): string[] {
    return linksAtLimit(this.model.links, this.activeLimits);
  }

  /** Frees everything. Any later use throws LimberError `disposed`. */
  abstract dispose(): void;

  /** For `using`: the same as `dispose`. */
  [disposeSymbol](): void {
    this.dispose();
  }
}
