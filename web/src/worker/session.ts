/** The worker's side: a problem, and what can be asked of it. */
import { LimberError } from '../errors.ts';
import { init } from '../init.ts';
import { Model } from '../model.ts';
import { Problem } from '../problem.ts';
import type { SolveResult } from '../result.ts';
import { partsOf, type Parts } from './layout.ts';
import type { Exchange, Facts, GoalFacts, Kind, Reply, Request, Start } from './messages.ts';

const differ = (a: Float64Array, b: Float64Array): boolean => a.some((value, i) => !Object.is(value, b[i]));

export class WorkerSession {
  readonly problem: Problem;
  /** q was written, and the poses do not fit it yet. */
  #stale = false;
  #result: SolveResult | undefined;

  private constructor({ description, options, goals }: Start) {
    this.problem = new Problem(Model.from(description, options));
    for (const goal of goals) this.problem.addGoal(goal);
  }

  static async start(start: Start): Promise<WorkerSession> {
    await init(start.init);
    return new WorkerSession(start);
  }

  get facts(): Facts {
    const { model, state, rest, activeLimits } = this.problem;
    const { name, nq, nv, reach, size, links } = model;
    return {
      model: { name, nq, nv, reach, size, links },
      q: Array.from(state.q),
      rest: Array.from(rest),
      activeLimits: Array.from(activeLimits),
      poses: Array.from(state.poses),
    };
  }

  answer<K extends Exclude<Kind, 'start'>>({ kind, ask, block }: Request<K>): Reply {
    if (block) this.#read(this.#partsOf(block));
    const reply = attempt(() => actions[kind](this, ask));
    if (block && !reply.crash) this.#write(this.#partsOf(block));
    return { ...reply, block };
  }

  #partsOf(block: Float64Array): Parts {
    const { model, goals } = this.problem;
    const sizes = { nq: model.nq, nv: model.nv, links: model.links.length };
    return partsOf(
      block,
      sizes,
      goals.map((goal) => goal.target.length),
    );
  }

  #read({ q, jointWeights, rest, goals }: Parts): void {
    const { problem } = this;
    problem.jointWeights.set(jointWeights);
    problem.rest.set(rest);
    goals.forEach(({ target, numbers }, i) => {
      const goal = problem.goals[i]!;
      goal.target.set(target);
      if (goal.weight !== numbers[0]) goal.weight = numbers[0]!;
    });
    if (differ(q, problem.state.q)) this.place(q);
  }

  /** Not what only the page writes: it may have written anew by now. */
  #write({ q, activeLimits, poses, goals }: Parts): void {
    const { problem } = this;
    q.set(problem.state.q);
    poses.set(problem.state.poses);
    activeLimits.set(problem.activeLimits);
    goals.forEach(({ numbers }, i) => {
      numbers[1] = problem.goals[i]!.distance;
      numbers[2] = problem.goals[i]!.angle;
    });
  }

  place(q: ArrayLike<number>): void {
    this.problem.state.q.set(q);
    this.#stale = true;
  }

  /** Poses and residuals fit q. */
  refresh(): void {
    if (this.#stale) this.problem.state.update();
    this.#stale = false;
  }

  solve(options: Exchange['solve']['ask']['options']): SolveResult {
    this.#result = this.problem.solve(options);
    this.#stale &&= this.#result.status === 'notFinite';
    return this.#result;
  }

  /** Only a solve hands it out. */
  get result(): SolveResult {
    return this.#result ?? this.solve({ maxIterations: 0 });
  }
}

type Actions = {
  [K in Exclude<Kind, 'start'>]: (session: WorkerSession, ask: Exchange[K]['ask']) => Exchange[K]['answer'];
};

const actions: Actions = {
  addGoal(session, { description }): GoalFacts {
    session.refresh();
    const { type, link, target, weight, distance, angle } = session.problem.addGoal(description);
    return { type, link, target: Array.from(target), weight, distance, angle };
  },
  removeGoal({ problem }, { index }) {
    problem.removeGoal(problem.goals[index]!);
    return undefined;
  },
  solve(session, { options }) {
    const { status, iterations, restarts, reason } = session.solve(options);
    return { status, iterations, restarts, reason };
  },
  supports: ({ problem }, { solver }) => problem.supports(solver),
  conditioning(session) {
    session.refresh();
    const { smallestSingularValue, manipulability } = session.result;
    return { smallestSingularValue, manipulability };
  },
  update(session, { q }) {
    session.place(q);
    session.refresh();
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

/** What `action` returns or throws, as a reply. */
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
