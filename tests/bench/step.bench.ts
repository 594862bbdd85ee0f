// Time per step of every solver, by the number of joints and of effectors.
import { Quaternion, Vector3 } from 'three';
import {
  init,
  Model,
  Problem,
  solverNames,
  type GoalDescription,
  type SolveOptions,
  type SolverName,
} from 'limber';
import type { Answers } from './answers.ts';
import { Kinematics } from './kinematics.ts';
import { nativeInput } from './native.ts';
import { Random } from './random.ts';
import type { Context, Row } from './run.ts';
import { exponent, quantile } from './statistics.ts';
import { families, type SizedArm } from './step-arms.ts';
import type { Line } from './table.ts';
import { solveByWasm } from './wasm.ts';

export const name = 'step';

const defaultCount = 50;
const repeats = 5;
/** Steps of the shorter and the longer solve. Their difference removes a solve's fixed cost. */
const shorter = 1;
const longer = 4;
/** Joint angles of starts and targets are random up to this many radians. */
const bend = 0.5;

export const note = `µs a step: of ${longer} steps less ${shorter}, the median over pairs of random poses (every joint bent up to ${bend} rad), from
one towards the effectors' positions in the other; of each the least of ${repeats} runs; tolerance 0. The exponent k is of
time = c · sizeᵏ, over all sizes.`;

interface Case {
  readonly family: string;
  readonly size: number;
  readonly arm: SizedArm;
  readonly goals: GoalDescription[];
  readonly starts: number[][];
  readonly targets: number[][];
}

function drawPose({ moving }: Kinematics, random: Random): number[] {
  const axis = new Vector3();
  const draw = (): number => random.between(-1, 1);
  return moving.flatMap((link) => {
    if (link.joint?.type !== 'ball') return [random.between(-bend, bend)];
    axis.set(draw(), draw(), draw()).normalize();
    return new Quaternion().setFromAxisAngle(axis, random.between(0, bend)).toArray();
  });
}

function makeCase(family: string, size: number, arm: SizedArm, count: number): Case {
  const kinematics = new Kinematics(arm.description);
  const places = arm.effectors.map((name) => arm.description.links.findIndex((link) => link.name === name));
  const random = new Random(1);
  const starts: number[][] = [];
  const targets: number[][] = [];
  for (let i = 0; i < count; ++i) {
    starts.push(drawPose(kinematics, random));
    const poses = kinematics.poses(drawPose(kinematics, random));
    targets.push(places.flatMap((place) => poses[place]!.position.toArray()));
  }
  const goals = arm.effectors.map((link): GoalDescription => ({ type: 'position', link }));
  return { family, size, arm, goals, starts, targets };
}

function optionsFor(solver: SolverName, maxIterations: number): SolveOptions {
  return { solver, maxIterations, tolerance: 0, angleTolerance: 0, stallTolerance: 0 };
}

/** Time of the additional steps for each pair of poses. */
function difference(short: Answers, long: Answers): number[] {
  const count = Math.min(short.timesUs.length, long.timesUs.length);
  return long.timesUs
    .slice(0, count)
    .map((each, i) => (each - short.timesUs[i]!) / (long.iterations[i]! - short.iterations[i]! || 1));
}

function measureBoth(context: Context, model: Model, each: Case, solver: SolverName): [string, number[]][] {
  const { arm, goals, starts, targets } = each;
  const wasm = (steps: number): Answers =>
    solveByWasm(model, goals, optionsFor(solver, steps), targets, starts, { repeats, limitMs: 300 });
  const inWasm = difference(wasm(shorter), wasm(longer));
  // As many as the time limit allowed in wasm; the native program has no limit.
  const some = inWasm.length;
  const native = (steps: number): Answers => {
    const options = optionsFor(solver, steps);
    const [from, to] = [starts.slice(0, some), targets.slice(0, some)];
    const input = nativeInput(arm.description, goals, options, to, from, repeats);
    return context.runNative('limber_bench', ['solve'], input) as Answers;
  };
  return [
    ['native', difference(native(shorter), native(longer))],
    ['wasm', inWasm],
  ];
}

function rowsOf(context: Context, each: Case, solvers: readonly SolverName[]): Row[] {
  using model = Model.from(each.arm.description);
  using problem = new Problem(model);
  for (const goal of each.goals) problem.addGoal(goal);
  return solvers.flatMap((solver): Row[] => {
    const head = { bench: name, case: `${each.size} ${each.family}`, solver };
    const sizes = { family: each.family, size: each.size, coordinates: model.nv };
    const supported = problem.supports(solver);
    if (supported !== true) return [{ ...head, build: 'wasm', ...sizes, why: supported }];
    return measureBoth(context, model, each, solver).map(([build, steps]) => ({
      ...head,
      build,
      ...sizes,
      n: steps.length,
      medianUs: quantile(steps, 0.5),
    }));
  });
}

export async function run(context: Context): Promise<Row[]> {
  await init();
  const solvers = solverNames();
  const rows: Row[] = [];
  for (const family of families) {
    for (const size of family.sizes) {
      const each = makeCase(family.name, size, family.make(size), context.targets ?? defaultCount);
      rows.push(...rowsOf(context, each, solvers));
    }
  }
  for (const line of linesOf(rows)) {
    const measured = line.filter((row) => row.medianUs !== undefined);
    if (measured.length < 3) continue;
    measured.at(-1)!.exponent = exponent(
      measured.map((row) => Number(row.size)),
      measured.map((row) => Number(row.medianUs)),
    );
  }
  return rows;
}

/** Groups rows that differ only in size. */
function linesOf(rows: readonly Row[]): Row[][] {
  const lines = new Map<string, Row[]>();
  for (const row of rows) {
    const key = [row.family, row.solver, row.build].join('|');
    lines.set(key, [...(lines.get(key) ?? []), row]);
  }
  return [...lines.values()];
}

export function table(rows: readonly Row[]): Line[] {
  return families.flatMap(({ name: family, sizes }) => [
    { solver: '', build: family, ...Object.fromEntries(sizes.map((size, i) => [`${i + 1}.`, `${size}`])) },
    ...linesOf(rows.filter((row) => row.family === family)).map((line) => ({
      solver: line[0]!.solver,
      build: line[0]!.build,
      ...Object.fromEntries(
        sizes.map((size, i) => [`${i + 1}.`, line.find((row) => row.size === size)?.medianUs]),
      ),
      exponent: line.at(-1)!.exponent,
      '': line[0]!.why,
    })),
  ]);
}
