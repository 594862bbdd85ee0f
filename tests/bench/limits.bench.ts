// `lm` on bodies with many joints, with their limits and without, along a motion that leaves the ranges.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Quaternion, Vector3 } from 'three';
import { init, type Interval, Model, Problem, type SolveOptions } from 'limber';
import { Character, type Role } from 'limber/character';
import { fromURDF } from 'limber/robots';
import { makeBody } from '../web/gltf/skeletons.ts';
import { Random } from './random.ts';
import type { Context, Row } from './run.ts';
import { mean } from './statistics.ts';
import { atMost, rounded, type Line, type Reach } from './table.ts';

export const name = 'limits';

export const note = `A smooth motion that leaves the ranges and comes back, 60 frames per second; goals are poses of links.
edge: of the motion as the ranges leave it, so that they can be reached; beyond: of the motion itself.
from the last: each solve starts where the last has ended; from outside: at the motion itself, a quarter of a second ahead.
rest: with a pull towards the motion's posture. µs: per iteration, the least of several runs.
mm: a goal's mean distance in the end; at best: after 200 iterations more.`;

const frames = 240;
const repeats = 5;
const rate = 60;
const ahead = 15;

interface Body {
  readonly name: string;
  readonly problem: Problem;
}

const nameOf = (name: string, { goals, model }: Problem) =>
  `${name}, ${6 * goals.length} rows, ${model.nv} dof`;

function character(...roles: Role[]): Body {
  const body = new Character(makeBody({ droop: 0.8 }).scene, { root: 'free' });
  for (const link of roles) body.problem.addGoal({ type: 'pose', link });
  return { name: nameOf('character', body.problem), problem: body.problem };
}

const urdf = join(import.meta.dirname, '../../../shared/data/motion/urdf/g1_29dof_rev_1_0.urdf');

function g1(): Body[] {
  if (!existsSync(urdf)) return [];
  const model = Model.from(fromURDF(readFileSync(urdf, 'utf8'), { root: { joint: { type: 'free' } } }));
  const problem = new Problem(model);
  const hands = ['left_rubber_hand', 'right_rubber_hand'];
  for (const link of ['pelvis', 'torso_link', 'left_ankle_roll_link', 'right_ankle_roll_link', ...hands])
    problem.addGoal({ type: 'pose', link });
  return [{ name: nameOf('G1', problem), problem }];
}

/** Sines about the middle of each range, a fifth wider; swing and twist of a ball are those of its rotation vector. */
function motionOf({ model }: Problem): (time: number) => Float64Array {
  const random = new Random(1);
  const wave = ([min, max]: Interval) => {
    const [middle, most] = max - min < 2 * Math.PI ? [(min + max) / 2, 0.6 * (max - min)] : [0, 0.1];
    const [speed, phase] = [random.between(0.5, 1.5), random.between(0, 2 * Math.PI)];
    return (time: number) => middle + most * Math.sin(speed * time + phase);
  };
  const parts = model.links
    .flatMap(({ motions }) => motions)
    .map(({ isBall, qIndex, limits, swingX, swingY, twist, jointFromBone }) => ({
      qIndex,
      waves: (isBall ? [swingX, swingY, twist] : [limits]).map(wave),
      ...(isBall ? { jointFromBone: new Quaternion(...jointFromBone) } : {}),
    }));
  return (time) => {
    const q = new Float64Array(model.nq);
    for (const { qIndex, waves, jointFromBone } of parts) {
      const at = waves.map((each) => each(time));
      if (jointFromBone) {
        const vector = new Vector3().fromArray(at).applyQuaternion(jointFromBone);
        const angle = vector.length();
        new Quaternion().setFromAxisAngle(vector.normalize(), angle).toArray(q, qIndex);
      } else {
        q[qIndex] = at[0]!;
      }
    }
    return q;
  };
}

interface Case {
  readonly name: string;
  readonly isEdge: boolean;
  readonly isFromLast: boolean;
  readonly options: SolveOptions;
}

