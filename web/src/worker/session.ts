/** The worker's side: a problem, and the answers to requests. */
import { answeredNames, mapArrays, sizesOf, writtenNames, type ArrayName } from '../arrays.ts';
import { LimberError, show } from '../errors.ts';
import { asPose, poseFrom } from '../flatten.ts';
import type { Goal } from '../goal.ts';
import { init } from '../init.ts';
import type { Loop } from '../loop.ts';
import type { Obstacle } from '../obstacle.ts';
import { Model } from '../model.ts';
import { Problem } from '../problem.ts';
import { searchSites } from '../reach/search.ts';
import type { SolveResult } from '../result.ts';
import {
  isBlock,
  partsOf,
  placeOfOffset,
  placeOfParameters,
  placeOfPriority,
  type BlockParts,
} from './layout.ts';
import type {
  Exchange,
  ProblemFacts,
  GoalAnswer,
  ObstacleFacts,
  RequestKind,
  Reply,
  Request,
  Start,
  WorkerStepResult,
} from './messages.ts';

const factsOf = ({ description, pose, size }: Obstacle): ObstacleFacts => ({
  description,
  pose: [...pose],
  size: [...size],
});

const gapsOf = ({ closed, distance, angle }: Loop): number[] => [Number(closed), distance, angle];

/** The `numbers` of a `GoalPart`. */
function numbersOf(goal: Goal): number[] {
  const { distance, angle, priority, offset, parameters } = goal;
  const values = parameters.flatMap((_, place) => Array.from(goal.store.read(place)));
  return [distance, angle, priority, ...asPose(offset, 'offset'), ...values];
}

/** Applies the page's changes since the last request. */
function readGoal(goal: Goal, numbers: Float64Array): void {
  const before = numbersOf(goal);
  const isNew = (from: number, count: number): boolean =>
    before.slice(from, from + count).some((each, i) => !Object.is(each, numbers[from + i]));
  if (isNew(placeOfPriority, 1)) goal.priority = numbers[placeOfPriority]!;
  if (isNew(placeOfOffset, 7)) goal.offset = poseFrom(numbers.subarray(placeOfOffset));
  let from = placeOfParameters;
  goal.parameters.forEach(({ count }, place) => {
    if (isNew(from, count)) goal.store.write(place, numbers.subarray(from, from + count));
    from += count;
  });
}

const differ = (a: Float64Array, b: Float64Array): boolean => a.some((value, i) => !Object.is(value, b[i]));

function refuse(what: string): never {
  throw new LimberError('workerFailed', `${what}; see that page and worker have the same version of limber`);
}

export class WorkerSession {
  readonly problem: Problem;
  /** True if q was written, but the poses were not updated. */
  #stale = false;
  #result: SolveResult | undefined;

