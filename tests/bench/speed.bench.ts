// Speed on one problem per row, natively where limber_bench can pose it, and in WebAssembly; on the article's arm beside
// CCDIKSolver of three.
import { Vector3 } from 'three';
import {
  init,
  Model,
  Problem,
  type GoalDescription,
  type ModelDescription,
  type SolveOptions,
  type Vec3,
} from 'limber';
import { Character, Follower, readClip, type Role } from 'limber/character';
import { articleArm, ballChain, compareFromHere, robots, withCapsules } from 'limber/robots';
import { figureSize } from '../../web/src/character/motion/skeleton-source.ts';
import { makeBody } from '../web/gltf/skeletons.ts';
import { humanoid } from '../web/motion/humanoid.ts';
import { makeWalk } from '../web/motion/walk.ts';
import { measure, type Answers } from './answers.ts';
import { fourBar, hexapod } from './assembly-cases.ts';
import { isSolved } from './judge.ts';
import { drawRange, Kinematics } from './kinematics.ts';
import { nativeInput } from './native.ts';
import { byJoints, makeCase, type Case } from './position-cases.ts';
import { Random } from './random.ts';
import type { Context, Row } from './run.ts';
import { statistics } from './statistics.ts';
import type { Line } from './table.ts';
import { solveByThree } from './three-ccd.ts';

export const name = 'speed';

const defaultCount = 300;
const repeats = 5;
/** Of a drag. */
const frames = 240;
const dt = 1 / 60;
/** Metres. */
const clearance = 0.005;
/** Times as many rows are in a batch. */
const batched = 20;

export const note = `µs a solve, a frame, a call of solutions() or a row of a batch; of each the least of ${repeats} runs. reached: the
status is converged (solutions: complete; CCDIKSolver: by the benchmark's own kinematics). find: poses within the limits
(clear: of the boxes), from others; frames: goals dragged in a figure of eight; else track, of poses from up to
0.05 rad off.`;

/** `frames` and `step` go on from the last pose; the others begin at a start each. */
type Way = 'solve' | 'frames' | 'step' | 'solutions' | 'batch';

interface Task {
  readonly name: string;
  readonly way: Way;
  readonly options: SolveOptions;
  /** Asked in turn. */
  readonly problems: readonly Problem[];
  readonly targets: readonly (readonly number[])[];
  /** None: the zero pose. */
  readonly starts: readonly (readonly number[])[];
  /** What limber_bench is given. */
  readonly description?: ModelDescription;
}

type Asked = Pick<Task, 'targets' | 'starts'>;

function problemOf(description: ModelDescription, goals: readonly GoalDescription[]): Problem {
  const problem = new Problem(Model.from(description));
  for (const goal of goals) problem.addGoal(goal);
  return problem;
}

/** The same question to each of several solvers. */
function* withEach(
  all: readonly SolveOptions[],
  goals: readonly GoalDescription[],
  asked: Asked & { readonly name: string; readonly description: ModelDescription },
): Generator<Task> {
  for (const options of all)
    yield { way: 'solve', options, problems: [problemOf(asked.description, goals)], ...asked };
}

function begin(problem: Problem, start: readonly number[] | undefined): void {
  const { state } = problem;
  if (start) state.q.set(start);
  else state.reset();
  state.update();
  problem.forgetMotion();
}

function aim({ goals }: Problem, numbers: readonly number[]): void {
  let first = 0;
  for (const { target } of goals) for (let k = 0; k < target.length; ++k) target[k] = numbers[first++]!;
}

interface Measured {
  readonly answers: Answers;
  readonly reached: readonly boolean[];
}

function byWasm({ problems, way, options, targets, starts }: Task): Measured {
  const reached: boolean[] = [];
  const goesOn = way === 'frames' || way === 'step';
  let problem = problems[0]!;
  const solve = (i: number): number => {
    if (way === 'solutions') {
      const { complete, count } = problem.solutions({ limits: false, intervals: false });
      reached[i] = complete;
      return count;
    }
    const { status, iterations } =
      way === 'step' ? { ...problem.step(dt, options), iterations: NaN } : problem.solve(options);
    reached[i] = status === 'converged';
    return iterations;
  };
  const place = (i: number): void => {
    problem = problems[i % problems.length]!;
    if (!goesOn || i === 0) begin(problem, starts[i]);
    aim(problem, targets[i]!);
  };
  return { answers: measure(targets.length, repeats, { place, solve, read: () => [] }), reached };
}

