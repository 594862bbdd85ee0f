// The article's facts about solvers, except for times: the same bits in every run. tests/web/demos/methods.test.ts
// recomputes them and compares with the committed demos/data/methods.json.
import { Quaternion, Vector3 } from 'three';
import {
  Model,
  Problem,
  type GoalDescription,
  type ModelDescription,
  type SolveOptions,
  type SolverName,
} from 'limber';
import { articleArm, ballChain } from 'limber/robots';
import type { Answers } from './answers.ts';
import { directionOf, isSolved } from './judge.ts';
import { drawRange, Kinematics } from './kinematics.ts';
import { Random } from './random.ts';
import { quantile } from './statistics.ts';
import { solveByWasm } from './wasm.ts';

/** Terms of the measurement, written into every row so that the page can state them. */
export const terms = {
  /** Targets of the article's arm, and of each chain. */
  n: 300,
  chainTargets: 20,
  maxIterations: 100,
  /** Fraction of the reach within which a target counts as reached. */
  tolerance: 1e-3,
  /**
   * Convergence is measured over this many iterations after the target is reached, or until `floor` of the
   * reach.
   */
  window: 10,
  floor: 1e-9,
  /** Balls of the straight arm with its target on its axis. */
  straightBalls: 5,
  /** Bend of each joint near the singularity in radians, and iterations for which steps are observed. */
  nudge: 1e-3,
  watched: 30,
  /** Iterations allowed for leaving the singularity. */
  patience: 1000,
} as const;

/** Numbers of balls in the chains. */
export const chainSizes = [10, 30, 100] as const;

export type Facts = Record<string, string | number | boolean>;

/** An arm with targets for its last link, all solved from the zero pose. */
export interface Course {
  readonly description: ModelDescription;
  readonly kinematics: Kinematics;
  readonly reach: number;
  readonly goals: readonly GoalDescription[];
  /** Target numbers of the goals. */
  readonly targets: readonly (readonly number[])[];
}

const position: GoalDescription = { type: 'position', link: 'effector' };
const direction: GoalDescription = { type: 'direction', link: 'effector', axis: [1, 0, 0] };

function courseOf(
  description: ModelDescription,
  targets: readonly (readonly number[])[],
  goals: readonly GoalDescription[] = [position],
): Course {
  using model = Model.from(description);
  return { description, kinematics: new Kinematics(description), reach: model.reach, goals, targets };
}

/** The article's arm. Targets come from joint angles drawn uniformly, each from its `drawRange`. */
export function articleCourse(isDirected = false): Course {
  const kinematics = new Kinematics(articleArm);
  const random = new Random(1);
  const draw = () => kinematics.moving.map((hinge) => random.between(...drawRange(hinge)));
  const targets = Array.from({ length: terms.n }, () => {
    const tip = kinematics.tip(draw());
    return [...tip.position.toArray(), ...(isDirected ? directionOf(tip).toArray() : [])];
  });
  return courseOf(articleArm, targets, isDirected ? [position, direction] : [position]);
}

/** The same for all solvers, except that one that needs as many goals as hinges also gets a direction goal. */
export function articleCourseFor(solver: SolverName): Course {
  const course = articleCourse();
  if (!reasonAgainst(course, solver)) return course;
  const directed = articleCourse(true);
  return reasonAgainst(directed, solver) ? course : directed;
}

/** A straight chain one metre long, with targets uniform in the ball of 0.95 of that. */
export function chainCourse(size: number): Course {
  const random = new Random(1);
  const targets: number[][] = [];
  while (targets.length < terms.chainTargets) {
    const point = [0, 0, 0].map(() => random.between(-1, 1));
    if (Math.hypot(...point) <= 1) targets.push(point.map((each) => 0.95 * each));
  }
  return courseOf(ballChain(size), targets);
}

/** The solver's reason for not supporting the course; undefined if it does. */
export function reasonAgainst({ description, goals }: Course, solver: SolverName): string | undefined {
  using model = Model.from(description);
  using problem = new Problem(model);
  for (const goal of goals) problem.addGoal(goal);
  const answer = problem.supports(solver);
  return answer === true ? undefined : answer;
}

/** Set `repeats` above 1 for times. */
export function solveAll(course: Course, options: SolveOptions, repeats = 1): Answers {
  using model = Model.from(course.description);
  const all = { tolerance: terms.tolerance * course.reach, stallTolerance: 0, ...options };
  return solveByWasm(model, course.goals, all, course.targets, [], repeats);
}

export function shareOf(flags: readonly boolean[]): number {
  return flags.filter(Boolean).length / flags.length;
}

export function solvedFlags(course: Course, { q }: Answers, limited = true): boolean[] {
  const { kinematics, reach, targets } = course;
  const tolerance = terms.tolerance * reach;
  const tolerances = { distance: tolerance, angle: 0 };
  return targets.map((target, i) => {
    const wanted = { position: new Vector3(...target) };
    if (limited) return isSolved(kinematics, q, i * kinematics.nq, wanted, tolerances);
    return distanceTo(course, q, i, i) <= tolerance;
  });
}

