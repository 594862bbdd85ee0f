/** What others do: every bone turns as the source's does. */
import { Character, type Role } from 'limber/gltf';
import type { SkeletonOptions } from 'limber/motion';
import {
  AnimationClip,
  AnimationMixer,
  type Object3D,
  Quaternion,
  QuaternionKeyframeTrack,
  Vector3,
  VectorKeyframeTrack,
} from 'three';

/** The bone to which each limb points. */
const next: Readonly<Record<string, string>> = {
  UpperArm: 'LowerArm',
  LowerArm: 'Hand',
  Hand: 'LowerArm',
  UpperLeg: 'LowerLeg',
  LowerLeg: 'Foot',
};

const placeOf = (object: Object3D) => object.getWorldPosition(new Vector3());
const turnOf = (object: Object3D) => object.getWorldQuaternion(new Quaternion());

/** Direction of a limb's bone at rest; null for all others. */
function wayOf(bones: ReadonlyMap<Role, Object3D>, role: Role): Vector3 | null {
  const [, side, part] = /^(left|right|)(.*)$/.exec(role)! as unknown as [string, string, string];
  const other = bones.get((side + (next[part] ?? '-')) as Role);
  if (!other) return null;
  const way = placeOf(other).sub(placeOf(bones.get(role)!));
  return part === 'Hand' ? way.negate() : way;
}

/**
 * A copy of rotations as `SkeletonUtils.retargetClip` of three.js makes it, with the offsets that it leaves to its user
 * computed: both bodies' limbs point the same way before the bones turn. The hips move in the ratio of their heights.
 */
export function plainCopy(
  clip: AnimationClip,
  root: Object3D,
  { humanoid: bones }: Character,
  top: Object3D,
  { humanoid = 'auto', restPose = 'current' }: SkeletonOptions = {},
): AnimationClip {
  using person = new Character(root, { humanoid, restPose });
  person.reset();
  for (const each of [root, top]) each.updateWorldMatrix(true, true);
  const pairs = [...bones].flatMap(([role, bone]) => {
    const source = person.humanoid.get(role);
    if (!source) return [];
    const [own, wanted] = [wayOf(bones, role), wayOf(person.humanoid, role)];
    const offset = turnOf(source).conjugate();
    if (own && wanted)
      offset.multiply(new Quaternion().setFromUnitVectors(own.normalize(), wanted.normalize()));
    return [{ bone, source, offset: offset.multiply(turnOf(bone)), values: [] as number[] }];
  });
  const [hips, from] = [bones.get('hips')!, person.humanoid.get('hips')!];
  const [ownPlace, place] = [placeOf(hips), placeOf(from)];
  const ratio = ownPlace.y / place.y;
  const { times } = clip.tracks.reduce((a, b) => (b.times.length > a.times.length ? b : a));
  const places: number[] = [];
  const mixer = new AnimationMixer(root);
  const rest = pairs.map(({ bone }) => bone.quaternion.clone());
  mixer.clipAction(clip).play();
  for (const time of times) {
    mixer.setTime(Math.min(time, clip.duration - 1e-4));
    root.updateWorldMatrix(true, true);
    const at = placeOf(from).sub(place).multiplyScalar(ratio).add(ownPlace);
    places.push(...hips.parent!.worldToLocal(at).toArray());
    for (const { bone, source, offset, values } of pairs) {
      bone.quaternion.copy(turnOf(bone.parent!).conjugate().multiply(turnOf(source)).multiply(offset));
      bone.updateWorldMatrix(false, false);
      values.push(...bone.quaternion.toArray());
    }
  }
  mixer.stopAllAction();
  mixer.uncacheRoot(root);
  pairs.forEach(({ bone }, i) => bone.quaternion.copy(rest[i]!));
  return new AnimationClip(clip.name, clip.duration, [
    new VectorKeyframeTrack(`${hips.uuid}.position`, times, places),
    ...pairs.map(({ bone, values }) => new QuaternionKeyframeTrack(`${bone.uuid}.quaternion`, times, values)),
  ]);
}
