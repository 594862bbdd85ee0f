/** The worker's side: a problem, and the answers to requests. */
import { answeredNames, mapArrays, sizesOf, writtenNames, type ArrayName } from '../core/arrays.ts';
import { LimberError, show } from '../describe/errors.ts';
import { poseFrom } from '../describe/flatten.ts';
import type { Goal } from '../core/goal.ts';
import { init } from '../core/init.ts';
import { Model } from '../core/model.ts';
import { Problem } from '../core/problem.ts';
import type { SolveOptions, StepOptions } from '../core/options.ts';
import type { SolveResult, WorkerStepResult } from '../core/result.ts';
import {
  isBlock,
  partsOf,
  placeOfOffset,
  placeOfParameters,
  placeOfPriority,
  type BlockParts,
} from './layout.ts';
import { type Reply, type Request, gapsOf, numbersOf, type ProblemFacts, type Start } from './messages.ts';

/** Questions, as a worker's script may have more. */
export type Questions = Readonly<Record<string, (session: WorkerSession, ask: never) => unknown>>;

/** Applies the page's changes since the last request. */
function readGoal(goal: Goal, numbers: Float64Array): void {
  const before = numbersOf(goal);
  const isNew = (from: number, count: number): boolean =>
    before.slice(from, from + count).some((each, i) => !Object.is(each, numbers[from + i]));
  if (isNew(placeOfPriority, 1)) goal.priority = numbers[placeOfPriority]!;
  if (isNew(placeOfOffset, 7)) goal.offset = poseFrom(numbers.subarray(placeOfOffset));
  let from = placeOfParameters;
  goal.parameters.forEach(({ count }, place) => {
    if (isNew(from, count)) goal.writeNumbers(place, numbers.subarray(from, from + count));
    from += count;
  });
}

const differ = (a: Float64Array, b: Float64Array): boolean => a.some((value, i) => !Object.is(value, b[i]));

function refuse(what: string): never {
  throw new LimberError('workerFailed', `${what}; see that page and worker have the same version of limber`);
}

export class WorkerSession {
  readonly problem: Problem;
  readonly #questions: Questions;
  /** True if q was written, but the poses were not updated. */
  #stale = false;
  #result: SolveResult | undefined;

  private constructor(start: Start, own: Questions) {
    const { description, options, goals, loops, obstacles = [], collisionPairs } = start;
    this.#questions = own;
    this.problem = new Problem(Model.from(description, options));
    for (const goal of goals) this.problem.addGoal(goal);
    for (const { description, pose, size } of obstacles) {
      const obstacle = this.problem.addObstacle(description);
      obstacle.pose.set(pose);
      obstacle.size.set(size);
    }
    if (collisionPairs) this.problem.collisionPairs = [...collisionPairs];
    if (!loops) return;
    for (const loop of [...this.problem.loops]) this.problem.removeLoop(loop);
    for (const { description, closed } of loops) this.problem.addLoop(description).closed = closed;
  }

  static async start(start: Start, questions: Questions): Promise<WorkerSession> {
    await init(start.init);
    return new WorkerSession(start, questions);
  }

  get facts(): ProblemFacts {
    const { name, nq, nv, reach, size, links, warnings, loops } = this.problem.model;
    return {
      model: { name, nq, nv, reach, size, links, warnings, loops },
      // Copies, because the core's memory cannot be sent.
      arrays: mapArrays((name) => this.#array(name).slice()),
      loops: this.problem.loops.map(gapsOf),
    };
  }

  answer({ kind, ask, block }: Request): Reply {
    const fits = isBlock(block, sizesOf(this.problem.model));
    const reply = attempt(() => {
      if (!Object.hasOwn(this.#questions, kind)) refuse(`the request ${show(kind)} is unknown`);
      if (fits) this.#read(this.#partsOf(block));
      else if (block !== undefined) refuse('the block of a request is of another size');
      return this.#questions[kind]!(this, ask as never);
    });
    if (fits && !reply.crash) this.#write(this.#partsOf(block));
    return fits ? { ...reply, block } : reply;
  }

  #partsOf(block: Float64Array): BlockParts {
    const { goals, loops, obstacles } = this.problem;
    const targets = goals.map((goal) => goal.target.length);
    return partsOf(block, sizesOf(this.problem.model), targets, [
      goals.length,
      loops.length,
      obstacles.length,
    ]);
  }

  #array(name: ArrayName): Float64Array {
    const { problem } = this;
    return name === 'q' || name === 'poses' ? problem.state[name] : problem[name];
  }

  #read(parts: BlockParts): void {
    const { problem } = this;
    const moved = differ(parts.q, problem.state.q);
    for (const name of writtenNames) if (name !== 'q') this.#array(name).set(parts[name]);
    parts.goals.forEach(({ target, velocity, numbers }, i) => {
      const goal = problem.goals[i]!;
      goal.target.set(target);
      goal.targetVelocity.set(velocity);
      readGoal(goal, numbers);
    });
    parts.loops.forEach(([closed], i) => {
      const loop = problem.loops[i]!;
      if (loop.closed !== Boolean(closed)) loop.closed = Boolean(closed);
    });
    parts.obstacles.forEach(({ pose, size }, i) => {
      const obstacle = problem.obstacles[i]!;
      obstacle.pose.set(pose);
      obstacle.size.set(size.subarray(0, obstacle.size.length));
    });
    if (moved) this.take(parts.q);
  }

  /** Skips the arrays that only the page writes: it may have changed them in the meantime. */
  #write(parts: BlockParts): void {
    const { problem } = this;
    for (const name of answeredNames) parts[name].set(this.#array(name));
    parts.goals.forEach(({ numbers }, i) => {
      numbers.set(problem.goals[i]!.residuals);
    });
    parts.loops.forEach((part, i) => part.set(gapsOf(problem.loops[i]!)));
  }

  take(q: ArrayLike<number>): void {
    this.problem.state.q.set(q);
    this.#stale = true;
  }

  /** Updates poses and residuals if q was written. */
  refresh(): void {
    if (this.#stale) this.problem.state.update();
    this.#stale = false;
  }

  /** The problem, refreshed. */
  get fresh(): Problem {
    this.refresh();
    return this.problem;
  }

  solve(options: SolveOptions): SolveResult {
    this.#result = this.problem.solve(options);
    this.#stale &&= this.#result.status === 'notFinite';
    return this.#result;
  }

  step(dt: number, options: StepOptions): WorkerStepResult {
    const { status, substeps, warning, reason } = this.problem.step(dt, options);
    this.#stale &&= status === 'notFinite';
    return { status, substeps, warning, reason, time: this.problem.time };
  }

  /** Result of the last solve, refreshed; solves first if there is none. */
  get result(): SolveResult {
    this.refresh();
    return this.#result ?? this.solve({ maxIterations: 0 });
  }
}

/** The result or error of `action`, as a reply. */
export function attempt(action: () => unknown): Reply {
  try {
    return { answer: action() };
  } catch (error) {
    return replyOf(error);
  }
}

export function replyOf(error: unknown): Reply {
  if (error instanceof LimberError) return { error: { code: error.code, message: error.message } };
  return { crash: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
}