function byBatch({ problems, options, targets, starts }: Task): Measured {
  const [all, from] = [targets, starts].map((rows) => Float64Array.from(rows.flat()));
  let status: ArrayLike<number> = [];
  const answers = measure(1, repeats, {
    place: () => {},
    solve() {
      ({ status } = problems[0]!.solveAll(all!, { ...options, starts: from! }));
      return NaN;
    },
    read: () => [],
  });
  const timesUs = answers.timesUs.map((time) => time / targets.length);
  return { answers: { ...answers, timesUs }, reached: Array.from(status, (each) => each === 0) };
}

function byNative(
  context: Context,
  { description, problems, way, options, targets, starts }: Task,
): Measured {
  const goals = problems[0]!.goals.map(({ type, link }) => ({ type, link }));
  const { solver } = options;
  const words = { solve: solver ? `solver ${solver}` : 'default', step: `step ${dt}`, solutions: way };
  const from = way === 'step' ? starts.slice(0, 1) : starts;
  const how = words[way as keyof typeof words];
  const input = nativeInput(description!, goals, options, targets, from, repeats, how);
  const answers = context.runNative('limber_bench', ['solve'], input) as Answers & { statuses: number[] };
  const good = way === 'solutions' ? 1 : 0;
  return { answers, reached: answers.statuses.map((status) => status === good) };
}

function labelOf({ way, options }: Task): string {
  const { solver = 'default', mode, annealing, clearance, limits } = options;
  if (way === 'solutions' || way === 'step') return way;
  return [
    ...(way === 'solve' ? [] : [way]),
    mode === 'find' || way === 'batch' ? `find by ${solver}` : solver,
    ...(annealing ? ['annealed'] : []),
    ...(clearance ? ['clear'] : []),
    ...(limits === false ? ['no limits'] : []),
  ].join(', ');
}

function rowsOf(context: Context, task: Task): Row[] {
  const row = (build: string, { answers, reached }: Measured): Row => {
    const head = { bench: name, case: task.name, solver: labelOf(task), build };
    return { ...head, ...statistics(answers, reached) };
  };
  const wasm = row('wasm', task.way === 'batch' ? byBatch(task) : byWasm(task));
  const native = task.description ? [row('native', byNative(context, task))] : [];
  for (const { model } of task.problems) model.dispose();
  return [...native, wasm];
}

/** Targets are poses of the tip, `bend` rad from the start, or anywhere within the limits. */
function tips(description: ModelDescription, count: number, bend = Infinity): Asked {
  const arm = new Kinematics(description);
  const random = new Random(1);
  const ranges = arm.moving.map(drawRange);
  const draw = (): number[] => ranges.map((range) => random.between(...range));
  const targets: number[][] = [];
  const starts: number[][] = [];
  for (let i = 0; i < count; ++i) {
    const start = draw();
    const end = bend < Infinity ? start.map((each) => each + random.between(-bend, bend)) : draw();
    const { position, rotation } = arm.tip(end);
    targets.push([...position.toArray(), ...rotation.normalize().toArray()]);
    starts.push(start);
  }
  return { targets, starts };
}

const poseOf = ({ links }: ModelDescription): GoalDescription => ({ type: 'pose', link: links.at(-1)!.name });

const find = (solver: 'lm' | 'analytic'): SolveOptions => ({ solver, mode: 'find' });

function* arms(count: number): Generator<Task> {
  for (const arm of ['panda', 'iiwa14', 'ur5', 'puma560'] as const) {
    const description = robots[arm];
    const make = (way: Way, options: SolveOptions, asked: Asked, name: string = arm): Task => {
      const problems = [problemOf(description, [poseOf(description)])];
      return { name, way, options, problems, description, ...asked };
    };
    const asked = tips(description, count);
    yield make('solve', { solver: 'lm' }, tips(description, count, 0.05));
    yield make('solve', find('lm'), asked);
    yield make('solutions', {}, asked);
    if (arm !== 'ur5' && arm !== 'puma560') continue;
    yield make('solve', find('analytic'), asked);
    const far = asked.targets.map(([x, y, z, ...turn]) => {
      const away = new Vector3(x, y, z).setLength(5);
      return [...away.toArray(), ...turn];
    });
    for (const [way, options] of [
      ['solve', find('analytic')],
      ['solutions', {}],
    ] as const)
      yield make(way, options, { ...asked, targets: far }, `${arm}, out of reach`);
  }
}

const article = (count: number): Case => makeCase("the article's arm", articleArm, byJoints(count));

/** As `CCDIKSolver` is asked. */
function* points(count: number): Generator<Task> {
  const { name, description, tolerance, targets } = article(count);
  const options = { tolerance, maxIterations: 100, stallTolerance: 0 } as const;
  const solvers = [{ solver: 'ccd' }, { solver: 'ccd', annealing: 1000 }, { solver: 'lm' }] as const;
  yield* withEach(
    solvers.map((each) => ({ ...options, ...each })),
    [{ type: 'position', link: 'effector' }],
    { name, description, targets, starts: [] },
  );
}

