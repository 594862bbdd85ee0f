// CCD on the article's arm: success rate and time, compared with three's CCDIKSolver.
import { init, Model, type GoalDescription, type SolveOptions } from 'limber';
import { articleArm } from 'limber/robots';
import type { Answers } from './answers.ts';
import { directionOf, isSolved, type Tolerances, type Wanted } from './judge.ts';
import { drawRange, Kinematics } from './kinematics.ts';
import { nativeInput } from './native.ts';
import { Random } from './random.ts';
import type { Context, Row } from './run.ts';
import { statistics } from './statistics.ts';
import { solveByThree } from './three-ccd.ts';
import { solveByWasm } from './wasm.ts';

export const name = 'ccd';

const count = 1000;
const repeats = 5;
const solver = 'ccd';
const link = 'effector';
const arm = new Kinematics(articleArm);
const zero = arm.moving.map(() => 0);

/** Reachable targets: joint angles drawn uniformly, each from its `drawRange`. */
function drawTargets(seed: number): Required<Wanted>[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    const tip = arm.tip(arm.moving.map((hinge) => random.between(...drawRange(hinge))));
    return { position: tip.position.clone(), direction: directionOf(tip) };
  });
}

interface Case {
  readonly name: string;
  readonly withDirection: boolean;
  readonly options: SolveOptions;
}

function casesOf(tolerances: Tolerances): Case[] {
  const options: SolveOptions = {
    solver,
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

function numbersOf(each: Case, { position, direction }: Required<Wanted>): number[] {
  return [...position.toArray(), ...(each.withDirection ? direction.toArray() : [])];
}

export async function run(context: Context): Promise<Row[]> {
  await init();
  using model = Model.from(articleArm);
  const tolerances = { distance: 1e-3 * model.reach, angle: (0.5 * Math.PI) / 180 };
  const targets = drawTargets(1);
  const rows: Row[] = [];
  const add = (each: Case, label: string, build: string, answers: Answers): void => {
    const reached = targets.map(({ position, direction }, i) => {
      const wanted = each.withDirection ? { position, direction } : { position };
      return isSolved(arm, answers.q, i * arm.nq, wanted, tolerances);
    });
    const head = { bench: name, case: each.name, solver: label, build };
    rows.push({ ...head, ...statistics(answers, reached) });
  };
  for (const each of casesOf(tolerances)) {
    const numbers = targets.map((target) => numbersOf(each, target));
    const goals = goalsOf(each);
    const input = nativeInput(articleArm, goals, each.options, numbers, [], repeats);
    add(each, solver, 'native', context.runNative('limber_bench', ['solve'], input) as Answers);
    add(each, solver, 'wasm', solveByWasm(model, goals, each.options, numbers, [], { repeats }));
    if (each.withDirection || each.options.annealing) continue;
    add(
      each,
      'CCDIKSolver',
      'three',
      solveByThree(articleArm, zero, numbers, tolerances.distance, { repeats }),
    );
  }
  return rows;
}
