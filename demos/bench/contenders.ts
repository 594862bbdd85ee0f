/** Solvers of Limber and of other libraries, each made ready for the same targets from the same start. */
import { Model, Problem, type SolveOptions } from 'limber';
import type { Attempt } from '../../tests/bench/answers.ts';
import type { Case } from '../../tests/bench/position-cases.ts';

/** Iterations per target: for closed-chain-ik 40 calls of 5. */
export const maxIterations = 200;

/** A solver at work on one case. */
export interface Runner {
  /** Solves every target once. */
  pass(): void;
  /** Solves every target once; returns the joint values in turn. */
  answers(): ArrayLike<number>;
}

function attempts(count: number, attempt: Attempt): Runner {
  const solve = (i: number): void => {
    attempt.place(i);
    attempt.solve(i);
  };
  return {
    pass() {
      for (let i = 0; i < count; i += 1) solve(i);
    },
    answers: () =>
      Array.from({ length: count }, (_, i) => {
        solve(i);
        return Array.from(attempt.read());
      }).flat(),
  };
}

function problemOf({ description, tolerance }: Case, options: SolveOptions) {
  const problem = new Problem(Model.from(description));
  const goal = problem.addGoal({ type: 'position', link: description.links.at(-1)!.name });
  return { problem, goal, options: { tolerance, maxIterations, ...options } };
}

/** A loop of solves, as in a program that gets one target at a time. */
function limber(each: Case, how: SolveOptions): Runner {
  const { problem, goal, options } = problemOf(each, how);
  const { state } = problem;
  return attempts(each.targets.length, {
    place(i) {
      state.q.set(each.start);
      goal.target.set(each.targets[i]!);
    },
    solve: () => problem.solve(options).iterations,
    read: () => state.q,
  });
}

/** All targets in one call. */
function limberAll(each: Case, how: SolveOptions): Runner {
  const { problem, options } = problemOf(each, how);
  const targets = Float64Array.from(each.targets.flat());
  const starts = Float64Array.from(each.start);
  const all = () => problem.solveAll(targets, { ...options, starts });
  return { pass: all, answers: () => all().q };
}

export interface Contender {
  readonly name: string;
  readonly how: string;
  /** The file that sets it up, as it runs here. */
  readonly code: 'limber' | 'three' | 'closed-chain';
  /** Loads its code first. */
  ready(each: Case): Promise<Runner>;
}

const ours = (name: string, how: string, options: SolveOptions, make = limber): Contender => ({
  name,
  how,
  code: 'limber',
  ready: (each) => Promise.resolve(make(each, options)),
});

export const contenders: readonly Contender[] = [
  ours('Limber lm', 'with restarts', { solver: 'lm', mode: 'find' }),
  ours('Limber solveAll', 'the same in one call', { solver: 'lm', mode: 'find' }, limberAll),
  ours('Limber lm', 'from the start alone', { solver: 'lm', mode: 'track' }),
  ours('Limber ccd', 'from the start alone', { solver: 'ccd', mode: 'track' }),
  {
    name: 'CCDIKSolver',
    how: 'of three.js',
    code: 'three',
    async ready({ description, start, targets, tolerance }) {
      const { threeAttempt } = await import('../../tests/bench/three-ccd.ts');
      return attempts(targets.length, threeAttempt(description, start, targets, tolerance, maxIterations));
    },
  },
  {
    name: 'closed-chain-ik',
    how: 'damped least squares',
    code: 'closed-chain',
    async ready({ description, start, targets, tolerance, reach }) {
      const { closedChainAttempt } = await import('../../tests/bench/closed-chain.ts');
      return attempts(targets.length, closedChainAttempt(description, start, targets, tolerance, reach));
    },
  },
];
