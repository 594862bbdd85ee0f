/** Seconds of a step: the same run comes out on every machine, whatever its display does. */
export const frameTime = 1 / 60;

/** Milliseconds of solving a drawn frame: what is left then is dropped, and time goes slower. */
const budget = 10;

/** A browser's clock ticks too coarsely for one step: so many are timed together. */
const timed = 60;

/** The time of a page: steps of a fixed length, however often the display draws. */
export class Clock {
  playing = false;
  /** Seconds of a step. */
  dt = frameTime;
  /** Microseconds that a step has taken lately; NaN before the first sixty. */
  cost = NaN;
  private due = 0;
  private steps = 0;
  private spent = 0;

  constructor(private readonly step: () => void) {}

  /** Seconds have passed: makes the steps that are due. */
  advance(seconds: number): void {
    const begun = performance.now();
    // A display of 60 Hz is never quite that: half a step early is as good as half a step late.
    this.due += seconds;
    while (this.due >= this.dt / 2) {
      this.due -= this.dt;
      this.step();
      this.steps += 1;
      if (performance.now() - begun > budget) this.due = Math.min(this.due, 0);
    }
    this.spent += performance.now() - begun;
    if (this.steps < timed) return;
    this.cost = (1000 * this.spent) / this.steps;
    this.steps = this.spent = 0;
  }

  /** What is due is dropped: time begins anew, or has stood still. */
  reset(): void {
    this.due = 0;
  }
}
