/**
 * Limber beside other libraries, in a worker of the page Race: the cases, contenders and judge of `npm run
 * bench`, so that a visitor measures the same.
 */
import { init, Model, Problem, type SolveOptions } from 'limber';
import { robots } from 'limber/robots';
import { Vector3 } from 'three';
import type { Attempt } from './answers.ts';
import { closedChainAttempt } from './closed-chain.ts';
import { isSolved } from './judge.ts';
import { drawRange } from './kinematics.ts';
import { byJoints, makeCase, type Case } from './position-cases.ts';
import { quantile } from './statistics.ts';
import { threeAttempt } from './three-ccd.ts';

export type PeerArm = 'panda' | 'ur5' | 'iiwa14' | 'puma560';
export type PeerName = keyof typeof runners;

/** A row of the table. */
export interface Standing {
  /** Indices of the targets that are not reached. */
  readonly missed: readonly number[];
  /** Microseconds per target, reached or not: the median of the rounds so far; NaN before the first. */
  us: number;
}

/** The worker is sent a name of an arm, and answers with these; with a text if it fails. */
export interface Progress {
  /** Three numbers each, in the frame of the robot's description. */
  readonly targets: readonly number[];
  /** Metres: that of the judge. */
  readonly tolerance: number;
  readonly standings: readonly Standing[];
  /** From 0 to 1. */
  readonly done: number;
}

const targetCount = 200;
/** Iterations per target: for closed-chain-ik 40 calls of 5. */
const maxIterations = 200;
const roundCount = 7;
/** Least milliseconds of a contender's turn, and before the first: browsers compile what runs often. */
const [turn, warmUp] = [40, 150];

/** A solver at work on one case. */
interface Runner {
  /** Solves every target once. */
  pass(): void;
  /** Solves every target once; returns the joint values in turn. */
  answers(): ArrayLike<number>;
}

/** A loop of solves, as in a program that gets one target at a time. */
function oneByOne(attempt: Attempt): Runner {
  const all = Array.from({ length: targetCount }, (_, i) => i);
  const solve = (i: number): void => {
    attempt.place(i);
    attempt.solve(i);
  };
  return {
    pass: () => all.forEach(solve),
    answers: () =>
      all.flatMap((i) => {
        solve(i);
        return Array.from(attempt.read());
      }),
  };
}

function problemOf({ description, tolerance }: Case, how: SolveOptions) {
  const problem = new Problem(Model.from(description));
  const goal = problem.addGoal({ type: 'position', link: description.links.at(-1)!.name });
  return { problem, goal, options: { tolerance, maxIterations, ...how } };
}

function limber(each: Case, how: SolveOptions): Runner {
  const { problem, goal, options } = problemOf(each, how);
  const { state } = problem;
  return oneByOne({
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

const runners = {
  find: (each: Case) => limber(each, { solver: 'lm', mode: 'find' }),
  all: (each: Case) => limberAll(each, { solver: 'lm', mode: 'find' }),
  lm: (each: Case) => limber(each, { solver: 'lm', mode: 'track' }),
  ccd: (each: Case) => limber(each, { solver: 'ccd', mode: 'track' }),
  three: ({ description, start, targets, tolerance }: Case) =>
    oneByOne(threeAttempt(description, start, targets, tolerance, maxIterations)),
  closedChain: ({ description, start, targets, tolerance, reach }: Case) =>
    oneByOne(closedChainAttempt(description, start, targets, tolerance, reach)),
};

/** Starts midway between the joints' limits. */
function caseOf(arm: PeerArm): Case {
  const task = makeCase(arm, robots[arm], byJoints(targetCount));
  const middle = task.kinematics.moving.map(drawRange).map(([least, most]) => (least + most) / 2);
  return { ...task, start: middle };
}

/** The targets that the answers miss, by forward kinematics of the benchmark's own, within joint limits. */
function judge({ kinematics, targets, tolerance }: Case, runner: Runner): Standing {
  const q = runner.answers();
  const missed = targets.flatMap((target, i) => {
    const wanted = { position: new Vector3().fromArray(target) };
    const within = { distance: tolerance, angle: Infinity };
    return isSolved(kinematics, q, i * kinematics.nq, wanted, within) ? [] : [i];
  });
  return { missed, us: NaN };
}

/** Microseconds per target of passes for at least `ms`. */
function time(runner: Runner, ms: number): number {
  const start = performance.now();
  let [passes, spent] = [0, 0];
  while (spent < ms) {
    runner.pass();
    passes += 1;
    spent = performance.now() - start;
  }
  return (1000 * spent) / (passes * targetCount);
}

/** Judges every contender's answers, then times them in turn; tells the state after each turn. */
function* contest(arm: PeerArm): Generator<Progress> {
  const task = caseOf(arm);
  const { targets, tolerance } = task;
  const all = Object.values(runners).map((make) => make(task));
  const standings = all.map((runner) => judge(task, runner));
  const times = all.map((): number[] => []);
  const turns = (roundCount + 1) * all.length;
  for (let done = 0; done < turns; done += 1) {
    const round = Math.floor(done / all.length);
    const i = round % 2 === 0 ? done % all.length : all.length - 1 - (done % all.length);
    const us = time(all[i]!, round === 0 ? warmUp : turn);
    if (round > 0) times[i]!.push(us);
    if (round > 0) standings[i]!.us = quantile(times[i]!, 0.5);
    yield { targets: targets.flat(), tolerance, standings, done: (done + 1) / turns };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<PeerArm>) => {
  init()
    .then(() => {
      for (const progress of contest(data)) self.postMessage(progress);
    })
    .catch((error: unknown) => self.postMessage(String(error)));
});
