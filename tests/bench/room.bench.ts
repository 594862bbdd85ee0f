// Goals with room beside the soft ranges of RangedIK, frame by frame on the same tasks.
import { Quaternion, Vector3 } from 'three';
import { init, Model, Problem, type ModelDescription } from 'limber';
import { robots } from 'limber/robots';
import { Kinematics, limitsOf, poseError, type Frame } from './kinematics.ts';
import type { Row } from './run.ts';
import { mean, quantile } from './statistics.ts';

export const name = 'room';

const [moving, resting] = [300, 200];

export const note = `${moving} frames of motion, ${resting} of rest. travel: radians, of all joints; bend: mean change of their speeds, mrad per frame².
used: the part of the room that the tool took at most, in %; outside: how far it was beyond, in mm or mrad. error: mean of the exact
numbers while the target moves, in mm, then mrad. rest: frames until the tool moves by less than 1 µm and µrad. µs: median while the
target moves; ratio: to room. exact, room: lm in track with default tolerances. RangedIK: losses of Wang, Praveena, Rakita and
Gleicher 2023 (arXiv 2302.13935), weights and tolerance of its code, for ranges whose numbers are equally good or whose middle is
preferred. Not its own program: a tilt is one number, manipulability and collisions have no objective, and BFGS with central
differences in TypeScript stands for PANOC in Rust.`;

const wave = (u: number, turns: number) => Math.sin(2 * Math.PI * turns * u);

/** A motion of the target in the first one's frame, u from 0 to 1: metres, then a turn about y; and its room. */
interface Task {
  readonly at: (u: number) => readonly [number, number, number, number];
  /** Half angle of the cone about z, with any twist; without, turns are exact. */
  readonly tilt?: number;
  /** Half of the room along z, metres. */
  readonly half?: number;
}
const tasks: Readonly<Record<string, Task>> = {
  'write, tilt within 30°': { at: (u) => [0.08 * wave(u, 6), 0.12 * wave(u, 1), 0, 0], tilt: Math.PI / 6 },
  'cup, tilt within 10°': {
    at: (u) => [0.15 * wave(u, 1), 0.2 * wave(u, 0.5), -0.1 * wave(u, 2), 0.3 * wave(u, 1)],
    tilt: Math.PI / 18,
  },
  'spray, z within 2 cm': {
    at: (u) => [0.1 * wave(u, 3), 0.15 * wave(u, 1), 0, 0.4 * wave(u, 3)],
    half: 0.02,
  },
};

function targetsOf({ at }: Task, { position, rotation }: Frame): Frame[] {
  return Array.from({ length: moving + resting }, (_, i) => {
    const [x, y, z, turn] = at(Math.min(1, (i + 1) / moving));
    return {
      position: new Vector3(x, y, z).applyQuaternion(rotation).add(position),
      rotation: rotation.clone().multiply(new Quaternion(0, Math.sin(turn / 2), 0, Math.cos(turn / 2))),
    };
  });
}

const home: Frame = { position: new Vector3(), rotation: new Quaternion() };

/** The numbers of a task in the target's axes, and half of the room of each: three lengths, a tilt or three turns. */
function numbersOf({ tilt }: Task, at: Frame, target: Frame): number[] {
  const back = target.rotation.clone().conjugate();
  const position = at.position.clone().sub(target.position).applyQuaternion(back);
  const rotation = back.multiply(at.rotation);
  const numbers = poseError(home, { position, rotation });
  const { x, y, z, w } = rotation;
  return tilt ? [...numbers.slice(0, 3), 2 * Math.atan2(Math.hypot(x, y), Math.hypot(z, w))] : numbers;
}
const roomsOf = ({ half = 0, tilt }: Task) => [0, 0, half, ...(tilt ? [tilt] : [0, 0, 0])];

/** Takes a task and joint values to start from; returns what to do in each frame: joint values, iterations. */
type Answer = { readonly q: number[]; readonly iterations: number };
type Contender = (arm: ModelDescription, task: Task, start: number[]) => (target: Frame) => Answer;

const limber =
  (hasRoom: boolean): Contender =>
  (arm, { half, tilt }, start) => {
    const problem = new Problem(Model.from(arm));
    const goal = problem.addGoal({ type: 'pose', link: arm.links.at(-1)!.name });
    if (hasRoom && tilt) Object.assign(goal, { tilt, twist: [null, null] });
    if (hasRoom && half) goal.within = { z: [-half, half] };
    problem.state.q.set(start);
    return ({ position, rotation }) => {
      goal.target.set([...position.toArray(), ...rotation.toArray()]);
      const { iterations } = problem.solve();
      return { q: [...problem.state.q], iterations };
    };
  };

const groove = (x: number, c = 0.1, r = 10) => r * x ** 2 - Math.exp(-(x ** 2) / (2 * c ** 2));
/** 0 inside, 0.95 at the edge, 1 outside. */
const wall = (x: number) => 1 - Math.exp(Math.log(0.05) * x ** 20);
const swamp = (x: number, half: number) => (100 + 0.1 * (x / half) ** 2) * wall(x / half) - 1;
const swampGroove = (x: number, half: number) => groove(x, 2 * half, 0.01) + 100 * wall(x / half);

