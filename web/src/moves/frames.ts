/** Joint values along a path while it is being found. */

/** Rows of q at parts of the path. Rows can be removed again. */
export class Frames {
  readonly parts: number[] = [];
  readonly #nq: number;
  #q: Float64Array;

  constructor(nq: number) {
    this.#nq = nq;
    this.#q = new Float64Array(64 * nq);
  }

  get length(): number {
    return this.parts.length;
  }

  /** Keeps only the first `count` rows. */
  set length(count: number) {
    this.parts.length = count;
  }

  /** Part of the last row; 0 without rows. */
  get part(): number {
    return this.parts.at(-1) ?? 0;
  }

  add(part: number, q: Float64Array): void {
    const at = this.length * this.#nq;
    if (at === this.#q.length) {
      const more = new Float64Array(Math.max(2 * at, this.#nq));
      more.set(this.#q);
      this.#q = more;
    }
    this.#q.set(q, at);
    this.parts.push(part);
  }

  row(frame: number): Float64Array {
    return this.#q.subarray(frame * this.#nq, (frame + 1) * this.#nq);
  }
}
