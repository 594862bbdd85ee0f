import { sidesOf } from './body-sides.ts';
import type { Said } from './bone-names.ts';
import type { BoneNode } from './bones.ts';
import { acrossOf, type LimbPair } from './limb-pairs.ts';
import { limbParts, type Limb, type LimbKind } from './limbs.ts';
import { roleOf, type BodySide, type Role } from './roles.ts';
import { nameOf } from './similarity.ts';
import type { TreeShape } from './tree-shape.ts';

/** A limb is unsure if the second-best bones score within this margin. */
const sureMargin = 0.25;

/** The bones above the arms. */
export interface Head {
  readonly neck: number | null;
  readonly head: number;
  readonly isSure: boolean;
}

/** Limbs and head of a body among the bones. */
export interface BodyShape {
  readonly shape: TreeShape;
  readonly said: readonly Said[];
  readonly legs: LimbPair;
  readonly arms: LimbPair;
  readonly head: Head | null;
}

export interface FoundBody {
  readonly map: ReadonlyMap<Role, BoneNode>;
  /** Doubts about the result, as sentences for users. */
  readonly warnings: readonly string[];
}

type Found = Map<Role, number>;

/** Determines the role of each bone once the limbs are found, and what is unsure. */
export function tellRoles(body: BodyShape): FoundBody {
  const { nodes } = body.shape;
  const found: Found = new Map();
  setTrunk(body, found);
  const { isSwapped, why } = sidesOf(body.shape, body.legs, body.arms);
  setLimbs(body, found, isSwapped);
  const warnings = [...(why ? [why] : []), ...tellUnsure(body, found)];
  return { map: new Map([...found].map(([role, i]) => [role, nodes[i]!])), warnings };
}

function setTrunk({ shape, said, legs, arms, head }: BodyShape, found: Found): void {
  const hips = hipsOf(shape, said, shape.joins(legs.joint, arms.joint));
  found.set('hips', hips);
  // Arms may be attached to the neck.
  const top = said[arms.joint] === 'neck' ? shape.parent(arms.joint) : arms.joint;
  const back = shape.way(hips, top).slice(1);
  const three = back.length > 3 ? [back[0]!, back[back.length >> 1]!, back.at(-1)!] : back;
  (['spine', 'chest', 'upperChest'] as const).forEach((role, i) => {
    if (three[i] !== undefined) found.set(role, three[i]);
  });
  const neck = top === arms.joint ? head?.neck : arms.joint;
  if (typeof neck === 'number') found.set('neck', neck);
  if (head) found.set('head', head.head);
}

/** The lowest bone above legs and arms, or a bone above it named as the hips. */
function hipsOf(shape: TreeShape, said: readonly Said[], top: number): number {
  if (said[top] === 'hips' || said[top] === null) return top;
  return (
    shape
      .way(0, top)
      .reverse()
      .find((i) => said[i] === 'hips') ?? top
  );
}

function setLimbs({ shape, said, legs, arms }: BodyShape, found: Found, isSwapped: boolean): void {
  const isTurned = acrossOf(shape, legs).dot(acrossOf(shape, arms)) < 0;
  const set = (kind: LimbKind, { limbs }: LimbPair, isRightFirst: boolean): void =>
    limbs.forEach((limb, i) =>
      setLimb(shape, said, found, kind, limb, (i === 0) === isRightFirst ? 'right' : 'left'),
    );
  set('leg', legs, isSwapped);
  set('arm', arms, isSwapped !== isTurned);
}

function setLimb(
  shape: TreeShape,
  said: readonly Said[],
  found: Found,
  kind: LimbKind,
  { first, bones }: Limb,
  side: BodySide,
): void {
  limbParts[kind].forEach((part, i) => found.set((side + part) as Role, bones[i]!));
  if (kind === 'arm' && first !== bones[0]) {
    const before = shape.way(first, bones[0]).slice(0, -1);
    found.set(roleOf('shoulder', side), before.find((i) => said[i]?.endsWith('Shoulder')) ?? first);
  }
  if (kind === 'leg') {
    const below = [...shape.below(bones[2])].map((way) => way.at(-1)!).slice(1);
    const far = shape.children[bones[2]]!.filter((i) => said[i] !== 'stranger');
    const longest =
      far.length > 0 ? far.reduce((best, i) => (shape.reach(i) > shape.reach(best) ? i : best)) : undefined;
    const toes = below.find((i) => said[i]?.endsWith('Toes')) ?? longest;
    if (toes !== undefined) found.set(roleOf('toes', side), toes);
  }
}

function tellUnsure({ shape, said, legs, arms, head }: BodyShape, found: Found): string[] {
  const limbs = [...legs.limbs, ...arms.limbs];
  const list = (roles: readonly Role[]): string =>
    roles.map((role) => `${role} ${nameOf(shape.nodes[found.get(role)!]!.bone)}`).join(', ');
  const remedy = "say which bones are meant, as in humanoid: { leftHand: 'name of the bone', … }";
  const warnings: string[] = [];
  const roles = [...found.keys()];
  const bonesUnsure = limbs
    .filter(({ margin, named }) => margin < sureMargin && named < 3)
    .flatMap(({ bones }) => bones);
  const unsure = roles.filter(
    (role) => bonesUnsure.includes(found.get(role)!) || (role === 'head' && !head!.isSure),
  );
  const wrong = roles.filter(
    (role) => said[found.get(role)!] !== null && !agree(said[found.get(role)!]!, role),
  );
  if (!limbs.some(({ named }) => named > 0)) {
    warnings.push(
      `no name says what its bones are, so the shape alone tells: ${list(roles)}; ${remedy}, or humanoid: false`,
    );
  } else if (unsure.length > 0) {
    warnings.push(`these bones are taken for parts of a body, which is not sure: ${list(unsure)}; ${remedy}`);
  }
  if (wrong.length > 0) {
    warnings.push(
      `by their place these bones are other parts of a body than their names say: ${list(wrong)}; ${remedy}`,
    );
  }
  return warnings;
}

/** Some programs count the bones of the back from the hips, or even up to the head. */
const middle: readonly string[] = ['hips', 'spine', 'chest', 'upperChest', 'neck', 'head'];
const agree = (said: Said, role: Role): boolean =>
  said === role || (['spine', 'neck'].includes(said!) && middle.includes(role));
