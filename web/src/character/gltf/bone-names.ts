import type { Object3D } from 'three';
import { parts, roleOf, type BodyPart, type BodySide, type Role } from './roles.ts';

/** Words without meaning: prefixes, and words for "bone". */
const noise = new Set(
  'mixamorig bip valvebiped j c cc def org armature rig b base bone joint jnt bend skin'.split(' '),
);
/** Words for bones that are not a body's own: twist bones, handles, fingers, faces, hair and clothes. */
const strangers = new Set(
  (
    'twist roll ik fk pole target ctrl control mch end site endsite nub helper dummy socket attach prop weapon finger ' +
    'fingers thumb index middle mid ring pinky little eye jaw tongue brow lip ear hair skirt cloth tail wing breast ' +
    'pectoral pec'
  ).split(' '),
);
const sides: Readonly<Record<string, BodySide>> = {
  left: 'left',
  l: 'left',
  lf: 'left',
  lt: 'left',
  左: 'left',
  right: 'right',
  r: 'right',
  rt: 'right',
  右: 'right',
};
const sidedNames = new Set(parts.flatMap(({ sided, names }) => (sided ? names : [])));

export interface ReadName {
  readonly side: BodySide;
  readonly plain: string;
  /** True for a bone that is not a body's own. */
  readonly isStranger: boolean;
}

/** `mixamorig:LeftForeArm` → left, forearm; `upper_arm.R` → right, upperarm; `lfemur` → left, femur. */
export function readName(name: string): ReadName {
  const tail = name.slice(name.lastIndexOf(':') + 1).replace(/^VRM_/i, '');
  const words = (tail.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[左右]/g) ?? []).flatMap((word) =>
    unglued(word.toLowerCase()),
  );
  const side = words.map((word) => sides[word]).find((each) => each !== undefined) ?? '';
  const rest = words.filter((word) => !(word in sides) && !noise.has(word));
  // Bones of the back and the neck may be their own twist bones.
  const own = rest.filter((word) => side !== '' || (word !== 'twist' && word !== 'roll'));
  return { side, plain: own.join(''), isStranger: own.some((word) => strangers.has(word)) };
}

/** `leftarm` → left arm, `lfemur` → l femur. */
function unglued(word: string): string[] {
  const found = /^(left|right|l|r)(.+)$/.exec(word);
  const [, side, rest] = found ?? [];
  return rest && (side!.length > 1 || sidedNames.has(rest)) ? [side!, rest] : [word];
}

/**
 * Meaning of a bone's name: a role, for back and neck always the first; a bone that is not a body's own;
 * null: none.
 */
export type Said = Role | 'stranger' | null;

/**
 * A name that may mean two parts means the one that no other bone's name states plainly: a `LeftShoulder` is
 * an upper arm beside a `LeftCollar`, and a collar bone beside a `LeftArm`.
 */
export function saidBy(bones: readonly Object3D[]): Said[] {
  const meanings = bones.map(({ name }): Role[] => {
    const { side, plain, isStranger } = readName(name);
    if (isStranger || !plain) return [];
    const fits = ({ sided, names }: BodyPart) => sided === (side !== '') && names.includes(plain);
    return parts.filter(fits).map(({ part }) => roleOf(part, side));
  });
  const plainly = new Set(meanings.filter(({ length }) => length === 1).map(([role]) => eitherSide(role!)));
  return meanings.map((mine, i) => {
    if (mine.length === 0) return readName(bones[i]!.name).isStranger ? 'stranger' : null;
    const open = mine.filter((role) => !plainly.has(eitherSide(role)));
    // A body may lack collar bones and toes, but not arms and feet.
    return open.find((role) => !isSpare(role)) ?? open[0] ?? mine.find(isSpare) ?? mine[0]!;
  });
}

/** A plain name on one side also decides the other side. */
const eitherSide = (role: Role): string => role.replace(/^(left|right)/, '');

const isSpare = (role: Role): boolean => /Shoulder$|Toes$/.test(role);
