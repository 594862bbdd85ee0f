// CCD on the article's arm: how often it arrives, and how fast, beside three's CCDIKSolver.
import { Vector3 } from 'three';
import { init, Model, Problem, type GoalDescription, type SolveOptions } from 'limber';
import { articleArm } from '../../demos/scenes/article-arm.ts';
import { hingesOf, isSolved, limitsOf, tipPose, type Tolerances, type Wanted } from './judge.ts';
import { nativeInput, type Answers } from './native.ts';
import { Random } from './random.ts';
import type { Context, Row } from './run.ts';
import { statistics } from './statistics.ts';
import { solveByThree } from './three-ccd.ts';

export const name = 'ccd';

const count = 1000;
const repeats = 5;
const solver = 'ccd';
const link = 'effector';

/** Poses that the arm can take: joint angles drawn evenly inside the limits. */
function drawTargets(seed: number): Required<Wanted>[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    const q = hingesOf(articleArm).map((hinge) => random.between(...limitsOf(hinge)));
    const pose = tipPose(articleArm, q);
    return {
      position: new Vector3().setFromMatrixPosition(pose),
      direction: new Vector3().setFromMatrixColumn(pose, 0),
    };
  });
}

interface Case {
  readonly name: string;
  readonly withDirection: boolean;
  readonly options: SolveOptions;
}

function casesOf(tolerances: Tolerances): Case[] {
  const options = {
    maxIterations: 100,
    tolerance: tolerances.distance,
    angleTolerance: tolerances.angle,
    stallTolerance: 0,
  };
  const annealed = { ...options, annealing: 1000 };
  return [
    { name: 'position', withDirection: false, options },
    { name: 'position, annealed', withDirection: false, options: annealed },
    { name: 'position + direction', withDirection: true, options },
    { name: 'position + direction, annealed', withDirection: true, options: annealed },
  ];
}

function goalsOf({ withDirection }: Case): GoalDescription[] {
  const position = { type: 'position', link } as const;
  return withDirection ? [position, { type: 'direction', link, axis: [1, 0, 0] }] : [position];
}

function solveByWasm(model: Model, each: Case, targets: Required<Wanted>[]): Answers {
  using problem = new Problem(model);
  const [position, direction] = goalsOf(each).map((goal) => problem.addGoal(goal));
  const answers: Answers = { timesUs: Array<number>(count).fill(Infinity), iterations: [], q: [] };
  for (let repeat = 0; repeat < repeats; ++repeat) {
    targets.forEach((target, i) => {
      problem.state.reset();
      target.position.toArray(position!.target);
      if (direction) target.direction.toArray(direction.target);
      const start = performance.now();
      const result = problem.solve(each.options);
      const spent = 1000 * (performance.now() - start);
      answers.timesUs[i] = Math.min(answers.timesUs[i]!, spent);
      if (repeat > 0) return;
      answers.iterations.push(result.iterations);
      answers.q.push(...problem.state.q);
    });
  }
  return answers;
}

function solveNatively(context: Context, each: Case, targets: Required<Wanted>[]): Answers {
  const numbers = targets.map(({ position, direction }) =>
    each.withDirection ? [...position.toArray(), ...direction.toArray()] : position.toArray(),
  );
  const input = nativeInput(articleArm, goalsOf(each), solver, each.options, numbers, repeats);
  return context.runNative('solve', input) as Answers;
}

export async function run(context: Context): Promise<Row[]> {
  await init();
  using model = Model.from(articleArm);
  const tolerances = { distance: 1e-3 * model.reach, angle: (0.5 * Math.PI) / 180 };
  const targets = drawTargets(1);
  const dof = model.nq;
  const rows: Row[] = [];
  const add = (each: Case, label: string, build: string, answers: Answers): void => {
    const reached = targets.map(({ position, direction }, i) => {
      const wanted = each.withDirection ? { position, direction } : { position };
      return isSolved(articleArm, answers.q.slice(i * dof, (i + 1) * dof), wanted, tolerances);
    });
    const head = { bench: name, case: each.name, solver: label, build };
    rows.push({ ...head, ...statistics(answers, reached) });
  };
  for (const each of casesOf(tolerances)) {
    add(each, solver, 'native', solveNatively(context, each, targets));
    add(each, solver, 'wasm', solveByWasm(model, each, targets));
    if (each.withDirection || each.options.annealing) continue;
    const positions = targets.map(({ position }) => position);
    add(each, 'CCDIKSolver', 'three', solveByThree(articleArm, positions, tolerances, repeats));
  }
  return rows;
}
