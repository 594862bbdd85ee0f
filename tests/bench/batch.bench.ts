// Many targets in one call, on one core and on two.
import {
  init,
  Model,
  Problem,
  type BatchResult,
  type CollisionPair,
  type GoalDescription,
  type ModelDescription,
  type ObstacleDescription,
  type SolveOptions,
} from 'limber';
import { SolverPool } from 'limber/worker';
import { robots } from 'limber/robots';
import { nodeThread } from '../web/support/node-thread.ts';
import { readScenes } from './collision-scenes.ts';
import { clearanceOf, placed } from './distances.ts';
import { drawRange, Kinematics, poseError } from './kinematics.ts';
import { Random } from './random.ts';
import type { Context, Row } from './run.ts';
import { atLeast, rounded, type Line, type Reach } from './table.ts';

export const name = 'batch';

const defaultCount = 1_000_000;
/** Rows among obstacles take about this factor longer. */
const obstaclesEvery = 50;
const repeats = 3;
/** One of this many rows is judged. */
const judgedEvery = 100;

export const note = `Targets that the arm can have and starts, both drawn within its limits; mode find. reached: by the status, and of every
${judgedEvery}th row also by the benchmark's own kinematics, limits kept, within the default tolerances. one call: problem.solveAll on the
main thread; else SolverPool in threads of Node. With obstacles: the Panda with 59 spheres in a scene of MotionBenchMaker,
targets of poses that are clear, one row for each ${obstaclesEvery} of the others. Seconds from the call to the answer, the least of ${repeats} runs; scaling: one
worker's over two workers'. cuRobo's own figure is 7,000 poses a second, free of collisions, on a GPU.`;

interface Surroundings {
  readonly obstacles: readonly ObstacleDescription[];
  readonly collisionPairs: readonly CollisionPair[];
}

interface Case {
  readonly name: string;
  readonly robot: ModelDescription;
  readonly options: SolveOptions;
  /** Target rate in rows per second with two workers. */
  readonly wanted: number;
  readonly among?: Surroundings;
}

/** Metres. */
const clearance = 1e-5;

const bare: readonly Case[] = [
  {
    name: 'panda',
    robot: robots.panda,
    options: { solver: 'lm', mode: 'find' },
    wanted: Math.round(1e6 / 12),
  },
  {
    name: 'ur5',
    robot: robots.ur5,
    options: { solver: 'analytic', mode: 'find' },
    wanted: Math.round(1e6 / 3),
  },
];

function cases(): Case[] {
  const data = readScenes();
  if (!data) return [...bare];
  const { panda: robot, pairs: collisionPairs, scenes } = data;
  const { obstacles } = scenes.find(({ set }) => set === 'bookshelf_small')!;
  const options: SolveOptions = { solver: 'lm', mode: 'find', clearance };
  const among = { obstacles, collisionPairs };
  return [...bare, { name: 'panda in a bookshelf', robot, options, wanted: 2000, among }];
}

interface Rows {
  readonly targets: Float64Array;
  readonly starts: Float64Array;
}

const isClear = (kinematics: Kinematics, { robot, among }: Case, q: readonly number[]): boolean =>
  !among || clearanceOf(placed(robot.links, kinematics.poses(q)), among.collisionPairs, among.obstacles) >= 0;

function draw(kinematics: Kinematics, each: Case, count: number): Rows {
  const { nq } = kinematics;
  const [targets, starts] = [new Float64Array(7 * count), new Float64Array(nq * count)];
  const random = new Random(1);
  const ranges = kinematics.moving.map(drawRange);
  const pose = (): number[] => ranges.map((range) => random.between(...range));
  const clearPose = (): number[] => {
    for (;;) {
      const q = pose();
      if (isClear(kinematics, each, q)) return q;
    }
  };
  for (let row = 0; row < count; ++row) {
    const { position, rotation } = kinematics.tip(clearPose());
    targets.set([...position.toArray(), ...rotation.toArray()], 7 * row);
    starts.set(pose(), nq * row);
  }
  return { targets, starts };
}

