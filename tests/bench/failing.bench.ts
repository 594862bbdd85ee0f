// Solves that fail: find at unreachable poses that lengths do not rule out, with and without maxTime.
import { init, Model, Problem, solverNames, type SolveOptions, type SolverName } from 'limber';
import { robots } from 'limber/robots';
import { Random } from './random.ts';
import type { Context, Row } from './run.ts';
import { mean, quantile } from './statistics.ts';

export const name = 'failing';

const defaultCount = 5000;
/** With a named solver there are fewer targets by this factor. */
const others = 50;
/** Milliseconds; a quarter of a frame. */
const maxTime = 4;

export const note = `The tool is asked for between the base's own links, turned at random, by find from the reset posture. Solvers that are named
get a fiftieth of the targets. ms per solve; a clock is read between iterations, so that a solve ends at most one iteration
late. Other programs on the machine show in the worst.`;

interface Case {
  readonly problem: Problem;
  readonly target: Float64Array;
  readonly random: Random;
}

function timeOf({ problem, target, random }: Case, options: SolveOptions): { ms: number; failed: boolean } {
  problem.state.reset();
  for (let i = 0; i < 7; ++i) target[i] = i < 3 ? random.between(-0.03, 0.03) : random.between(-1, 1);
  const length = Math.hypot(...target.subarray(3));
  for (let i = 3; i < 7; ++i) target[i]! /= length;
  const start = performance.now();
  const { status } = problem.solve({ mode: 'find', ...options });
  return { ms: performance.now() - start, failed: status !== 'converged' };
}

/** Without a solver: like a call that names none. */
function measure(arm: string, solver: SolverName | undefined, limited: boolean, count: number): Row {
  using model = Model.from(robots[arm as keyof typeof robots]);
  using problem = new Problem(model);
  const goal = problem.addGoal({ type: 'pose', link: model.links.at(-1)!.name });
  const each = { problem, target: goal.target, random: new Random(1) };
  const options = { ...(solver && { solver }), ...(limited && { maxTime }) };
  for (let i = 0; i < 20; ++i) timeOf(each, options);
  const solves = Array.from({ length: count }, () => timeOf(each, options));
  const times = solves.map(({ ms }) => ms);
  return {
    bench: name,
    case: arm,
    solver: solver ?? 'none',
    build: 'wasm',
    maxTime: limited ? maxTime : 'none',
    n: count,
    failed: solves.filter(({ failed }) => failed).length / count,
    meanMs: mean(times),
    'p99.9Ms': quantile(times, 0.999),
    worstMs: quantile(times, 1),
  };
}

function solversOf(arm: string): SolverName[] {
  using model = Model.from(robots[arm as keyof typeof robots]);
  using problem = new Problem(model);
  problem.addGoal({ type: 'pose', link: model.links.at(-1)!.name });
  return solverNames().filter((solver) => problem.supports(solver) === true);
}

export async function run({ targets = defaultCount }: Context): Promise<Row[]> {
  await init();
  return ['article', 'ur5'].flatMap((arm) =>
    [undefined, ...solversOf(arm)].flatMap((solver) => [
      // Without a limit, few targets suffice, because each takes as long as all its restarts.
      measure(arm, solver, false, Math.min(targets, 20)),
      measure(arm, solver, true, solver ? Math.ceil(targets / others) : targets),
    ]),
  );
}
