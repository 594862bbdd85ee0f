/** Names for the poses of an arm: elbow up or down, wrist flipped or not, shoulder left or right. */
import { Vector3 } from 'three';

/** A joint's present axis: a point on it (metres, world) and a unit vector. */
export interface Line {
  readonly point: Vector3;
  readonly axis: Vector3;
  readonly slides: boolean;
}

/**
 * Axes with a smaller sine are parallel; lines nearer than this part of the size meet. Arms are calibrated to
 * less.
 */
const near = 1e-3;
/** A sign below this part of its maximum counts as none: the pose is singular. */
const straight = 1e-6;

const up = new Vector3(0, 1, 0);
const scratch = new Vector3();

const minus = (a: Vector3, b: Vector3): Vector3 => new Vector3().subVectors(a, b);
const cross = (a: Vector3, b: Vector3): Vector3 => new Vector3().crossVectors(a, b);
const parallel = (a: Line, b: Line): boolean => scratch.crossVectors(a.axis, b.axis).length() < near;

/**
 * The nearest points of two lines a + s·u and b + t·v: with n = u × v and r = b − a,
 * s = (r × v)·n / n² and t = (r × u)·n / n². Null where they are parallel.
 */
function nearest(a: Line, b: Line): readonly [Vector3, Vector3] | null {
  if (parallel(a, b)) return null;
  const n = cross(a.axis, b.axis);
  const r = minus(b.point, a.point);
  const s = cross(r, b.axis).dot(n) / n.lengthSq();
  const t = cross(r, a.axis).dot(n) / n.lengthSq();
  return [a.point.clone().addScaledVector(a.axis, s), b.point.clone().addScaledVector(b.axis, t)];
}

/** Intersection of two lines; null where they pass each other. */
export function meeting(a: Line, b: Line, size: number): Vector3 | null {
  const points = nearest(a, b);
  return points && points[0].distanceTo(points[1]) < near * size ? points[0] : null;
}

/** The point about which three hinges turn; null if they are no wrist. */
function wristOf(lines: readonly Line[], size: number): Vector3 | null {
  const [first, second, third] = lines as readonly [Line, Line, Line];
  if (lines.length !== 3) return null;
  const [centre, after] = [meeting(first, second, size), meeting(second, third, size)];
  return centre && after && after.distanceTo(centre) < near * size ? centre : null;
}

/** Pose-independent features of an arm: which hinge is the elbow, and which point it moves. */
interface Anatomy {
  /** Index of the first of two parallel hinges, the shoulder; the second is the elbow. */
  readonly shoulder: number;
  /** Point that the elbow moves nearer to the shoulder or away from it. */
  readonly end: Vector3;
  /** Point that turns with the first hinge. */
  readonly centre: Vector3;
  /** The last three hinges are a wrist. */
  readonly hasWrist: boolean;
}

/** Null where the arm has no parts that have names. */
function anatomyOf(lines: readonly Line[], tip: Vector3, size: number): Anatomy | null {
  const shoulder = lines.findIndex(
    (line, i) => i + 1 < lines.length && parallel(line, lines[i + 1]!) && apart(line, lines[i + 1]!, size),
  );
  if (shoulder < 0 || shoulder > 1) return null;
  const after = lines.slice(shoulder + 2);
  const [fourth, fifth, sixth] = after;
  if (!fourth) return { shoulder, end: tip, centre: tip, hasWrist: false };
  const centre = wristOf(after, size);
  if (centre) return { shoulder, end: centre, centre, hasWrist: true };
  if (!parallel(fourth, lines[shoulder]!)) return null;
  if (sixth && after.length === 3) {
    const hub = meeting(fifth!, sixth, size);
    return hub && { shoulder, end: fourth.point, centre: hub, hasWrist: true };
  }
  return after.length < 3 ? { shoulder, end: fourth.point, centre: fourth.point, hasWrist: false } : null;
}

/** Whether two parallel lines are distinct. */
function apart(a: Line, b: Line, size: number): boolean {
  const between = minus(b.point, a.point);
  return between.addScaledVector(a.axis, -between.dot(a.axis)).length() > near * size;
}

/**
 * Side on which the arm passes the first axis, seen from above and facing `centre`: left or right. An arm
 * without such an offset faces its target, or has turned its back on it.
 */
