// The article's table of methods: every solver measured alike, in wasm only. Command that writes its numbers:
// npm run bench -- --only methods --json demos/data/methods.json
import { init, solverNames, type SolverName } from 'limber';
import {
  articleCourse,
  articleCourseFor,
  chainCourse,
  chainSizes,
  factsOf,
  reasonAgainst,
  shareOf,
  solveAll,
  solvedFlags,
  terms,
  type Course,
  type Facts,
} from './methods.ts';
import type { Row } from './run.ts';
import { exponent, quantile } from './statistics.ts';
import type { Line } from './table.ts';
import { solveByThree } from './three-ccd.ts';

export const name = 'methods';

const repeats = 5;
/** Iterations of the timed solves, whose time is divided by their number. */
const timedSteps = 10;

export const note = `The article's arm: ${terms.n} targets that it can reach, from the upright pose, at most ${terms.maxIterations} iterations, tolerance ${terms.tolerance} of
the reach. rate: the part of its error that an iteration leaves, over ${terms.window} iterations from there on. axis: whether a straight
chain reaches a target on its axis, and after how many iterations it is there or stops. step: the greatest turn of a
joint in an iteration from ${terms.nudge} rad beside that, in radians.
exponent k: the time of an iteration on chains of ${chainSizes.join(', ')} balls is c · jointsᵏ.`;

/** Median over the targets in microseconds. */
function timeOf(course: Course, solver: SolverName): Facts {
  if (reasonAgainst(course, solver)) return {};
  const { timesUs } = solveAll(course, { solver, maxIterations: terms.maxIterations }, repeats);
  return { medianUs: quantile(timesUs, 0.5) };
}

/** Growth of an iteration's time on longer and longer chains. */
function growthOf(solver: SolverName): Facts {
  const courses = chainSizes.map(chainCourse);
  if (courses.some((course) => reasonAgainst(course, solver))) return {};
  const steps = courses.map((course) => {
    const options = { solver, maxIterations: timedSteps, tolerance: 0 };
    const { timesUs, iterations } = solveAll(course, options, repeats);
    return quantile(
      timesUs.map((time, i) => time / Math.max(iterations[i]!, 1)),
      0.5,
    );
  });
  const named = chainSizes.map((size, i) => [`step${size}Us`, steps[i]!] as const);
  return { ...Object.fromEntries(named), exponent: exponent(chainSizes, steps) };
}

/** three's solver on the same targets, for comparison. */
function peerRow(course: Course): Row {
  const tolerance = terms.tolerance * course.reach;
  const zero = course.kinematics.moving.map(() => 0);
  const answers = solveByThree(
    course.description,
    zero,
    course.targets,
    tolerance,
    repeats,
    terms.maxIterations,
  );
  const solved = shareOf(solvedFlags(course, answers));
  const medianUs = quantile(answers.timesUs, 0.5);
  return { bench: name, case: 'peer', solver: 'CCDIKSolver', build: 'three', n: terms.n, solved, medianUs };
}

export async function run(): Promise<Row[]> {
  await init();
  const course = articleCourse();
  const rows = solverNames().map((solver): Row => {
    const head = { bench: name, case: 'methods', solver, build: 'wasm' };
    return { ...head, ...factsOf(solver), ...timeOf(articleCourseFor(solver), solver), ...growthOf(solver) };
  });
  return [...rows, peerRow(course)];
}

export function table(rows: readonly Row[]): Line[] {
  return rows.map((row) => ({
    solver: row.isDirected ? `${row.solver}, with direction` : row.solver,
    'arrives %': percent(row.solved),
    'no limits %': percent(row.solvedWithoutLimits),
    'find %': percent(row.solvedByFind),
    'kept %': percent(row.limitsKept),
    iterations: row.iterations,
    rate: row.rate,
    µs: row.medianUs,
    axis: row.arrivesFromAxis,
    after: row.axisIterations,
    step: row.greatestStep,
    ...Object.fromEntries(chainSizes.map((size) => [`${size} balls %`, percent(row[`solved${size}`])])),
    exponent: row.exponent,
    '': row.why,
  }));
}

function percent(share: Row[string] | undefined): number | undefined {
  return typeof share === 'number' ? 100 * share : undefined;
}
