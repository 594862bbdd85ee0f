/** Parts of a body among the links of a robot. */
import { LimberError, show } from '../../describe/errors.ts';
import type { Role } from '../gltf/roles.ts';
import { readName } from '../gltf/bone-names.ts';
import type { Model } from '../../core/model.ts';

/** Names of links by role. */
export type RobotRoles = Readonly<Partial<Record<Role, string>>>;

/** Where, along the links whose names have one of the words, the part begins; `palm`: where fingers branch, or last. */
type Place = 'first' | 'middle' | 'last' | 'palm';

/** Joints of a hip and a shoulder are links of their own; the middle one is nearest to where their axes meet. */
const sided: readonly (readonly [part: string, words: string, place: Place])[] = [
  ['UpperArm', 'shoulder upperarm', 'middle'],
  ['LowerArm', 'elbow forearm lowerarm', 'first'],
  ['Hand', 'wrist hand palm', 'palm'],
  ['UpperLeg', 'hip thigh upperleg', 'middle'],
  ['LowerLeg', 'knee shin shank calf tibia lowerleg', 'first'],
  ['Foot', 'ankle foot', 'last'],
];
const trunk = 'torso chest trunk waist spine';

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

function pick<T>(of: readonly T[], place: Place, branches: (one: T) => boolean): T | undefined {
  if (place === 'palm') return of.find(branches) ?? of.at(-1);
  return place === 'last' ? of.at(-1) : of[place === 'first' ? 0 : Math.floor((of.length - 1) / 2)];
}

/**
 * Reads roles from names (`left_hip_roll_link`, `torso_link`) and the tree: the hips carry both legs.
 *
 * @throws LimberError `unknownLink` for a name or a part that is not found.
 */
export function rolesOf({ links }: Model, given: RobotRoles): ReadonlyMap<Role, number> {
  const found = new Map<Role, number>();
  // A fixed link is a sensor, a logo or a cover.
  const moving = links.filter((link) => link.motions.length > 0);
  const names = moving.map(({ name, index }) => ({ ...readName(name), index }));
  const movingAbove = (index: number): number => {
    const { parent } = links[index]!;
    return parent < 0 || links[parent]!.motions.length > 0 ? parent : movingAbove(parent);
  };
  const parents = moving.map(({ index }) => movingAbove(index));
  const branches = ({ index }: { readonly index: number }) =>
    parents.filter((parent) => parent === index).length > 1;
  for (const side of ['left', 'right'] as const)
    for (const [part, words, place] of sided) {
      const those = names.filter((name) => name.side === side && has(name.plain, words));
      const one = pick(those, place, branches);
      if (one) found.set(`${side}${part}` as Role, one.index);
    }
  const chest = names.filter(({ plain, side }) => side === '' && has(plain, trunk)).at(-1);
  if (chest) found.set('spine', chest.index);
  const above = (index: number | undefined): number[] =>
    index === undefined || index < 0 ? [] : [...above(links[index]!.parent), index];
  const right = above(found.get('rightUpperLeg'));
  const hips = above(found.get('leftUpperLeg'))
    .filter((each) => right.includes(each))
    .at(-1);
  if (hips !== undefined) found.set('hips', hips);
  for (const [role, name] of Object.entries(given)) {
    const link = links.find((each) => each.name === name);
    if (!link) throw new LimberError('unknownLink', `roles.${role} is ${show(name)}, which is no link`);
    found.set(role as Role, link.index);
  }
  const missing = needed.filter((role) => !found.has(role));
  if (missing.length > 0) {
    const text = `no link was found by its name for ${missing.join(', ')}; give it as options.roles`;
    throw new LimberError('unknownLink', text);
  }
  return found;
}
