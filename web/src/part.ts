/** Goals, loops and obstacles: what they have in common. */

/** The numbers of a part: in the core's memory, or on the page until the next request takes them to a worker. */
export interface Store {
  /** Its place in the core; −1 once removed. */
  index: number;
  /** @throws LimberError `disposed` if the problem is disposed. */
  check(): unknown;
}

/** @throws LimberError `disposed` if the problem is disposed. */
export function isPresent(store: Store): boolean {
  store.check();
  return store.index >= 0;
}

/** The parts of one kind in a problem. */
export class PartList<P, S extends Store> {
  /** Those that users see. */
  shown: P[] = [];
  /** Those in the core, in its order; a worker still has some that are already removed here. */
  readonly known = new Map<P, S>();

  get stores(): S[] {
    return [...this.known.values()];
  }

  add(part: P, store: S): P {
    this.shown.push(part);
    this.known.set(part, store);
    return part;
  }

  hide(part: P): void {
    this.shown.splice(this.shown.indexOf(part), 1);
    this.known.get(part)!.index = -1;
  }

  /** Call it when the core has removed the part. */
  drop(part: P): void {
    this.known.delete(part);
    this.shown.forEach((each, i) => (this.known.get(each)!.index = i));
  }

  /** Its place in the core. */
  placeOf(part: P): number {
    return [...this.known.keys()].indexOf(part);
  }
}
