import { freeWhenForgotten } from './disposable.ts';
import type { RawModule, RawShare } from './raw.ts';

/** A view keeps its memory alive, even if its problem is disposed of or unreachable. */
const owner = /* @__PURE__ */ Symbol('owner');

/** A piece of the core's memory that is freed as a whole, such as a goal. */
export class Block {
  readonly module: RawModule;
  readonly #share: () => RawShare | null;
  #isShown = false;

  /** `share` takes a share in the memory. */
  constructor(module: RawModule, share: () => RawShare | null) {
    this.module = module;
    this.#share = share;
  }

  view(address: number, length: number): MemoryView {
    return new MemoryView(this, address, length);
  }

  /** Called before a view is handed out: the memory is not reused before the last view is unreachable. */
  show(): void {
    if (this.#isShown) return;
    this.#isShown = true;
    freeWhenForgotten(this, this.#share()!);
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
    this.block.show();
    return this.get();
  }
}
