/** How far hands can go. */
import type { Vector3 } from 'three';

/** Changes a step from a place so that it stays between two balls (metres, world); returns whether it left the larger. */
export function withinBall(
  centre: Vector3,
  [least, most]: readonly [number, number],
  place: Vector3,
  step: Vector3,
): boolean {
  step.add(place).sub(centre);
  const far = step.length();
  step.setLength(Math.min(Math.max(far, least), most));
  step.add(centre).sub(place);
  return far > most;
}
