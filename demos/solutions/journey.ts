/** Radians per second, and seconds of even the shortest move. */
const speed = 2.5;
const leastTime = 0.35;

/** Joint values on their way to others, which may change meanwhile: slow at both ends. */
export class Journey {
  #from: Float64Array | null = null;
  #length = 0;
  #time = 0;

  get on(): boolean {
    return this.#from !== null;
  }

  start(from: Float64Array, to: ArrayLike<number>): void {
    const most = from.reduce((greatest, each, i) => Math.max(greatest, Math.abs(to[i]! - each)), 0);
    this.#from = from.slice();
    this.#length = Math.max(leastTime, most / speed);
    this.#time = 0;
  }

  /** Advances by `dt` seconds, and writes the present values. */
  step(dt: number, to: Float64Array, out: Float64Array): void {
    const from = this.#from;
    if (!from) return;
    this.#time += dt;
    const part = Math.min(1, this.#time / this.#length);
    const done = part * part * (3 - 2 * part);
    for (let i = 0; i < to.length; i += 1) out[i] = from[i]! + done * (to[i]! - from[i]!);
    if (part === 1) this.end();
  }

  end(): void {
    this.#from = null;
  }
}