/** Share of reached rows; 0 if a status is wrong. */
function reachedOf(
  kinematics: Kinematics,
  each: Case,
  size: number,
  { targets }: Rows,
  { q, status }: BatchResult,
): number {
  const wanted = {
    position: kinematics.tip(q).position.clone(),
    rotation: kinematics.tip(q).rotation.clone(),
  };
  for (let row = 0; row < status.length; row += judgedEvery) {
    if (status[row] !== 0) continue;
    wanted.position.fromArray(targets, 7 * row);
    wanted.rotation.fromArray(targets, 7 * row + 3);
    const error = poseError(kinematics.tip(q, kinematics.nq * row), wanted);
    const isNear = Math.hypot(...error.slice(0, 3)) < 1e-4 * size && Math.hypot(...error.slice(3)) < 1e-3;
    if (!isNear || !kinematics.isAllowed(q, kinematics.nq * row)) return 0;
    const own = [...q.subarray(kinematics.nq * row, kinematics.nq * (row + 1))];
    if (!isClear(kinematics, each, own)) return 0;
  }
  return status.reduce((sum, each) => sum + (each === 0 ? 1 : 0), 0) / status.length;
}

/** A way of solving all rows. */
type Way = (options: SolveOptions & Pick<Rows, 'starts'>, targets: Float64Array) => Promise<BatchResult>;

async function timed(way: Way, { targets, starts }: Rows, options: SolveOptions) {
  let seconds = Infinity;
  let result: BatchResult | undefined;
  for (let i = 0; i < repeats; ++i) {
    const began = performance.now();
    result = await way({ ...options, starts }, targets);
    seconds = Math.min(seconds, (performance.now() - began) / 1000);
  }
  return { seconds, result: result! };
}

async function measureCase(each: Case, whole: number): Promise<Row[]> {
  const { name: arm, robot, options, among } = each;
  const count = among ? Math.ceil(whole / obstaclesEvery) : whole;
  const kinematics = new Kinematics(robot);
  const rows = draw(kinematics, each, count);
  const goals: GoalDescription[] = [{ type: 'pose', link: robot.links.at(-1)!.name }];
  using problem = new Problem(Model.from(robot));
  problem.addGoal(goals[0]!);
  for (const obstacle of among?.obstacles ?? []) problem.addObstacle(obstacle);
  if (among) problem.collisionPairs = among.collisionPairs;
  const { size } = problem.model;
  const measured: Row[] = [];
  let first: BatchResult | undefined;
  const measure = async (workers: number, way: Way): Promise<void> => {
    const { seconds, result } = await timed(way, rows, options);
    first ??= result;
    const isSame = ['q', 'status', 'residuals', 'iterations'].every((each) => {
      const [a, b] = [first![each as 'q'], result[each as 'q']];
      return a.every((value, i) => Object.is(value, b[i]));
    });
    measured.push({
      bench: name,
      case: `${arm}, ${workers === 0 ? 'one call' : `${workers} ${workers === 1 ? 'worker' : 'workers'}`}`,
      arm,
      solver: options.solver!,
      build: 'wasm',
      workers,
      n: count,
      seconds,
      perSecond: count / seconds,
      reached: reachedOf(kinematics, each, size, rows, result),
      sameBits: isSame,
    });
  };
  await measure(0, (all, targets) => Promise.resolve(problem.solveAll(targets, all)));
  for (const workers of [1, 2]) {
    using pool = await SolverPool.create(robot, { goals, workers, worker: nodeThread, ...among });
    // Warm-up: compiled code is slow in its first run.
    await pool.solveAll(rows.targets.slice(0, 7), options);
    await measure(workers, (all, targets) => pool.solveAll(targets, all));
  }
  return measured;
}

export async function run(context: Context): Promise<Row[]> {
  await init();
  const rows: Row[] = [];
  for (const each of cases()) rows.push(...(await measureCase(each, context.targets ?? defaultCount)));
  return rows;
}

export const table = (rows: readonly Row[]): Line[] =>
  rows.map((row) => ({
    case: row.case,
    solver: row.solver,
    rows: row.n,
    s: rounded(row.seconds),
    'rows/s': Math.round(Number(row.perSecond)),
    'reached %': 100 * Number(row.reached),
    'same bits': row.sameBits,
  }));

export function reach(rows: readonly Row[]): Reach[] {
  return cases().flatMap(({ name: arm, wanted, among }) => {
    const of = (workers: number): Row => rows.find((row) => row.arm === arm && row.workers === workers)!;
    const [one, two] = [of(1), of(2)];
    return [
      atLeast(name, `${arm}: rows a second, two workers`, wanted, Number(two.perSecond)),
      atLeast(name, `${arm}: reached`, among ? 0.99 : 1, Number(two.reached)),
      atLeast(name, `${arm}: scaling`, 1.9, Number(two.perSecond) / Number(one.perSecond)),
      atLeast(name, `${arm}: same bits`, 1, Number(one.sameBits && two.sameBits)),
    ];
  });
}
