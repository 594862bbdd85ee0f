// Solving among obstacles: poses found, and time per frame.
import { Quaternion, Vector3 } from 'three';
import {
  findCollisionPairs,
  init,
  Model,
  Problem,
  type CollisionPair,
  type LinkDescription,
  type ModelDescription,
  type ObstacleDescription,
  type SolveOptions,
  type Vec3,
} from 'limber';
import { append, measure, noAnswers, type Answers } from './answers.ts';
import { readScenes, sets, type Scene, type Scenes } from './collision-scenes.ts';
import { clearanceOf, placed } from './distances.ts';
import { Kinematics, poseError } from './kinematics.ts';
import { Random } from './random.ts';
import type { Context, Row } from './run.ts';
import { statistics } from './statistics.ts';
import { atLeast, atMost, type Line, type Reach } from './table.ts';

export const name = 'obstacles';

/** Tolerances in metres and radians, and the clearance in metres. */
const tolerance = 1e-3;
const angleTolerance = 1e-2;
const clearance = 1e-5;
const repeats = 3;
const frames = 240;
const dt = 1 / 60;

const published =
  'HJCD-IK and cuRobo 1,600 to 2,600 µs a call on an RTX 5090, with obstacles; Pink and OInK 5,000 to 30,000 µs on CPUs, with self-collision only';

export const note = `Scenes: the Panda with 59 spheres from its ready pose, find with a clearance of ${clearance} m. solved: clear of all obstacles and of
itself, inside the limits, and within ${tolerance} m and ${angleTolerance} rad, all by the benchmark's own kinematics and distances. Pairs of links
that overlap in a pose that the data's authors call free are not compared. Times in µs, of each the least of ${repeats} runs.
Frames: a goal dragged for ${frames} frames, track; a step is an iteration of lm. Others, as they have published it: ${published}.`;

/** Pose of a goal by the benchmark's kinematics. */
function targetOf(kinematics: Kinematics, { goal }: Scene): { position: Vector3; rotation: Quaternion } {
  const { position, rotation } = kinematics.tip(goal);
  return { position: position.clone(), rotation: rotation.clone().normalize() };
}

const tip = 'panda_grasptarget';

/** Sets `clear` and `near` for each scene. */
function solveScenes({ panda, pairs }: Scenes, scenes: readonly Scene[]) {
  using model = Model.from(panda);
  const kinematics = new Kinematics(panda);
  const targets = scenes.map((scene) => targetOf(kinematics, scene));
  const problems = scenes.map(({ obstacles }, i) => {
    const problem = new Problem(model);
    problem.collisionPairs = pairs;
    for (const obstacle of obstacles) problem.addObstacle(obstacle);
    const { position, rotation } = targets[i]!;
    problem.addGoal({ type: 'pose', link: tip, target: [...position.toArray(), ...rotation.toArray()] });
    return problem;
  });
  const statuses: string[] = [];
  const options: SolveOptions = { mode: 'find', clearance, tolerance, angleTolerance };
  let current = problems[0]!;
  const answers = measure(
    scenes.length,
    { repeats },
    {
      place(i) {
        current = problems[i]!;
        current.state.q.set(scenes[i]!.start);
        current.state.update();
      },
      solve(i) {
        const { status, iterations } = current.solve(options);
        statuses[i] = status;
        return iterations;
      },
      read: () => current.state.q,
    },
  );
  for (const problem of problems) problem.dispose();
  const judged = scenes.map(({ obstacles }, i) => {
    const q = answers.q.slice(kinematics.nq * i, kinematics.nq * (i + 1));
    const error = poseError(kinematics.tip(q), targets[i]!);
    const isNear =
      Math.hypot(...error.slice(0, 3)) <= tolerance && Math.hypot(...error.slice(3)) <= angleTolerance;
    const isClear = clearanceOf(placed(panda.links, kinematics.poses(q)), pairs, obstacles) >= 0;
    return { isClear, isSolved: isNear && isClear && kinematics.isAllowed(q) };
  });
  return { answers, judged, statuses };
}

type Judged = ReturnType<typeof solveScenes>['judged'];

