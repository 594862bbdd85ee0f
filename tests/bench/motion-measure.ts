/** How well a body follows a person: lengths in mm for a leg of 0.83 m, heights along +Y. */
import { Line3, MathUtils, Quaternion, Vector3 } from 'three';
import type { Trajectory } from 'limber';
import { type Character, type MotionReport, type Role, roles } from 'limber/character';
import { figureSize } from '../../web/src/character/motion/skeleton-source.ts';
import { quantile } from './statistics.ts';

/** Parts in each frame. */
export interface Track {
  readonly count: number;
  readonly roles: readonly Role[];
  place(frame: number, role: Role): Vector3;
  turn(frame: number, role: Role): Quaternion;
}

export const sides = ['left', 'right'] as const;
/** Metres of the leg to which lengths are scaled. */
const leg = 0.83;

export const personOf = (frames: Float64Array): Track => ({
  count: frames.length / figureSize,
  roles: roles.filter((_, i) => frames[7 * roles.length + i]! > 0),
  place: (frame, role) => new Vector3().fromArray(frames, figureSize * frame + 7 * roles.indexOf(role)),
  turn: (frame, role) => new Quaternion().fromArray(frames, figureSize * frame + 7 * roles.indexOf(role) + 3),
});

export function bodyOf(
  state: Character['problem']['state'],
  links: ReadonlyMap<Role, number>,
  rows: readonly Float64Array[],
): Track {
  const poses = rows.map((row) => {
    state.q.set(row);
    state.update();
    return state.poses.slice();
  });
  return {
    count: rows.length,
    roles: [...links.keys()],
    place: (frame, role) => new Vector3().fromArray(poses[frame]!, 7 * links.get(role)!),
    turn: (frame, role) => new Quaternion().fromArray(poses[frame]!, 7 * links.get(role)! + 3),
  };
}

export const rowsOf = (trajectory: Trajectory) =>
  Array.from({ length: trajectory.length }, (_, i) => trajectory.row(i).slice());

const along = (track: Track, ...parts: Role[]) =>
  parts
    .slice(1)
    .reduce((sum, role, i) => sum + track.place(0, parts[i]!).distanceTo(track.place(0, role)), 0);
const both = (length: (side: 'left' | 'right') => number) =>
  sides.reduce((sum, side) => sum + length(side) / 2, 0);
export const legOf = (track: Track) =>
  both((side) => along(track, `${side}UpperLeg`, `${side}LowerLeg`, `${side}Foot`));
/** An arm and half the shoulders' width. */
const armOf = (track: Track) =>
  along(track, 'leftUpperArm', 'rightUpperArm') / 2 +
  both((side) => along(track, `${side}UpperArm`, `${side}LowerArm`, `${side}Hand`));

const milli = (track: Track) => (1000 * leg) / legOf(track);

/** How far a contact point goes within each contact. */
export function slipsOf(
  body: Track,
  times: Float64Array,
  contacts: MotionReport['contacts'],
  contact: string,
) {
  return sides.flatMap((side) =>
    contacts[side].map(([from, to]) => {
      const path = [...times.keys()]
        .filter((i) => times[i]! >= from && times[i]! <= to)
        .map((i) => body.place(i, `${side}${contact}` as Role));
      return milli(body) * Math.max(0, ...path.map((each) => each.distanceTo(path[0]!)));
    }),
  );
}

/** The body beside the person: of the first, whose frame 0 is at rest, as of the second. */
export class Pair {
  readonly #heights: readonly (readonly [track: Track, ground: number])[];
  readonly #arms: number;
  readonly #contact: string;