/** Solvers whose steps must not grow faster than the chain. */
function* chains(count: number): Generator<Task> {
  for (const size of [100, 1000]) {
    const description = ballChain(size);
    const random = new Random(1);
    const targets = Array.from({ length: Math.ceil(count / 10) }, () => {
      const draw = (): number => random.between(-1, 1);
      return new Vector3(draw(), draw(), draw()).setLength(random.between(0.2, 0.95)).toArray();
    });
    yield* withEach([{ solver: 'lm' }, { solver: 'fabrik' }], [{ type: 'position', link: 'effector' }], {
      name: `${size} balls`,
      description,
      targets,
      starts: [],
    });
  }
}

/** Radians from the upright pose. */
const bend = 0.5;
const ends = ['elbow', 'wrist', 'knee', 'ankle_yaw'].flatMap((end) => [`left_${end}`, `right_${end}`]);

function* manyEffectors(count: number): Generator<Task> {
  const description = { links: humanoid('z', false) };
  const body = new Kinematics(description);
  const random = new Random(1);
  const links = [...ends, 'torso_link', 'left_hip_yaw'];
  const places = links.map((link) => description.links.findIndex((each) => each.name === link));
  const targets = Array.from({ length: count }, () => {
    const poses = body.poses(
      body.moving
        .map(drawRange)
        .map(([min, max]) => random.between(Math.max(min, -bend), Math.min(max, bend))),
    );
    return places.flatMap((place) => poses[place]!.position.toArray());
  });
  yield* withEach(
    [{ solver: 'lm' }, { solver: 'itasc' }, { solver: 'sdls' }],
    links.map((link) => ({ type: 'position', link })),
    { name: 'humanoid, ten goals', description, targets, starts: [] },
  );
}

function* loops(count: number): Generator<Task> {
  for (const { name, description, goals, targets, starts, tolerance } of [fourBar(count), hexapod(count)]) {
    const options = { tolerance, angleTolerance: tolerance, stallTolerance: 0 } as const;
    const solvers = [
      { solver: 'lm', ...options },
      { solver: 'maximal', ...options },
    ] as const;
    yield* withEach(solvers, goals, { name, description, targets, starts });
  }
}

/** Position goals where the links are, and a figure of eight of each moved link: metres to and fro. */
function drag(problem: Problem, moved: readonly string[], held: readonly string[], width: number) {
  const links = [...moved, ...held];
  for (const link of links) problem.addGoal({ type: 'position', link });
  const places = links.map((link) => {
    const at = 7 * problem.model.findLink(link);
    return Array.from(problem.state.poses.subarray(at, at + 3)) as unknown as Vec3;
  });
  return Array.from({ length: frames }, (_, i) => {
    const turn = (2 * Math.PI * i) / frames;
    const way = [0.4 * Math.sin(turn), Math.sin(2 * turn), 0.6 * (Math.cos(turn) - 1)];
    return places.flatMap((place, k) =>
      place.map((each, axis) => each + (k < moved.length ? width * way[axis]! : 0)),
    );
  });
}

const panda = withCapsules(robots.panda);
const tip = panda.links.at(-1)!.name;
const middle = new Kinematics(panda).moving.map(drawRange).map(([min, max]) => (min + max) / 2);

/** The Panda in the middle of its ranges among boxes of up to `size` metres that leave it 2 cm. */
function room(count: number, random: Random, size = 0.2): Problem {
  const problem = problemOf(panda, []);
  begin(problem, middle);
  compareFromHere(problem, 0.02);
  const draw = (): number => random.between(-1, 1);
  const edge = (): number => random.between(size / 4, size);
  while (problem.obstacles.length < count) {
    const position = new Vector3(draw(), draw(), draw()).setLength(random.between(0.2, 0.9)).toArray();
    const box = problem.addObstacle({ type: 'box', size: [edge(), edge(), edge()], position });
    if (problem.clearance() < 0.02) problem.removeObstacle(box);
  }
  return problem;
}

/** Poses that are clear, of each room in turn. */
function clearTips(rooms: readonly Problem[], count: number): Asked {
  const random = new Random(2);
  const arm = new Kinematics(panda);
  const ranges = arm.moving.map(drawRange);
  const targets = Array.from({ length: count }, (_, i) => {
    const problem = rooms[i % rooms.length]!;
    for (;;) {
      const q = ranges.map((range) => random.between(...range));
      begin(problem, q);
      if (problem.clearance() < clearance) continue;
      const { position, rotation } = arm.tip(q);
      return [...position.toArray(), ...rotation.normalize().toArray()];
    }
  });
  for (const problem of rooms) problem.addGoal(poseOf(panda));
  return { targets, starts: targets.map(() => middle) };
}

