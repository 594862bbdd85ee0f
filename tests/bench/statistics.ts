import type { Answers } from './native.ts';

/** The columns that every benchmark shares. */
export function statistics(answers: Answers, reached: readonly boolean[]) {
  const sorted = [...answers.timesUs].sort((a, b) => a - b);
  const at = (part: number): number => sorted[Math.floor(part * (sorted.length - 1))]!;
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    n: reached.length,
    solved: reached.filter(Boolean).length / reached.length,
    meanUs: mean(sorted),
    medianUs: at(0.5),
    p99Us: at(0.99),
    meanIterations: mean(answers.iterations),
  };
}