  constructor(
    readonly body: Track,
    readonly person: Track,
    rests: readonly [body: Track, person: Track],
  ) {
    const contact = rests.every(({ roles: each }) => each.includes('leftToes')) ? 'Toes' : 'Foot';
    this.#contact = contact;
    this.#arms = armOf(rests[0]) / armOf(rests[1]);
    const low = (side: string) =>
      quantile(
        this.#frames.map((i) => person.place(i, `${side}${contact}` as Role).y),
        0.05,
      );
    this.#heights = [
      [body, rests[0].place(0, `left${contact}` as Role).y],
      [person, Math.min(...sides.map(low))],
    ];
  }

  get #frames(): number[] {
    return [...Array(this.person.count).keys()];
  }

  #height(which: 0 | 1, frame: number, role: Role): number {
    const [track, ground] = this.#heights[which]!;
    return milli(track) * (track.place(frame, role).y - ground);
  }

  /** How deep any part of the body is in the ground, for others than feet also in that of the person. */
  get depth(): number {
    const shared = this.body.roles.filter((role) => this.person.roles.includes(role));
    const depths = this.#frames.flatMap((i) =>
      shared.map((role) => {
        const own = role.endsWith(this.#contact) ? 0 : Math.min(0, this.#height(1, i, role));
        return own - this.#height(0, i, role);
      }),
    );
    return depths.reduce((a, b) => Math.max(a, b), 0);
  }

  /** Metres from a hand of the person to the nearest of the other hand, the head and the ground, and to the trunk. */
  #around(i: number, side: 'left' | 'right'): readonly [touched: number, trunk: number] {
    const place = (role: Role) => this.person.place(i, role);
    const hand = place(`${side}Hand`);
    const away = (other: Vector3) => (milli(this.person) / 1000) * hand.distanceTo(other);
    const others = [place(side === 'left' ? 'rightHand' : 'leftHand'), place('head')].map(away);
    const trunk = new Line3(place('hips'), place(this.person.roles.includes('neck') ? 'neck' : 'head'));
    const height = this.#height(1, i, `${side}Hand`) / 1000;
    return [Math.min(...others, height), away(trunk.closestPointToPoint(hand, true, new Vector3()))];
  }

  /** p50 and p95 of the degrees between bones of arms and the person's, where a hand is 0.4 m from all else. */
  arms() {
    const off = sides.flatMap((side) =>
      this.#frames
        .filter((i) => Math.min(...this.#around(i, side)) > 0.4)
        .flatMap((i) =>
          ([`${side}UpperArm`, `${side}LowerArm`] as const).map((from, k) => {
            const to = k === 0 ? (`${side}LowerArm` as const) : (`${side}Hand` as const);
            const [own, its] = [this.body, this.person].map((each) =>
              each.place(i, to).sub(each.place(i, from)),
            );
            return MathUtils.radToDeg(own!.angleTo(its!));
          }),
        ),
    );
    return off.length === 0 ? {} : { arm: quantile(off, 0.5), armMost: quantile(off, 0.95) };
  }

  /** Hands 0.25 m from the other, the head or the ground that the arms reach, by closed form, and their share within 1 cm. */
  hands({ model, problem: { state } }: Character, linkOf: (role: Role) => number) {
    const middle = (track: Track, i: number) =>
      track.place(i, 'leftUpperArm').add(track.place(i, 'rightUpperArm')).multiplyScalar(0.5);
    let [all, reached, good] = [0, 0, 0];
    for (const side of sides) {
      const parts = [`${side}UpperArm`, `${side}LowerArm`, `${side}Hand`] as const;
      const { qIndex, motions } = model.links[linkOf(parts[1])]!;
      const [least, most] = distances((angle) => {
        state.q[qIndex] = angle;
        state.update();
        const [ball, , end] = parts.map((role) => new Vector3().fromArray(state.poses, 7 * linkOf(role)));
        return ball!.distanceTo(end!);
      }, motions[0]!.limits);
      for (const i of this.#frames) {
        if (this.#around(i, side)[0] > 0.25) continue;
        const target = this.person.place(i, parts[2]).sub(middle(this.person, i));
        target.multiplyScalar(this.#arms).add(middle(this.body, i));
        const [body, ground] = this.#heights[0]!;
        target.y = Math.max(target.y, ground + Math.min(0, this.#height(1, i, parts[2])) / milli(body));
        all += 1;
        const distance = target.distanceTo(this.body.place(i, parts[0]));
        if (distance < least || distance > most) continue;
        reached += 1;
        if (milli(body) * target.distanceTo(this.body.place(i, parts[2])) <= 10) good += 1;
      }
    }
    return reached === 0 ? {} : { reachable: reached / all, hands: good / reached };
  }

  /** Largest distance of hands that are within 0.25 m in the person, of that distance in the body's scale. */
  get apart(): number {
    const apart = (track: Track, i: number) =>
      track.place(i, 'leftHand').distanceTo(track.place(i, 'rightHand'));
    const most = (0.25 * legOf(this.person)) / leg;
    const near = this.#frames.filter((i) => apart(this.person, i) <= most);
    return Math.max(0, ...near.map((i) => apart(this.body, i))) / (this.#arms * most);
  }

  /** p99.9 of the speed of a part's turning against the person's, which is at least 1 rad/s: that of the worst part. */
  faster(times: Float64Array): number {
    const speed = (track: Track, role: Role) =>
      quantile(
        this.#frames
          .slice(1)
          .map((i) => track.turn(i - 1, role).angleTo(track.turn(i, role)) / (times[i]! - times[i - 1]!)),
        0.999,
      );
    const shared = this.body.roles.filter((role) => this.person.roles.includes(role));
    return Math.max(...shared.map((role) => speed(this.body, role) / Math.max(1, speed(this.person, role))));
  }
}

/** Least and largest √(a + b cos θ + c sin θ) in an interval, from its values at 0, 90 and 180°. */
function distances(at: (angle: number) => number, [min, max]: readonly [number, number]): [number, number] {
  const [start, quarter, half] = [0, Math.PI / 2, Math.PI].map((angle) => at(angle) ** 2) as [
    number,
    number,
    number,
  ];
  const a = (start + half) / 2;
  const [b, c] = [a - half, quarter - a];
  const turn = Math.atan2(c, b);
  const inside = [turn - Math.PI, turn, turn + Math.PI].filter((angle) => angle > min && angle < max);
  const ends = [min, max, ...inside].map((angle) => Math.sqrt(a + b * Math.cos(angle) + c * Math.sin(angle)));
  return [Math.min(...ends), Math.max(...ends)];
}
