import { Vector3 } from 'three';
import { saidBy, type Said } from './bone-names.ts';
import type { BoneNode } from './bones.ts';
import { findLimb, limbParts, type BodyScale, type Limb, type LimbKind } from './limbs.ts';
import { roleOf, type BodySide, type Role } from './roles.ts';
import { nameOf } from './similarity.ts';
import { TreeShape } from './tree-shape.ts';

/** What looks and names together must exceed: two legs and two arms at rest have 1 to 4 by their looks alone. */
const leastLooks = 0;
/** Pairs of branches that are looked at: the longest. */
const mostPairs = 24;
/** A limb whose next best bones are as good as this close is unsure. */
const sureMargin = 0.25;

/** Two branches of one bone that mirror each other. */
interface Pair {
  readonly joint: number;
  readonly first: readonly [number, number];
}

interface LimbPair {
  readonly joint: number;
  readonly limbs: readonly [Limb, Limb];
  /** Their looks and their names. */
  readonly score: number;
}

export interface FoundBody {
  readonly map: ReadonlyMap<Role, BoneNode>;
  /** What is unsure, in sentences for people. */
  readonly warnings: readonly string[];
}

/**
 * Finds a human body in a tree of bones by its shape: two pairs of limbs that mirror each other, at two bones of a trunk,
 * the legs on along the trunk and the arms at its other end, and a head. Names confirm, and decide where the shape does
 * not. Null: there is none.
 */
export function findBody(nodes: readonly BoneNode[]): FoundBody | null {
  const shape = new TreeShape(nodes);
  const said = saidBy(nodes.map(({ bone }) => bone));
  const pairs = pairsOf(shape, said);
  let best: { legs: LimbPair; arms: LimbPair; score: number } | null = null;
  for (const legPair of pairs) {
    const legs = limbPair(shape, said, 'leg', legPair, null);
    if (!legs) continue;
    const scale = scaleOf(shape, legs);
    for (const armPair of pairs) {
      if (armPair.joint === legPair.joint) continue;
      const arms = limbPair(shape, said, 'arm', armPair, scale);
      if (!arms || !stands(shape, legs, arms, scale)) continue;
      const head = headOf(shape, said, legs, arms);
      const score = legs.score + arms.score + Math.log(scale.leg) + (head ? 0.5 : 0);
      if (score > (best?.score ?? -Infinity)) best = { legs, arms, score };
    }
  }
  if (!best || best.legs.score + best.arms.score < leastLooks) return null;
  return describe(shape, said, best.legs, best.arms);
}

/** Left is above 0, right below, of all names in a branch. */
function sidesBelow(shape: TreeShape, said: readonly Said[]): number[] {
  const votes = said.map((role) => (role?.startsWith('left') ? 1 : role?.startsWith('right') ? -1 : 0));
  for (let i = votes.length - 1; i > 0; --i) {
    const above = shape.parent(i);
    if (above >= 0) votes[above]! += votes[i]!;
  }
  return votes;
}

