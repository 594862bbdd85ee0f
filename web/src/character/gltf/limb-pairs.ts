import { Vector3 } from 'three';
import { readName, type Said } from './bone-names.ts';
import { findLimb, type BodyScale, type Limb, type LimbKind } from './limbs.ts';
import type { TreeShape } from './tree-shape.ts';

/** Most pairs of branches to examine: the longest. */
const mostPairs = 100;
/** Most branches of one bone to examine. */
const mostOfJoint = 8;
/** Most pairs to combine with each other: those that look best. */
const mostLikely = 8;
/** Two branches of one bone that mirror each other. */
export interface Pair {
  readonly joint: number;
  readonly first: readonly [number, number];
}

export interface LimbPair extends Pair {
  readonly limbs: readonly [Limb, Limb];
  /** Score of their looks and names. */
  readonly score: number;
}

/** Votes of the names below each bone on its side: left counts 1, right −1. */
export function sidesBelow(shape: TreeShape): number[] {
  const votes = shape.nodes.map(({ bone }) => ({ left: 1, right: -1, '': 0 })[readName(bone.name).side]);
  for (let i = votes.length - 1; i > 0; --i) {
    const above = shape.parent(i);
    if (above >= 0) votes[above]! += votes[i]!;
  }
  return votes;
}

/** Branches of one bone that mirror each other in size or by their names; the longest first. */
export function pairsOf(shape: TreeShape): Pair[] {
  const votes = sidesBelow(shape);
  const longest = Math.max(...shape.branch);
  const pairs: (Pair & { readonly reach: number })[] = [];
  shape.children.forEach((below, joint) => {
    const long = below.filter((i) => shape.reach(i) > 0.1 * longest && shape.children[i]!.length > 0);
    // Names distinguish limbs from the strands of skirts and hair; otherwise the longest branches are limbs.
    const worth = (i: number): number => shape.reach(i) + (votes[i] === 0 ? 0 : longest);
    const some = long.sort((i, k) => worth(k) - worth(i)).slice(0, mostOfJoint);
    some.forEach((i, at) => {
      for (const k of some.slice(at + 1)) {
        const [ri, rk] = [shape.reach(i), shape.reach(k)];
        const isMirror = Math.abs(ri - rk) < 0.12 * Math.max(ri, rk);
        const sides = votes[i]! * votes[k]!;
        if (sides < 0 || (sides === 0 && isMirror)) pairs.push({ joint, first: [i, k], reach: ri + rk });
      }
    });
  });
  return pairs.sort((p, q) => q.reach - p.reach).slice(0, mostPairs);
}

/** Two limbs of a kind in a pair of branches. */
export function limbPair(
  shape: TreeShape,
  said: readonly Said[],
  kind: LimbKind,
  { joint, first }: Pair,
  scale: BodyScale | null,
): LimbPair | null {
  const outward = new Vector3().subVectors(tipOf(shape, first[0]), tipOf(shape, first[1])).normalize();
  const a = findLimb({ shape, said, kind, outward, scale }, first[0]);
  const b = a && findLimb({ shape, said, kind, outward: outward.negate(), scale }, first[1]);
  // Names that all mean something else are not overruled.
  if (!a || !b || Math.min(a.named, b.named) < -1) return null;
  return { joint, first, limbs: [a, b], score: a.looks + a.named + b.looks + b.named };
}

/** The pairs that look most like limbs of a kind, regardless of the rest of the body. */
export function likeliest(
  shape: TreeShape,
  said: readonly Said[],
  kind: LimbKind,
  pairs: readonly Pair[],
): LimbPair[] {
  const found = pairs.map((pair) => limbPair(shape, said, kind, pair, null)).filter((each) => each !== null);
  return found.sort((a, b) => b.score - a.score).slice(0, mostLikely);
}

/** End of the longest path from a bone. */
export function tipOf(shape: TreeShape, first: number): Vector3 {
  let at = first;
  for (let below = shape.children[at]!; below.length > 0; below = shape.children[at]!)
    at = below.reduce((best, i) => (shape.reach(i) > shape.reach(best) ? i : best));
  return shape.at(at);
}

export const middleOf = (shape: TreeShape, { limbs }: LimbPair, which: 0 | 2): Vector3 =>
  limbs.reduce((sum, { bones }) => sum.addScaledVector(shape.at(bones[which]), 0.5), new Vector3());

export const upOf = (shape: TreeShape, legs: LimbPair, arms: LimbPair): Vector3 =>
  middleOf(shape, arms, 0)
    .sub(middleOf(shape, legs, 0))
    .normalize();

/** Unit vector from the second limb to the first. */
export const acrossOf = (shape: TreeShape, { limbs: [a, b] }: LimbPair): Vector3 =>
  new Vector3().subVectors(shape.at(a.bones[0]), shape.at(b.bones[0])).normalize();

export function scaleOf(shape: TreeShape, { limbs: [a, b] }: LimbPair): BodyScale {
  const lengths = [a, b].map(({ bones }) => shape.lengthOf(bones[0], bones[2]));
  return { leg: (lengths[0]! + lengths[1]!) / 2, hip: shape.distance(a.bones[0], b.bones[0]) / 2 };
}
