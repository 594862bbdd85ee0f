/// <reference lib="esnext.disposable" preserve="true" />
import { LimberError } from './errors.ts';

/** `Symbol.dispose`, also where the engine does not have it yet. */
export const disposeSymbol: typeof Symbol.dispose =
  Symbol.dispose ?? (Symbol.for('Symbol.dispose') as typeof Symbol.dispose);

interface Deletable {
  delete(): void;
}

/** Frees what was never disposed, some time after its handle becomes unreachable. */
const forgotten = /* @__PURE__ */ new FinalizationRegistry<Deletable>((raw) => raw.delete());

/** Deletes `raw` some time after `holder` becomes unreachable. */
export function freeWhenForgotten(holder: object, raw: Deletable): void {
  forgotten.register(holder, raw);
}

/** Holds an object of the core until it is disposed or forgotten. */
export class CoreHandle<T extends Deletable> {
  #raw: T | undefined;
  readonly #what: string;

  constructor(raw: T, what: string) {
    this.#raw = raw;
    this.#what = what;
    forgotten.register(this, raw, this);
  }

  get raw(): T {
    if (this.#raw) return this.#raw;
    throw new LimberError('disposed', `this ${this.#what} is disposed; make a new one`);
  }

  /** `before` is called once, first. */
  dispose(before?: () => void): void {
    if (!this.#raw) return;
    before?.();
    forgotten.unregister(this);
    this.#raw.delete();
    this.#raw = undefined;
  }
}
