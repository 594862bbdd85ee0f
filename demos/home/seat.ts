/** Where a robot stands beside the cube, and how large, so that it reaches the cube wherever that goes. */
import type { Problem, Vec3 } from 'limber';
import { Box3, Matrix3, Matrix4, Quaternion, Vector3 } from 'three';
import { least, most } from './hero-arm.ts';

export interface Seat {
  /** From the model to the world: a turn about the vertical, a scale, a shift. */
  readonly matrix: Matrix4;
  /** Whether the tip reaches all of the cube's places. */
  readonly reaches: boolean;
  /** Whether the tip can leave a plane. */
  readonly isPlanar: boolean;
}

/** Metres that count as reached. */
const reached = 0.005;

/** A pose and its tip. */
interface Sample {
  readonly q: Float64Array;
  readonly tip: Vector3;
}

const samples = 300;
/** Places in the world for the middle of what a tip reaches (metres), the usual one first. */
const middles: readonly Vec3[] = [
  [0.54, 1, 0.12],
  [0.42, 1, -0.1],
  [0.3, 1.1, -0.15],
];
/** Turns from facing the cube (radians), and sizes as multiples of the least one that could do. */
const turns = [0, 0.6, -0.6, 1.57, -1.57, 3.14];
const sizes = [0.85, 1, 1.2, 1.45];
/** Where a robot's root may be in the world: in sight, and not in the figure. */
const room = new Box3(new Vector3(0.1, -1, -0.6), new Vector3(0.85, 3, 0.3));
/** Metres: nothing is taller. */
const tallest = 1.9;
const options = { solver: 'lm', maxIterations: 40 } as const;

/** Corners and middle of the cube's range, and the middles of its sides. */
const places = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].flatMap((y) =>
    [-1, 0, 1]
      .filter((z) => Math.abs(x) + Math.abs(y) + Math.abs(z) !== 2)
      .map((z) => new Vector3(...[x, y, z].map((each, i) => between(least[i]!, most[i]!, (each + 1) / 2)))),
  ),
);
const middle = new Vector3(...least).add(new Vector3(...most)).divideScalar(2);

function between(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}

/** `body`: box of the robot in its own space. Leaves the problem's state as it was. */
export function findSeat(problem: Problem, body: Box3): Seat {
  const { state } = problem;
  const start = state.q.slice();
  const cloud = cloudOf(problem);
  const centre = cloud.reduce((sum, { tip }) => sum.add(tip), new Vector3()).divideScalar(cloud.length);
  const reach = cloud.map(({ tip }) => tip.distanceTo(centre)).sort((a, b) => a - b)[
    Math.floor(0.95 * samples)
  ]!;
  const ahead = tipAt(problem, start).sub(centre);
  let best: { matrix: Matrix4; missed: number; sum: number } | null = null;
  search: for (const at of middles)
    for (const size of sizes)
      for (const turn of turns) {
        const matrix = placed({ at, turn, size, reach, centre, ahead, body });
        if (best && !room.containsPoint(new Vector3().setFromMatrixPosition(matrix))) continue;
        const misses = missesOf(problem, cloud, matrix, best?.sum ?? Infinity);
        if (misses) best = { matrix, missed: Math.max(...misses), sum: total(misses) };
        if (best!.missed < reached) break search;
      }
  state.q.set(start);
  state.update();
  return { matrix: best!.matrix, reaches: best!.missed < reached, isPlanar: isPlanar(cloud, centre) };
}

interface Choice {
  readonly at: Vec3;
  readonly turn: number;
  readonly size: number;
  readonly reach: number;
  readonly centre: Vector3;
  readonly ahead: Vector3;
  readonly body: Box3;
}

/** Stands on legs below its root, or as high as `at`, but not below the floor. */
function placed({ at, turn, size, reach, centre, ahead, body }: Choice): Matrix4 {
  const place = new Vector3(...at);
  const farthest = Math.max(...places.map((each) => each.distanceTo(place)));
  const tall = body.max.y - body.min.y;
  const scale = Math.min((size * farthest) / reach, tallest / tall);
  const onFloor = scale * (centre.y - body.min.y);
  const hasLegs = body.min.y < -0.2 * tall;
  place.y = hasLegs ? onFloor : Math.max(place.y, onFloor);
  const facing = heading(middle.clone().sub(place)) - heading(ahead);
  const rotation = new Quaternion().setFromAxisAngle(up, facing + turn);
  const shift = place.sub(centre.clone().multiplyScalar(scale).applyQuaternion(rotation));
  return new Matrix4().compose(shift, rotation, new Vector3(scale, scale, scale));
}

/** The turn about the vertical from +Z. */
const heading = ({ x, z }: Vector3): number => Math.atan2(x, z);

/** Metres by which the tip misses each place; null: together they are no less than `most`. */
function missesOf(
  problem: Problem,
  cloud: readonly Sample[],
  matrix: Matrix4,
  most: number,
): number[] | null {
  const inverse = matrix.clone().invert();
  const scale = matrix.getMaxScaleOnAxis();
  const misses: number[] = [];
  for (const each of places) {
    misses.push(scale * missOf(problem, cloud, each.clone().applyMatrix4(inverse)));
    if (total(misses) >= most) return null;
  }
  return misses;
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/** Starts at the nearest sample. */
function missOf(problem: Problem, cloud: readonly Sample[], target: Vector3): number {
  const far = ({ tip }: Sample) => tip.distanceToSquared(target);
  problem.state.q.set(cloud.reduce((a, b) => (far(b) < far(a) ? b : a)).q);
  const [goal] = problem.goals;
  goal!.target.set(target.toArray());
  problem.solve(options);
  return goal!.distance;
}

/** Random poses within the limits, the same in every run. */
function cloudOf(problem: Problem): Sample[] {
  const { model, state } = problem;
  const first = state.q.slice();
  const motions = model.links.flatMap((link) => link.motions).filter(({ mimics }) => !mimics);
  let seed = 1;
  const random = () => (seed = (48_271 * seed) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: samples }, () => {
    state.q.set(first);
    for (const { isBall, limits, qIndex, w } of motions) {
      if (isBall) {
        const turn = new Quaternion(random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5);
        state.q.set(turn.normalize().toArray(), qIndex);
        continue;
      }
      const range = w.some((each) => each !== 0) ? Math.PI : model.size;
      const [from, to] = limits.map((each) => (Number.isFinite(each) ? each : Math.sign(each) * range));
      state.q[qIndex] = between(from!, to!, random());
    }
    const q = state.q.slice();
    return { q, tip: tipAt(problem, q) };
  });
}

function tipAt({ goals, model, state }: Problem, q: ArrayLike<number>): Vector3 {
  state.q.set(q);
  state.update();
  return new Vector3().fromArray(state.poses, 7 * model.findLink(goals[0]!.link));
}

/** True if the smallest extent of the tips is nothing beside their mean one. */
function isPlanar(cloud: readonly Sample[], centre: Vector3): boolean {
  const spread = new Matrix3().multiplyScalar(0);
  const offsets = cloud.map(({ tip }) => tip.clone().sub(centre).toArray());
  for (let i = 0; i < 9; i += 1)
    for (const each of offsets) spread.elements[i]! += (each[i % 3]! * each[Math.floor(i / 3)]!) / samples;
  const { elements } = spread;
  return spread.determinant() < 1e-4 * ((elements[0] + elements[4] + elements[8]) / 3) ** 3;
}

const up = new Vector3(0, 1, 0);
