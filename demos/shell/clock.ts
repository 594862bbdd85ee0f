/** Seconds per step: a run gives the same result on every machine, whatever its display. */
export const frameTime = 1 / 60;

/** Milliseconds of solving per drawn frame; steps still due after that are dropped, and time slows down. */
const budget = 10;

/** Number of steps timed together: a browser's clock ticks too coarsely for one. */
const timed = 60;

/** The time of a page: steps of a fixed length, however often the display draws. */
export class Clock {
  playing = false;
  /** Seconds per step. */
  dt = frameTime;
  /** Recent microseconds per step; NaN before the first sixty steps. */
  cost = NaN;
  #due = 0;
  #steps = 0;
  #spent = 0;

  constructor(private readonly step: () => void) {}

  /** Makes the steps that are due after `seconds`. */
  advance(seconds: number): void {
    const begun = performance.now();
    // A display of 60 Hz is never exact: tolerate half a step early or late.
    this.#due += seconds;
    while (this.#due >= this.dt / 2) {
      this.#due -= this.dt;
      this.step();
      this.#steps += 1;
      if (performance.now() - begun > budget) this.#due = Math.min(this.#due, 0);
    }
    this.#spent += performance.now() - begun;
    if (this.#steps < timed) return;
    this.cost = (1000 * this.#spent) / this.#steps;
    this.#steps = this.#spent = 0;
  }

  /** Drops the steps that are due, as time starts anew or was paused. */
  reset(): void {
    this.#due = 0;
  }
}
