/** A person of plain axes who walks 1 m/s along +Z, the balls of the feet still while they stand. */
import {
  AnimationClip,
  type Bone,
  MathUtils,
  Quaternion,
  QuaternionKeyframeTrack,
  Vector3,
  VectorKeyframeTrack,
} from 'three';

const [speed, period] = [1, 1.1];
/** Share of a period for which a foot stands. */
const stance = 0.62;
const x = new Vector3(1, 0, 0);
const eased = (s: number): number => MathUtils.smootherstep(s, 0, 1);
const angleOf = ({ y, z }: Vector3): number => Math.atan2(z, -y);

/** Radians by which the toes point down, at a share of the period since the heel came down. */
function pitchAt(part: number): number {
  if (part < 0.4) return -0.25 * (1 - eased(part / 0.12));
  return part < stance
    ? 0.6 * eased((part - 0.4) / (stance - 0.4))
    : 0.6 - 0.85 * eased((part - stance) / (1 - stance));
}

/** Place of the ball of the foot, without its height at rest. */
function ballAt(cycle: number, part: number): readonly [up: number, along: number] {
  const stand = (k: number): number => speed * period * (k + stance / 2) + 0.09;
  const up = 0.13 * Math.max(0, -pitchAt(part));
  if (part < stance) return [up, stand(cycle)];
  const s = (part - stance) / (1 - stance);
  return [up + 0.07 * Math.sin(Math.PI * s) ** 2, MathUtils.lerp(stand(cycle), stand(cycle + 1), eased(s))];
}

/** For a body of `makeBody` without `random`. */
export function makeWalk(bones: ReadonlyMap<string, Bone>, seconds = 4, rate = 60): AnimationClip {
  const times = Array.from({ length: seconds * rate + 1 }, (_, i) => i / rate);
  const at = (role: string): Vector3 => bones.get(role)!.position;
  const rest = at('hips').clone();
  const hips = (t: number) =>
    new Vector3(rest.x, rest.y - 0.06 - 0.012 * Math.cos((4 * Math.PI * t) / period), speed * t);
  const tracks = ['left', 'right'].flatMap((side, i) => {
    const [upper, lower, foot, toes] = ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'].map((part) =>
      at(side + part),
    );
    const [a, b] = [lower!.length(), foot!.length()];
    const straight = angleOf(foot!) - angleOf(lower!);
    const height = rest.y + upper!.y + lower!.y + foot!.y + toes!.y;
    const turns = times.map((t) => {
      const phase = t / period + i / 2;
      const [cycle, part] = [Math.floor(phase), phase - Math.floor(phase)];
      const pitch = pitchAt(part);
      const [up, along] = ballAt(cycle - i / 2, part);
      const ankle = new Vector3(0, height + up, along).sub(toes!.clone().setX(0).applyAxisAngle(x, pitch));
      const way = ankle.sub(hips(t)).sub(upper!).setX(0);
      const length = way.length();
      const cosine = (a * a + b * b - length * length) / (2 * a * b);
      if (cosine < -1) throw new Error(`a leg is too short at ${t} s`);
      const bend = Math.PI - Math.acos(cosine);
      // The knee is before the line from hip to ankle.
      const thigh = angleOf(way) + Math.asin((b * Math.sin(bend)) / length);
      const first = angleOf(lower!) - thigh;
      const second = bend + straight;
      return [first, second, pitch - first - second, -Math.max(0, pitch)];
    });
    return ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'].map((part, k) => {
      const values = turns.flatMap((angles) => new Quaternion().setFromAxisAngle(x, angles[k]!).toArray());
      return new QuaternionKeyframeTrack(`${bones.get(side + part)!.uuid}.quaternion`, times, values);
    });
  });
  const places = times.flatMap((t) => hips(t).toArray());
  return new AnimationClip('walk', seconds, [
    ...tracks,
    new VectorKeyframeTrack(`${bones.get('hips')!.uuid}.position`, times, places),
  ]);
}