function pairsOf(shape: TreeShape, said: readonly Said[]): Pair[] {
  const votes = sidesBelow(shape, said);
  const longest = Math.max(...shape.branch);
  const pairs: (Pair & { readonly reach: number })[] = [];
  shape.children.forEach((below, joint) => {
    const long = below.filter((i) => shape.reach(i) > 0.1 * longest && shape.children[i]!.length > 0);
    const some = long.sort((i, k) => shape.reach(k) - shape.reach(i)).slice(0, 12);
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

function limbPair(
  shape: TreeShape,
  said: readonly Said[],
  kind: LimbKind,
  { joint, first }: Pair,
  scale: BodyScale | null,
): LimbPair | null {
  const outward = new Vector3().subVectors(tipOf(shape, first[0]), tipOf(shape, first[1])).normalize();
  const a = findLimb({ shape, said, kind, outward, scale }, first[0]);
  const b = a && findLimb({ shape, said, kind, outward: outward.negate(), scale }, first[1]);
  // Names that all say something else are not overruled.
  if (!a || !b || Math.min(a.named, b.named) < -1) return null;
  return { joint, limbs: [a, b], score: a.looks + a.named + b.looks + b.named };
}

function tipOf(shape: TreeShape, first: number): Vector3 {
  let at = first;
  for (let below = shape.children[at]!; below.length > 0; below = shape.children[at]!)
    at = below.reduce((best, i) => (shape.reach(i) > shape.reach(best) ? i : best));
  return shape.at(at);
}

const middleOf = (shape: TreeShape, { limbs }: LimbPair, which: 0 | 2): Vector3 =>
  limbs.reduce((sum, { bones }) => sum.addScaledVector(shape.at(bones[which]), 0.5), new Vector3());

/** From the second to the first. */
const acrossOf = (shape: TreeShape, { limbs: [a, b] }: LimbPair): Vector3 =>
  new Vector3().subVectors(shape.at(a.bones[0]), shape.at(b.bones[0])).normalize();

function scaleOf(shape: TreeShape, { limbs: [a, b] }: LimbPair): BodyScale {
  const lengths = [a, b].map(({ bones }) => shape.lengthOf(bones[0], bones[2]));
  return { leg: (lengths[0]! + lengths[1]!) / 2, hip: shape.distance(a.bones[0], b.bones[0]) / 2 };
}

/** Whether legs and arms are at two ends of a trunk, the legs going on where it ends: not so for four legs. */
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

/** From the bone that holds the arms up to the head; the neck is what comes before it. */
function headOf(
  shape: TreeShape,
  said: readonly Said[],
  legs: LimbPair,
  arms: LimbPair,
): { neck: number | null; head: number; isSure: boolean } | null {
  const up = middleOf(shape, arms, 0)
    .sub(middleOf(shape, legs, 0))
    .normalize();
  const rise = (i: number): number => tipOf(shape, i).clone().sub(shape.at(arms.joint)).dot(up);
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
  // An end of the head is farther from it than the head from the neck.
  const hasEnd =
    c !== undefined && shape.branch[c] === 0 && shape.distance(b!, c) > 1.3 * shape.distance(a!, b!);
  const head = way.at(hasEnd ? -2 : -1)!;
  return { neck: head === first ? null : first, head, isSure: way.length < 3 };
}

function describe(shape: TreeShape, said: readonly Said[], legs: LimbPair, arms: LimbPair): FoundBody {
  const map = new Map<Role, number>();
  const warnings: string[] = [];
  const name = (i: number): string => nameOf(shape.nodes[i]!.bone);
  const hips = hipsOf(shape, said, shape.joins(legs.joint, arms.joint));
  const head = headOf(shape, said, legs, arms);
  map.set('hips', hips);
  const joint = said[arms.joint] === 'neck' ? shape.parent(arms.joint) : arms.joint;
  const back = shape.way(hips, joint).slice(1);
  const spread = back.length > 3 ? [back[0]!, back[back.length >> 1]!, back.at(-1)!] : back;
  (['spine', 'chest', 'upperChest'] as const).forEach((role, i) => {
    if (spread[i] !== undefined) map.set(role, spread[i]);
  });
  const neck = joint === arms.joint ? head?.neck : arms.joint;
  if (typeof neck === 'number') map.set('neck', neck);
  if (head) map.set('head', head.head);
  const { isSwapped, why } = sidesOf(shape, said, legs, arms);
  if (why) warnings.push(why);
  for (const [kind, pair] of [
    ['leg', legs],
    ['arm', arms],
  ] as const) {
    const isTurned = kind === 'arm' && acrossOf(shape, legs).dot(acrossOf(shape, arms)) < 0;
    pair.limbs.forEach((limb, i) => {
      const side: BodySide = (i === 0) === (isTurned === isSwapped) ? 'left' : 'right';
      setLimb(shape, said, map, kind, limb, side);
    });
  }
  tellUnsure();
  return { map: new Map([...map].map(([role, i]) => [role, shape.nodes[i]!])), warnings };

  function tellUnsure(): void {
    const listed = (roles: readonly Role[]) =>
      roles.map((role) => `${role} ${name(map.get(role)!)}`).join(', ');
    const wrong = [...map]
      .filter(([role, i]) => said[i] !== null && !agree(said[i]!, role))
      .map(([role]) => role);
    const unsure = [...legs.limbs, ...arms.limbs]
      .filter(({ margin, named }) => margin < sureMargin && named < 3)
      .flatMap(({ bones }) => [...map].filter(([, i]) => bones.includes(i)).map(([role]) => role));
    if (head && !head.isSure) unsure.push('head');
    const isNamed = [...legs.limbs, ...arms.limbs].some(({ named }) => named > 0);
    const remedy = "say which bones are meant, as in humanoid: { leftHand: 'name of the bone', … }";
    if (!isNamed) {
      warnings.push(
        `no name says what its bones are, so the shape alone tells: ${listed([...map.keys()])}; ${remedy}, or humanoid: false`,
      );
    } else if (unsure.length > 0) {
      warnings.push(
        `these bones are taken for parts of a body, which is not sure: ${listed(unsure)}; ${remedy}`,
      );
    }
    if (wrong.length > 0) {
      warnings.push(
        `by their place these bones are other parts of a body than their names say: ${listed(wrong)}; ${remedy}`,
      );
    }
  }
}

/** Programs count the bones of the back from the hips or even up to the head. */
const middle: readonly string[] = ['hips', 'spine', 'chest', 'upperChest', 'neck', 'head'];
const agree = (said: Said, role: Role): boolean =>
  said === role || (['spine', 'neck'].includes(said!) && middle.includes(role));

/** The lowest bone above legs and arms, or one above it whose name says so. */
function hipsOf(shape: TreeShape, said: readonly Said[], top: number): number {
  if (said[top] === 'hips' || said[top] === null) return top;
  return (
    shape
      .way(0, top)
      .reverse()
      .find((i) => said[i] === 'hips') ?? top
  );
}

function setLimb(
  shape: TreeShape,
  said: readonly Said[],
  map: Map<Role, number>,
  kind: LimbKind,
  { first, bones }: Limb,
  side: BodySide,
): void {
  limbParts[kind].forEach((part, i) => map.set((side + part) as Role, bones[i]!));
  if (kind === 'arm' && first !== bones[0]) {
    const before = shape.way(first, bones[0]).slice(0, -1);
    map.set(roleOf('shoulder', side), before.find((i) => said[i]?.endsWith('Shoulder')) ?? first);
  }
  if (kind === 'leg') {
    const below = [...shape.below(bones[2])].map((way) => way.at(-1)!).slice(1);
    const far = shape.children[bones[2]]!.filter((i) => said[i] !== 'stranger');
    const longest =
      far.length > 0 ? far.reduce((best, i) => (shape.reach(i) > shape.reach(best) ? i : best)) : undefined;
    const toes = below.find((i) => said[i]?.endsWith('Toes')) ?? longest;
    if (toes !== undefined) map.set(roleOf('toes', side), toes);
  }
}

/** Whether the first of each pair (of the legs) is the right one: by names, else by where the feet point. */
function sidesOf(
  shape: TreeShape,
  said: readonly Said[],
  legs: LimbPair,
  arms: LimbPair,
): { isSwapped: boolean; why: string | null } {
  const votes = sidesBelow(shape, said);
  const across = acrossOf(shape, legs);
  const [a, b] = legs.limbs;
  const isTurned = across.dot(acrossOf(shape, arms)) < 0;
  const [c, d] = isTurned ? [arms.limbs[1], arms.limbs[0]] : arms.limbs;
  const names = votes[a.first]! - votes[b.first]! + votes[c.first]! - votes[d.first]!;
  const up = middleOf(shape, arms, 0)
    .sub(middleOf(shape, legs, 0))
    .normalize();
  // Forward, if the first is the left one.
  const forward = across.cross(up).multiplyScalar(Math.sign(shape.nodes[a.first]!.world.scale));
  const points = forwardness(shape, legs, arms, forward);
  if (names !== 0) {
    const isBack = points !== 0 && Math.sign(points) !== Math.sign(names);
    const why = 'feet point to the back, if left and right are as the names say; are they exchanged?';
    return { isSwapped: names < 0, why: isBack ? why : null };
  }
  if (points !== 0) return { isSwapped: points < 0, why: null };
  // As most files have it: up along y, forward along z; or up along z, forward along −y.
  const usual = Math.abs(up.y) > Math.abs(up.z) ? forward.z : -forward.y;
  return {
    isSwapped: usual < 0,
    why: 'nothing tells the front of the body from its back, so left and right are a guess',
  };
}

/** How clearly feet, or else knees and elbows, point forward: below 0 backward, 0 not at all. */
function forwardness(shape: TreeShape, legs: LimbPair, arms: LimbPair, forward: Vector3): number {
  const toes = legs.limbs.map(({ bones: [, , foot] }) =>
    tipOf(shape, foot).clone().sub(shape.at(foot)).dot(forward),
  );
  const bent = (pair: LimbPair): number[] =>
    pair.limbs.map(({ bones }) => {
      const [upper, lower, end] = bones.map((i) => shape.at(i));
      const chord = new Vector3().subVectors(end!, upper!);
      const off = new Vector3().subVectors(lower!, upper!);
      return off.addScaledVector(chord, -off.dot(chord) / chord.lengthSq()).dot(forward);
    });
  const elbows = bent(arms).map((each) => -each);
  const { leg } = scaleOf(shape, legs);
  for (const each of [toes, bent(legs), elbows]) {
    const sum = each[0]! + each[1]!;
    if (Math.abs(sum) > 0.01 * leg) return sum;
  }
  return 0;
}
