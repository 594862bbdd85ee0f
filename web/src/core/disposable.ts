/// <reference lib="esnext.disposable" preserve="true" />
import { LimberError } from '../describe/errors.ts';

/** `Symbol.dispose`, even if the engine lacks it. */
export const disposeSymbol: typeof Symbol.dispose =
  Symbol.dispose ?? (Symbol.for('Symbol.dispose') as typeof Symbol.dispose);

interface Deletable {
  delete(): void;
}

/** Frees objects that were never disposed, some time after their handle becomes unreachable. */
const forgotten = /* @__PURE__ */ new FinalizationRegistry<Deletable>((raw) => raw.delete());

/** Deletes `raw` some time after `holder` becomes unreachable. */
export function freeWhenForgotten(holder: object, raw: Deletable): void {
  forgotten.register(holder, raw);
}

/** Holds a core object until it is disposed or becomes unreachable. */
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

  dispose(): void {
    if (!this.#raw) return;
    forgotten.unregister(this);
    this.#raw.delete();
    this.#raw = undefined;
  }
}
