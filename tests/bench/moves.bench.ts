// Whole tool paths: followed without a jump, clear of boxes, and the time to find them.
import { init, Model, Problem, type Trajectory } from 'limber';
import { cost, moveTo, retime, type Move } from 'limber/moves';
import { Quaternion, Vector3 } from 'three';
import { clearanceOf, placed } from './distances.ts';
import { Kinematics, poseError, type Frame } from './kinematics.ts';
import type { Context, Row } from './run.ts';
import { atLeast, atMost, rounded, type Line, type Reach } from './table.ts';
import { readAllWays, type Way } from './ways.ts';

export const name = 'moves';

/** Metres and radians at every pose; metres half-way between two frames; clearance of links in metres. */
const [near, nearAngle, nearBetween, clearance] = [1e-4, 1e-3, 1e-3, 1e-4];
const repeats = 20;
/** TORM's total joint motion in radians, counted as in `travel`. */
const torm = 8.493;
const bounds = { velocity: 2, acceleration: 10, jerk: 100 };

export const note = `Ways of 200 poses, the start free; 'poses' of moveTo. solved, all by the benchmark's own kinematics and distances: at every pose
within ${near} m and ${nearAngle} rad and inside the limits; clear of boxes and of itself at every frame; with the joints half-way between
two frames the tool at most ${nearBetween} m off the way, so that nothing jumps. ms: the least of ${repeats} runs. step: the largest of a joint from one pose
to the next, degrees; CppFlow counts more than 7 as a jump. retimed: seconds of the motion at ${bounds.velocity} rad/s, ${bounds.acceleration} rad/s² and ${bounds.jerk} rad/s³, and the ms
that takes. CppFlow (Morgan, Millard and Sukhatme, ICRA 2024, arXiv 2309.09102) solves these two ways on a GPU; its
abstract says up to 129 times faster than others; its table of times is not at hand here. Its repository (jstmn/cppflow at c92e0a4,
cppflow/utils.py) keeps how far the joints go with TORM: ${torm} rad on 1cube, no figure for flappy_bird.`;

/** Frame at a fraction of a path, also between its poses. */
function wayAt({ poses }: Way, part: number): Frame {
  const last = poses.length - 1;
  const i = Math.min(last - 1, Math.floor(part * last));
  const share = part * last - i;
  const frame = (pose: readonly number[]): Frame => ({
    position: new Vector3().fromArray(pose),
    rotation: new Quaternion().fromArray(pose, 3).normalize(),
  });
  const [a, b] = [frame(poses[i]!), frame(poses[i + 1]!)];
  a.position.lerp(b.position, share);
  a.rotation.slerp(b.rotation, share);
  return a;
}

function isSolved(way: Way, { trajectory, part }: Move): boolean {
  if (part < 1) return false;
  const kinematics = new Kinematics(way.robot);
  const off = (time: number): readonly [number, number] => {
    const error = poseError(kinematics.tip(trajectory.at(time)), wayAt(way, time));
    return [Math.hypot(...error.slice(0, 3)), Math.hypot(...error.slice(3))];
  };
  const areReached = way.poses.every((_, i) => {
    const [metres, angle] = off(i / (way.poses.length - 1));
    return metres <= near && angle <= nearAngle;
  });
  const times = Array.from(trajectory.times);
  return (
    areReached &&
    times.every((_, i) => kinematics.isAllowed(trajectory.row(i))) &&
    times.slice(1).every((time, i) => off((time + times[i]!) / 2)[0] <= nearBetween) &&
    times.every((_, i) => isClear(way, kinematics, trajectory.row(i)))
  );
}

function isClear({ robot, pairs, obstacles }: Way, kinematics: Kinematics, q: Float64Array): boolean {
  return !pairs || clearanceOf(placed(robot.links, kinematics.poses(q)), pairs, obstacles) >= 0;
}

/** Largest joint step in degrees. */
function largestStep({ poses }: Way, trajectory: Trajectory): number {
  let most = 0;
  const before = trajectory.at(0);
  for (let i = 1; i < poses.length; ++i) {
    const q = trajectory.at(i / (poses.length - 1));
    for (const [k, each] of q.entries()) most = Math.max(most, Math.abs(each - before[k]!));
    before.set(q);
  }
  return (most * 180) / Math.PI;
}

function measureWay(way: Way): Row {
  using model = Model.from(way.robot);
  using problem = new Problem(model);
  if (way.pairs) problem.collisionPairs = way.pairs;
  for (const each of way.obstacles) problem.addObstacle(each);
  problem.addGoal({ type: 'pose', link: way.robot.links.at(-1)!.name });
  let ms = Infinity;
  let move: Move | undefined;
  for (let i = 0; i < repeats; ++i) {
    const began = performance.now();
    move = moveTo(
      problem,
      { type: 'poses', poses: way.poses },
      { start: 'free', deviation: near, angleDeviation: nearAngle, ...(way.pairs && { clearance }) },
    );
    ms = Math.min(ms, performance.now() - began);
  }
  const { trajectory, ended, part } = move!;
  const began = performance.now();
  const seconds = trajectory.length > 1 ? retime(trajectory, model, bounds).duration : 0;
  return {
    bench: name,
    case: way.name,
    solver: 'moveTo',
    build: 'wasm',
    solved: isSolved(way, move!),
    ended,
    part,
    frames: trajectory.length,
    step: trajectory.length > 0 ? largestStep(way, trajectory) : 0,
    travel: trajectory.length > 0 ? cost(trajectory).total : 0,
    ms,
    seconds,
    retimeMs: performance.now() - began,
  };
}

export async function run(_: Context): Promise<Row[]> {
  await init();
  const ways = readAllWays();
  // Warm-up: compiled code is slow in its first run.
  measureWay(ways.at(-1)!);
  return ways.map(measureWay);
}

export const table = (rows: readonly Row[]): Line[] =>
  rows.map((row) => ({
    way: row.case,
    solved: row.solved,
    ended: row.ended,
    'part %': rounded(100 * Number(row.part), 1),
    frames: row.frames,
    'step °': rounded(row.step),
    'travel rad': rounded(row.travel, 1),
    ms: rounded(row.ms, 1),
    'retimed s': rounded(row.seconds),
    'retime ms': rounded(row.retimeMs, 1),
  }));

export function reach(rows: readonly Row[]): Reach[] {
  const solved = rows.filter((row) => row.solved).length / rows.length;
  return [
    atLeast(name, 'ways solved', 1, solved),
    atMost(name, 'ms of the slowest way', 50, Math.max(...rows.map(({ ms }) => Number(ms)))),
    atMost(name, 'largest joint step, degrees', 7, Math.max(...rows.map(({ step }) => Number(step)))),
  ];
}
