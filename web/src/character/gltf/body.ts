import { tellRoles, type BodyShape, type FoundBody, type Head } from './body-roles.ts';
import { saidBy, type Said } from './bone-names.ts';
import type { BoneNode } from './bones.ts';
import {
  acrossOf,
  likeliest,
  limbPair,
  middleOf,
  pairsOf,
  scaleOf,
  upOf,
  type LimbPair,
} from './limb-pairs.ts';
import type { BodyScale } from './limbs.ts';
import { TreeShape } from './tree-shape.ts';

/**
 * Score of looks and names that must be exceeded: two legs and two arms at rest score 1 to 4 by looks alone.
 */
const leastLooks = 0;

/**
 * Finds a human body in a tree of bones by its shape: two pairs of limbs that mirror each other, attached at
 * two bones of a trunk, the legs continuing the trunk and the arms at its other end, and a head. Names
 * confirm the shape and decide where it does not. Null: no body found.
 */
export function findBody(nodes: readonly BoneNode[]): FoundBody | null {
  const shape = new TreeShape(nodes);
  const said = saidBy(nodes.map(({ bone }) => bone));
  const pairs = pairsOf(shape);
  let best: (Omit<BodyShape, 'shape' | 'said'> & { score: number }) | null = null;
  const likelyArms = likeliest(shape, said, 'arm', pairs);
  for (const legs of likeliest(shape, said, 'leg', pairs)) {
    const scale = scaleOf(shape, legs);
    for (const pair of likelyArms) {
      if (pair.joint === legs.joint || !stands(shape, legs, pair, scale)) continue;
      const arms = limbPair(shape, said, 'arm', pair, scale);
      if (!arms || !stands(shape, legs, arms, scale)) continue;
      const most = legs.score + arms.score + Math.log(scale.leg);
      if (most <= (best?.score ?? -Infinity)) continue;
      const head = headOf(shape, said, legs, arms);
      const score = head ? most : most - 0.5;
      if (score > (best?.score ?? -Infinity)) best = { legs, arms, head, score };
    }
  }
  if (!best || best.legs.score + best.arms.score < leastLooks) return null;
  return tellRoles({ shape, said, ...best });
}

/**
 * True if legs and arms are at two ends of a trunk and the legs continue it. False for animals on four legs.
 */
function stands(shape: TreeShape, legs: LimbPair, arms: LimbPair, { leg }: BodyScale): boolean {
  for (const [one, other] of [
    [legs, arms],
    [arms, legs],
  ] as const)
    if (one.limbs.some(({ first }) => shape.isAbove(first, other.joint))) return false;
  const trunk = middleOf(shape, arms, 0).sub(middleOf(shape, legs, 0));
  const down = middleOf(shape, legs, 2).sub(middleOf(shape, legs, 0));
  const isLong = trunk.length() > 0.2 * leg && trunk.length() < 2 * leg;
  const sideways = Math.abs(acrossOf(shape, legs).dot(acrossOf(shape, arms)));
  return shape.joins(legs.joint, arms.joint) >= 0 && isLong && trunk.angleTo(down) > 2 && sideways > 0.7;
}

/** Finds the head above the bone that holds the arms; the neck is the bone before it. */
function headOf(shape: TreeShape, said: readonly Said[], legs: LimbPair, arms: LimbPair): Head | null {
  const up = upOf(shape, legs, arms);
  const rise = (i: number): number =>
    Math.max(...[...shape.below(i)].map((way) => shape.at(way.at(-1)!).dot(up))) -
    shape.at(arms.joint).dot(up);
  const isLimb = (i: number): boolean =>
    [...arms.limbs, ...legs.limbs].some((limb) => shape.isAbove(i, limb.first));
  const speaks = (i: number): boolean =>
    [...shape.below(i)].some((way) => said[way.at(-1)!] === 'neck' || said[way.at(-1)!] === 'head');
  const open = shape.children[arms.joint]!.filter((i) => !isLimb(i) && (speaks(i) || rise(i) > 0));
  if (open.length === 0) return null;
  const worth = (i: number): number => rise(i) + (speaks(i) ? shape.branch[0]! : 0);
  const first = open.reduce((best, i) => (worth(i) > worth(best) ? i : best));
  const named = [...shape.below(first)].find((way) => said[way.at(-1)!] === 'head');
  if (named) {
    const neck = named.slice(0, -1).find((i) => said[i] === 'neck') ?? named[0]!;
    return { neck: neck === named.at(-1) ? null : neck, head: named.at(-1)!, isSure: true };
  }
  const way = [first];
  // On to where the face branches, or to the end.
  for (let below = shape.children[first]!; below.length === 1; below = shape.children[way.at(-1)!]!)
    way.push(below[0]!);
  const [a, b, c] = way.slice(-3);
  // The tip of the head is farther from it than the head is from the neck.
  const hasEnd =
    c !== undefined && shape.branch[c] === 0 && shape.distance(b!, c) > 1.3 * shape.distance(a!, b!);
  const head = way.at(hasEnd ? -2 : -1)!;
  return { neck: head === first ? null : first, head, isSure: way.length < 3 };
}
