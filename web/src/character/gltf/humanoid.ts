import type { Object3D } from 'three';
import { LimberError, show } from '../../describe/errors.ts';
import { isAbove, nameOf } from './similarity.ts';
import { saidBy } from './bone-names.ts';
import { type Role, roles } from './roles.ts';

/** Bones by role. A missing role is one that the body lacks. */
export type HumanoidMap = ReadonlyMap<Role, Object3D>;

/** The used part of `vrm.humanoid` of @pixiv/three-vrm. */
export interface VRMHumanoidLike {
  getRawBoneNode(name: string): Object3D | null;
}

type Node = { readonly node?: number } | null;

/** The used part of a file as three's GLTFLoader gives it. */
export interface GLTFLike {
  readonly parser: {
    readonly json: {
      readonly extensions?: Readonly<
        Record<string, { readonly humanoid?: { readonly humanBones?: unknown } } | undefined>
      >;
    };
    /** A default material has no association. */
    readonly associations: ReadonlyMap<object, { readonly nodes?: number } | undefined>;
  };
}

/** Bones or their names by role. */
export type HumanoidRecord = Readonly<Partial<Record<Role, Object3D | string>>>;

/** Finds the bones of a humanoid by name: Mixamo, VRM, Ready Player Me, Unreal, Blender, Biped. */
export function mapByNames(bones: readonly Object3D[]): HumanoidMap {
  const map = new Map<Role, Object3D>();
  const back: Object3D[] = [];
  const said = saidBy(bones);
  for (const [i, bone] of bones.entries()) {
    const role = said[i];
    if (!role || role === 'stranger') continue;
    // Of several bones with one name, the first is nearest to the body.
    if (role === 'spine') back.push(bone);
    else if (!map.has(role)) map.set(role, bone);
  }
  if (!map.has('hips')) {
    const top = lowestAbove(map.get('leftUpperLeg'), map.get('rightUpperLeg'));
    if (top && bones.includes(top)) map.set('hips', top);
  }
  mapBack(back, map);
  return map;
}

/** Spine, chest and upper chest are the first three bones between the hips and the neck, head or arm. */
function mapBack(back: readonly Object3D[], map: Map<Role, Object3D>): void {
  const end = map.get('neck') ?? map.get('head') ?? map.get('leftUpperArm');
  const hips = map.get('hips');
  const chain = back.filter((bone) => bone !== hips && (!end || isAbove(bone, end)));
  (['spine', 'chest', 'upperChest'] as const).forEach((role, i) => {
    if (chain[i]) map.set(role, chain[i]);
  });
}

function lowestAbove(a: Object3D | undefined, b: Object3D | undefined): Object3D | null {
  let at = a?.parent ?? null;
  while (at && b && !isAbove(at, b)) at = at.parent;
  return b ? at : null;
}

/** @throws LimberError `badDescription` for an unknown role or bone. */
export function mapByRecord(record: HumanoidRecord, bones: readonly Object3D[]): HumanoidMap {
  const map = new Map<Role, Object3D>();
  for (const [role, given] of Object.entries(record)) {
    if (!roles.includes(role as Role)) {
      throw new LimberError('badDescription', `humanoid.${role} is not a role; known: ${roles.join(', ')}`);
    }
    if (given === undefined) continue;
    const bone = bones.find((each) => each === given || each.name === given);
    if (!bone) {
      const known = bones.slice(0, 12).map((each) => nameOf(each));
      const what = typeof given === 'string' ? show(given) : nameOf(given);
      throw new LimberError(
        'badDescription',
        `humanoid.${role}: there is no bone ${what}; bones are ${known.join(', ')}${bones.length > 12 ? ' …' : ''}`,
      );
    }
    map.set(role as Role, bone);
  }
  return map;
}

/** The raw bones, not the normalised ones that three-vrm copies into them. */
export function mapByVRM(humanoid: VRMHumanoidLike): Map<Role, Object3D> {
  const map = new Map<Role, Object3D>();
  for (const role of roles) {
    const bone = humanoid.getRawBoneNode(role);
    if (bone) map.set(role, bone);
  }
  return map;
}

export const isGLTF = (value: unknown): value is GLTFLike =>
  typeof (value as Partial<GLTFLike> | null)?.parser?.associations?.get === 'function';

/** VRM 0 names the bones of a thumb as those of other fingers. */
const thumbsOfVRM0: Readonly<Record<string, string>> = { Proximal: 'Metacarpal', Intermediate: 'Proximal' };
const fromVRM0 = (role: string): string =>
  role.replace(/(?<=Thumb)\w+$/, (bone) => thumbsOfVRM0[bone] ?? bone);

/** The bones that a VRM animation, a VRM 1 or a VRM 0 names; undefined for another glTF. */
export function mapByGLTF({ parser }: GLTFLike): Map<Role, Object3D> | undefined {
  const { VRMC_vrm_animation: animation, VRMC_vrm: one, VRM: zero } = parser.json.extensions ?? {};
  const bones = (animation ?? one ?? zero)?.humanoid?.humanBones;
  if (typeof bones !== 'object' || bones === null) return undefined;
  const nodes = new Map<number | undefined, Object3D>();
  for (const [object, found] of parser.associations)
    if ((object as Partial<Object3D>).isObject3D) nodes.set(found?.nodes, object as Object3D);
  // VRM 0 has a list, the others have an object.
  const entries: [string | undefined, Node][] = Array.isArray(bones)
    ? (bones as (Node & { readonly bone: string })[]).map((each) => [each?.bone, each])
    : Object.entries(bones as Record<string, Node>);
  const map = new Map<Role, Object3D>();
  for (const [name = '', each] of entries) {
    const bone = nodes.get(each?.node ?? -1);
    const role = (Array.isArray(bones) ? fromVRM0(name) : name) as Role;
    if (bone && roles.includes(role)) map.set(role, bone);
  }
  return map;
}

export const isVRMHumanoid = (value: unknown): value is VRMHumanoidLike =>
  typeof (value as Partial<VRMHumanoidLike> | null)?.getRawBoneNode === 'function';

/** Roles still needed to find a body's up, left and forward directions. */
export function missingRoles(map: HumanoidMap): string[] {
  const has = (...wanted: Role[]): boolean => wanted.every((role) => map.has(role));
  const missing: string[] = [];
  if (!has('hips')) missing.push('hips');
  if (!has('leftUpperLeg', 'rightUpperLeg') && !has('leftUpperArm', 'rightUpperArm')) {
    missing.push('leftUpperLeg and rightUpperLeg');
  }
  if (!has('head') && !has('neck') && !has('spine')) missing.push('head');
  return missing;
}

/** @throws LimberError `badDescription` that names the missing roles. */
export function checkComplete(map: HumanoidMap, bones: readonly Object3D[]): void {
  const missing = missingRoles(map);
  if (missing.length === 0) return;
  const names = bones.slice(0, 12).map((bone) => nameOf(bone));
  throw new LimberError(
    'badDescription',
    `no bone was found for ${missing.join(', ')} among ${names.join(', ')}${bones.length > 12 ? ' …' : ''}; ` +
      "say which, as in humanoid: { hips: 'name of the bone', … }, or give humanoid: false",
  );
}
