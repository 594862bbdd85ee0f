import type uPlot from 'uplot';

/** Frames that are remembered. */
export const memory = 500;

/** Time and residuals of the last frames, oldest first. */
export class History {
  readonly times: number[] = [];
  readonly residuals: readonly number[][];

  constructor(effectors: number) {
    this.residuals = Array.from({ length: effectors }, () => []);
  }

  add(time: number, residuals: ArrayLike<number>): void {
    const columns = [this.times, ...this.residuals];
    columns.forEach((column, i) => column.push(i === 0 ? time : residuals[i - 1]!));
    if (this.times.length > memory) for (const column of columns) column.shift();
  }

  clear(): void {
    for (const column of [this.times, ...this.residuals]) column.length = 0;
  }

  get data(): uPlot.AlignedData {
    return [this.times, ...this.residuals];
  }
}
