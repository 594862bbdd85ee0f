import type { RawModule } from './raw.ts';

/** A block of doubles in the core's memory, seen without copying. */
export class View {
  readonly #module: RawModule;
  #address: number;
  #length: number;
  #view: Float64Array | undefined;

  constructor(module: RawModule, address: number, length: number) {
    this.#module = module;
    this.#address = address;
    this.#length = length;
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
    }
    return this.#view;
  }
}
