import { Vector3 } from 'three';
import { meeting, type Line } from './names.ts';

/**
 * The elbow's angle (radians) about the line n from shoulder to wrist, for seven hinges, counted as in
 * `redundancy: { swivel }`: from the side to which the first axis points, clockwise as seen along n.
 */
export function swivelOf(lines: readonly Line[], size: number): number {
  const [first, second, , fourth, fifth, sixth] = lines as readonly [
    Line,
    Line,
    Line,
    Line,
    Line,
    Line,
    Line,
  ];
  const shoulder = meeting(first, second, size)!;
  const n = meeting(fifth, sixth, size)!.sub(shoulder).normalize();
  // The foot of the perpendicular from the shoulder to the fourth axis.
  const away = shoulder.clone().sub(fourth.point);
  const elbow = fourth.axis.clone().multiplyScalar(fourth.axis.dot(away)).sub(away);
  const u = first.axis.clone().projectOnPlane(n).normalize();
  const v = new Vector3().crossVectors(n, u);
  return Math.atan2(v.dot(elbow), u.dot(elbow));
}
