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
import { atLeast, atMost, type Line, type Reach } from './table.ts';
import { solveByWasm } from './wasm.ts';

export const name = 'pose';

const tolerance = 1e-5;
const budgetUs = 5000;
const defaultCount = 2000;
const repeats = 3;
/** Solvers alternate in blocks of this many targets, so that all see the machine under the same load. */
const block = 250;

const solver = 'lm';
/** No named solver: the closed form if there is one. */
const unnamed = 'default';
const options: SolveOptions = { mode: 'find', tolerance, angleTolerance: tolerance };

export const note = `Reached: within ${budgetUs / 1000} ms, all limits kept, and each of six numbers within ${tolerance}: the position's three
in metres and the rotation vector's three in radians, in the base's axes, by the benchmark's own kinematics. KDL stops
by that very rule (NR_JL) or by the norm of all six (LMA), Limber by the norms of each three. Times in µs over all
targets, of each the least of ${repeats} runs; where KDL finds nothing, the budget. KDL's budget is
processor time, so that a busy machine takes none of it away. Ratios are to the mean of the native build.`;

interface Arm {
  readonly name: string;
  readonly description: ModelDescription;
  readonly kinematics: Kinematics;
}

interface Case {
  readonly arm: Arm;
  readonly start: 'mid-range' | 'random';
  /** Positions and quaternions. */
  readonly targets: number[][];
  readonly starts: number[][];
}

type Solve = (each: Case, first: number, last: number) => Answers;

interface Contender {
  readonly solver: string;
  readonly build: string;
  readonly solve: Solve;
}

/** Fixes joints whose limits are both zero: LMA, which ignores limits, would never find them. */
function withoutHeld(description: ModelDescription): ModelDescription {
  const links = description.links.map((link) => {
    const isHeld = link.joint && limitsOf(link).every((limit) => limit === 0);
    return isHeld ? { ...link, joint: { type: 'fixed' } as const } : link;
  });
  return { ...description, links };
}

function armsOf({ robots: file }: Context): Arm[] {
  const descriptions = file
    ? readRobots(file).map((each) => [each.name ?? '', each] as const)
    : Object.entries<ModelDescription>(robots);
  return descriptions.map(([name, given]) => {
    const description = withoutHeld(given);
    return { name, description, kinematics: new Kinematics(description) };
  });
}

/** Draws everything before measuring; both starts use the same targets. */
function casesOf(arm: Arm, count: number): Case[] {
  const random = new Random(1);
  const ranges = arm.kinematics.moving.map(drawRange);
  const draw = (): number[] => ranges.map((range) => random.between(...range));
  const targets = Array.from({ length: count }, () => {
    const { position, rotation } = arm.kinematics.tip(draw());
    return [...position.toArray(), ...rotation.normalize().toArray()];
  });
  const middle = ranges.map(([min, max]) => 0.5 * (min + max));
  return [
    { arm, start: 'mid-range', targets, starts: targets.map(() => middle) },
    { arm, start: 'random', targets, starts: targets.map(draw) },
  ];
}

function goalsOf({ description }: Arm): GoalDescription[] {
  return [{ type: 'pose', link: description.links.at(-1)!.name }];
}

function contendersOf(context: Context, models: ReadonlyMap<Arm, Model>): Contender[] {
  const native = (way: string): Solve => {
    return ({ arm, targets, starts }, first, last) => {
      const [some, from] = [targets.slice(first, last), starts.slice(first, last)];
      const input = nativeInput(arm.description, goalsOf(arm), options, some, from, repeats, way);
      return context.runNative('limber_bench', ['solve'], input) as Answers;
    };
  };
  const wasm = (named: SolveOptions): Solve => {
    return ({ arm, targets, starts }, first, last) => {
      const [some, from] = [targets.slice(first, last), starts.slice(first, last)];
      return solveByWasm(models.get(arm)!, goalsOf(arm), { ...options, ...named }, some, from, { repeats });
    };
  };
  const kdl = (solver: KdlSolver): Solve => {
    return ({ arm, targets, starts }, first, last) => {
      const [some, from] = [targets.slice(first, last), starts.slice(first, last)];
      const seeded = { solver, tolerance, budgetUs, seed: first };
      const input = kdlInput(arm.description, seeded, some, from, repeats);
      return context.runNative('limber_bench_kdl', [], input) as Answers;
    };
  };
  const ours = [
    { solver, build: 'native', solve: native(`solver ${solver}`) },
    { solver, build: 'wasm', solve: wasm({ solver }) },
    { solver: unnamed, build: 'native', solve: native('default') },
    { solver: unnamed, build: 'wasm', solve: wasm({}) },
  ];
  if (!context.has('limber_bench_kdl')) {
    console.log("KDL's rows are missing: liborocos-kdl-dev is not installed");
    return ours;
  }
  return [
    ...ours,
    { solver: 'NR_JL', build: 'KDL', solve: kdl('nr_jl') },
    { solver: 'LMA', build: 'KDL', solve: kdl('lma') },
  ];
}

