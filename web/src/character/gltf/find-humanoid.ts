import { Vector3, type Object3D } from 'three';
import { findBody } from './body.ts';
import type { FoundBody } from './body-roles.ts';
import { withFingers } from './find-fingers.ts';
import { readBones, type BoneSource, type RestPose } from './bones.ts';
import { mapByNames, missingRoles, type HumanoidMap } from './humanoid.ts';
import { isAbove, nameOf, worldMatrix } from './similarity.ts';
import type { Role } from './roles.ts';

/** A body found automatically; the map is empty if there is none. */
export interface FoundHumanoid {
  readonly map: HumanoidMap;
  readonly warnings: readonly string[];
}

const none: HumanoidMap = new Map();

/**
 * Finds the humanoid among `bones` by shape and names, or by names alone if the shape is not that of a whole
 * body.
 *
 * @param isWanted accept a body even if it stands on four legs.
 */
export function findHumanoid(
  source: BoneSource,
  bones: readonly Object3D[],
  restPose: RestPose,
  isWanted: boolean,
): FoundHumanoid {
  const named = belowHips(mapByNames(bones));
  const found = findBody(readBones(source, withinHips(bones, named), restPose));
  const map = found ? joined(found, named) : named;
  if (missingRoles(map).length > 0) return { map: none, warnings: [whyNone(bones), ...tellRoots(bones)] };
  if (!found && !isWanted && hasFourLegs(map)) return { map: none, warnings: [whyFourLegs(map)] };
  const warnings = [...(found?.warnings ?? []), ...tellOthers(bones, map)];
  return { map: withFingers(map, bones), warnings };
}

/** Drops nodes above the hips, which carry the body, and nodes beside them, which are helpers. */
export function withinHips(bones: readonly Object3D[], map: HumanoidMap): readonly Object3D[] {
  const hips = map.get('hips');
  if (!hips || ![...map.values()].every((bone) => isAbove(hips, bone))) return bones;
  return bones.filter((bone) => isAbove(hips, bone));
}

/** Drops bones of another body, if enough remain. */
function belowHips(map: HumanoidMap): HumanoidMap {
  const hips = map.get('hips');
  const below = new Map([...map].filter(([, bone]) => hips && isAbove(hips, bone)));
  return missingRoles(below).length === 0 ? below : map;
}

/** Adds the roles that only names tell to those that the shape tells. */
function joined({ map: found }: FoundBody, named: HumanoidMap): HumanoidMap {
  const map = new Map<Role, Object3D>([...found].map(([role, { bone }]) => [role, bone]));
  const taken = new Set(map.values());
  const hips = map.get('hips')!;
  for (const [role, bone] of named) {
    if (!map.has(role) && !taken.has(bone) && isAbove(hips, bone)) map.set(role, bone);
  }
  return map;
}

function hasFourLegs(map: HumanoidMap): boolean {
  const middle = (...roles: Role[]): Vector3 | null => {
    const bones = roles.map((role) => map.get(role));
    const sum = new Vector3();
    for (const bone of bones) {
      if (!bone) return null;
      sum.addScaledVector(
        place.setFromMatrixPosition(worldMatrix(bone, bone.matrixWorld.clone())),
        1 / bones.length,
      );
    }
    return sum;
  };
  const [hips, feet] = [middle('leftUpperLeg', 'rightUpperLeg'), middle('leftFoot', 'rightFoot')];
  const [shoulders, hands] = [middle('leftUpperArm', 'rightUpperArm'), middle('leftHand', 'rightHand')];
  if (!hips || !feet || !shoulders || !hands) return false;
  const trunk = shoulders.clone().sub(hips);
  const legs = feet.sub(hips);
  return legs.angleTo(trunk) < 2 && legs.angleTo(hands.sub(shoulders)) < 1;
}

const place = new Vector3();

const listed = (bones: readonly Object3D[], most = 6): string =>
  bones.slice(0, most).map(nameOf).join(', ') + (bones.length > most ? ', …' : '');

const remedy =
  "say which bones are meant, as in humanoid: { hips: 'name of the bone', … }, or give humanoid: false";

const whyNone = (bones: readonly Object3D[]): string =>
  `no human body was found among ${bones.length} bones (${listed(bones)}), so they have no limits; ${remedy}`;

const whyFourLegs = (map: HumanoidMap): string =>
  `the bones below ${nameOf(map.get('hips')!)} have the names of a human body, but stand on four legs, so they have no ` +
  'limits; give humanoid: true if it is one, or false';

function tellRoots(bones: readonly Object3D[]): string[] {
  const all = new Set(bones);
  const roots = bones.filter((bone) => {
    for (let at = bone.parent; at; at = at.parent) if (all.has(at)) return false;
    return true;
  });
  if (roots.length < 2) return [];
  return [
    `${roots.length} bones hang on no other bone (${listed(roots)}): none of them takes another along, as in WebXR's ` +
      'files of hands; attach() them to one another, or give the one that is meant',
  ];
}

/** Warns of further bodies in the scene. */
function tellOthers(bones: readonly Object3D[], map: HumanoidMap): string[] {
  const hips = map.get('hips')!;
  const others = bones.filter((bone) => !isAbove(hips, bone) && !isAbove(bone, hips));
  const second = mapByNames(others);
  if (missingRoles(second).length > 0) return [];
  return [
    `there is another body beside that of ${nameOf(hips)}: that of ${nameOf(second.get('hips')!)}, which is left out; ` +
      'make a Character of each, from its own SkinnedMesh or the node that holds its bones alone',
  ];
}