function sceneRow(what: string, answers: Answers, judged: Judged, statuses: readonly string[]): Row {
  const solved = judged.map(({ isSolved }) => isSolved);
  return {
    bench: name,
    case: what,
    solver: 'find',
    build: 'wasm',
    ...statistics(answers, solved),
    clear: judged.filter(({ isClear }) => isClear).length / judged.length,
    /** Reported as solved although it is not. */
    wrong: statuses.filter((status, i) => status === 'converged' && !solved[i]).length,
    published,
  };
}

function sceneRows(data: Scenes, count: number): Row[] {
  // Warm-up: compiled code is slow in its first run.
  solveScenes(data, data.scenes.slice(0, 10));
  const all = noAnswers();
  const judged: Judged = [];
  const statuses: string[] = [];
  const rows = sets.map((set) => {
    const one = solveScenes(data, data.scenes.filter((scene) => scene.set === set).slice(0, count));
    append(all, one.answers);
    judged.push(...one.judged);
    statuses.push(...one.statuses);
    return sceneRow(`scenes, ${set}`, one.answers, one.judged, one.statuses);
  });
  return [...rows, sceneRow('scenes, all', all, judged, statuses)];
}

/** A body with dragged points. */
interface Drag {
  readonly description: ModelDescription;
  /** Links with a dragged point. */
  readonly tips: readonly string[];
  readonly start: readonly number[] | null;
  /** Offset in metres of a point from its start at a phase from 0 to 2π; zero at phase 0. */
  readonly path: (tip: string, phase: number) => Vec3;
}

function boxes(random: Random, count: number, near: number, far: number): ObstacleDescription[] {
  const draw = (): number => random.between(-1, 1);
  return Array.from({ length: count }, () => {
    const way = new Vector3(draw(), draw(), draw()).normalize();
    const edge = (): number => random.between(0.05, 0.2);
    const [x, y, z, w] = new Quaternion(draw(), draw(), draw(), draw()).normalize().toArray();
    return {
      type: 'box',
      size: [edge(), edge(), edge()],
      position: way.multiplyScalar(random.between(near, far)).toArray(),
      rotation: [x, y, z, w],
    };
  });
}

/** Draws `count` boxes that are clear of the drag's start pose. */
function clearBoxes(drag: Drag, count: number): ObstacleDescription[] {
  using model = Model.from(drag.description);
  using problem = new Problem(model);
  problem.collisionPairs = [];
  begin(problem, drag);
  return boxes(new Random(1), 100 * count, 0.2, 0.9)
    .filter((each) => {
      const added = problem.addObstacle(each);
      const isClear = problem.clearance() > 0.02;
      problem.removeObstacle(added);
      return isClear;
    })
    .slice(0, count);
}

/** Pairs that can touch but do not at the start. */
function pairsOf(drag: Drag): CollisionPair[] {
  using model = Model.from(drag.description);
  using problem = new Problem(model);
  problem.collisionPairs = findCollisionPairs(model);
  begin(problem, drag);
  const touching = problem.nearestPairs(1000).filter(({ distance }) => distance <= 0);
  return problem.collisionPairs.filter(
    ([a, b]) => !touching.some(({ links }) => links.includes(a) && links.includes(b)),
  );
}

function begin({ state }: Problem, { start }: Drag): void {
  state.reset();
  if (start) state.q.set(start);
  state.update();
}

interface Times {
  readonly frameUs: number;
  readonly stepUs: number;
}

/** Mean over all frames, minimum of several runs. */
function timeOf(
  drag: Drag,
  obstacles: readonly ObstacleDescription[],
  pairs: readonly CollisionPair[] | null,
  solve: (problem: Problem) => number,
): Times {
  using model = Model.from(drag.description);
  using problem = new Problem(model);
  if (pairs) problem.collisionPairs = pairs;
  for (const each of obstacles) problem.addObstacle(each);
  begin(problem, drag);
  const places = drag.tips.map((link) => {
    const at = 7 * model.findLink(link);
    return Array.from(problem.state.poses.subarray(at, at + 3));
  });
  const goals = drag.tips.map((link) => problem.addGoal({ type: 'position', link }));
  let best: Times = { frameUs: Infinity, stepUs: Infinity };
  for (let run = 0; run < repeats + 2; run += 1) {
    begin(problem, drag);
    problem.forgetMotion();
    let [spent, steps] = [0, 0];
    for (let frame = 0; frame < frames; frame += 1) {
      goals.forEach(({ target }, k) => {
        const way = drag.path(drag.tips[k]!, (2 * Math.PI * frame) / frames);
        way.forEach((each, i) => (target[i] = places[k]![i]! + each));
      });
      const began = performance.now();
      steps += solve(problem);
      spent += 1000 * (performance.now() - began);
    }
    if (spent / frames < best.frameUs) best = { frameUs: spent / frames, stepUs: spent / Math.max(steps, 1) };
  }
  return best;
}

