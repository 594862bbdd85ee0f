// Assembling mechanisms: loops in joint coordinates (lm) and free links (maximal), compared with Simbody and
// closed-chain-ik.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SolveOptions } from 'limber';
import type { Answers } from './answers.ts';
import { bars, fourBar, hexapod, type Assembly } from './assembly-cases.ts';
import type { AssemblyInput } from './assembly-wasm.ts';
import { solveHexapodByClosedChain } from './closed-chain-hexapod.ts';
import { nativeInput, rowsWords } from './native.ts';
import type { Context, Row } from './run.ts';
import { statistics } from './statistics.ts';
import { atLeast, atMost, type Line, type Reach } from './table.ts';

export const name = 'assembly';

const defaultCount = 200;
const rounds = { repeats: 5 };
const solvers = ['lm', 'maximal'] as const;
/** Simbody's two methods: its Assembler, and its integrators' projection. */
const simbodyWays = ['assemble', 'project'] as const;
/** Milliseconds measured with Simbody on such a four-bar on another day. */
const simbodyMs = 3.1;

export const note = `Assemblies from joint values beside those that fit: a four-bar whose crank stands at a random angle, the others up to 0.3 rad
off, and a hexapod (Stewart platform) from home to a pose of its platform up to 0.1 m and 0.3 rad away. Solved: goal and
loops within 1e-9 (four-bar) or 1e-4 (hexapod, for the package in single precision) metres and radians by the benchmark's
own kinematics; worst: of those that are solved. Times in µs, of each the least of ${rounds.repeats} runs.
Simbody: one Assembler for all, or project(), with the crank locked; closed-chain-ik with the settings that serve it best.`;

const optionsOf = (solver: (typeof solvers)[number], { tolerance }: Assembly): SolveOptions => ({
  solver,
  tolerance: tolerance / 2,
  angleTolerance: tolerance / 2,
  stallTolerance: 0,
});

function solveByWasm(each: Assembly, solver: (typeof solvers)[number]): Answers {
  const { description, goals, targets, starts } = each;
  const options = optionsOf(solver, each);
  const input: AssemblyInput = { description, goals, options, targets, starts, rounds };
  const program = fileURLToPath(new URL('./assembly-wasm.ts', import.meta.url));
  const told = { input: JSON.stringify(input), encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  const result = spawnSync(process.execPath, [...process.execArgv, program], told);
  if (result.status !== 0) throw new Error(`assembly-wasm: ${result.error?.message ?? result.stderr}`);
  return JSON.parse(result.stdout) as Answers;
}

function solveByNative(context: Context, each: Assembly, solver: (typeof solvers)[number]): Answers {
  const { description, goals, targets, starts } = each;
  const options = optionsOf(solver, each);
  const input = nativeInput(description, goals, options, targets, starts, rounds.repeats);
  return context.runNative('limber_bench', ['solve'], input) as Answers;
}

/** Solves with `limber_bench_simbody`, whose input tests/bench/simbody/simbody.cpp documents. */
function solveBySimbody(context: Context, way: string, { starts, tolerance }: Assembly): Answers {
  const { crank, coupler, rocker, ground } = bars;
  const input = [
    `bars ${crank} ${coupler} ${rocker} ${ground}`,
    `way ${way} tolerance ${tolerance / 2}`,
    `starts ${starts.length} repeats ${rounds.repeats}`,
    ...rowsWords(starts),
  ].join('\n');
  const answers = context.runNative('limber_bench_simbody', [], input) as Answers;
  // Simbody does not report iterations.
  return { ...answers, iterations: answers.iterations.map(() => NaN) };
}

function rowOf(each: Assembly, solver: string, build: string, answers: Answers): Row {
  const count = answers.timesUs.length;
  const width = answers.q.length / count;
  const worst = answers.timesUs.map((_, i) => each.worst(i, answers.q, i * width));
  const solved = worst.map((value) => value <= each.tolerance);
  const { meanUs, ...rest } = statistics(answers, solved);
  const head = { bench: name, case: each.name, solver, build };
  const of = worst.filter((_, i) => solved[i]);
  return { ...head, ...rest, meanUs, perSecond: 1e6 / meanUs, worst: Math.max(0, ...of) };
}

function ourRows(context: Context, each: Assembly): Row[] {
  return solvers.flatMap((solver) => [
    rowOf(each, solver, 'native', solveByNative(context, each, solver)),
    rowOf(each, solver, 'wasm', solveByWasm(each, solver)),
  ]);
}

export function run(context: Context): Promise<Row[]> {
  const count = context.targets ?? defaultCount;
  const bar = fourBar(count);
  const platform = hexapod(count);
  const simbody = context.has('limber_bench_simbody') ? simbodyWays : [];
  return Promise.resolve([
    ...ourRows(context, bar),
    ...simbody.map((way) => rowOf(bar, `Simbody ${way}`, 'native', solveBySimbody(context, way, bar))),
    ...ourRows(context, platform),
    rowOf(platform, 'closed-chain-ik', 'npm', solveHexapodByClosedChain(platform, rounds)),
  ]);
}

export function table(rows: readonly Row[]): Line[] {
  return rows.map(
    ({ case: what, solver, build, n, solved, medianUs, p99Us, meanIterations, perSecond, worst }) => ({
      case: what,
      solver,
      build,
      n,
      solved,
      medianUs,
      p99Us,
      meanIterations,
      'assemblies a second': Math.round(Number(perSecond)),
      worst,
    }),
  );
}

export function reach(rows: readonly Row[]): Reach[] {
  const of = (what: string): readonly Row[] => rows.filter((row) => row.case === what);
  const ours = (row: Row): boolean => solvers.some((solver) => solver === row.solver);
  const ms = (row: Row): number => Number(row.meanUs) / 1000;
  const peer = of('hexapod').find((row) => !ours(row))!;
  return [
    ...rows
      .filter(ours)
      .map((row) => atLeast(name, `solved, ${row.case}, ${row.solver} ${row.build}`, 1, Number(row.solved))),
    ...of('four-bar')
      .filter(ours)
      .map((row) => atMost(name, `ms an assembly, four-bar, ${row.solver} ${row.build}`, simbodyMs, ms(row))),
    ...of('hexapod')
      .filter((row) => ours(row) && row.build === 'wasm')
      .map((row) => atLeast(name, `closed-chain-ik / ${row.solver} wasm`, 1, ms(peer) / ms(row))),
  ];
}
