import {
  Matrix4,
  Quaternion,
  Vector3,
  type Bone,
  type Object3D,
  type Skeleton,
  type SkinnedMesh,
} from 'three';
import { LimberError, show } from '../../describe/errors.ts';
import { fresh } from '../../describe/names.ts';
import { localOf, nameOf, Similarity, worldMatrix, worldOf } from './similarity.ts';

/** Source of bones: a scene, a skinned mesh, a skeleton, or the first bone of a tree. */
export type BoneSource = Object3D | Skeleton;

/** Rest pose: the bind pose of the skin (if there is a skin), or the current one. */
export type RestPose = 'bind' | 'current';

/** A bone of the model; parents come first. */
export interface BoneNode {
  readonly bone: Object3D;
  /** Unique among the bones. */
  readonly name: string;
  /** Index of the nearest bone above it; −1: none. */
  readonly parent: number;
  /** `bone.quaternion` in the rest pose. */
  readonly rest: Quaternion;
  /** `bone.position` in the rest pose. */
  readonly place: Vector3;
  /**
   * Effect of the signs of `bone.scale`: the rotation of the bone's space is `bone.quaternion` times this.
   */
  readonly flip: Quaternion;
  /** Space of the bone's parent node in that of the bone above it, or in the world if there is none. */
  readonly inParent: Similarity;
  /** The bone's space in the world, in the rest pose. */
  readonly world: Similarity;
}

/**
 * Places of `bones` (parents first) in the rest pose; `source` tells how they were bound.
 *
 * @throws LimberError `badDescription` for a scale of zero, unequal scales or shear; `notFinite`.
 */
export function readBones(
  source: BoneSource,
  bones: readonly Object3D[],
  restPose: RestPose = 'bind',
): BoneNode[] {
  if (restPose === 'current') return nodesOf(bones, new Map(), new Map());
  const binds = bindMatrices(source, bones);
  const nodes = nodesOf(bones, binds, new Map());
  return isPosed(nodes) ? nodesOf(bones, binds, boundRoots(source, bones)) : nodes;
}

/** `binds`: see `bindMatrices`; `roots`: places of bones without one above, where these are not as they stand. */
function nodesOf(
  bones: readonly Object3D[],
  binds: ReadonlyMap<Object3D, Matrix4>,
  roots: ReadonlyMap<Object3D, Similarity>,
): BoneNode[] {
  const index = new Map(bones.map((bone, i) => [bone, i]));
  const names = uniqueNames(bones);
  const nodes: BoneNode[] = [];
  for (const [i, bone] of bones.entries()) {
    const above = nearest(bone, index);
    const parent = above ? nodes[index.get(above)!]! : null;
    const inParent = above ? between(bone, above) : worldOf(bone.parent);
    nodes.push(makeNode(bone, names[i]!, above ? index.get(above)! : -1, parent, inParent, binds, roots));
  }
  return nodes;
}

/** Radians by which a bone is turned from its rest if the skeleton is posed. */
const posed = 1e-3;

const isPosed = (nodes: readonly BoneNode[]): boolean =>
  nodes.some(
    ({ bone, parent, rest }) => parent >= 0 && rest.angleTo(bone.quaternion.clone().normalize()) > posed,
  );

function makeNode(
  bone: Object3D,
  name: string,
  parentIndex: number,
  parent: BoneNode | null,
  inParent: Similarity,
  binds: ReadonlyMap<Object3D, Matrix4>,
  roots: ReadonlyMap<Object3D, Similarity>,
): BoneNode {
  if (!bone.matrixAutoUpdate) bone.matrix.decompose(bone.position, bone.quaternion, bone.scale);
  const local = localOf(bone);
  const root = roots.get(bone);
  if (root) local.position.copy(inParent.inverseApply(root.position.clone()));
  const flip = bone.quaternion.clone().normalize().conjugate().multiply(local.rotation);
  // The bone's rotation in its parent bone or the world, without intermediate nodes and the signs of its scale.
  const bound = parent ? boundRotation(binds.get(parent.bone), binds.get(bone)) : root?.rotation;
  const rest = bound
    ? inParent.rotation.clone().conjugate().multiply(bound).multiply(flip.clone().conjugate())
    : bone.quaternion.clone().normalize();
  local.rotation.copy(rest).multiply(flip);
  const world = new Similarity();
  if (parent) world.copy(parent.world);
  world.multiply(inParent).multiply(local);
  return { bone, name, parent: parentIndex, rest, place: local.position.clone(), flip, inParent, world };
}

/**
 * All bones of `source`, parents first.
 *
 * @param extra nodes that also count as bones.
 * @throws LimberError `emptyModel` if there are none; `badDescription` for anything that cannot have bones.
 */
export function collectBones(source: BoneSource, extra: ReadonlySet<Object3D> = new Set()): Object3D[] {
  const listed = listedBones(source);
  const isWanted = (node: Object3D): boolean =>
    extra.has(node) || (listed ? listed.has(node) : (node as Partial<Bone>).isBone === true);
  const found = new Set<Object3D>();
  for (const top of listed ? topsOf([...listed, ...extra]) : [source as Object3D]) {
    top.traverse((node) => {
      if (isWanted(node)) found.add(node);
    });
  }
  if (found.size > 0) return [...found];
  const where = listed ? 'the skeleton' : nameOf(source as Object3D);
  throw new LimberError(
    'emptyModel',
    `${where} has no bones; give a SkinnedMesh, a Skeleton, a Bone, or a scene that holds one`,
  );
}

