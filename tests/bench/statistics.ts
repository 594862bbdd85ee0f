import type { Answers } from './answers.ts';

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Quantile: the value that the fraction `part` of all values do not exceed. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(part * (sorted.length - 1))]!;
}

/** Columns shared by all benchmarks of solves. */
export function statistics(answers: Answers, reached: readonly boolean[]) {
  return {
    n: reached.length,
    solved: reached.filter(Boolean).length / reached.length,
    meanUs: mean(answers.timesUs),
    medianUs: quantile(answers.timesUs, 0.5),
    p99Us: quantile(answers.timesUs, 0.99),
    meanIterations: mean(answers.iterations),
  };
}

/** k of y = c · xᵏ, by least squares of the logarithms. */
export function exponent(x: readonly number[], y: readonly number[]): number {
  const u = x.map(Math.log);
  const v = y.map(Math.log);
  const [mu, mv] = [mean(u), mean(v)];
  const across = u.reduce((sum, each, i) => sum + (each - mu) * (v[i]! - mv), 0);
  return across / u.reduce((sum, each) => sum + (each - mu) ** 2, 0);
}
