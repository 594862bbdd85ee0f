/** Fits capsules to a character's bones. */
import { Matrix4, type Mesh, type Object3D, type SkinnedMesh, Vector3 } from 'three';
import { asNumber, asObject, asWhole, bad } from '../../describe/flatten.ts';
import { mostShapes } from '../../describe/input-limits.ts';
import type { CollisionCapsule } from '../../describe/description.ts';
import { fitCapsules } from './mesh.ts';
import { checkObject3D } from './mesh-of.ts';

export interface SkinFitOptions {
  /** Most capsules per bone: 1 to 1,000; default 1. */
  readonly parts?: number;
  /**
   * Bones whose vertices extend less than this fraction of the body's height are merged into the bone above,
   * as fingers into hands. 0 to 1; default 0.06.
   */
  readonly least?: number;
}

/** Capsules per bone, in the bone's own space and units: for the option `collision` of `Character`. */
export type SkinFit = ReadonlyMap<Object3D, readonly CollisionCapsule[]>;

/** Vertices of a bone, in the skin's bind pose. */
interface Flesh {
  /** Vertices in the bone's space. */
  readonly own: Vector3[];
  /** World from the bone's space in the bind pose. */
  readonly place: Matrix4;
}

/**
 * Fits capsules around the bones of a character. A vertex belongs to the bone that moves it most or, in a
 * mesh without skin, to the bone that carries it. In the bind pose the capsules thus cover the whole body.
 *
 * @throws LimberError `badDescription`, `notFinite`.
 */
export function fitSkin(source: Object3D, options: SkinFitOptions = {}): SkinFit {
  const { parts = 1, least = 0.06 } = asObject(options, 'options', ['parts', 'least']);
  const most = asWhole(parts, 1, mostShapes, 'options.parts');
  const part = asNumber(least, 'options.least');
  if (!(part >= 0 && part <= 1)) bad('options.least', 'from 0 to 1', least);
  checkObject3D(source, 'the character');
  source.updateWorldMatrix(true, true);
  const flesh = new Map<Object3D, Flesh>();
  source.traverse((node) => {
    if ((node as Partial<SkinnedMesh>).isSkinnedMesh) addSkin(node as SkinnedMesh, flesh);
    else if ((node as Partial<Mesh>).isMesh) addRigid(node as Mesh, flesh);
  });
  const height = extent([...flesh.values()].flatMap(({ own, place }) => moved(own, place)));
  join(flesh, part * height);
  const fits = new Map<Object3D, readonly CollisionCapsule[]>();
  for (const [bone, { own }] of flesh) {
    const positions = own.flatMap((point) => point.toArray());
    fits.set(bone, fitCapsules({ positions }, { parts: most }).shapes);
  }
  return fits;
}

function fleshOf(flesh: Map<Object3D, Flesh>, bone: Object3D, place: () => Matrix4): Vector3[] {
  const found = flesh.get(bone) ?? { own: [], place: place() };
  flesh.set(bone, found);
  return found.own;
}

function addSkin(mesh: SkinnedMesh, flesh: Map<Object3D, Flesh>): void {
  const { bones, boneInverses } = mesh.skeleton;
  const { position, skinIndex, skinWeight } = mesh.geometry.attributes;
  if (!position || !skinIndex || !skinWeight) return;
  for (let i = 0; i < position.count; i += 1) {
    const weights = [0, 1, 2, 3].map((k) => skinWeight.getComponent(i, k));
    const main = skinIndex.getComponent(i, weights.indexOf(Math.max(...weights)));
    const [bone, inverse] = [bones[main], boneInverses[main]];
    if (!bone || !inverse) continue;
    const point = new Vector3().fromBufferAttribute(position, i).applyMatrix4(mesh.bindMatrix);
    fleshOf(flesh, bone, () => inverse.clone().invert()).push(point.applyMatrix4(inverse));
  }
}

function addRigid(mesh: Mesh, flesh: Map<Object3D, Flesh>): void {
  let bone: Object3D | null = mesh;
  while (bone && !('isBone' in bone)) bone = bone.parent;
  const { position } = mesh.geometry.attributes;
  if (!bone || !position) return;
  const { matrixWorld } = bone;
  const inBone = matrixWorld.clone().invert().multiply(mesh.matrixWorld);
  const own = fleshOf(flesh, bone, () => matrixWorld.clone());
  for (let i = 0; i < position.count; i += 1)
    own.push(new Vector3().fromBufferAttribute(position, i).applyMatrix4(inBone));
}

const moved = (points: readonly Vector3[], place: Matrix4): Vector3[] =>
  points.map((point) => point.clone().applyMatrix4(place));

/** The longest edge of the points' box. */
function extent(points: readonly Vector3[]): number {
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = low.clone().negate();
  for (const point of points) {
    low.min(point);
    high.max(point);
  }
  return points.length > 0 ? Math.max(...high.sub(low).toArray()) : 0;
}

/** Merges small parts into the next bone above that has vertices; tips first. */
function join(flesh: Map<Object3D, Flesh>, least: number): void {
  const depth = (bone: Object3D): number => (bone.parent ? 1 + depth(bone.parent) : 0);
  const bones = [...flesh.keys()].sort((a, b) => depth(b) - depth(a));
  for (const bone of bones) {
    const { own, place } = flesh.get(bone)!;
    if (extent(moved(own, place)) >= least) continue;
    let above = bone.parent;
    while (above && !flesh.has(above)) above = above.parent;
    const upper = above && flesh.get(above);
    if (!upper) continue;
    upper.own.push(...moved(moved(own, place), upper.place.clone().invert()));
    flesh.delete(bone);
  }
}
