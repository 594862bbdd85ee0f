/** A body's fingers follow the source's, whatever either's fingers do at rest. */
import { type Object3D, Quaternion, Vector3 } from 'three';
import type { Character } from '../gltf/character.ts';
import { fingerRoles, fingers, type Role, roleOf, roles, sides } from '../gltf/roles.ts';

interface FingerBone {
  readonly bone: Object3D;
  /** Roles of the source, by number: its own, and the one before it that both have. */
  readonly own: number;
  readonly above: number;
  /** The bone's quaternion is before · R · after, with R the own rotation in that of the one above. */
  readonly before: Quaternion;
  readonly after: Quaternion;
  readonly now: Quaternion;
}

const indexOf = (role: Role): number => roles.indexOf(role);
const has = (figure: Float64Array, role: Role): boolean => figure[7 * roles.length + indexOf(role)]! > 0;
const placeIn = (figure: Float64Array, role: Role): Vector3 =>
  new Vector3().fromArray(figure, 7 * indexOf(role));
const turnIn = (figure: Float64Array, at: number, out: Quaternion): Quaternion =>
  out.fromArray(figure, 7 * at + 3);

/** The place and rotation of a link in one above it, at rest; null if it is not above. */
function restIn({ model: { links } }: Character, above: number, link: number) {
  const [place, turn] = [new Vector3(), new Quaternion()];
  for (let at = link; at !== above; at = links[at]!.parent) {
    if (at < 0) return null;
    const { position, rotation } = links[at]!.origin;
    const own = new Quaternion(...rotation);
    place.applyQuaternion(own).add(new Vector3(...position));
    turn.premultiply(own);
  }
  return { place, turn };
}

/** A mitten's one finger stands for all. */
const standIn = (role: Role): Role => role.replace(/Middle|Ring|Little/, 'Index') as Role;

/** Turns the bones of fingers, of which the core knows nothing. */
export class Fingers {
  readonly #bones: readonly FingerBone[];

  /** @param rest the source's figure at rest. */
  constructor(
    private readonly body: Character,
    rest: Float64Array,
  ) {
    this.#bones = sides.flatMap((side) =>
      has(rest, roleOf('hand', side)) && body.humanoid.has(roleOf('hand', side))
        ? this.#hand(side, rest)
        : [],
    );
  }

  #hand(side: 'left' | 'right', rest: Float64Array): FingerBone[] {
    const hand = roleOf('hand', side);
    const link = (role: Role): number => this.body.linkOf(this.body.humanoid.get(role)!);
    const sourceOf = (role: Role): Role => (has(rest, role) ? role : standIn(role));
    const shared = fingers.map((finger) =>
      fingerRoles(side, finger).filter((role) => this.body.humanoid.has(role) && has(rest, sourceOf(role))),
    );
    // A wrist may be bent at rest: fingers turn from the line to the knuckles.
    const knuckles = shared.slice(1).flatMap(([first]) => first ?? []);
    const back = turnIn(rest, indexOf(hand), new Quaternion()).conjugate();
    const palms = [
      knuckles.map((role) => placeIn(rest, sourceOf(role)).sub(placeIn(rest, hand)).applyQuaternion(back)),
      knuckles.map((role) => restIn(this.body, link(hand), link(role))?.place ?? new Vector3()),
    ].map((places) => {
      const middle = places.reduce((sum, place) => sum.add(place.normalize()), new Vector3());
      return new Quaternion().setFromUnitVectors(bone, middle.lengthSq() > 0 ? middle.normalize() : bone);
    });
    const palm = palms[1]!.multiply(palms[0]!.conjugate());
    return shared.flatMap((bones) =>
      bones.flatMap((role, i) => {
        const above = bones[i - 1] ?? hand;
        const object = this.body.humanoid.get(role)!;
        const held = restIn(this.body, link(above), this.body.model.links[link(role)]!.parent);
        if (!held) return [];
        const [before, after] = this.body.around(object);
        before.multiply(held.turn.conjugate());
        if (i === 0) before.multiply(palm);
        const own = indexOf(sourceOf(role));
        const from = indexOf(i === 0 ? hand : sourceOf(above));
        return [{ bone: object, own, above: from, before, after, now: object.quaternion.clone() }];
      }),
    );
  }

  has(object: Object3D): boolean {
    return this.#bones.some((each) => each.bone === object);
  }

  /** Calls `take` with each bone and its quaternion, which is reused; one that is not seen stays as it was. */
  pose(figure: Float64Array, take: (object: Object3D, quaternion: Quaternion) => void): void {
    const weights = 7 * roles.length;
    for (const each of this.#bones) {
      if (figure[weights + each.own]! > 0 && figure[weights + each.above]! > 0) {
        turnIn(figure, each.above, turn).conjugate().premultiply(each.before);
        each.now
          .copy(turn)
          .multiply(turnIn(figure, each.own, turn))
          .multiply(each.after)
          .normalize();
      }
      take(each.bone, each.now);
    }
  }

  /** Poses the bones. */
  write(figure: Float64Array): void {
    this.pose(figure, write);
  }
}

const bone = new Vector3(0, 0, 1);
const turn = new Quaternion();

function write(object: Object3D, quaternion: Quaternion): void {
  object.quaternion.copy(quaternion);
  if (!object.matrixAutoUpdate) object.updateMatrix();
}
