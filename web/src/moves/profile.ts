/** Distance along a curve as a function of time. */

/**
 * s(t) with constant s̈ between points of a grid, then averaged over `window` seconds:
 *
 *   s̃(t) = (S(t) − S(t − w)) / w with S = ∫ s dt,
 *
 * so that s̃‴ = (s̈(t) − s̈(t − w)) / w is bounded, and neither speed nor acceleration becomes larger. It
 * begins and ends at rest, and takes w longer. A double S is a trapezoid averaged in this way.
 */
export class Profile {
  /** Seconds. */
  readonly duration: number;
  readonly #window: number;
  readonly #t: Float64Array;
  readonly #s: Float64Array;
  readonly #v: Float64Array;
  readonly #a: Float64Array;
  readonly #sum: Float64Array;

  /** @param x ṡ² at each point of the grid `s`; 0 at both ends. */
  constructor(s: Float64Array, x: Float64Array, window: number) {
    const n = s.length;
    this.#window = window;
    this.#s = s;
    this.#v = x.map(Math.sqrt);
    [this.#t, this.#a, this.#sum] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
    for (let i = 0; i + 1 < n; ++i) {
      const ds = s[i + 1]! - s[i]!;
      const dt = (2 * ds) / (this.#v[i]! + this.#v[i + 1]!);
      const a = (x[i + 1]! - x[i]!) / (2 * ds);
      this.#t[i + 1] = this.#t[i]! + dt;
      this.#a[i] = a;
      this.#sum[i + 1] = this.#sum[i]! + dt * (s[i]! + dt * (this.#v[i]! / 2 + (dt * a) / 6));
    }
    this.duration = this.#t[n - 1]! + window;
  }

  /** Times between which all derivatives are continuous, unsorted. */
  breaks(): Float64Array {
    if (this.#window === 0) return this.#t;
    const shifted = this.#t.map((t) => t + this.#window);
    const all = new Float64Array(2 * shifted.length);
    all.set(this.#t);
    all.set(shifted, shifted.length);
    return all;
  }

  /** ṡ at the points of the grid, without averaging. A view. */
  speeds(): Float64Array {
    return this.#v;
  }

  /** First and last grid point over which s̃ at a time is averaged. */
  reachOf(time: number): [number, number] {
    return [this.#before(time - this.#window), Math.min(this.#t.length - 1, this.#before(time) + 1)];
  }

  /** The last grid point not after a time, or the first. */
  #before(time: number): number {
    let [low, high] = [0, this.#t.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#t[middle]! <= time) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Time at which s̃ reaches `s`. */
  timeAt(s: number): number {
    let [low, high] = [0, this.duration];
    for (let k = 0; k < halvings; ++k) {
      const middle = (low + high) / 2;
      this.at(middle, found);
      if (found[0]! < s) low = middle;
      else high = middle;
    }
    return high;
  }

  /** Writes s̃ and its three derivatives at a time, from 0 to `duration`. */
  at(time: number, out: Float64Array): void {
    const w = this.#window;
    this.#raw(time, now);
    if (w === 0) {
      for (let k = 0; k < 3; ++k) out[k] = now[k + 1]!;
      out[3] = 0;
      return;
    }
    this.#raw(time - w, before);
    for (let k = 0; k < 4; ++k) out[k] = (now[k]! - before[k]!) / w;
  }

  /** S, s, ṡ, s̈ without averaging. */
  #raw(time: number, out: Float64Array): void {
    const last = this.#t.length - 1;
    if (time <= 0) return void out.fill(0);
    const beyond = time - this.#t[last]!;
    if (beyond >= 0) {
      out.fill(0);
      out[0] = this.#sum[last]! + beyond * this.#s[last]!;
      out[1] = this.#s[last]!;
      return;
    }
    const low = this.#before(time);
    const [dt, s, v, a] = [time - this.#t[low]!, this.#s[low]!, this.#v[low]!, this.#a[low]!];
    out[0] = this.#sum[low]! + dt * (s + dt * (v / 2 + (dt * a) / 6));
    out[1] = s + dt * (v + (dt * a) / 2);
    out[2] = v + dt * a;
    out[3] = a;
  }
}

const halvings = 50;
const [now, before, found] = [new Float64Array(4), new Float64Array(4), new Float64Array(4)];