/** Bones of a skeleton or skinned mesh; null: use those in the tree. */
function listedBones(source: BoneSource): ReadonlySet<Object3D> | null {
  if (typeof source === 'object' && source !== null) {
    const { isSkinnedMesh, isObject3D, skeleton } = source as Partial<SkinnedMesh>;
    if (isSkinnedMesh) return new Set(skeleton!.bones);
    if (isObject3D) return null;
    if (isSkeleton(source)) return new Set(source.bones);
  }
  throw new LimberError(
    'badDescription',
    `bones come from an Object3D, SkinnedMesh or Skeleton of three.js, not from ${show(source)}`,
  );
}

/** Objects of a scene may also have `bones`, such as a SkeletonHelper. */
const isSkeleton = (source: BoneSource): source is Skeleton =>
  !(source as Object3D).isObject3D && Array.isArray((source as Skeleton).bones);

/** Nodes without a listed node above. */
function topsOf(nodes: readonly Object3D[]): Object3D[] {
  const all = new Set(nodes);
  return nodes.filter((node) => !nearest(node, all));
}

function nearest(
  node: Object3D,
  among: ReadonlySet<Object3D> | ReadonlyMap<Object3D, unknown>,
): Object3D | null {
  let at = node.parent;
  while (at && !among.has(at)) at = at.parent;
  return at;
}

/** Transform from a bone's parent node to the bone above it. Nodes between them are assumed not to move. */
function between(bone: Object3D, above: Object3D): Similarity {
  const way: Similarity[] = [];
  for (let at = bone.parent!; at !== above; at = at.parent!) way.unshift(localOf(at));
  return way.reduce((product, each) => product.multiply(each), new Similarity());
}

/** Bones may share a name or have none; links need unique names. */
function uniqueNames(bones: readonly Object3D[]): string[] {
  const taken = new Map<string, number>();
  return bones.map((bone, i) => {
    const plain = bone.name || `bone ${i}`;
    return fresh(taken, plain, (count) => `${plain} (${count})`);
  });
}

/** For each bone of a skin: its space relative to the skin's in the bind pose. */
function bindMatrices(source: BoneSource, bones: readonly Object3D[]): Map<Object3D, Matrix4> {
  const binds = new Map<Object3D, Matrix4>();
  const add = ({ bones: list, boneInverses }: Skeleton): void => {
    list.forEach((bone, i) => {
      const inverse = boneInverses[i];
      if (inverse && !binds.has(bone)) binds.set(bone, inverse.clone().invert());
    });
  };
  if (isSkeleton(source)) add(source);
  else for (const { skeleton } of skinsNear(source, bones)) add(skeleton);
  return binds;
}

/** A skin may be beside its bones or above them. */
function skinsNear(source: Object3D, bones: readonly Object3D[]): SkinnedMesh[] {
  const wanted = new Set(bones);
  const found: SkinnedMesh[] = [];
  let top = source;
  while (top.parent) top = top.parent;
  top.traverse((node) => {
    const { isSkinnedMesh, skeleton } = node as Partial<SkinnedMesh>;
    if (isSkinnedMesh && skeleton?.bones.some((bone) => wanted.has(bone))) found.push(node as SkinnedMesh);
  });
  return found;
}

/** Share by which two scales of one bone can differ. */
const alike = 0.01;

/**
 * Bones without one above, where their skin was bound, in the world, so that rest pose and place are of one moment. A
 * skin's own node tells where it was bound: M B⁻¹ times the bone's space, with its world M now and B then; a file in
 * which that has another size does not tell.
 */
function boundRoots(source: BoneSource, bones: readonly Object3D[]): Map<Object3D, Similarity> {
  const roots = new Map<Object3D, Similarity>();
  if (isSkeleton(source)) return roots;
  const all = new Set(bones);
  for (const skin of skinsNear(source, bones)) {
    const { bindMatrix, skeleton } = skin;
    const since = worldMatrix(skin, new Matrix4()).multiply(bindMatrix.clone().invert());
    skeleton.bones.forEach((bone, i) => {
      const inverse = skeleton.boneInverses[i];
      if (!inverse || !all.has(bone) || nearest(bone, all) || roots.has(bone)) return;
      const bound = new Similarity();
      const matrix = since.clone().multiply(inverse.clone().invert());
      const { scale } = worldOf(bone);
      if (bound.setFromMatrix(matrix) && Math.abs(bound.scale / scale - 1) < alike) roots.set(bone, bound);
    });
  }
  return roots;
}

/** Rotation from a bone to the one above it in the bind pose; null if unknown. */
function boundRotation(parent: Matrix4 | undefined, child: Matrix4 | undefined): Quaternion | null {
  if (!parent || !child) return null;
  const bound = new Similarity();
  return bound.setFromMatrix(parent.clone().invert().multiply(child)) ? bound.rotation : null;
}
