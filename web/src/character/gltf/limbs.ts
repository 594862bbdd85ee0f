import { Vector3 } from 'three';
import type { Said } from './bone-names.ts';
import type { TreeShape } from './tree-shape.ts';

export type LimbKind = 'arm' | 'leg';

/** Parts of each limb, from its ball joint to its end. */
export const limbParts = {
  arm: ['UpperArm', 'LowerArm', 'Hand'],
  leg: ['UpperLeg', 'LowerLeg', 'Foot'],
} as const;

/** Three bones of a limb, as indices in the list of bones. */
export interface Limb {
  /** The bone attached to the trunk. */
  readonly first: number;
  readonly bones: readonly [upper: number, lower: number, end: number];
  /** Score of how much they look like a limb; positive: well. */
  readonly looks: number;
  /** Number of names that agree minus number of names that disagree. */
  readonly named: number;
  /** Margin by which they beat any other three bones. */
  readonly margin: number;
}

/** Measures of a body, known before its arms are searched. */
export interface BodyScale {
  /** Metres from the hip joint to the ankle. */
  readonly leg: number;
  /** Metres from the body's middle to the hip joint. */
  readonly hip: number;
}

export interface LimbSearch {
  readonly shape: TreeShape;
  readonly said: readonly Said[];
  readonly kind: LimbKind;
  /** Unit vector from the body's middle to this side. */
  readonly outward: Vector3;
  readonly scale: BodyScale | null;
}

/**
 * The three bones below `first`, one below the other, that look most like an upper limb, a lower limb and its
 * end: of similar length, straight, at the body's side, of the body's scale, the end a foot that turns or a
 * hand that branches.
 */
export function findLimb(search: LimbSearch, first: number): Limb | null {
  const { shape } = search;
  let best: Omit<Limb, 'margin'> | null = null;
  let [most, second] = [-Infinity, -Infinity];
  for (const way of shape.below(first)) {
    const end = way.at(-1)!;
    const ending = looksOfEnd(search, end);
    // A limb ends where it branches.
    const fork = way
      .slice(0, -1)
      .reduce((last, each, at) => (branchesOf(shape, each).length > 1 ? at : last), 0);
    for (let k = 1; k < way.length - 1; ++k) {
      const passes = fork > k ? 1 : 0;
      for (let i = 0; i < k; ++i) {
        const bones = [way[i]!, way[k]!, end] as const;
        const looks = looksOf(search, first, bones) + ending - passes;
        if (looks === -Infinity) continue;
        const named = namesOf(search, way, bones);
        // Among bones at one place the first wins.
        if (looks + named > most + 1e-6) {
          second = most;
          most = looks + named;
          best = { first, bones, looks, named };
        } else second = Math.max(second, looks + named);
      }
    }
  }
  return best && most > -Infinity ? { ...best, margin: most - second } : null;
}

/** Half the squared deviation from the usual value, in units of `width`. */
const unlike = (value: number, usual: number, width: number): number => ((value - usual) / width) ** 2 / 2;

function looksOf(
  { shape, kind, outward, scale }: LimbSearch,
  first: number,
  [upper, lower, end]: Limb['bones'],
): number {
  const u = a.subVectors(shape.at(lower), shape.at(upper)).length();
  const l = b.subVectors(shape.at(end), shape.at(lower)).length();
  if (!(Math.min(u, l) > 0.15 * Math.max(u, l))) return -Infinity;
  const bend = a.angleTo(b);
  const aside = a.subVectors(shape.at(upper), shape.at(shape.parent(first))).dot(outward);
  const before = shape.lengthOf(first, upper);
  const looks = -unlike(Math.log(u / l), kind === 'arm' ? 0.1 : 0, 0.3) - 2 * (1 - Math.cos(bend));
  // A leg begins beside the middle; a shoulder is at least as far out as a hip.
  const most = kind === 'arm' && scale ? scale.hip : 0.05 * (u + l);
  const inside = most > 0 ? Math.min(1, Math.max(0, 1 - aside / most)) : 0;
  const skipped = Math.max(0, before / (u + l) - 0.35);
  const size = scale
    ? unlike(Math.log(u / scale.leg), Math.log(1 / 3), 0.5) +
      unlike(Math.log(l / scale.leg), Math.log(0.3), 0.5)
    : 0;
  return looks - 2 * inside - unlike(skipped, 0, 0.2) - Math.min(2, size);
}

function looksOfEnd({ shape, kind }: LimbSearch, end: number): number {
  const along = a.subVectors(shape.at(end), shape.at(shape.parent(end)));
  const branches = branchesOf(shape, end);
  if (kind === 'arm' && branches.length >= 3) return 1;
  if (kind === 'arm' && branches.length === 2) return 0.7;
  if (branches.every((i) => shape.children[i]!.length === 0) && kind === 'arm') return 0.4;
  if (branches.length === 0) return 0.4;
  if (kind === 'arm') return 0;
  const turned = branches.some((i) => b.subVectors(shape.at(i), shape.at(end)).angleTo(along) > 0.5);
  return turned ? 1 : -0.5;
}

const branchesOf = (shape: TreeShape, i: number): number[] =>
  shape.children[i]!.filter((child) => shape.reach(child) > 1e-3 * shape.reach(i));

function namesOf({ said, kind }: LimbSearch, way: readonly number[], bones: Limb['bones']): number {
  const [upper] = bones;
  const agrees = (i: number, part: string): number =>
    said[i] === null ? 0 : said[i]!.endsWith(part) ? 1 : -1;
  let sum = bones.reduce((all, i, k) => all + agrees(i, limbParts[kind][k]!), 0);
  if (kind === 'arm' && way.some((i) => i < upper && said[i]?.endsWith('Shoulder'))) sum += 0.5;
  return sum;
}

const a = new Vector3();
const b = new Vector3();