const tracking =
  (options: SolveOptions) =>
  (problem: Problem): number =>
    problem.solve({ solver: 'lm', ...options }).iterations;

const stepping =
  (options: SolveOptions) =>
  (problem: Problem): number => {
    problem.step(dt, options);
    return 1;
  };

/** A body of 20 links with two capsules each and a ball at every joint. */
function humanoid(): Drag {
  const links: LinkDescription[] = [];
  const add = (link: string, parent: string | null, at: Vec3, along: Vec3, radius: number): void => {
    const way = new Vector3(...along);
    const length = way.length();
    const [x, y, z, w] = new Quaternion()
      .setFromUnitVectors(new Vector3(0, 0, 1), way.clone().normalize())
      .toArray();
    const half = (part: number) => ({
      type: 'capsule' as const,
      radius,
      length: Math.max(0, length / 2 - radius),
      position: way.clone().multiplyScalar(part).toArray(),
      rotation: [x, y, z, w] as const,
    });
    links.push({
      name: link,
      parent,
      origin: { position: at },
      joint: { type: parent === null ? 'fixed' : 'ball' },
      collision: [half(0.25), half(0.75)],
    });
  };
  add('pelvis', null, [0, 0, 1], [0, 0, 0.1], 0.12);
  add('spine', 'pelvis', [0, 0, 0.1], [0, 0, 0.12], 0.12);
  add('chest', 'spine', [0, 0, 0.12], [0, 0, 0.12], 0.13);
  add('upper chest', 'chest', [0, 0, 0.12], [0, 0, 0.15], 0.13);
  add('neck', 'upper chest', [0, 0, 0.17], [0, 0, 0.08], 0.05);
  add('head', 'neck', [0, 0, 0.1], [0, 0, 0.18], 0.09);
  for (const [side, sign] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    add(`${side} clavicle`, 'upper chest', [0, 0.05 * sign, 0.12], [0, 0.12 * sign, 0], 0.05);
    add(`${side} upper arm`, `${side} clavicle`, [0, 0.14 * sign, 0], [0, 0.28 * sign, 0], 0.05);
    add(`${side} forearm`, `${side} upper arm`, [0, 0.28 * sign, 0], [0, 0.25 * sign, 0], 0.04);
    add(`${side} hand`, `${side} forearm`, [0, 0.25 * sign, 0], [0, 0.16 * sign, 0], 0.035);
    add(`${side} thigh`, 'pelvis', [0, 0.1 * sign, -0.05], [0, 0, -0.42], 0.08);
    add(`${side} shin`, `${side} thigh`, [0, 0, -0.42], [0, 0, -0.4], 0.055);
    add(`${side} foot`, `${side} shin`, [0, 0, -0.42], [0.2, 0, 0], 0.045);
  }
  const tips = ['left hand', 'right hand', 'left foot', 'right foot'];
  return { description: { links }, tips, start: null, path: fold };
}

/** Hands move from the sides to the front of the chest and back; feet stay. */
function fold(of: string, phase: number): Vec3 {
  if (of.endsWith('foot')) return [0, 0, 0];
  const inwards = 0.5 * (1 - Math.cos(phase));
  return [0.3 * inwards, (of.startsWith('left') ? -0.65 : 0.65) * inwards, 0.15 * Math.sin(2 * phase)];
}

/** To and fro in front of the base. */
function wander(_: string, phase: number): Vec3 {
  return [0.15 * Math.sin(phase), 0.35 * Math.sin(2 * phase), 0.2 * (Math.cos(phase) - 1)];
}

function frameRow(what: string, { frameUs, stepUs }: Times, wantedUs?: number): Row {
  const wanted = wantedUs === undefined ? {} : { wantedUs };
  const solver = what.startsWith('track') ? 'lm' : 'step';
  return { bench: name, case: what, solver, build: 'wasm', frameUs, stepUs, ...wanted };
}

