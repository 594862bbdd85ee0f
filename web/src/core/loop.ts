/** Loop closures. */
import { copy } from '../describe/copy.ts';
import type { LoopDescription } from '../describe/description.ts';
import { LimberError, show } from '../describe/errors.ts';
import { checkPresent, type Owner, type View } from './part.ts';

/** A loop of a problem: one per loop of the model, plus those made by `problem.addLoop`. */
export class Loop<R = void> {
  /** Index in `residuals`; −1 once removed. @internal */
  index: number;
  readonly #owner: Owner<R>;
  readonly #residuals: View;
  #description: LoopDescription;
  #closed = true;

  /** @internal */
  constructor(owner: Owner<R>, description: LoopDescription, index: number, residuals: View) {
    this.#owner = owner;
    // The caller's objects may change later.
    this.#description = copy(description);
    this.index = index;
    this.#residuals = residuals;
  }

  #present(): void {
    checkPresent(this.#owner, this, nameOf);
  }

  /** As described; default ''. */
  get name(): string {
    return this.description.name ?? '';
  }

  /** Its current frames and free axes, as plain data for JSON. */
  get description(): LoopDescription {
    return this.#description;
  }

  /** An open loop has no effect. */
  get closed(): boolean {
    return this.#closed;
  }

  set closed(closed: boolean) {
    this.#present();
    if (typeof closed !== 'boolean')
      throw new LimberError('badLoop', `closed of ${nameOf(this)} is ${show(closed)}; give true or false`);
    this.#owner.setLoopClosed(this, closed);
    this.#closed = closed;
  }

  /**
   * Changes frames or free axes; omitted ones stay.
   *
   * @throws LimberError as `problem.addLoop`; nothing is changed then.
   */
  route(change: Partial<LoopDescription>): R {
    this.#present();
    const description = { ...this.#description, ...change };
    return this.#owner.routeLoop(this, description, () => (this.#description = copy(description)));
  }

  /** Gap in metres, after the last solve or update. */
  get distance(): number {
    this.#present();
    return this.#residuals.get()[2 * this.index]!;
  }

  /** Gap in radians. */
  get angle(): number {
    this.#present();
    return this.#residuals.get()[2 * this.index + 1]!;
  }
}

const nameOf = ({ name }: { readonly name: string }): string => `the loop '${name}'`;
