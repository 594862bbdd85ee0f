import { LimberError } from './errors.ts';

/** `Symbol.dispose`, also where the engine does not have it yet. */
export const disposeSymbol: typeof Symbol.dispose =
  Symbol.dispose ?? (Symbol.for('Symbol.dispose') as typeof Symbol.dispose);

/** Holds an object of the core until it is disposed. */
export class Handle<T extends { delete(): void }> {
  #raw: T | undefined;
  readonly #what: string;

  constructor(raw: T, what: string) {
    this.#raw = raw;
    this.#what = what;
  }

  get raw(): T {
    if (this.#raw) return this.#raw;
    throw new LimberError('disposed', `this ${this.#what} is disposed; make a new one`);
  }

  dispose(): void {
    this.#raw?.delete();
    this.#raw = undefined;
  }
}
