/** What others do: every bone turns as the source's does. */
import type { Character, Role } from 'limber/character';
import * as three from 'three';
import { AnimationClip, type Object3D, Quaternion, Vector3 } from 'three';
import { type Bones, headingOf, lowestOf, placeOf, placesOf, type Source, updater } from './source.ts';

/** The bone to which each limb points. */
const next: Readonly<Record<string, string>> = {
  UpperArm: 'LowerArm',
  LowerArm: 'Hand',
  Hand: 'LowerArm',
  UpperLeg: 'LowerLeg',
  LowerLeg: 'Foot',
};

const turnOf = (object: Object3D) => object.getWorldQuaternion(new Quaternion());

/** Into which matrices are taken apart. */
const [place, turn, scale] = [new Vector3(), new Quaternion(), new Vector3()];

/** Direction of a limb's bone at rest; null for all others. */
function wayOf(bones: Bones, role: Role): Vector3 | null {
  const [, side, part] = /^(left|right|)(.*)$/.exec(role)! as unknown as [string, string, string];
  const other = bones.get((side + (next[part] ?? '-')) as Role);
  if (!other) return null;
  const way = placeOf(other).sub(placeOf(bones.get(role)!));
  return (part === 'Hand' ? way.negate() : way).normalize();
}

/** Each bone with the source's, and the turn between them once limbs point the same way. */
function pairsOf(bones: Bones, from: Bones) {
  const [ownWay, way] = [bones, from].map((all) => headingOf([placesOf(all)]));
  // Both face the same way before they turn.
  const facing = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), way! - ownWay!);
  return [...bones].flatMap(([role, bone]) => {
    const source = from.get(role);
    if (!source) return [];
    const [own, wanted] = [wayOf(bones, role), wayOf(from, role)];
    const offset = turnOf(source).conjugate();
    if (own && wanted)
      offset.multiply(new Quaternion().setFromUnitVectors(own.applyQuaternion(facing), wanted));
    return [{ bone, source, offset: offset.multiply(facing).multiply(turnOf(bone)), values: [] as number[] }];
  });
}

/**
 * A copy of rotations as `SkeletonUtils.retargetClip` of three.js makes it, with the offsets that it leaves to its user
 * computed: both bodies' limbs point the same way before the bones turn. The hips move in the ratio of their heights.
 */
export function plainCopy(
  { clip, character: person, floor, show }: Source,
  { humanoid: bones }: Character,
): AnimationClip {
  person.reset();
  const pairs = pairsOf(bones, person.humanoid);
  const [hips, from] = [bones.get('hips')!, person.humanoid.get('hips')!];
  const [ownFloor, low] = [bones, person.humanoid].map((all) => lowestOf(placesOf(all)));
  const ratio = (placeOf(hips).y - ownFloor!) / (placeOf(from).y - low!);
  const { times } = clip.tracks.reduce((a, b) => (b.times.length > a.times.length ? b : a));
  const places: number[] = [];
  for (const time of times) {
    show(time);
    const update = updater();
    const turnNow = (object: Object3D): Quaternion => {
      update(object);
      object.matrixWorld.decompose(place, turn, scale);
      return turn;
    };
    const at = placeOf(from);
    at.setY(at.y - floor).multiplyScalar(ratio).y += ownFloor!;
    places.push(...hips.parent!.worldToLocal(at).toArray());
    for (const { bone, source, offset, values } of pairs) {
      bone.quaternion.copy(turnNow(bone.parent!)).conjugate().multiply(turnNow(source)).multiply(offset);
      values.push(...bone.quaternion.toArray());
    }
  }
  person.reset();
  return new AnimationClip(clip.name, clip.duration, [
    new three.VectorKeyframeTrack(`${hips.uuid}.position`, times, places),
    ...pairs.map(
      ({ bone, values }) => new three.QuaternionKeyframeTrack(`${bone.uuid}.quaternion`, times, values),
    ),
  ]);
}
