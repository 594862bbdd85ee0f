/** Goals, loops and obstacles: what they have in common. */
import { LimberError } from '../describe/errors.ts';
import type { Seven } from '../describe/flatten.ts';
import type { LoopDescription } from '../describe/description.ts';

/** A part of a problem. */
export interface Part {
  /** Index among the problem's parts of its kind; −1 once removed. */
  index: number;
}

/** Numbers in the core's memory, or on the page until the next request takes them to a worker. */
export interface View {
  get(): Float64Array;
  /** As `get`, for users. */
  show(): Float64Array;
}

/** A problem, as its parts need it. `R` is void, or a promise where the answer comes from a worker. */
export interface Owner<R = unknown> {
  /** @throws LimberError `disposed`. */
  check(): unknown;
  /** Called when parameters are written. @throws LimberError if they are inconsistent. */
  checkGoal(goal: Part): void;
  toLink(goal: Part): void;
  /** @throws LimberError `notFinite` or `notUnit`. */
  changeOffset(goal: Part, offset: Seven): void;
  changePriority(goal: Part, priority: number): void;
  setLoopClosed(loop: Part, closed: boolean): void;
  /** Calls `keep` if the description is accepted. */
  routeLoop(loop: Part, description: LoopDescription, keep: () => void): R;
}

/** @throws LimberError `disposed` if the part is removed or its problem is disposed. */
export function checkPresent<P extends Part>(owner: Owner, part: P, nameOf: (part: P) => string): void {
  owner.check();
  if (part.index < 0) throw new LimberError('disposed', `${nameOf(part)} is removed; add it again`);
}

/** The parts of one kind in a problem, with the data that the problem keeps for each. */
export class PartList<P extends Part, D> {
  /** Those that users see. */
  shown: P[] = [];
  /** Those in the core, in its order; a worker still has some that are already removed here. */
  readonly known = new Map<P, D>();

  add(part: P, data: D): P {
    this.shown.push(part);
    this.known.set(part, data);
    return part;
  }

  hide(part: P): void {
    this.shown.splice(this.shown.indexOf(part), 1);
    part.index = -1;
  }
}
