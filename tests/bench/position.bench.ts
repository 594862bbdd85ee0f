// Position goals from the straight pose: every solver in WebAssembly, compared with npm packages.
import { init, Model, Problem, solverNames, type SolveOptions, type SolverName } from 'limber';
import type { Answers, Rounds } from './answers.ts';
import { solveByClosedChain } from './closed-chain.ts';
import { solveByIkts } from './ikts-fabrik.ts';
import { isSolved } from './judge.ts';
import { makeCases, type Case } from './position-cases.ts';
import type { Context, Row } from './run.ts';
import { exponent, statistics } from './statistics.ts';
import { atLeast, atMost, type Line, type Reach } from './table.ts';
import { solveByThree } from './three-ccd.ts';
import { solveByWasm } from './wasm.ts';
import { Vector3 } from 'three';

export const name = 'position';

const defaultCount = 1000;
/** Limit for Limber and CCDIKSolver; no other peer improves beyond its 200. */
const maxIterations = 1000;
/** A row that takes longer than 1.5 s gets fewer targets. */
const rounds: Rounds = { repeats: 3, limitMs: 1500 };

export const note = `Targets: for arms with limits what joint values drawn evenly reach; for chains evenly in the ball of 0.95 of the
reach. From the straight pose; tolerance 1e-3 of the reach; times in µs, of each target the least of ${rounds.repeats} runs. Who is slow gets
fewer targets: n. Limber: mode 'find' on the arms with limits, 'track' on the chains.`;

interface Contender {
  readonly solver: string;
  readonly build: 'wasm' | 'npm';
  /** Why it does not support the arm. */
  refuses(each: Case): string | undefined;
  solve(each: Case): Answers;
}

function optionsFor({ tolerance, balls }: Case, solver: SolverName): SolveOptions {
  const base = { solver, tolerance, maxIterations };
  return balls === undefined ? { ...base, mode: 'find' } : { ...base, stallTolerance: 0 };
}

function ourGoals({ description }: Case) {
  return [{ type: 'position', link: description.links.at(-1)!.name }] as const;
}

function ours(solver: SolverName): Contender {
  return {
    solver,
    build: 'wasm',
    refuses(each) {
      using model = Model.from(each.description);
      using problem = new Problem(model);
      problem.addGoal(ourGoals(each)[0]);
      const answer = problem.supports(solver);
      return answer === true ? undefined : answer;
    },
    solve(each) {
      using model = Model.from(each.description);
      return solveByWasm(model, ourGoals(each), optionsFor(each, solver), each.targets, [], rounds);
    },
  };
}

const peers: Contender[] = [
  {
    solver: 'three CCDIKSolver',
    build: 'npm',
    refuses: () => undefined,
    solve: ({ description, start, tolerance, targets }) =>
      solveByThree(description, start, targets, tolerance, rounds, maxIterations),
  },
  {
    solver: 'closed-chain-ik',
    build: 'npm',
    refuses: () => undefined,
    solve: ({ description, start, tolerance, reach, targets }) =>
      solveByClosedChain(description, start, targets, tolerance, reach, rounds),
  },
  {
    solver: 'ikts',
    build: 'npm',
    refuses: ({ balls }) =>
      balls === undefined ? 'its hinges know only the direction of the bone before, not its turn' : undefined,
    solve: ({ description, tolerance, targets }) => solveByIkts(description, targets, tolerance, rounds),
  },
];

function measureOne(each: Case, contender: Contender): Row {
  const head = { bench: name, case: each.name, solver: contender.solver, build: contender.build };
  const reason = contender.refuses(each);
  if (reason) return { ...head, why: reason };
  const answers = contender.solve(each);
  const wanted = new Vector3();
  const reached = answers.timesUs.map((_, i) =>
    isSolved(
      each.kinematics,
      answers.q,
      i * each.kinematics.nq,
      { position: wanted.fromArray(each.targets[i]!) },
      { distance: each.tolerance, angle: 0 },
    ),
  );
  return { ...head, joints: each.balls ?? each.kinematics.moving.length, ...statistics(answers, reached) };
}

/** Limber's fastest solver among those that reached every target. */
function champion(rows: readonly Row[]): Row | undefined {
  const whole = rows.filter((row) => row.build === 'wasm' && row.solved === 1);
  return whole.sort((a, b) => Number(a.meanUs) - Number(b.meanUs))[0];
}

export async function run(context: Context): Promise<Row[]> {
  await init();
  const contenders = [...solverNames().map(ours), ...peers];
  const rows: Row[] = [];
  for (const each of makeCases(context.targets ?? defaultCount)) {
    const here = contenders.map((contender) => measureOne(each, contender));
    const best = champion(here);
    for (const row of here) {
      if (best && row.meanUs !== undefined) row.ratioToBest = Number(row.meanUs) / Number(best.meanUs);
      if (row === best) row.best = 'best';
    }
    rows.push(...here);
  }
  addExponents(rows);
  return rows;
}

/** In the longest chain's row: k of time = c · jointsᵏ over all chains on which the solver was measured. */
function addExponents(rows: readonly Row[]): void {
  for (const solver of new Set(rows.map((row) => row.solver))) {
    const chains = rows.filter(
      (row) => row.solver === solver && row.case.endsWith('balls') && row.meanUs !== undefined,
    );
    if (chains.length < 3) continue;
    chains.at(-1)!.exponent = exponent(
      chains.map((row) => Number(row.joints)),
      chains.map((row) => Number(row.meanUs)),
    );
  }
}

export function table(rows: readonly Row[]): Line[] {
  return rows.map((row) => ({
    case: row.case,
    solver: row.solver,
    build: row.build,
    n: row.n,
    'solved %': row.solved === undefined ? undefined : 100 * Number(row.solved),
    mean: row.meanUs,
    median: row.medianUs,
    p99: row.p99Us,
    iterations: Number.isNaN(row.meanIterations) ? undefined : row.meanIterations,
    'to best': row.ratioToBest,
    exponent: row.exponent,
    '': row.best ?? row.why,
  }));
}

export function reach(rows: readonly Row[]): Reach[] {
  const all: Reach[] = [];
  for (const each of new Set(rows.map((row) => row.case))) {
    const here = rows.filter((row) => row.case === each);
    const best = champion(here);
    const label = `${each}: ${best?.solver ?? 'none of ours'}`;
    const solved = Math.max(
      ...here.filter(({ build }) => build === 'wasm').map((row) => Number(row.solved ?? 0)),
    );
    all.push(atLeast(name, `${each}: solved, the best of ours`, 1, solved));
    const ratios = here
      .filter((row) => row.build === 'npm' && row.meanUs !== undefined)
      .map((row) => Number(row.ratioToBest ?? 0));
    all.push(atLeast(name, `quickest peer / ${label}`, 1, Math.min(...ratios)));
  }
  const last = rows.filter((row) => row.exponent !== undefined && row.best);
  for (const row of last)
    all.push(atMost(name, `exponent of time over joints, ${row.solver}`, 1.1, Number(row.exponent)));
  return all;
}