const rangedIK =
  (range: typeof swamp): Contender =>
  (arm, task, start) => {
    const kinematics = new Kinematics(arm);
    const bounds = kinematics.moving.map(limitsOf);
    const rooms = roomsOf(task);
    let [now, before, earlier] = [start, start, start];
    const clamp = (q: number[]) => q.map((each, i) => Math.min(Math.max(each, bounds[i]![0]), bounds[i]![1]));
    return (target) => {
      const loss = (q: number[]) => {
        const goals = numbersOf(task, kinematics.tip(q), target).map(
          (x, i) => (i < 3 ? 50 : 10) * (rooms[i]! > 0 ? range(x, rooms[i]!) : groove(x)),
        );
        const velocity = plus(q, -1, now);
        const acceleration = plus(velocity, -1, plus(now, -1, before));
        const jerk = plus(acceleration, -1, plus(plus(now, -2, before), 1, earlier));
        const size = [velocity, acceleration, jerk].map((each) => groove(Math.hypot(...each)));
        return sum(goals) + dot([0.7, 0.5, 0.3], size);
      };
      const answer = minimise(loss, now, clamp);
      [now, before, earlier] = [answer.q, now, before];
      return answer;
    };
  };

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
const dot = (a: readonly number[], b: readonly number[]) => sum(a.map((each, i) => each * b[i]!));
const plus = (a: readonly number[], t: number, b: readonly number[]) => a.map((each, i) => each + t * b[i]!);
const h = 1e-6;

/** BFGS; H approximates the inverse Hessian. */
function minimise(f: (q: number[]) => number, from: number[], clamp: (q: number[]) => number[]): Answer {
  const unit = (i: number) => from.map((_, k) => Number(i === k));
  const slopes = (at: number[]) =>
    at.map((_, i) => (f(plus(at, h, unit(i))) - f(plus(at, -h, unit(i)))) / (2 * h));
  let [q, value, g, iterations] = [from, f(from), slopes(from), 0];
  let H = q.map((_, i) => unit(i).map((each) => 1e-3 * each));
  for (; iterations < 100 && Math.hypot(...g) > 5e-4; ++iterations) {
    const way = H.map((row) => -dot(row, g));
    let [t, next] = [1, clamp(plus(q, 1, way))];
    while (f(next) > value + 1e-4 * t * dot(way, g) && t > 1e-9) next = clamp(plus(q, (t *= 0.5), way));
    if (t <= 1e-9) break;
    const then = slopes(next);
    const [s, y] = [plus(next, -1, q), plus(then, -1, g)];
    [q, value, g] = [next, f(next), then];
    const sy = dot(s, y);
    if (sy <= 0) continue;
    const Hy = H.map((row) => dot(row, y));
    const stretch = plus(Hy, -0.5 * (1 + dot(y, Hy) / sy), s);
    H = H.map((row, i) => row.map((each, k) => each - (stretch[i]! * s[k]! + s[i]! * stretch[k]!) / sy));
  }
  return { q, iterations };
}

const contenders: Readonly<Record<string, Contender>> = {
  exact: limber(false),
  room: limber(true),
  'RangedIK, equally good': rangedIK(swamp),
  'RangedIK, middle preferred': rangedIK(swampGroove),
};

function rowOf(solver: string, arm: ModelDescription, task: Task, start: number[]) {
  const toolAt = (q: number[]) => new Kinematics(arm).tip(q);
  const targets = targetsOf(task, toolAt(start));
  const solve = contenders[solver]!(arm, task, start);
  const times: number[] = [];
  const answers = targets.map((target) => {
    const began = performance.now();
    const answer = solve(target);
    times.push(1000 * (performance.now() - began));
    return answer;
  });
  const tools = answers.map(({ q }) => toolAt(q));
  const numbers = tools.map((tool, i) => numbersOf(task, tool, targets[i]!).map(Math.abs));
  const rooms = roomsOf(task);
  const loose = rooms.findIndex((each) => each > 0);
  const most = Math.max(...numbers.map((each) => each[loose]!));
  const exact = numbers.slice(0, moving).map((each) => each.map((x, i) => (i === loose ? 0 : x)));
  const error = (from: number) => 1000 * mean(exact.map((each) => Math.hypot(...each.slice(from, from + 3))));
  const moves = answers.map(({ q }, i) => plus(q, -1, answers[i - 1]?.q ?? start));
  const bends = moves.slice(0, moving).map((move, i) => Math.hypot(...plus(move, -1, moves[i - 1] ?? move)));
  const isMoving = tools.map((tool, i) => Math.hypot(...poseError(tools[i - 1] ?? tool, tool)) > 1e-6);
  return {
    solver,
    build: solver.startsWith('RangedIK') ? 'ts' : 'wasm',
    travel: sum(moves.flat().map(Math.abs)),
    bend: 1000 * mean(bends),
    used: (100 * most) / rooms[loose]!,
    outside: 1000 * Math.max(0, most - rooms[loose]!),
    error: error(0),
    mrad: error(3),
    rest: isMoving.at(-1) ? 'never' : Math.max(0, isMoving.lastIndexOf(true) + 1 - moving),
    iterations: mean(answers.slice(0, moving).map(({ iterations }) => iterations)),
    µs: quantile(times.slice(0, moving), 0.5),
  };
}

export async function run(): Promise<Row[]> {
  await init();
  const { ur5, panda, iiwa14 } = robots;
  return Object.entries<ModelDescription>({ ur5, panda, iiwa14 }).flatMap(([arm, description]) => {
    const start = [...new Problem(Model.from(description)).state.q];
    return Object.entries(tasks).flatMap(([task, each]) => {
      const rows = Object.keys(contenders).map((solver) => rowOf(solver, description, each, start));
      return rows.map((row) => ({
        bench: name,
        case: `${arm}, ${task}`,
        ...row,
        ratio: row.µs / rows[1]!.µs,
      }));
    });
  });
}
