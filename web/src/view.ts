import { freeWhenForgotten } from './disposable.ts';
import type { RawModule } from './raw.ts';

/** Whoever keeps a view keeps the memory that it shows, even where everything else of its problem is forgotten. */
const owner = /* @__PURE__ */ Symbol('owner');

/** Memory of the core that is freed as one, as a vector is or a goal. */
export class Block {
  readonly module: RawModule;
  readonly #address: number;
  /** What it belongs to lives as long as any view of the block. */
  readonly handle: object;
  /** Whether somebody outside may have a view of it. */
  isShown = false;

  constructor(module: RawModule, address: number, handle: object) {
    this.module = module;
    this.#address = address;
    this.handle = handle;
  }

  /**
   * What it belongs to is about to be deleted. A view that was handed out cannot be taken back, so nobody else may get
   * its memory before it is forgotten, too.
   */
  release(): void {
    if (!this.isShown || this.#address === 0) return;
    const { module } = this;
    const address = this.#address;
    module.keepBlock(address);
    freeWhenForgotten(this, { delete: () => module.freeBlock(address) });
  }
}

/** Doubles in a block, seen without copying. */
export class MemoryView {
  readonly block: Block;
  #address: number;
  #length: number;
  #view: Float64Array | undefined;

  constructor(block: Block, address: number, length: number) {
    this.block = block;
    this.#address = address;
    this.#length = length;
  }

  /** The numbers have moved. Not for what is handed out. */
  move(address: number, length: number): void {
    this.#address = address;
    this.#length = length;
    this.#view = undefined;
  }

  /** For our own use: valid until the memory next grows, so get it anew after anything is built. */
  get(): Float64Array {
    const heap = this.block.module.HEAPF64;
    if (this.#view?.buffer !== heap.buffer) {
      this.#view = new Float64Array(heap.buffer, this.#address, this.#length);
      Object.defineProperty(this.#view, owner, { value: this.block });
    }
    return this.#view;
  }

  /** The same to hand out. */
  show(): Float64Array {
    this.block.isShown = true;
    return this.get();
  }
}
