import type { ModelDescription } from 'limber';
import { drawRange, Kinematics } from './kinematics.ts';
import { linksWords, rowsWords } from './native.ts';

type Numbers = ArrayLike<number>;

export type KdlSolver = 'nr_jl' | 'lma';

export interface KdlOptions {
  readonly solver: KdlSolver;
  /** Metres and radians. */
  readonly tolerance: number;
  readonly budgetUs: number;
  /** Seed of the first target's restarts; each further target uses the next one. */
  readonly seed: number;
}

/** Input of `limber_bench_kdl`, documented in tests/bench/kdl/kdl.cpp. */
export function kdlInput(
  description: ModelDescription,
  { solver, tolerance, budgetUs, seed }: KdlOptions,
  targets: readonly Numbers[],
  starts: readonly Numbers[],
  repeats: number,
): string {
  const draws = new Kinematics(description).moving.map(drawRange);
  return [
    ...linksWords(description),
    `draws ${draws.length}`,
    ...rowsWords(draws),
    `solver ${solver}`,
    `tolerance ${tolerance} budgetUs ${budgetUs} seed ${seed}`,
    `targets ${targets.length} repeats ${repeats}`,
    ...rowsWords(targets),
    `starts ${starts.length}`,
    ...rowsWords(starts),
  ].join('\n');
}
