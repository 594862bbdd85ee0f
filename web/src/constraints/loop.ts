import { copy } from '../copy.ts';
import { LimberError, show } from '../errors.ts';
import type { LoopDescription } from './description.ts';

/** What a loop asks of its problem. */
export interface LoopOwner {
  route(loop: Loop, description: LoopDescription): void;
  setClosed(loop: Loop, closed: boolean): void;
  residual(loop: Loop, part: 0 | 1): number;
}

/** A closure of a problem. Made by the problem for each loop of its model, or by `problem.addLoop`. */
export class Loop {
  readonly #owner: LoopOwner;
  #description: LoopDescription;
  #closed = true;
  /** Place among the problem's loops; −1 once removed. @internal */
  index: number;

  /** @internal */
  constructor(owner: LoopOwner, description: LoopDescription, index: number) {
    this.#owner = owner;
    // Whatever becomes of the caller's objects.
    this.#description = copy(description);
    this.index = index;
  }

  #present(): LoopOwner {
    if (this.index >= 0) return this.#owner;
    throw new LimberError('disposed', `the loop '${this.name}' is removed; add it again`);
  }

  /** As described; '' without. */
  get name(): string {
    return this.#description.name ?? '';
  }

  /** Its frames and freedoms as they are now: plain data, fit for JSON. */
  get description(): LoopDescription {
    return this.#description;
  }

  /** Open, it asks for nothing. */
  get closed(): boolean {
    return this.#closed;
  }

  set closed(closed: boolean) {
    const owner = this.#present();
    if (typeof closed !== 'boolean')
      throw new LimberError(
        'badLoop',
        `closed of the loop '${this.name}' is ${show(closed)}; give true or false`,
      );
    owner.setClosed(this, closed);
    this.#closed = closed;
  }

  /**
   * Gives it other frames or freedoms; what is left out stays.
   *
   * @throws LimberError as `problem.addLoop`, and nothing has changed then.
   */
  route(change: Partial<LoopDescription>): void {
    const description = { ...this.#description, ...copy(change) };
    this.#present().route(this, description);
    this.#description = description;
  }

  /** Metres by which it gapes, after the last solve or update. */
  get distance(): number {
    return this.#present().residual(this, 0);
  }

  /** Radians by which it gapes. */
  get angle(): number {
    return this.#present().residual(this, 1);
  }
}