  private constructor({ description, options, goals, loops, obstacles = [], collisionPairs }: Start) {
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

  static async start(start: Start): Promise<WorkerSession> {
    await init(start.init);
    return new WorkerSession(start);
  }

  get facts(): ProblemFacts {
    const { name, nq, nv, reach, size, links, loops } = this.problem.model;
    return {
      model: { name, nq, nv, reach, size, links, loops },
      // Copies, because the core's memory cannot be sent.
      arrays: mapArrays((name) => this.#array(name).slice()),
      loops: this.problem.loops.map(gapsOf),
    };
  }

  answer<K extends Exclude<RequestKind, 'start'>>({ kind, ask, block }: Request<K>): Reply {
    const fits = isBlock(block, sizesOf(this.problem.model));
    const reply = attempt(() => {
      if (!Object.hasOwn(actions, kind)) refuse(`the request ${show(kind)} is unknown`);
      if (fits) this.#read(this.#partsOf(block));
      else if (block !== undefined) refuse('the block of a request is of another size');
      return actions[kind](this, ask);
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
      numbers[0] = problem.goals[i]!.distance;
      numbers[1] = problem.goals[i]!.angle;
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

  solve(options: Exchange['solve']['ask']['options']): SolveResult {
    this.#result = this.problem.solve(options);
    this.#stale &&= this.#result.status === 'notFinite';
    return this.#result;
  }

  step({ dt, options }: Exchange['step']['ask']): WorkerStepResult {
    const { status, substeps, warning, reason } = this.problem.step(dt, options);
    this.#stale &&= status === 'notFinite';
    return { status, substeps, warning, reason, time: this.problem.time };
  }

  /** Result of the last solve; solves first if there is none. */
  get result(): SolveResult {
    return this.#result ?? this.solve({ maxIterations: 0 });
  }
}

type Actions = {
  [K in Exclude<RequestKind, 'start'>]: (
    session: WorkerSession,
    ask: Exchange[K]['ask'],
  ) => Exchange[K]['answer'];
};

const actions: Actions = {
  addGoal(session, { description }): GoalAnswer {
    session.refresh();
    const goal = session.problem.addGoal(description);
    const { type, link, targetLink, offset, priority, parameters } = goal;
    const facts = { type, link, targetLink, offset, priority, parameters };
    return { ...facts, target: [...goal.target], numbers: numbersOf(goal) };
  },
  removeGoal({ problem }, { index }) {
    problem.removeGoal(problem.goals[index]!);
    return undefined;
  },
  solve(session, { options }) {
    return session.solve(options).copy();
  },
  solveAll({ problem }, { targets, starts, options }) {
    return problem.solveAll(targets, { ...options, starts });
  },
  search: ({ problem }, ask) => searchSites(problem, ask),
  addLoop({ problem }, { description }) {
    return gapsOf(problem.addLoop(description));
  },
  routeLoop({ problem }, { index, description }) {
    problem.loops[index]!.route(description);
    return undefined;
  },
  removeLoop({ problem }, { index }) {
    problem.removeLoop(problem.loops[index]!);
    return undefined;
  },
  addObstacle: ({ problem }, { description }) => factsOf(problem.addObstacle(description)),
  removeObstacle({ problem }, { index }) {
    problem.removeObstacle(problem.obstacles[index]!);
    return undefined;
  },
  setCollisionPairs({ problem }, { pairs }) {
    problem.collisionPairs = [...pairs];
    return undefined;
  },
  clearance(session) {
    session.refresh();
    return session.problem.clearance();
  },
  nearestPairs(session, { most }) {
    session.refresh();
    const { problem } = session;
    const placeOf = (obstacle: Obstacle | null) => (obstacle ? problem.obstacles.indexOf(obstacle) : -1);
    return problem
      .nearestPairs(most)
      .map(({ obstacles: [a, b], ...pair }) => ({ ...pair, obstacles: [placeOf(a), placeOf(b)] as const }));
  },
  step: (session, ask) => session.step(ask),
  forgetMotion({ problem }) {
    problem.forgetMotion();
    return undefined;
  },
  mobility(session, { options }) {
    session.refresh();
    return session.problem.mobility(options);
  },
  solutions(session, { options }) {
    session.refresh();
    const { count, clearCount, q, selfMotion, parameter, intervals, complete, family, reason } =
      session.problem.solutions(options);
    // Sending a view would send its whole buffer.
    const copies = { q: q.slice(), selfMotion: selfMotion.slice(), intervals: intervals.slice() };
    return { count, clearCount, ...copies, parameter, complete, family, reason };
  },
  supports: ({ problem }, { solver }) => problem.supports(solver),
  conditioning(session) {
    session.refresh();
    const { smallestSingularValue, manipulability } = session.result;
    return { smallestSingularValue, manipulability };
  },
  update(session, { q }) {
    session.take(q);
    session.refresh();
    return undefined;
  },
  place(session, { poses }) {
    session.refresh();
    const { state } = session.problem;
    state.poses.set(poses);
    state.place();
    return undefined;
  },
  reset(session) {
    session.problem.state.reset();
    session.refresh();
    return undefined;
  },
  projectOntoLimits(session) {
    session.refresh();
    session.problem.state.projectOntoLimits();
    return undefined;
  },
};

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
