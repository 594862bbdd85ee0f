/** What others do: every bone turns as the source's does. */
import { Character, type Role } from 'limber/gltf';
import {
  AnimationClip,
  AnimationMixer,
  type Object3D,
  Quaternion,
  QuaternionKeyframeTrack,
  Vector3,
  VectorKeyframeTrack,
} from 'three';
import { headingOf, lowestOf, placesOf, type Source } from './source.ts';

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
  { clip, root, options, floor }: Source,
  { humanoid: bones }: Character,
  top: Object3D,
): AnimationClip {
  const { humanoid = 'auto', restPose = 'current' } = options;
  using person = new Character(root, { humanoid, restPose });
  person.reset();
  for (const each of [root, top]) each.updateWorldMatrix(true, true);
  // Both face the same way before they turn.
  const [ownWay, way] = [bones, person.humanoid].map((all) => headingOf([placesOf(all)]));
  const facing = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), way! - ownWay!);
  const pairs = [...bones].flatMap(([role, bone]) => {
    const source = person.humanoid.get(role);
    if (!source) return [];
    const [own, wanted] = [wayOf(bones, role), wayOf(person.humanoid, role)];
    const offset = turnOf(source).conjugate();
    if (own && wanted)
      offset.multiply(
        new Quaternion().setFromUnitVectors(own.normalize().applyQuaternion(facing), wanted.normalize()),
      );
    return [{ bone, source, offset: offset.multiply(facing).multiply(turnOf(bone)), values: [] as number[] }];
  });
  const [hips, from] = [bones.get('hips')!, person.humanoid.get('hips')!];
  const [ownFloor, low] = [bones, person.humanoid].map((all) => lowestOf(placesOf(all)));
  const ratio = (placeOf(hips).y - ownFloor!) / (placeOf(from).y - low!);
  const { times } = clip.tracks.reduce((a, b) => (b.times.length > a.times.length ? b : a));
  const places: number[] = [];
  const mixer = new AnimationMixer(root);
  const rest = pairs.map(({ bone }) => bone.quaternion.clone());
  mixer.clipAction(clip).play();
  for (const time of times) {
    mixer.setTime(Math.min(time, clip.duration - 1e-4));
    root.updateWorldMatrix(true, true);
    const at = placeOf(from)
      .setY(placeOf(from).y - floor)
      .multiplyScalar(ratio);
    at.y += ownFloor!;
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
