/** Parts of a body among the links of a robot. */
import { LimberError, show } from '../../describe/errors.ts';
import { asObject } from '../../describe/flatten.ts';
import { limbParts } from '../gltf/limbs.ts';
import { type Role, roles, sides } from '../gltf/roles.ts';
import { readName } from '../gltf/bone-names.ts';
import type { Model } from '../../core/model.ts';
import { middleOf, type MovingTree } from './robot-limbs.ts';

/** Names of links by role. */
export type RobotRoles = Readonly<Partial<Record<Role, string>>>;

/** Where, along the links whose names have one of the words, the part begins; `palm`: where fingers branch, or last. */
type Place = 'first' | 'middle' | 'last' | 'palm';

const sided: readonly (readonly [part: string, words: string, place: Place])[] = [
  ['UpperArm', 'shoulder upperarm', 'middle'],
  ['LowerArm', 'elbow forearm lowerarm', 'first'],
  ['Hand', 'wrist hand palm', 'palm'],
  ['UpperLeg', 'hip thigh upperleg', 'middle'],
  ['LowerLeg', 'knee shin shank calf tibia lowerleg', 'first'],
  ['Foot', 'ankle foot', 'last'],
];

/** Without one of these nobody walks. */
const needed: readonly Role[] = [
  'hips',
  'leftUpperLeg',
  'leftLowerLeg',
  'leftFoot',
  'rightUpperLeg',
  'rightLowerLeg',
  'rightFoot',
];

const has = (plain: string, words: string) => words.split(' ').some((word) => plain.includes(word));

/**
 * Reads roles from names (`left_hip_roll_link`), where those do not tell from the tree, and from what carries both legs
 * and both arms.
 *
 * @throws LimberError `unknownLink` for a name or a part that is not found; `badDescription` for what is no role.
 */
export function rolesOf(tree: MovingTree, given: RobotRoles): ReadonlyMap<Role, number> {
  asObject(given, 'options.roles', roles);
  const { links } = tree.model;
  const own = new Map<Role, number>();
  for (const [role, name] of Object.entries(given)) {
    const link = links.find((each) => each.name === name);
    if (!link) throw new LimberError('unknownLink', `roles.${role} is ${show(name)}, which is no link`);
    own.set(role as Role, link.index);
  }
  const found = new Map([...byName(tree), ...own]);
  addByTree(found, tree, own);
  for (const [role, part] of [
    ['hips', 'UpperLeg'],
    ['spine', 'UpperArm'],
  ] as const) {
    const carrier = carrierOf(tree.model, found.get(`left${part}`), found.get(`right${part}`));
    if (carrier !== undefined && carrier !== found.get('hips') && !own.has(role)) found.set(role, carrier);
  }
  const missing = needed.filter((role) => !found.has(role));
  if (missing.length > 0) {
    const text = `no link was found for ${missing.join(', ')}; give it as options.roles`;
    throw new LimberError('unknownLink', text);
  }
  return found;
}

function byName(tree: MovingTree): Map<Role, number> {
  const found = new Map<Role, number>();
  const names = tree.model.links
    .filter(({ motions }) => motions.length > 0)
    .map(({ name, index }) => ({ ...readName(name), index }));
  for (const side of sides)
    for (const [part, words, place] of sided) {
      const those = names.filter((name) => name.side === side && has(name.plain, words)).map(({ index }) => index); // prettier-ignore
      const one = place === 'first' ? those[0] : place === 'middle' ? middleOf(those) : place === 'last' ? those.at(-1) : tree.palmOf(those); // prettier-ignore
      if (one !== undefined) found.set(`${side}${part}` as Role, one);
    }
  return found;
}

/** Limbs whose names do not tell all parts are those of the tree, and so are hands. */
function addByTree(found: Map<Role, number>, tree: MovingTree, own: ReadonlyMap<Role, number>): void {
  for (const [kind, parts] of Object.entries(limbParts)) {
    const roles = sides.flatMap((side) => parts.map((part, i) => [`${side}${part}`, side, i] as const));
    if (roles.every(([role]) => found.has(role) || role.endsWith('Hand'))) continue;
    const legs = tree.legs();
    const pair = kind === 'leg' ? legs : legs && tree.arms(legs);
    for (const [role, side, i] of roles) {
      if (own.has(role)) continue;
      if (pair) found.set(role, pair[side][i]!);
      else if (kind === 'arm') found.delete(role);
    }
  }
  for (const side of sides) {
    const elbow = found.get(`${side}LowerArm`);
    if (elbow !== undefined && !found.has(`${side}Hand`)) found.set(`${side}Hand`, tree.handOf(elbow));
  }
}

/** The last link above both. */
function carrierOf({ links }: Model, left?: number, right?: number): number | undefined {
  const above = (index: number | undefined): number[] =>
    index === undefined || index < 0 ? [] : [...above(links[index]!.parent), index];
  const others = above(right);
  return above(left)
    .filter((each) => others.includes(each))
    .at(-1);
}
