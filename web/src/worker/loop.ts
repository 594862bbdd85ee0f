import { copy } from '../copy.ts';
import { LimberError, show } from '../errors.ts';
import type { LoopDescription } from '../loop.ts';
import type { LoopPart } from './layout.ts';

/** Data for making a loop again in another worker. */
export interface LoopFacts {
  readonly description: LoopDescription;
  readonly closed: boolean;
}

/** A loop of a `WorkerProblem`: one per loop of the model, plus those made by `problem.addLoop`. */
export class WorkerLoop {
  #description: LoopDescription;
  readonly #route: (loop: WorkerLoop, description: LoopDescription) => Promise<undefined>;
  readonly #check: () => void;
  #closed = true;
  #distance = 0;
  #angle = 0;
  #removed = false;

  /** @internal */
  constructor(
    description: LoopDescription,
    check: () => void,
    route: (loop: WorkerLoop, description: LoopDescription) => Promise<undefined>,
  ) {
    this.#description = description;
    this.#check = check;
    this.#route = route;
  }

  #present(): this {
    this.#check();
    if (!this.#removed) return this;
    throw new LimberError('disposed', `the loop '${this.name}' is removed; add it again`);
  }

  /** As described; default ''. */
  get name(): string {
    return this.#description.name ?? '';
  }

  /** Its current frames and free axes, as plain data for JSON. */
  get description(): LoopDescription {
    return this.#description;
  }

  /** An open loop has no effect. A change goes to the worker with the next request. */
  get closed(): boolean {
    return this.#closed;
  }

  set closed(closed: boolean) {
    this.#present();
    if (typeof closed !== 'boolean')
      throw new LimberError(
        'badLoop',
        `closed of the loop '${this.name}' is ${show(closed)}; give true or false`,
      );
    this.#closed = closed;
  }

  /** Changes frames or free axes; omitted ones stay. Rejects with the LimberErrors of `Loop.route`. */
  async route(change: Partial<LoopDescription>): Promise<void> {
    const description = { ...this.#description, ...copy(change) };
    await this.#present().#route(this, description);
    this.#description = description;
  }

  /** Gap in metres, after the last answer. */
  get distance(): number {
    return this.#present().#distance;
  }

  /** Gap in radians. */
  get angle(): number {
    return this.#present().#angle;
  }

  /** @internal */
  get facts(): LoopFacts {
    return { description: this.#description, closed: this.#closed };
  }

  /** @internal */
  write(part: LoopPart): void {
    part[0] = Number(this.#closed);
  }

  /** @internal */
  read([, distance, angle]: readonly number[] | LoopPart): void {
    this.#distance = distance!;
    this.#angle = angle!;
  }

  /** @internal */
  remove(): void {
    this.#removed = true;
  }
}
