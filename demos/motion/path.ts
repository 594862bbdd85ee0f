/** Where a camera goes that follows all bodies. */
import { Vector3 } from 'three';
import type { Actor } from './actor.ts';
import { rate, type Source } from './source.ts';

/** Metres: bodies that go no farther than this stay in the picture without it. */
const near = 0.6;

/** Seconds before and after, over which the way is averaged: a camera neither bobs nor limps. */
const smooth = 0.5;

/** The middle of the bodies' hips at all frames, smoothed; one place where they stay. */
export function pathOf(actors: readonly Actor[], { places }: Source): readonly Vector3[] {
  const middles = places.map((of, i) => {
    const sum = of.get('hips')!.clone();
    for (const actor of actors) sum.add(actor.placesAt(i / rate).get('hips')!);
    return sum.divideScalar(actors.length + 1);
  });
  if (middles.every((each) => each.distanceTo(middles[0]!) < near)) return [middles[0]!];
  const reach = Math.round(smooth * rate);
  return middles.map((_, i) => {
    const those = middles.slice(Math.max(0, i - reach), i + reach + 1);
    return those.reduce((sum, each) => sum.add(each), new Vector3()).divideScalar(those.length);
  });
}
