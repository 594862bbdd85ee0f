/** Seconds of a step: the same run comes out on every machine, whatever its display does. */
export const frameTime = 1 / 60;

/** Milliseconds of solving a drawn frame: what is left then is dropped, and time goes slower. */
const budget = 10;

/** Makes the steps that are due. */
export class Metronome {
  private due = 0;

  /** Seconds have passed. */
  advance(seconds: number, step: () => void): void {
    const begun = performance.now();
    // A display of 60 Hz is never quite that: half a step early is as good as half a step late.
    this.due += seconds;
    while (this.due >= frameTime / 2) {
      this.due -= frameTime;
      step();
      if (performance.now() - begun > budget) this.due = Math.min(this.due, 0);
    }
  }

  reset(): void {
    this.due = 0;
  }
}