/** Distance of the answer to the target, both by number. */
function distanceTo({ kinematics, targets }: Course, q: readonly number[], answer: number, target: number) {
  return kinematics.tip(q, answer * kinematics.nq).position.distanceTo(new Vector3(...targets[target]!));
}

/** Fraction of the error that remains after an iteration near the target: the median over the reached targets. */
function rateOf(course: Course, solver: SolverName, arrived: Answers, solved: readonly boolean[]): number {
  const floor = terms.floor * course.reach;
  const rates = course.targets.flatMap((target, i) => {
    const before = distanceTo(course, arrived.q, i, i);
    if (!solved[i] || before <= floor) return [];
    const maxIterations = arrived.iterations[i]! + terms.window;
    const further = solveAll({ ...course, targets: [target] }, { solver, maxIterations, tolerance: floor });
    const steps = further.iterations[0]! - arrived.iterations[i]!;
    const after = Math.max(distanceTo(course, further.q, 0, i), floor);
    return [steps > 0 ? (after / before) ** (1 / steps) : 1];
  });
  // All targets are within the floor at once: no error remains.
  return rates.length > 0 ? quantile(rates, 0.5) : Number(!solved.includes(true));
}

/** Hinges, limits, convergence. */
export function articleFacts(course: Course, solver: SolverName): Facts {
  const why = reasonAgainst(course, solver);
  if (why) return { why };
  const { kinematics, targets } = course;
  const options = { solver, maxIterations: terms.maxIterations };
  const limited = solveAll(course, options);
  const free = solveAll(course, { ...options, limits: false });
  const found = solveAll(course, { ...options, mode: 'find' });
  const solved = solvedFlags(course, limited);
  return {
    ...(course.goals.length > 1 && { isDirected: true }),
    solved: shareOf(solved),
    limitsKept: shareOf(targets.map((_, i) => kinematics.isAllowed(limited.q, i * kinematics.nq))),
    solvedWithoutLimits: shareOf(solvedFlags(course, free, false)),
    solvedByFind: shareOf(solvedFlags(course, found)),
    iterations: quantile(limited.iterations, 0.5),
    rate: rateOf(course, solver, limited, solved),
  };
}

/** A straight chain of balls with its target half way out on its own axis. */
function straightCourse(): Course {
  return courseOf(ballChain(terms.straightBalls), [[0, 0.5, 0]]);
}

/** Largest rotation of a ball between two poses, in radians. */
function greatestTurn(from: ArrayLike<number>, to: ArrayLike<number>): number {
  const quaternion = (q: ArrayLike<number>, k: number) =>
    new Quaternion(q[k], q[k + 1], q[k + 2], q[k + 3]).normalize();
  const firsts = Array.from({ length: terms.straightBalls }, (_, i) => 4 * i);
  return Math.max(...firsts.map((k) => quaternion(from, k).angleTo(quaternion(to, k))));
}

/** Largest rotation of a joint per iteration, from a nearly straight pose. */
function greatestStep(course: Course, solver: SolverName): number {
  using model = Model.from(course.description);
  const bent = [0, 0, Math.sin(terms.nudge / 2), Math.cos(terms.nudge / 2)];
  const start = Array.from({ length: terms.straightBalls }, () => bent).flat();
  const path = [start];
  for (let maxIterations = 1; maxIterations <= terms.watched; ++maxIterations) {
    const options = { solver, maxIterations, tolerance: terms.tolerance * course.reach };
    path.push(solveByWasm(model, course.goals, options, course.targets, [start], 1).q);
  }
  return Math.max(...path.slice(1).map((q, i) => greatestTurn(path[i]!, q)));
}

/** A straight arm with its target on its own axis, and one slightly bent. */
export function singularFacts(solver: SolverName): Facts {
  const course = straightCourse();
  const why = reasonAgainst(course, solver);
  if (why) return { whyNotStraight: why };
  const answers = solveAll(course, { solver, maxIterations: terms.patience, stallTolerance: 1e-6 });
  return {
    arrivesFromAxis: solvedFlags(course, answers)[0]!,
    axisIterations: answers.iterations[0]!,
    greatestStep: greatestStep(course, solver),
  };
}

/** Share of reached targets for growing numbers of joints. */
export function chainFacts(solver: SolverName): Facts {
  const shares = chainSizes.flatMap((size): [string, number | string][] => {
    const course = chainCourse(size);
    const why = reasonAgainst(course, solver);
    if (why) return [['whyNoChain', why]];
    const answers = solveAll(course, { solver, maxIterations: terms.maxIterations });
    return [[`solved${size}`, shareOf(solvedFlags(course, answers))]];
  });
  return Object.fromEntries(shares);
}

export function factsOf(solver: SolverName): Facts {
  return {
    ...terms,
    ...articleFacts(articleCourseFor(solver), solver),
    ...singularFacts(solver),
    ...chainFacts(solver),
  };
}