function shoulderOf(lines: readonly Line[], { shoulder, centre }: Anatomy, size: number): string {
  const [first] = lines as readonly [Line];
  const second = lines[shoulder]!;
  if (shoulder !== 1 || parallel(first, second)) return '';
  const upright = first.axis.dot(up) < 0 ? first.axis.clone().negate() : first.axis;
  const ahead = cross(upright, second.axis).normalize();
  const way = minus(centre, first.point);
  const forward = way.dot(ahead);
  const aside = way.dot(second.axis);
  if (Math.abs(forward) < straight * size) return 'shoulder over its axis';
  // With `ahead` forward and up upward, left is opposite to the second axis.
  if (Math.abs(aside) > near * size) return forward * aside < 0 ? 'shoulder left' : 'shoulder right';
  const lead = minus(second.point, first.point).dot(ahead);
  const faces = forward * (Math.abs(lead) > near * size ? lead : 1) > 0;
  return faces ? 'facing it' : 'turned away';
}

/**
 * Side of the line from the shoulder to the arm's end on which the elbow is, in the plane in which it bends.
 */
function elbowOf(lines: readonly Line[], { shoulder, end }: Anatomy): string {
  const { axis, point } = lines[shoulder]!;
  const flat = (to: Vector3): Vector3 => minus(to, point).projectOnPlane(axis);
  const [upper, whole] = [flat(lines[shoulder + 1]!.point), flat(end)];
  const beside = cross(axis, whole);
  const height = upper.dot(beside);
  if (Math.abs(height) <= straight * upper.length() * whole.length())
    return upper.dot(whole) > 0 && upper.length() < whole.length() ? 'elbow stretched' : 'elbow folded';
  // An arm that bends in a level plane has no upper side.
  if (Math.abs(axis.dot(up)) > 0.9) return height * axis.dot(up) > 0 ? 'elbow left' : 'elbow right';
  return height * (beside.dot(up) || 1) > 0 ? 'elbow up' : 'elbow down';
}

/** Flipped: three neighbouring axes form a left-handed triple. */
function flipOf(part: string, lines: readonly Line[]): string {
  const [a, b, c] = lines as readonly [Line, Line, Line];
  const volume = cross(a.axis, b.axis).dot(c.axis);
  const most = cross(a.axis, b.axis).length() * cross(b.axis, c.axis).length();
  if (Math.abs(volume) <= straight * most) return `${part} straight`;
  return volume < 0 ? `${part} flipped` : `${part} not flipped`;
}

/**
 * Seven hinges: shoulder, elbow and wrist as in a human arm. The parameter describes the elbow's position.
 */
function sevenOf(lines: readonly Line[]): string {
  const parts = ['shoulder', 'elbow', 'wrist'].map((part, i) => flipOf(part, lines.slice(2 * i, 2 * i + 3)));
  const turned = parts.filter((part) => !part.includes('not'));
  return turned.length > 0 ? turned.join(', ') : 'nothing flipped';
}

/**
 * The names of a pose's parts; empty where its arm has none.
 *
 * @param lines the joints that move, from the base on.
 * @param tip metres, world.
 * @param size of the arm (metres).
 */
export function namesOf(lines: readonly Line[], tip: Vector3, size: number): readonly string[] {
  const hinges = lines.filter(({ slides }) => !slides);
  if (hinges.length === 7) return [sevenOf(hinges)];
  const anatomy = anatomyOf(hinges, tip, size);
  if (!anatomy) return wristOf(hinges.slice(-3), size) ? [flipOf('wrist', hinges.slice(-3))] : [];
  const wrist = anatomy.hasWrist ? flipOf('wrist', hinges.slice(-3)) : '';
  return [shoulderOf(hinges, anatomy, size), elbowOf(hinges, anatomy), wrist].filter(Boolean);
}

/** Whether the last three hinges are a wrist. */
export function hasWrist(lines: readonly Line[], tip: Vector3, size: number): boolean {
  const last = lines.slice(-3);
  if ((lines.length !== 3 && lines.length !== 6) || last.some(({ slides }) => slides)) return false;
  return wristOf(last, size) !== null || (anatomyOf(lines, tip, size)?.hasWrist ?? false);
}

/** Angle (radians) by which a wrist's middle hinge must turn to make the other two parallel. */
export function toStraight(lines: readonly Line[]): number {
  const [a, b, c] = lines.slice(-3) as [Line, Line, Line];
  const [from, to] = [c, a].map(({ axis }) => axis.clone().projectOnPlane(b.axis)) as [Vector3, Vector3];
  return Math.atan2(cross(from, to).dot(b.axis), from.dot(to));
}
