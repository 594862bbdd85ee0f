// Pose goals on real arms from two starts, compared with KDL's two solvers with random restarts.
import { init, Model, type GoalDescription, type ModelDescription, type SolveOptions } from 'limber';
import { robots } from 'limber/robots';
import { append, noAnswers, type Answers } from './answers.ts';
import { kdlInput, type KdlSolver } from './kdl.ts';
import { drawRange, Kinematics, limitsOf, poseError } from './kinematics.ts';
import { nativeInput } from './native.ts';
import { Random } from './random.ts';
import { readRobots } from './robots-csv.ts';
import type { Context, Row } from './run.ts';
import { mean, statistics } from './statistics.ts';
import type { Line } from './table.ts';
import { solveByWasm } from './wasm.ts';

export const name = 'pose';

const tolerance = 1e-5;
const budgetUs = 5000;
const defaultCount = 2000;
const repeats = 3;
/** Solvers alternate in blocks of this many targets, so that all see the machine under the same load. */
const block = 250;

const options: SolveOptions = { solver: 'lm', mode: 'find', tolerance, angleTolerance: tolerance };

export const note = `Reached: within ${budgetUs / 1000} ms, all limits kept, and each of six numbers within ${tolerance}: the position's three
in metres and the rotation vector's three in radians, in the base's axes, by the benchmark's own kinematics. KDL stops
by that very rule (NR_JL) or by the norm of all six (LMA), Limber by the norms of each three. Times in µs over all
targets, of each the least of ${repeats} runs; where KDL finds nothing, the budget. KDL's budget is
processor time, so that a busy machine takes none of it away. Ratios are to the mean of the native build.`;

/** An arm, a start for each of its targets, and those: positions and quaternions. */
interface Case {
  readonly name: string;
  readonly description: ModelDescription;
  readonly kinematics: Kinematics;
  readonly targets: readonly number[][];
  readonly starts: readonly number[][];
}

/** Fixes joints whose limits are both zero: LMA, which ignores limits, would never find them. */
function withoutHeld(description: ModelDescription): ModelDescription {
  const links = description.links.map((link) => {
    const isHeld = link.joint && limitsOf(link).every((limit) => limit === 0);
    return isHeld ? { ...link, joint: { type: 'fixed' } as const } : link;
  });
  return { ...description, links };
}

/** Draws everything before measuring; both starts use the same targets. */
function casesOf(arm: string, given: ModelDescription, count: number): Case[] {
  const description = withoutHeld(given);
  const kinematics = new Kinematics(description);
  const random = new Random(1);
  const ranges = kinematics.moving.map(drawRange);
  const draw = (): number[] => ranges.map((range) => random.between(...range));
  const targets = Array.from({ length: count }, () => {
    const { position, rotation } = kinematics.tip(draw());
    return [...position.toArray(), ...rotation.normalize().toArray()];
  });
  const middle = ranges.map(([min, max]) => 0.5 * (min + max));
  const all = { description, kinematics, targets };
  return [
    { ...all, name: `${arm}, mid-range start`, starts: targets.map(() => middle) },
    { ...all, name: `${arm}, random start`, starts: targets.map(draw) },
  ];
}

interface Contender {
  readonly solver: string;
  readonly build: string;
  solve(each: Case, first: number): Answers;
}

const goalsOf = ({ links }: ModelDescription): GoalDescription[] => [
  { type: 'pose', link: links.at(-1)!.name },
];

function contendersOf(context: Context): Contender[] {
  const kdl = (solver: KdlSolver, label: string): Contender => ({
    solver: label,
    build: 'KDL',
    solve({ description, targets, starts }, seed) {
      const input = kdlInput(description, { solver, tolerance, budgetUs, seed }, targets, starts, repeats);
      return context.runNative('limber_bench_kdl', [], input) as Answers;
    },
  });
  const ours: Contender[] = [
    {
      solver: 'lm',
      build: 'native',
      solve({ description, targets, starts }) {
        const input = nativeInput(description, goalsOf(description), options, targets, starts, repeats);
        return context.runNative('limber_bench', ['solve'], input) as Answers;
      },
    },
    {
      solver: 'lm',
      build: 'wasm',
      solve({ description, targets, starts }) {
        using model = Model.from(description);
        return solveByWasm(model, goalsOf(description), options, targets, starts, repeats);
      },
    },
  ];
  if (context.has('limber_bench_kdl')) return [...ours, kdl('nr_jl', 'NR_JL'), kdl('lma', 'LMA')];
  console.log("KDL's rows are missing: liborocos-kdl-dev is not installed");
  return ours;
}

function isReached({ kinematics, targets }: Case, { q, timesUs }: Answers, i: number): boolean {
  const [x, y, z, ...turn] = targets[i]!;
  const { nq } = kinematics;
  const at = kinematics.tip(q, nq * i);
  const wanted = {
    position: at.position.clone().set(x!, y!, z),
    rotation: at.rotation.clone().fromArray(turn),
  };
  const isThere = poseError(at, wanted).every((each) => Math.abs(each) <= tolerance);
  return isThere && kinematics.isAllowed(q, nq * i) && timesUs[i]! <= budgetUs;
}

function rowsOf(each: Case, contenders: readonly Contender[]): Row[] {
  const all = contenders.map(noAnswers);
  for (let first = 0; first < each.targets.length; first += block) {
    const [targets, starts] = [each.targets, each.starts].map((rows) => rows.slice(first, first + block));
    const some = { ...each, targets: targets!, starts: starts! };
    contenders.forEach((contender, k) => append(all[k]!, contender.solve(some, first)));
  }
  const nativeMean = mean(all[0]!.timesUs);
  return contenders.map(({ solver, build }, k) => {
    const reached = each.targets.map((_, i) => isReached(each, all[k]!, i));
    const ratioToNative = mean(all[k]!.timesUs) / nativeMean;
    return { bench: name, case: each.name, solver, build, ...statistics(all[k]!, reached), ratioToNative };
  });
}

export async function run(context: Context): Promise<Row[]> {
  await init();
  const arms = context.robots
    ? readRobots(context.robots).map((each) => [each.name ?? '', each] as const)
    : Object.entries<ModelDescription>(robots);
  const contenders = contendersOf(context);
  const cases = arms.flatMap(([arm, given]) => casesOf(arm, given, context.targets ?? defaultCount));
  // Lets the engine compile every path before measuring.
  for (const each of cases) contenders[1]!.solve(each, 0);
  return cases.flatMap((each) => rowsOf(each, contenders));
}

export const table = (rows: readonly Row[]): Line[] =>
  rows.map((row) => ({
    case: row.case,
    solver: `${row.solver}, ${row.build}`,
    'reached %': 100 * Number(row.solved),
    mean: row.meanUs,
    median: row.medianUs,
    p99: row.p99Us,
    'to native': row.ratioToNative,
  }));