function* obstacles(count: number): Generator<Task> {
  const random = new Random(1);
  const rooms = Array.from({ length: 10 }, () => room(20, random));
  const options = { ...find('lm'), clearance };
  yield { name: 'panda, 20 boxes', way: 'solve', options, problems: rooms, ...clearTips(rooms, count) };
  const one = [room(20, random)];
  yield { name: 'panda, 20 boxes', way: 'batch', options, problems: one, ...clearTips(one, count * batched) };
  for (const boxes of [100, 300]) {
    const problem = room(boxes, random, 0.1);
    const asked = { targets: drag(problem, [tip], [], 0.15), starts: [middle] };
    const way = { name: `panda, ${boxes} boxes`, way: 'frames' } as const;
    yield { ...way, options: { solver: 'lm', maxIterations: 6, clearance }, problems: [problem], ...asked };
  }
}

function* batches(count: number): Generator<Task> {
  const asked = tips(robots.panda, count * batched);
  const problems = [problemOf(robots.panda, [poseOf(robots.panda)])];
  yield { name: 'panda', way: 'batch', options: find('lm'), problems, ...asked };
}

function* steps(): Generator<Task> {
  const description = robots.panda;
  const problem = problemOf(description, []);
  begin(problem, middle);
  const asked = { targets: drag(problem, [tip], [], 0.35), starts: [middle] };
  yield { name: 'panda', way: 'step', options: {}, problems: [problem], description, ...asked };
}

const held: readonly Role[] = ['hips', 'head', 'leftFoot', 'rightFoot'];

/** Hands that leave what the joints' ranges allow. */
function* limits(): Generator<Task> {
  for (const limits of [true, false]) {
    const { problem } = new Character(makeBody({ droop: 0.8 }).scene, { root: 'free' });
    begin(problem, undefined);
    const targets = drag(problem, ['leftHand', 'rightHand'], held, 0.3);
    const options: SolveOptions = { solver: 'lm', maxIterations: 4, limits };
    yield { name: 'character', way: 'frames', options, problems: [problem], targets, starts: [] };
  }
}

/** A body that does what a walker does, live. */
function walking(): Row {
  const { scene, bones } = makeBody();
  const { rest, frames, times } = readClip(makeWalk(bones), scene);
  using body = new Character(makeBody({ droop: 0.8 }).scene);
  let at = 0;
  const read = (figure: Float64Array): void =>
    figure.set(frames.subarray(figureSize * at, figureSize * (at + 1)));
  using follower = new Follower(body, { rest, read });
  const answers = measure(times.length, repeats, {
    place: (i) => (at = i),
    solve() {
      follower.step(times[at]!);
      return NaN;
    },
    read: () => [],
  });
  const { n, meanUs, medianUs, p99Us } = statistics(
    answers,
    answers.timesUs.map(() => true),
  );
  return {
    bench: name,
    case: 'character walks',
    solver: 'Follower',
    build: 'wasm',
    n,
    meanUs,
    medianUs,
    p99Us,
  };
}

function three(count: number): Row {
  const { name: arm, description, kinematics, targets, tolerance } = article(count);
  const zero = kinematics.moving.map(() => 0);
  const answers = solveByThree(description, zero, targets, tolerance, repeats);
  const reached = targets.map((target, i) => {
    const wanted = { position: new Vector3(...target) };
    return isSolved(kinematics, answers.q, i * kinematics.nq, wanted, { distance: tolerance, angle: 0 });
  });
  return { bench: name, case: arm, solver: 'CCDIKSolver', build: 'three', ...statistics(answers, reached) };
}

export async function run(context: Context): Promise<Row[]> {
  await init();
  const count = context.targets ?? defaultCount;
  const rows: Row[] = [];
  for (const make of [points, arms, chains, manyEffectors, loops, steps, limits, obstacles, batches])
    for (const task of make(count)) rows.push(...rowsOf(context, task));
  return [...rows, three(count), walking()];
}

export function table(rows: readonly Row[]): Line[] {
  return rows
    .filter(({ build }) => build !== 'native')
    .map((row) => {
      const native = rows.find(
        (each) => each.build === 'native' && each.case === row.case && each.solver === row.solver,
      );
      return {
        problem: row.case,
        options: row.solver,
        n: row.n,
        'reached %': row.solved === undefined ? undefined : 100 * Number(row.solved),
        iterations: Number(row.meanIterations) || undefined,
        'native: median': native?.medianUs,
        mean: native?.meanUs,
        'in JavaScript: median': row.medianUs,
        'mean ': row.meanUs,
        p99: row.p99Us,
        'mean / native': native && Number(row.meanUs) / Number(native.meanUs),
      };
    });
}