const bare = ({ links }: ModelDescription): ModelDescription => ({
  links: links.map(({ collision: _, ...link }) => link),
});

/** Alternates the measurements, so that other load on the machine slows both. */
function compared(a: () => Times, b: () => Times): [Times, Times] {
  const quicker = (one: Times, other: Times): Times => (other.frameUs < one.frameUs ? other : one);
  let best: [Times, Times] = [a(), b()];
  for (let i = 0; i < 4; i += 1) best = [quicker(best[0], a()), quicker(best[1], b())];
  return best;
}

function pandaRows(data: Scenes): Row[] {
  const { start } = data.scenes[0]!;
  const drag: Drag = { description: data.panda, tips: [tip], start, path: wander };
  const unclad: Drag = { ...drag, description: bare(data.panda) };
  const near = clearBoxes(drag, 20);
  const far = (count: number): ObstacleDescription[] => boxes(new Random(2), count, 5, 20);
  const keeping = tracking({ clearance });
  const [free, without] = compared(
    () => timeOf(unclad, [], null, tracking({})),
    () => timeOf(drag, near, data.pairs, tracking({})),
  );
  const [ten, thousand] = compared(
    () => timeOf(drag, far(10), data.pairs, keeping),
    () => timeOf(drag, far(1000), data.pairs, keeping),
  );
  return [
    frameRow('track, Panda without shapes', free),
    {
      ...frameRow('track, Panda, 59 spheres, 20 boxes, no clearance', without),
      over: without.frameUs / free.frameUs,
      mostOver: 1.03,
    },
    frameRow('track, Panda, 59 spheres, 20 boxes', timeOf(drag, near, data.pairs, keeping), 60),
    frameRow('step, Panda without shapes', timeOf(unclad, [], null, stepping({}))),
    frameRow('step, Panda, 59 spheres, 20 boxes', timeOf(drag, near, data.pairs, stepping({ clearance }))),
    frameRow('track, Panda, 10 boxes far off', ten),
    {
      ...frameRow('track, Panda, 1,000 boxes far off', thousand),
      over: thousand.frameUs / ten.frameUs,
      mostOver: 2,
    },
  ];
}

export async function run(context: Context): Promise<Row[]> {
  await init();
  const data = readScenes();
  const body = humanoid();
  const pairs = pairsOf(body);
  const unclad: Drag = { ...body, description: bare(body.description) };
  return [
    ...(data ? [...sceneRows(data, context.targets ?? 100), ...pandaRows(data)] : []),
    frameRow('track, humanoid without shapes', timeOf(unclad, [], null, tracking({}))),
    frameRow('track, humanoid, 40 capsules', timeOf(body, [], pairs, tracking({ clearance })), 150),
    frameRow('step, humanoid without shapes', timeOf(unclad, [], null, stepping({}))),
    frameRow('step, humanoid, 40 capsules', timeOf(body, [], pairs, stepping({ clearance }))),
  ];
}

const rounded = (value: unknown): number | undefined =>
  value === undefined ? undefined : Number(Number(value).toPrecision(4));

export function table(rows: readonly Row[]): Line[] {
  return rows.map((row) => ({
    case: row.case,
    n: row.n as number | undefined,
    'solved %': rounded(row.solved === undefined ? undefined : 100 * Number(row.solved)),
    'clear %': rounded(row.clear === undefined ? undefined : 100 * Number(row.clear)),
    wrong: row.wrong as number | undefined,
    'mean µs': rounded(row.meanUs ?? row.frameUs),
    p99: rounded(row.p99Us),
    'a step': rounded(row.stepUs),
    over: rounded(row.over),
  }));
}

export function reach(rows: readonly Row[]): Reach[] {
  return rows.flatMap((row) => {
    const what = row.case;
    const { solved, wantedUs, over } = row;
    if (solved !== undefined)
      return [
        atLeast(name, `${what}: solved`, 0.99, Number(solved)),
        atMost(name, `${what}: mean µs`, 1000, Number(row.meanUs)),
        atMost(name, `${what}: p99 µs`, 20_000, Number(row.p99Us)),
      ];
    if (wantedUs !== undefined)
      return [atMost(name, `${what}: µs a step`, Number(wantedUs), Number(row.stepUs))];
    return over === undefined
      ? []
      : [atMost(name, `${what}: times as long`, Number(row.mostOver), Number(over))];
  });
}
