import type { Bone, Object3D, SkinnedMesh } from 'three';
import { LimberError, show } from '../../describe/errors.ts';
import { forwardOf, humanoidJoints } from './anatomy.ts';
import { collectBones, readBones, type BoneNode, type BoneSource, type RestPose } from './bones.ts';
import { findHumanoid, withinHips, type FoundHumanoid } from './find-humanoid.ts';
import {
  checkComplete,
  isGLTF,
  isVRMHumanoid,
  mapByGLTF,
  mapByNames,
  mapByRecord,
  mapByVRM,
  missingRoles,
} from './humanoid.ts';
import type { GLTFLike, HumanoidMap, VRMHumanoidLike, HumanoidRecord } from './humanoid.ts';
import {
  checkJoint,
  directionsOf,
  linkInBone,
  type BoneCollision,
  type BoneJoint,
  type JointedBone,
} from './joints.ts';
import { checkTree } from './tree.ts';
import { Vector3 } from 'three';
import type { SolveOptions } from '../../describe/core-names.ts';

export interface CharacterOptions {
  /**
   * Bones that form a human body; they get its limits and weights. `'auto'` (the default) and true: found by
   * the skeleton's shape, confirmed by names as given by Mixamo, VRM, Unreal, Blender and the like; true
   * throws if there is no body. `vrm.humanoid` of three-vrm (set its `autoUpdateHumanBones` to false, or it
   * overwrites the bones); a VRM or VRM animation as three's GLTFLoader gives it, without a plugin; bones or their
   * names by role; false: none. See `warnings`.
   */
  readonly humanoid?: boolean | 'auto' | VRMHumanoidLike | GLTFLike | HumanoidRecord;
  /** How bones move, by role or by name; each key replaces the role's. */
  readonly joints?: Readonly<Record<string, BoneJoint>>;
  /**
   * Motion of bones without a bone above, and of the hips: `fixed` in place, `turning` about a fixed point,
   * or `free`. Default: fixed for a humanoid, otherwise turning. May be set later.
   */
  readonly root?: RootMotion;
  /** The pose in which all angles are zero: the bind pose of the skin, or the current one. Default `bind`. */
  readonly restPose?: RestPose;
  /** Collision shapes of bones, as made by `fitSkin` of `limber/three`, for the option `clearance`. */
  readonly collision?: BoneCollision;
  /** Options of every solve. */
  readonly solve?: SolveOptions;
}

export type RootMotion = 'fixed' | 'turning' | 'free';

const noMap: HumanoidMap = new Map();

export interface ReadSkeleton {
  readonly humanoid: HumanoidMap;
  readonly joints: JointedBone[];
  readonly forward: Vector3 | null;
  readonly warnings: readonly string[];
}

/** Reads a character's bones, their roles and their joints. */
export function readSkeleton(source: BoneSource, options: CharacterOptions): ReadSkeleton {
  const { restPose = 'bind' } = options;
  if (restPose !== 'bind' && restPose !== 'current') {
    throw new LimberError('badDescription', `restPose must be bind or current, not ${show(restPose)}`);
  }
  checkTree(source);
  const { map, bones, warnings } = mapOf(source, options.humanoid ?? 'auto', restPose);
  const nodes = readBones(source, withinHips(bones, map), restPose);
  const byRole = map.size > 0 ? humanoidJoints(nodes, map) : new Map<BoneNode, BoneJoint>();
  const own = ownJoints(options.joints ?? {}, nodes, map);
  const directions = directionsOf(nodes);
  const joints = nodes.map((node, i): JointedBone => {
    const joint = { ...byRole.get(node), ...own.get(node) };
    checkJoint(joint, node.name);
    const along = joint.along ? new Vector3(...joint.along).normalize() : directions[i]!;
    return { node, joint, inBone: linkInBone(node, along, joint) };
  });
  const forward = map.size > 0 ? forwardOf(nodes, map) : null;
  const away = forward && forward.z < -0.5 && (isGLTF(options.humanoid) || isVRMHumanoid(options.humanoid));
  return { humanoid: map, joints, forward, warnings: away ? [...warnings, facesAway] : warnings };
}

const facesAway =
  'the body looks along −Z at rest, as a VRM 0 does; to have it look along +Z, call VRMUtils.rotateVRM0(vrm) of ' +
  'three-vrm, or turn its scene by π about y, before the Character is made';

function mapOf(
  source: BoneSource,
  asked: NonNullable<CharacterOptions['humanoid']>,
  restPose: RestPose,
): FoundHumanoid & { readonly bones: readonly Object3D[] } {
  const humanoid = isGLTF(asked)
    ? (mapByGLTF(asked) ?? 'auto')
    : isVRMHumanoid(asked)
      ? mapByVRM(asked)
      : asked;
  if (humanoid instanceof Map) {
    const bones = collectBones(source, new Set(humanoid.values()));
    checkComplete(humanoid, bones);
    return { map: humanoid, bones, warnings: [] };
  }
  const bones = collectBones(source, humanoid === false ? new Set() : namedBody(source));
  if (humanoid === false) return { map: noMap, bones, warnings: [] };
  if (typeof humanoid === 'object' && humanoid !== null) {
    const map = mapByRecord(humanoid, bones);
    checkComplete(map, bones);
    return { map, bones, warnings: [] };
  }
  if (humanoid !== true && humanoid !== 'auto') {
    const wanted = "true, false, 'auto', bones by role, a loaded glTF, or vrm.humanoid";
    throw new LimberError('badDescription', `humanoid must be ${wanted}, not ${show(humanoid)}`);
  }
  const found = findHumanoid(source, bones, restPose, humanoid === true);
  if (humanoid === true && found.map.size === 0) checkComplete(mapByNames(bones), bones);
  return { ...found, bones };
}

/**
 * Models of bodies with rigid parts have no skin and no bones: nodes named like parts of a body count as
 * bones.
 */
function namedBody(source: BoneSource): Set<Object3D> {
  const nodes: Object3D[] = [];
  let hasBones = false;
  if (typeof source === 'object' && (source as Partial<Object3D> | null)?.isObject3D) {
    (source as Object3D).traverse((node) => {
      hasBones ||=
        (node as Partial<Bone>).isBone === true || (node as Partial<SkinnedMesh>).isSkinnedMesh === true;
      nodes.push(node);
    });
  }
  const map = hasBones ? noMap : mapByNames(nodes);
  return new Set(missingRoles(map).length === 0 ? map.values() : []);
}

function ownJoints(
  joints: NonNullable<CharacterOptions['joints']>,
  nodes: readonly BoneNode[],
  map: HumanoidMap,
): Map<BoneNode, BoneJoint> {
  const own = new Map<BoneNode, BoneJoint>();
  for (const [name, joint] of Object.entries(joints)) {
    const bone = map.get(name as never);
    const node = nodes.find((each) => (bone ? each.bone === bone : each.name === name));
    if (!node) {
      const known = [...map.keys(), ...nodes.map((each) => each.name)].slice(0, 30).join(', ');
      throw new LimberError('unknownLink', `joints: there is no bone ${show(name)}; known: ${known}`);
    }
    checkJoint(joint, name);
    own.set(node, joint);
  }
  return own;
}