function isReached({ arm: { kinematics }, targets }: Case, { q, timesUs }: Answers, i: number): boolean {
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

function rowsOf(each: Case, contenders: readonly Contender[], all: readonly Answers[]): Row[] {
  const nativeMean = mean(all[0]!.timesUs);
  return contenders.map(({ solver, build }, k) => {
    const answers = all[k]!;
    const reached = each.targets.map((_, i) => isReached(each, answers, i));
    const solvedUs = answers.timesUs.filter((_, i) => reached[i]);
    return {
      bench: name,
      case: `${each.arm.name}, ${each.start} start`,
      arm: each.arm.name,
      start: each.start,
      solver,
      build,
      ...statistics(answers, reached),
      meanSolvedUs: mean(solvedUs),
      worstUs: Math.max(...answers.timesUs),
      ratioToNative: mean(answers.timesUs) / nativeMean,
    };
  });
}

/** Lets the engine compile every path before measuring. */
function warmUp(cases: readonly Case[], { solve }: Contender): void {
  for (const each of cases) solve(each, 0, 50);
}

export async function run(context: Context): Promise<Row[]> {
  await init();
  const count = context.targets ?? defaultCount;
  const arms = armsOf(context);
  const models = new Map(arms.map((arm) => [arm, Model.from(arm.description)]));
  const contenders = contendersOf(context, models);
  const rows: Row[] = [];
  for (const arm of arms) {
    const cases = casesOf(arm, count);
    warmUp(cases, contenders[1]!);
    for (const each of cases) {
      const all = contenders.map(noAnswers);
      for (let first = 0; first < count; first += block) {
        const last = Math.min(count, first + block);
        contenders.forEach(({ solve }, k) => append(all[k]!, solve(each, first, last)));
      }
      rows.push(...rowsOf(each, contenders, all));
    }
  }
  for (const model of models.values()) model.dispose();
  return rows;
}

const percent = (row: Row | undefined): number | undefined => row && 100 * Number(row.solved);
const rounded = (value: unknown): number | undefined =>
  value === undefined ? undefined : Number(Number(value).toFixed(1));

/** One line for all solvers of one arm and start. */
export function table(rows: readonly Row[]): Line[] {
  const cases = [...new Set(rows.map((row) => row.case))];
  return cases.map((each) => {
    const here = rows.filter((row) => row.case === each);
    const of = (build: string, solver?: string) =>
      here.find((row) => row.build === build && (!solver || row.solver === solver));
    const [native, wasm, nativeUnnamed, wasmUnnamed, newton, marquardt] = [
      of('native', solver),
      of('wasm', solver),
      of('native', unnamed),
      of('wasm', unnamed),
      of('KDL', 'NR_JL'),
      of('KDL', 'LMA'),
    ];
    return {
      arm: here[0]!.arm,
      start: here[0]!.start,
      'native %': percent(native),
      mean: rounded(native?.meanUs),
      median: rounded(native?.medianUs),
      p99: rounded(native?.p99Us),
      'wasm %': percent(wasm),
      'mean ': rounded(wasm?.meanUs),
      ratio: wasm?.ratioToNative,
      'default, native %': percent(nativeUnnamed),
      'its mean': rounded(nativeUnnamed?.meanUs),
      'default, wasm %': percent(wasmUnnamed),
      'its mean ': rounded(wasmUnnamed?.meanUs),
      'its worst': rounded(wasmUnnamed?.worstUs),
      'NR_JL %': percent(newton),
      'mean  ': rounded(newton?.meanUs),
      'solved mean': rounded(newton?.meanSolvedUs),
      'ratio ': rounded(newton?.ratioToNative),
      'LMA %': percent(marquardt),
      'mean   ': rounded(marquardt?.meanUs),
      'solved mean ': rounded(marquardt?.meanSolvedUs),
      'ratio  ': rounded(marquardt?.ratioToNative),
    };
  });
}

/** Arms whose speed is compared with KDL's. */
const compared = ['panda', 'iiwa14', 'ur5', 'pr2'];

export function reach(rows: readonly Row[]): Reach[] {
  const all: Reach[] = [];
  for (const arm of new Set(rows.map((row) => String(row.arm)))) {
    const of = (build: string, solver: string) =>
      rows.filter((row) => row.arm === arm && row.build === build && row.solver === solver);
    const ours = [...of('native', solver), ...of('wasm', solver)];
    const ratios = (build: string, solver: string) =>
      of(build, solver).map((row) => Number(row.ratioToNative));
    const solved = Math.min(...ours.map((row) => Number(row.solved)));
    all.push(atLeast(name, `${arm}: solved, worst of both starts and builds`, 0.9995, solved));
    all.push(atMost(name, `${arm}: wasm / native, worst start`, 1.5, Math.max(...ratios('wasm', solver))));
    if (!compared.includes(arm)) continue;
    for (const [peer, wanted] of [
      ['NR_JL', 30],
      ['LMA', 8],
    ] as const)
      for (const row of of('KDL', peer))
        all.push(
          atLeast(
            name,
            `${arm}: KDL ${peer} / native, ${row.start} start`,
            wanted,
            Number(row.ratioToNative),
          ),
        );
  }
  return all;
}
