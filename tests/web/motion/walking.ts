/** A person of code who walks along +Z. */
import { Vector3 } from 'three';
import type { Point } from 'limber/character';
import { sides } from './points.ts';

/** Metres per second, and metres per two steps. */
export const [pace, stride] = [0.9, 0.9];

/** A knee that bends to the front, by the law of cosines. */
function knee(hip: Vector3, ankle: Vector3, [thigh, shin]: readonly [number, number]): Vector3 {
  const leg = ankle.clone().sub(hip);
  const [y, z] = [leg.y, leg.z];
  const apart = Math.min(Math.hypot(y, z), 0.9999 * (thigh + shin));
  const bend = Math.acos((thigh ** 2 + apart ** 2 - shin ** 2) / (2 * thigh * apart));
  const angle = Math.atan2(z, -y) + bend;
  return new Vector3(hip.x, hip.y - thigh * Math.cos(angle), hip.z + thigh * Math.sin(angle));
}

/** `still`: the points as the person stands. */
export function walkAt(still: Readonly<Record<Point, Vector3>>, time: number): Record<Point, Vector3> {
  const points = Object.fromEntries(
    Object.entries(still).map(([name, place]) => [
      name,
      place.clone().add(new Vector3(0, -0.04, pace * time)),
    ]),
  ) as Record<Point, Vector3>;
  for (const side of sides) {
    const phase = side === 'left' ? 0 : 0.5;
    const cycle = (pace * time) / stride + phase;
    const part = cycle % 1;
    // A foot stands for 0.6 of the cycle, and is under the hips in the middle of that.
    const swing = Math.max(0, (part - 0.6) / 0.4);
    const ahead = stride * (Math.floor(cycle) + 0.3 - phase + swing * swing * (3 - 2 * swing));
    const at = new Vector3(0, 0.1 * Math.sin(Math.PI * swing), ahead);
    for (const end of ['Ankle', 'Heel', 'Toes'] as const)
      points[`${side}${end}`] = still[`${side}${end}`].clone().add(at);
    const lengths = [
      still[`${side}Hip`].distanceTo(still[`${side}Knee`]),
      still[`${side}Knee`].distanceTo(still[`${side}Ankle`]),
    ] as const;
    points[`${side}Knee`] = knee(points[`${side}Hip`], points[`${side}Ankle`], lengths);
    // Arms swing against the legs.
    const angle = 0.4 * Math.sin(2 * Math.PI * (cycle + 0.5));
    const shoulder = points[`${side}Shoulder`];
    for (const end of ['Elbow', 'Wrist', 'Index', 'Pinky'] as const)
      points[`${side}${end}`]
        .sub(shoulder)
        .applyAxisAngle(new Vector3(1, 0, 0), angle)
        .add(shoulder);
  }
  return points;
}
