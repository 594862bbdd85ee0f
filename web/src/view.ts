import type { RawModule } from './raw.ts';

/** Who keeps a view keeps the memory that it shows, even where everything else of its problem is forgotten. */
const owner = /* @__PURE__ */ Symbol('owner');

/** A block of doubles in the core's memory, seen without copying. */
export class MemoryView {
  readonly #module: RawModule;
  #address: number;
  #length: number;
  readonly #owner: object;
  #view: Float64Array | undefined;

  /** @param owner what frees the memory when it is collected. */
  constructor(module: RawModule, address: number, length: number, owner: object) {
    this.#module = module;
    this.#address = address;
    this.#length = length;
    this.#owner = owner;
  }

  /** The block has moved. */
  move(address: number, length: number): void {
    this.#address = address;
    this.#length = length;
    this.#view = undefined;
  }

  /** Valid until the memory next grows, so get it anew after anything is built; that costs nothing otherwise. */
  get(): Float64Array {
    const heap = this.#module.HEAPF64;
    if (this.#view?.buffer !== heap.buffer) {
      this.#view = new Float64Array(heap.buffer, this.#address, this.#length);
      Object.defineProperty(this.#view, owner, { value: this.#owner });
    }
    return this.#view;
  }
}
