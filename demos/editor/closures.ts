/** Loops as a reader fills them in, and back. */
import { closures, poseAxes, type LoopDescription, type PoseAxis } from 'limber';
import { pickOf, poseOf } from './frames.ts';
import type { Draft } from './kinds.ts';

/** The axes that a closure leaves, in the order of `poseAxes`. */
export const freeOf = ({ free = 'fixed' }: LoopDescription): readonly PoseAxis[] => {
  const given: readonly PoseAxis[] = typeof free === 'string' ? closures[free] : free;
  return poseAxes.filter((axis) => given.includes(axis));
};

/** Its name among the closures; "axes" where it has none. */
export function closureOf(loop: LoopDescription): string {
  const free = freeOf(loop).join();
  return Object.entries(closures).find(([, axes]) => axes.join() === free)?.[0] ?? 'axes';
}

export const heldBy = (loop: LoopDescription): readonly PoseAxis[] => {
  const free = freeOf(loop);
  return poseAxes.filter((axis) => !free.includes(axis));
};

export function loopOf({ kind, a, b, held, weight }: Draft): LoopDescription {
  return {
    a: { link: a.link, ...poseOf(a) },
    b: { ...(b.link === null ? {} : { link: b.link }), ...poseOf(b) },
    free: kind === 'axes' ? poseAxes.filter((axis) => !held.includes(axis)) : (kind as keyof typeof closures),
    ...(weight === 1 ? {} : { weight }),
  };
}

export const draftOfLoop = (loop: LoopDescription): Partial<Draft> => ({
  kind: closureOf(loop),
  a: pickOf(loop.a),
  b: pickOf(loop.b),
  held: heldBy(loop),
  weight: loop.weight ?? 1,
});
