/** A place that never leaps: it eases to a goal that does. */
import { Vector3 } from 'three';

/** Seconds in which it halves its way. */
const halfLife = 0.1;
/** Its greatest speed in lengths of a leg per second, unless the goal is faster. */
const topSpeed = 1.25;
/** Lengths of a leg; nearer, it has arrived. */
const near = 3e-3;

/** What a goal is: the place that is seen, or a guess. */
export type Kind = 'seen' | 'guessed';

export class Eased {
  readonly at = new Vector3();
  readonly #goal = new Vector3();
  /** From the goal. */
  readonly #lag = new Vector3();
  #kind: Kind | 'held' = 'held';

  /** `leg`: length of a leg, in the places' unit. */
  constructor(readonly leg: number) {}

  /** Stays at a place, until it follows a goal again. */
  hold(place = this.at): void {
    this.at.copy(place);
    this.#kind = 'held';
  }

  /**
   * Goes with its goal or, once that has become one of another kind, eases to it. `dt`: seconds; undefined: it is
   * there at once.
   */
  follow(goal: Vector3, kind: Kind, dt = Infinity): void {
    const leaps = kind !== this.#kind;
    if (leaps) this.#lag.subVectors(this.at, goal);
    const own = leaps ? 0 : this.#goal.distanceTo(goal);
    this.#goal.copy(goal);
    this.#kind = kind;
    const wanted = step.copy(goal).addScaledVector(this.#lag, 2 ** (-dt / halfLife));
    if (this.#lag.lengthSq() === 0) this.at.copy(goal);
    else this.at.add(wanted.sub(this.at).clampLength(0, Math.max(own, topSpeed * this.leg * dt)));
    this.#lag.subVectors(this.at, goal);
    if (this.#lag.length() > near * this.leg) return;
    this.at.copy(goal);
    this.#lag.set(0, 0, 0);
  }
}

const step = new Vector3();