const track: SolveOptions = { solver: 'lm', maxIterations: 4 };
const jump: SolveOptions = { solver: 'lm', maxIterations: 8 };
const cases: readonly Case[] = [
  { name: 'edge, from the last', isEdge: true, isFromLast: true, options: track },
  { name: 'beyond, from the last', isEdge: false, isFromLast: true, options: track },
  { name: 'edge, from outside', isEdge: true, isFromLast: false, options: jump },
  { name: 'beyond, from outside', isEdge: false, isFromLast: false, options: jump },
  { name: 'edge, from the last, rest', isEdge: true, isFromLast: true, options: { ...track, restGain: 0.3 } },
];

/** What each frame starts from and asks for: q of the motion, targets. */
function framesOf({ problem }: Body, { isEdge }: Case) {
  const { state, goals } = problem;
  const motion = motionOf(problem);
  return Array.from({ length: frames }, (_, i) => {
    state.q.set(motion(i / rate));
    if (isEdge) state.projectOntoLimits();
    state.update();
    const poses = goals.map(({ link }) => state.poses.slice(7 * problem.model.findLink(link)).slice(0, 7));
    return { q: motion((i + ahead) / rate), poses };
  });
}

/** Microseconds and iterations of all frames, shares and millimetres. */
function follow({ problem }: Body, each: Case, limits: boolean) {
  const { state, goals, rest } = problem;
  const asked = framesOf({ name: '', problem }, each);
  const options = { ...each.options, limits };
  const missed = () => mean(goals.map(({ distance }) => distance));
  let [iterations, converged] = [0, 0];
  const micros: number[] = [];
  const left: number[] = [];
  const best: number[] = [];
  state.q.set(asked[0]!.q);
  for (const { q, poses } of asked) {
    if (each.isFromLast) rest.set(q);
    else state.q.set(q);
    goals.forEach((goal, k) => goal.target.set(poses[k]!));
    const began = performance.now();
    const result = problem.solve(options);
    micros.push(1000 * (performance.now() - began));
    iterations += result.iterations;
    converged += Number(result.status === 'converged');
    left.push(missed());
    if (each.isFromLast) continue;
    problem.solve({ ...options, maxIterations: 200 });
    best.push(missed());
  }
  return {
    micros,
    iterations: iterations / frames,
    converged: converged / frames,
    left: 1000 * mean(left),
    ...(best.length > 0 ? { best: 1000 * mean(best) } : {}),
  };
}

export async function run(_: Context): Promise<Row[]> {
  await init();
  const six: readonly Role[] = ['hips', 'head', 'leftHand', 'rightHand', 'leftFoot', 'rightFoot'];
  const bodies = [character(...six, 'upperChest'), character('hips', 'leftHand', 'rightFoot'), ...g1()];
  return bodies.flatMap((body) =>
    cases.map((each): Row => {
      const runs = Array.from({ length: repeats }, () => [
        follow(body, each, true),
        follow(body, each, false),
      ]);
      // The least time of each frame, because the runs are the same.
      const least = (k: number) =>
        mean(runs[0]![k]!.micros.map((_, i) => Math.min(...runs.map((pair) => pair[k]!.micros[i]!)))) /
        runs[0]![k]!.iterations;
      return {
        bench: name,
        case: `${body.name}: ${each.name}`,
        solver: 'lm',
        build: 'wasm',
        ...runs[0]![0]!,
        micros: least(0),
        without: least(1),
        ratio: least(0) / least(1),
      };
    }),
  );
}

export const table = (rows: readonly Row[]): Line[] =>
  rows.map((row) => ({
    case: row.case,
    µs: rounded(row.micros, 1),
    'without limits': rounded(row.without, 1),
    ratio: rounded(row.ratio),
    iterations: rounded(row.iterations),
    'converged %': rounded(100 * Number(row.converged), 1),
    mm: rounded(row.left),
    'at best': row.best === undefined ? '' : rounded(row.best),
  }));

export const reach = (rows: readonly Row[]): Reach[] => [
  atMost(
    name,
    'µs per iteration against those without limits',
    2,
    Math.max(...rows.map(({ ratio }) => Number(ratio))),
  ),
];
