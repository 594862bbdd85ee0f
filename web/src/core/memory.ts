import { freeWhenForgotten } from './disposable.ts';
import type { RawModule } from './raw.ts';

/** A view keeps its memory alive, even if its problem is unreachable. */
const owner = /* @__PURE__ */ Symbol('owner');

/** A piece of the core's memory that is freed as a whole, such as a goal. */
export class Block {
  readonly module: RawModule;
  readonly #address: number;
  /** Owner of the memory; lives as long as any view of the block. */
  readonly handle: object;
  /** True once a view was handed out. */
  isShown = false;

  constructor(module: RawModule, address: number, handle: object) {
    this.module = module;
    this.#address = address;
    this.handle = handle;
  }

  view(address: number, length: number): MemoryView {
    return new MemoryView(this, address, length);
  }

  /**
   * Call it before the owner is deleted. A view that was handed out cannot be taken back, so the memory is
   * not reused before the view is unreachable.
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

  /** Moves the view to other numbers. Not for views that were handed out. */
  move(address: number, length: number): void {
    this.#address = address;
    this.#length = length;
    this.#view = undefined;
  }

  /** For internal use. Valid until the memory grows, so call it again after anything is built. */
  get(): Float64Array {
    const heap = this.block.module.HEAPF64;
    if (this.#view?.buffer !== heap.buffer) {
      this.#view = new Float64Array(heap.buffer, this.#address, this.#length);
      Object.defineProperty(this.#view, owner, { value: this.block });
    }
    return this.#view;
  }

  /** As `get`, for users. */
  show(): Float64Array {
    this.block.isShown = true;
    return this.get();
  }
}
