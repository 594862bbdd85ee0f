/** Pairs of links whose distance is checked. */
import { asObject, asWhole, bad } from '../describe/flatten.ts';
import { core } from './loader.ts';
import { Model } from './model.ts';
import type { CollisionPair } from './obstacle.ts';

/** Reads pairs written by the core: a count, then two indices per pair. */
export function readPairs(model: Model, address: number): CollisionPair[] {
  const { buffer } = core().module.HEAPF64;
  const [count] = new Float64Array(buffer, address, 1);
  const numbers = new Float64Array(buffer, address + 8, 2 * count!);
  const name = (at: number): string => model.links[numbers[at]!]!.name;
  return Array.from({ length: count! }, (_, i) => [name(2 * i), name(2 * i + 1)]);
}

/**
 * Pairs of links that can touch but do not always, found among the default pairs by random poses within the
 * limits: 1 to 1,000,000 samples, default 1,000; seed 0 to 2³¹ − 1, default 1. Returns plain data to keep and
 * assign to `problem.collisionPairs`.
 */
export function findCollisionPairs(
  model: Model,
  options: { readonly samples?: number; readonly seed?: number } = {},
): CollisionPair[] {
  if (!(model instanceof Model)) bad('the model', 'made by Model.from', model);
  const { samples = 1000, seed = 1 } = asObject(options, 'options', ['samples', 'seed']);
  const raw = new (core().module.Problem)(model.raw);
  try {
    const count = asWhole(samples, 1, 1e6, 'options.samples');
    return readPairs(model, raw.sampleCollisionPairs(count, asWhole(seed, 0, 2 ** 31 - 1, 'options.seed')));
  } finally {
    raw.delete();
  }
}
