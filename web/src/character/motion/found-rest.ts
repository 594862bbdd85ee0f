/** A standing person made of a recording whose skeleton does not stand with all its angles at zero. */
import { type Object3D, Quaternion, Vector3 } from 'three';
import { Character } from '../gltf/character.ts';
import type { CharacterOptions } from '../gltf/skeleton.ts';
import { type Role, roles, sides } from '../gltf/roles.ts';

type Bones = ReadonlyMap<Role, Object3D>;
type Places = ReadonlyMap<Role, Vector3>;

/** Radians by which the legs of a standing person may be off the line of the back, and bent. */
const [mostSlant, mostBend] = [0.6, 0.9];
/** Frames that are looked at. */
const most = 200;

const between = (places: Places, from: Role, to: Role): Vector3 =>
  places.get(to)!.clone().sub(places.get(from)!);

const topOf = (places: Places): Role => (places.has('neck') ? 'neck' : 'head');
const backOf = (places: Places): Vector3 => between(places, 'hips', topOf(places));

const legRoles: readonly Role[] = sides.flatMap((side): Role[] => [
  `${side}UpperLeg`,
  `${side}LowerLeg`,
  `${side}Foot`,
]);
const isWhole = (places: Bones | Places): boolean =>
  places.has('hips') &&
  (places.has('neck') || places.has('head')) &&
  legRoles.every((role) => places.has(role));

/** Radians between the line down and the thighs, and between thighs and shins: the worst of either. */
function legsOf(places: Places, down: Vector3): readonly [slant: number, bend: number] {
  const legs = sides.map((side) => {
    const thigh = between(places, `${side}UpperLeg`, `${side}LowerLeg`);
    return [thigh.angleTo(down), thigh.angleTo(between(places, `${side}LowerLeg`, `${side}Foot`))] as const;
  });
  return [Math.max(...legs.map(([slant]) => slant)), Math.max(...legs.map(([, bend]) => bend))];
}

/** Whether a person stands, whichever way is up: the legs continue the back. */
export function stands(rest: Float64Array): boolean {
  const places: Places = new Map(
    roles.flatMap((role, i) =>
      rest[7 * roles.length + i]! > 0 ? [[role, new Vector3().fromArray(rest, 7 * i)] as const] : [],
    ),
  );
  if (!isWhole(places)) return true;
  const [slant, bend] = legsOf(places, backOf(places).negate());
  return slant < mostSlant && bend < mostBend;
}

/** Bones by role, found in a frame in which the shape is a person's, or by their names alone. */
function bonesOf(
  root: Object3D,
  play: (time: number) => void,
  times: readonly number[],
  asked: NonNullable<CharacterOptions['humanoid']>,
): Bones {
  let error: unknown;
  for (const humanoid of asked === 'auto' ? [asked, true] : [asked]) {
    for (const time of times.filter((_, i) => i % 20 === 0)) {
      play(time);
      try {
        using character = new Character(root, { humanoid, restPose: 'current' });
        if (isWhole(character.humanoid)) return character.humanoid;
      } catch (each) {
        error = each;
      }
    }
  }
  throw error;
}

const turnOf = (bone: Object3D): Quaternion => bone.getWorldQuaternion(new Quaternion());

/** Turns a bone to a rotation in the world. */
function turnTo(bone: Object3D, world: Quaternion): void {
  bone.quaternion.copy(world);
  if (bone.parent) bone.quaternion.premultiply(turnOf(bone.parent).invert());
  bone.updateWorldMatrix(false, true);
}

/** Turns a bone by the smallest rotation that makes a direction in the world another one. */
function swing(bone: Object3D, from: Vector3, to: Vector3): void {
  const turn = new Quaternion().setFromUnitVectors(from.clone().normalize(), to.clone().normalize());
  turnTo(bone, turn.multiply(turnOf(bone)));
}

/** The direction without its part along `up`. */
const level = (direction: Vector3, up: Vector3): Vector3 =>
  direction.clone().addScaledVector(up, -direction.dot(up)).normalize();

/** The frame in which a person stands best, and for each foot the one in which it is lowest. */
interface Found {
  readonly up: Vector3;
  readonly time: number;
  readonly feet: readonly Quaternion[];
}

function look(bones: Bones, play: (time: number) => void, times: readonly number[]): Found {
  const frames = times.map((time) => {
    play(time);
    const places: Places = new Map(
      [...bones].map(([role, bone]) => [role, bone.getWorldPosition(new Vector3())]),
    );
    return { time, places, feet: sides.map((side) => turnOf(bones.get(`${side}Foot`)!)) };
  });
  const back = new Vector3();
  for (const { places } of frames) back.add(backOf(places).normalize());
  const up = new Vector3(0, back.y >= Math.abs(back.z) ? 1 : 0, back.y >= Math.abs(back.z) ? 0 : 1);
  const costOf = (places: Places): number => {
    const [slant, bend] = legsOf(places, up.clone().negate());
    return backOf(places).angleTo(up) + slant + bend;
  };
  const least = (cost: (places: Places) => number) =>
    frames.reduce((a, b) => (cost(b.places) < cost(a.places) ? b : a));
  const forwardOf = (places: Places) => level(between(places, 'rightUpperLeg', 'leftUpperLeg'), up).cross(up);
  const best = least(costOf);
  const ahead = forwardOf(best.places);
  const feet = sides.map((side, i) => {
    const [ankle, toes] = [`${side}Foot`, `${side}Toes`] as const;
    const heightOf = (places: Places) => places.get(ankle)!.dot(up) + (places.get(toes)?.dot(up) ?? 0);
    const { places, feet: turns } = least(heightOf);
    const points = places.has(toes) ? level(between(places, ankle, toes), up) : forwardOf(places);
    return new Quaternion().setFromUnitVectors(points, ahead).multiply(turns[i]!);
  });
  return { up, time: best.time, feet };
}

/**
 * Poses the skeleton as a person who stands, and returns its bones by role and the time of the frame that this was
 * made of: the one whose legs are straightest under an upright back. Then back and legs are made upright by the
 * smallest turns, and each foot lies as it does where it is lowest, pointing ahead. The arms stay as they are.
 *
 * @throws LimberError as `Character`, if no human body is found in any frame.
 */
export function standUp(
  root: Object3D,
  play: (time: number) => void,
  times: Float64Array,
  humanoid: NonNullable<CharacterOptions['humanoid']>,
): { readonly bones: Bones; readonly time: number } {
  const step = Math.max(1, Math.ceil(times.length / most));
  const some = [...times].filter((_, i) => i % step === 0);
  const bones = bonesOf(root, play, some, humanoid);
  const { up, time, feet } = look(bones, play, some);
  play(time);
  const bone = (role: Role): Object3D => bones.get(role)!;
  const way = (from: Role, to: Role): Vector3 =>
    bone(to).getWorldPosition(new Vector3()).sub(bone(from).getWorldPosition(new Vector3()));
  root.updateWorldMatrix(true, true);
  swing(bone('hips'), way('hips', bones.has('neck') ? 'neck' : 'head'), up);
  const down = up.clone().negate();
  sides.forEach((side, i) => {
    swing(bone(`${side}UpperLeg`), way(`${side}UpperLeg`, `${side}LowerLeg`), down);
    swing(bone(`${side}LowerLeg`), way(`${side}LowerLeg`, `${side}Foot`), down);
    turnTo(bone(`${side}Foot`), feet[i]!);
  });
  return { bones, time };
}
