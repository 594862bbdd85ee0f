/** The error of an arm of two hinges over its angles, in closed form, as ground to stand on. */

/** A pose: the angles of both hinges in radians. */
export type Pose = readonly [first: number, second: number];
export type Point = readonly [x: number, y: number];

/** Lengths of both links in metres. */
export const lengths = [0.5, 0.38] as const;
/** Height of the ground per metre of error. The ground itself is two units wide: each angle over π. */
export const tallness = 0.5;

const turn = 2 * Math.PI;

/** The same angle within half a turn of zero. */
export const wrapped = (angle: number): number => angle - turn * Math.round(angle / turn);

/** The elbow and the tip, in metres. */
export function pointsAt([first, second]: Pose): readonly [elbow: Point, tip: Point] {
  const [x, y] = [lengths[0] * Math.cos(first), lengths[0] * Math.sin(first)];
  const both = first + second;
  return [
    [x, y],
    [x + lengths[1] * Math.cos(both), y + lengths[1] * Math.sin(both)],
  ];
}

/** Metres from the tip to the goal. */
export function errorAt(pose: Pose, [x, y]: Point): number {
  const [, tip] = pointsAt(pose);
  return Math.hypot(tip[0] - x, tip[1] - y);
}

export interface Valley {
  readonly name: string;
  readonly pose: Pose;
}

/** The lowest places: both poses at the goal, or the one that comes nearest. */
export function valleysOf([x, y]: Point): readonly Valley[] {
  const [a, b] = lengths;
  const away = Math.hypot(x, y);
  const cosine = (away * away - a * a - b * b) / (2 * a * b);
  const poseAt = (elbow: number): Pose => [
    wrapped(Math.atan2(y, x) - Math.atan2(b * Math.sin(elbow), a + b * Math.cos(elbow))),
    elbow,
  ];
  if (cosine >= 1) return [{ name: 'straight', pose: poseAt(0) }];
  if (cosine <= -1) return [{ name: 'folded', pose: poseAt(Math.PI) }];
  const elbow = Math.acos(cosine);
  // The elbow is on the left of the line to the goal where the second hinge turns clockwise.
  const names = x >= 0 ? ['elbow up', 'elbow down'] : ['elbow down', 'elbow up'];
  return [-elbow, elbow].map((angle, i) => ({ name: names[i]!, pose: poseAt(angle) }));
}

/** Where a pose is on the ground: right, up, and towards the reader. */
export function placeOf(pose: Pose, goal: Point): readonly [number, number, number] {
  return [wrapped(pose[0]) / Math.PI, tallness * errorAt(pose, goal), -wrapped(pose[1]) / Math.PI];
}

type Vector = readonly [number, number, number];

/** Samples of a line of sight, and halvings of the last. */
const [samples, halvings] = [160, 12];

/** The pose where a line of sight first meets the ground; null: it misses. */
export function poseUnder(from: Vector, direction: Vector, goal: Point): Pose | null {
  const at = (t: number): Vector => [0, 1, 2].map((i) => from[i]! + t * direction[i]!) as unknown as Vector;
  const poseAt = ([x, , z]: Vector): Pose => [Math.PI * x, -Math.PI * z];
  const isInside = ([x, , z]: Vector): boolean => Math.max(Math.abs(x), Math.abs(z)) <= 1;
  const isUnder = (point: Vector): boolean => point[1] <= tallness * errorAt(poseAt(point), goal);
  if (direction[1] >= 0) return null;
  // From above the highest ground to the bottom.
  const [first, last] = [1.2, 0].map((height) => (height - from[1]) / direction[1]) as [number, number];
  const step = (last - first) / samples;
  for (let i = 1; i <= samples; ++i) {
    const t = first + i * step;
    if (!isInside(at(t)) || !isUnder(at(t))) continue;
    let [above, under] = [t - step, t];
    for (let k = 0; k < halvings; ++k) {
      const middle = (above + under) / 2;
      if (isUnder(at(middle))) under = middle;
      else above = middle;
    }
    return poseAt(at(under));
  }
  return null;
}

/** The same ground for the graphics card: position and slope of the error. */
export const groundShader = /* glsl */ `
  uniform vec2 goal;
  const vec2 lengths = vec2(${lengths.join(', ')});
  const float tallness = ${tallness};
  const float pi = 3.14159265;
  vec2 errorOf(vec2 q) {
    float both = q.x + q.y;
    return goal - lengths.x * vec2(cos(q.x), sin(q.x)) - lengths.y * vec2(cos(both), sin(both));
  }
  float heightAt(vec2 q) { return tallness * length(errorOf(q)); }
  vec3 placeOf(vec2 q) { return vec3(q.x / pi, heightAt(q), -q.y / pi); }
  vec2 slopeAt(vec2 q) {
    vec2 e = errorOf(q);
    float both = q.x + q.y;
    vec2 outer = lengths.y * vec2(-sin(both), cos(both));
    vec2 inner = lengths.x * vec2(-sin(q.x), cos(q.x));
    return -vec2(dot(inner + outer, e), dot(outer, e)) / max(length(e), 1e-6);
  }
`;
