import { AnyModel } from '../core/any-model.ts';
import { AnyProblem } from '../core/any-problem.ts';
import { answeredNames, sizesOf, writtenNames, type ArrayName, type Arrays } from '../core/arrays.ts';
import { copy } from '../describe/copy.ts';
import type { ModelDescription, LoopDescription, ObstacleDescription } from '../describe/description.ts';
import { LimberError, show, type ErrorCode } from '../describe/errors.ts';
import { asObject, bad } from '../describe/flatten.ts';
import { AnyGoal, type Goal, type GoalDescription, type GoalOf } from '../core/goal.ts';
import type { InitOptions } from '../core/loader.ts';
import { Obstacle, type CollisionPair, type NearPair } from '../core/obstacle.ts';
import type { SolveOptions, StepOptions } from '../core/options.ts';
import { PartList, type Owner, type Part } from '../core/part.ts';
import type {
  Mobility,
  MobilityOptions,
  SolveRecord,
  SolveResult,
  WorkerStepResult,
} from '../core/result.ts';
import type { SolutionOptions } from '../core/solutions.ts';
import type { State } from '../core/state.ts';
import type { GoalType, SolverName } from '../describe/core-names.ts';
import {
  blockFor,
  partsOf,
  placeOfOffset,
  placeOfPriority,
  type BlockParts,
  type Counts,
  type LoopPart,
  type ObstaclePart,
} from './layout.ts';
import { WorkerLink } from './link.ts';
import { PageGoal, viewOf, WorkerLoop } from './parts.ts';
import type { Answer, Ask, Kind, WorkerSolutions } from './questions.ts';
import type { ProblemFacts, Start, WorkerLike } from './messages.ts';
import { spawn } from './spawn.ts';

export interface WorkerOptions {
  /** Like `ModelOptions.hinges`. Default true. */
  readonly hinges?: boolean;
  /** Options for the worker's `init`, with addresses relative to the page. Default: none. */
  readonly init?: InitOptions;
  /**
   * Makes the worker if the bundler does not find its script. The script must import `limber/worker/thread`.
   */
  readonly worker?: () => WorkerLike;
  /**
   * Milliseconds without an answer after which the worker is considered dead; Infinity: never. Default
   * 30,000.
   */
  readonly timeout?: number;
  /** Like `problem.onError`. */
  readonly onError?: (error: LimberError) => void;
}

/**
 * The state at the worker's last answer. The arrays stay the same; their numbers change. Every solve starts from
 * `q`; values written during a solve are lost unless `update()` is called at once.
 */
export type WorkerState = State<Promise<void>>;

/** The worker's model. */
export class WorkerModel extends AnyModel {}

/** Result of a solve. */
export type WorkerResult = SolveRecord;

/** How well the arm can move from its pose, by the Jacobian of its goals: as in a `SolveResult`. */
export type Conditioning = Pick<SolveResult, 'smallestSingularValue' | 'manipulability'>;

const optionNames = ['hinges', 'init', 'worker', 'timeout', 'onError'] as const;

const badOption = { code: 'badOption' } as const;

const noParts = () => ({
  goals: new PartList<Goal, PageGoal>(),
  loops: new PartList<WorkerLoop, LoopPart>(),
  obstacles: new PartList<Obstacle, ObstaclePart>(),
});

/**
 * A `Problem` that is solved in a worker: the same interface, but everything that needs the core returns a
 * promise.
 */
export class WorkerProblem extends AnyProblem<WorkerModel, Goal, WorkerLoop, Obstacle, Promise<void>> {
  /** The state at the worker's last answer. */
  readonly state: WorkerState;
  /** Called when the worker has died, even if it is restarted. */
  onError: ((error: LimberError) => void) | undefined;
  readonly #link: WorkerLink;
  readonly #owner: Owner<Promise<void>>;
  readonly #arrays: Arrays;
  readonly #parts: ReturnType<typeof noParts>;
  #collisionPairs: readonly CollisionPair[] | undefined;
  /** Seconds to step: already sent to the worker, and new ones. */
  #sentTime = 0;
  #newTime = 0;
  #block: Float64Array | undefined;

  private constructor(link: WorkerLink, facts: ProblemFacts) {
    const array = (name: ArrayName): Float64Array => (link.check(), facts.arrays[name]);
    const parts = noParts();
    super(new WorkerModel(facts.model), array, () => (link.check(), parts));
    this.#link = link;
    this.#parts = parts;
    this.#owner = this.#makeOwner();
    this.#arrays = facts.arrays;
    this.model.loops.forEach((description, i) => this.#note(description, facts.loops[i]!));
    this.state = this.#makeState(array);
  }

  /**
   * Starts a worker and builds the model and the problem in it.
   *
   * Rejects with a LimberError: those of `init` and `Model.from`, or `workerFailed` if no worker can be
   * started.
   */
  static async create(description: ModelDescription, options: WorkerOptions = {}): Promise<WorkerProblem> {
    const { init = {}, hinges, worker, timeout, onError } = checkOptions(options);
    const start = {
      init: absolute(init),
      description: plain(description),
      options: hinges === undefined ? {} : { hinges },
    };
    let problem = undefined as WorkerProblem | undefined;
    const link = new WorkerLink({
      spawn: worker ?? spawn,
      timeout: timeout ?? 30_000,
      start: () => ({ ...start, goals: [], ...(problem ? problem.#describe() : {}) }),
      block: () => problem!.#write(),
      onBlock: (block) => problem!.#read(block),
      onDeath: (error) => problem?.onError?.(error),
    });
    problem = new WorkerProblem(link, (await link.start()) as ProblemFacts);
    problem.onError = onError;
    return problem;
  }

  #makeOwner(): Owner<Promise<void>> {
    const { goals, loops } = this.#parts;
    const numbersOf = (goal: Part) => goals.known.get(goal as Goal)!.numbers;
    return {
      check: () => this.#link.check(),
      toLink: (goal) => {
        const accept = (target: number[]): void => goals.known.get(goal as Goal)?.target.set(target);
        const ask = () => ({ index: placeOf(goals, goal as Goal) });
        // Goals cannot fail; a dead worker is reported to onError.
        this.#ask('toLink', ask, { accept }).catch(() => {});
      },
      // The worker checks the numbers when they arrive.
      checkGoal: () => {},
      changeOffset: (goal, offset) => numbersOf(goal).set(offset, placeOfOffset),
      changePriority: (goal, priority) => numbersOf(goal).fill(priority, placeOfPriority, placeOfOffset),
      setLoopClosed: (loop, closed) => loops.known.get(loop as WorkerLoop)!.fill(Number(closed), 0, 1),
      routeLoop: (loop, description, keep) => {
        const ask = () => ({ index: placeOf(loops, loop as WorkerLoop), description });
        return this.#ask('routeLoop', ask).then(keep);
      },
    };
  }

  #makeState(array: (name: 'q' | 'poses') => Float64Array): WorkerState {
    return {
      get q() {
        return array('q');
      },
      get poses() {
        return array('poses');
      },
      update: async () => {
        const q = array('q').slice();
        return this.#ask('update', () => ({ q }));
      },
      reset: () => this.#ask('reset'),
      projectOntoLimits: () => this.#ask('projectOntoLimits'),
      place: async () => {
        const poses = array('poses').slice();
        return this.#ask('place', () => ({ poses }));
      },
    };
  }

  /** Asks one of the worker's own questions. */
  #ask<K extends Kind>(
    kind: K,
    ask: () => Ask<K> = () => ({}) as Ask<K>,
    how: { accept?(answer: Answer<K>): void; code?: ErrorCode; merge?: string } = {},
  ): Promise<Answer<K>> {
    return this.#link.ask({ kind, ask, ...how }, how.merge) as Promise<Answer<K>>;
  }

  /** Asks a question of another feature; those with the same `merge` that wait become one. @internal */
  ask<A>(kind: string, ask: () => unknown, merge?: string): Promise<A> {
    return this.#link.ask({ kind, ask, ...badOption }, merge) as Promise<A>;
  }

  /** Data for another worker to take over. */
  #describe(): Pick<Start, 'goals' | 'loops' | 'obstacles' | 'collisionPairs'> {
    const { goals, loops, obstacles } = this.#parts;
    return {
      goals: Array.from(goals.known.values(), ({ description }) => description),
      loops: Array.from(loops.known.keys(), ({ description, closed }) => ({ description, closed })),
      obstacles: Array.from(obstacles.known, ([{ description }, { pose, size }]) => ({
        description,
        pose,
        size,
      })),
      collisionPairs: this.#collisionPairs,
    };
  }

  get #counts(): Counts {
    const { goals, loops, obstacles } = this.#parts;
    return [goals.known.size, loops.known.size, obstacles.known.size];
  }

  #partsOf(block: Float64Array): BlockParts {
    const targets = Array.from(this.#parts.goals.known.values(), ({ target }) => target.length);
    return partsOf(block, sizesOf(this.model), targets, this.#counts);
  }

  #write(): Float64Array {
    const block = blockFor(sizesOf(this.model), this.#counts, this.#block);
    this.#block = undefined;
    const parts = this.#partsOf(block);
    for (const name of writtenNames) parts[name].set(this.#arrays[name]);
    const { goals, loops, obstacles } = this.#parts;
    [...goals.known.values()].forEach(({ target, velocity, numbers }, i) => {
      const part = parts.goals[i]!;
      part.target.set(target);
      part.velocity.set(velocity);
      part.numbers.set(numbers);
    });
    [...loops.known.values()].forEach((numbers, i) => parts.loops[i]!.set(numbers));
    [...obstacles.known.values()].forEach(({ pose, size }, i) => {
      parts.obstacles[i]!.pose.set(pose);
      parts.obstacles[i]!.size.set(size);
    });
    return block;
  }

  #read(block: Float64Array): void {
    this.#block = block;
    const parts = this.#partsOf(block);
    for (const name of answeredNames) this.#arrays[name].set(parts[name]);
    // The block may lack the newest part.
    const goals = [...this.#parts.goals.known.values()];
    const loops = [...this.#parts.loops.known.values()];
    parts.goals.forEach(({ numbers }, i) => goals[i]!.numbers.set(numbers.subarray(0, placeOfPriority)));
    parts.loops.forEach((numbers, i) => loops[i]!.set(numbers.subarray(1), 1));
  }

  /** Asks for a new part. `make` adds it to the list before the next request is sent. */
  async #add<K extends 'addGoal' | 'addLoop' | 'addObstacle', D, P extends Part>(
    kind: K,
    list: PartList<P, unknown>,
    description: D,
    make: (answer: Answer<K>, description: D) => P,
  ): Promise<P> {
    const own = plain(description);
    let added: P | undefined;
    const accept = (answer: Answer<K>): void => {
      // Another array, because users may be in a loop over this one.
      list.shown = [...list.shown];
      added = make(answer, own);
    };
    await this.#ask(kind, () => ({ description: own }) as Ask<K>, { accept });
    return added!;
  }

  #remove<P extends Part>(
    kind: 'removeGoal' | 'removeLoop' | 'removeObstacle',
    list: PartList<P, unknown>,
    part: P,
  ): Promise<void> {
    if (!this.#link.isDisposed) {
      if (!list.shown.includes(part)) return Promise.resolve();
      list.shown = [...list.shown];
      list.hide(part);
    }
    return this.#ask(kind, () => ({ index: placeOf(list, part) }), { accept: () => list.known.delete(part) });
  }

  /** Rejects with the LimberErrors of `Problem.addGoal`. */
  addGoal<T extends GoalType>(description: GoalDescription & { readonly type: T }): Promise<GoalOf<T>> {
    const { goals } = this.#parts;
    return this.#add('addGoal', goals, description, (answer, own) => {
      const page = new PageGoal(own, answer);
      return goals.add(new AnyGoal(this.#owner, answer, 0, page.views) as Goal, page);
    }) as Promise<GoalOf<T>>;
  }

  /**
   * Removes the goal at once; the promise resolves when the worker has removed it too. Ignores a goal of
   * another problem.
   */
  removeGoal(goal: Goal): Promise<void> {
    return this.#remove('removeGoal', this.#parts.goals, goal);
  }

  #note(description: LoopDescription, gaps: readonly number[]): WorkerLoop {
    const numbers = Float64Array.from(gaps);
    const loop = new WorkerLoop(this.#owner, description, 0, viewOf(numbers.subarray(1)));
    return this.#parts.loops.add(loop, numbers);
  }

  /** Closes a loop, from the next solve on. Rejects with the LimberErrors of `Problem.addLoop`. */
  addLoop(description: LoopDescription): Promise<WorkerLoop> {
    return this.#add('addLoop', this.#parts.loops, description, (numbers, own) => this.#note(own, numbers));
  }

  /**
   * Removes the loop at once; the promise resolves when the worker has removed it too. Ignores a loop of
   * another problem.
   */
  removeLoop(loop: WorkerLoop): Promise<void> {
    return this.#remove('removeLoop', this.#parts.loops, loop);
  }

  /** Adds a shape for the option `clearance`. Rejects with the LimberErrors of `Problem.addObstacle`. */
  addObstacle(description: ObstacleDescription): Promise<Obstacle> {
    const { obstacles } = this.#parts;
    return this.#add('addObstacle', obstacles, description, (facts) => {
      const [pose, size] = [Float64Array.from(facts.pose), Float64Array.from(facts.size)];
      const views = [viewOf(pose), viewOf(size)] as const;
      return obstacles.add(new Obstacle(this.#owner, facts.description, 0, ...views), { pose, size });
    });
  }

  /**
   * Removes the obstacle at once; the promise resolves when the worker has removed it too. Ignores one of
   * another problem.
   */
  removeObstacle(obstacle: Obstacle): Promise<void> {
    return this.#remove('removeObstacle', this.#parts.obstacles, obstacle);
  }

  /** Like writing `Problem.collisionPairs`. Rejects with a LimberError `unknownLink`. */
  async setCollisionPairs(pairs: readonly CollisionPair[]): Promise<void> {
    const own = plain(pairs);
    const accept = (): void => void (this.#collisionPairs = own);
    await this.#ask('setCollisionPairs', () => ({ pairs: own }), { accept });
  }

  /** Like `Problem.clearance`: metres, at the current state. */
  clearance(): Promise<number> {
    return this.#ask('clearance');
  }

  /** Like `Problem.nearestPairs`, at the current state. */
  async nearestPairs(most: number): Promise<NearPair[]> {
    let known: Obstacle[] = [];
    const ask = (): { most: number } => {
      known = [...this.#parts.obstacles.known.keys()];
      return { most };
    };
    const pairs = await this.#ask('nearestPairs', ask);
    return pairs.map(({ obstacles: [a, b], ...pair }) => ({
      ...pair,
      obstacles: [known[a] ?? null, known[b] ?? null],
    }));
  }

  /** Like `Problem.jacobian`, at the current state. Rejects with a LimberError `unknownLink`. */
  async jacobian(link: string): Promise<Float64Array> {
    this.model.named(link);
    return this.#ask('jacobian', () => ({ link }));
  }

  /** Every pose that meets the goals, like `Problem.solutions`. Rejects with a LimberError `badOption`. */
  solutions(options: SolutionOptions = {}): Promise<WorkerSolutions> {
    return this.#ask('solutions', () => ({ options: copy(options) }), badOption);
  }

  /** True, or the reason why the solver does not support this problem. */
  supports(solver: SolverName): Promise<true | string> {
    return this.#ask('supports', () => ({ solver }), { code: 'unknownSolver' });
  }

  /**
   * Solves, starting from `state.q`, for the goals' values at the time when the worker is free. Calls while
   * it is busy become one, with the options of the last call, so an answer is never more than one solve
   * behind.
   *
   * Rejects with a LimberError `badOption` or `unknownSolver`, or `workerFailed` if workers keep dying.
   */
  solve(options: SolveOptions = {}): Promise<WorkerResult> {
    return this.#ask('solve', () => ({ options: copy(options) }), { ...badOption, merge: 'solve' });
  }

  /**
   * Simulates `dt` seconds, like `Problem.step`. Calls while the worker is busy become one, with the sum of
   * their times, the options of the last call and the targets at that time.
   */
  async step(dt: number, options: StepOptions = {}): Promise<WorkerStepResult> {
    if (typeof dt !== 'number') throw new LimberError('badOption', `dt is ${show(dt)}; give seconds`);
    this.#newTime += dt;
    const ask = (): { dt: number; options: StepOptions } => {
      this.#sentTime += this.#newTime;
      this.#newTime = 0;
      return { dt: this.#sentTime, options: copy(options) };
    };
    const accept = (): void => void (this.#sentTime = 0);
    return this.#ask('step', ask, { ...badOption, accept, merge: 'step' });
  }

  /**
   * Call it after a jump: everything moved since the last step then counts as having been there all along.
   */
  forgetMotion(): Promise<void> {
    return this.#ask('forgetMotion');
  }

  /** How the mechanism can move from its current pose. Rejects with a LimberError `badOption`. */
  mobility(options: MobilityOptions = {}): Promise<Mobility> {
    return this.#ask('mobility', () => ({ options: copy(options) }), badOption);
  }

  /** Singular values at the current state. */
  conditioning(): Promise<Conditioning> {
    return this.#ask('conditioning');
  }

  /** Stops the worker. Pending requests and any later use fail with a LimberError `disposed`. */
  dispose(): void {
    this.#link.dispose();
  }
}

/** Its index in the worker. */
const placeOf = <P extends Part>({ known }: PartList<P, unknown>, part: P): number =>
  [...known.keys()].indexOf(part);

/** A copy that can be sent. */
function plain<T>(value: T): T {
  try {
    return copy(value);
  } catch (cause) {
    const message = 'the description is nested without end; give plain data that does not hold itself';
    throw new LimberError('badDescription', message, { cause });
  }
}

/**
 * Makes addresses absolute, because they are relative to the page, not to the worker's script. A URL object
 * cannot be sent.
 */
function absolute(init: InitOptions): InitOptions {
  const { wasmUrl } = init;
  if (wasmUrl === undefined) return init;
  const base = globalThis.document?.baseURI ?? globalThis.location?.href;
  return { ...init, wasmUrl: URL.canParse(String(wasmUrl), base) ? new URL(wasmUrl, base).href : wasmUrl };
}

function checkOptions(options: WorkerOptions): WorkerOptions {
  const { init, timeout, worker, onError } = asObject(options, 'options', optionNames);
  const milliseconds = timeout ?? Infinity;
  if (typeof milliseconds !== 'number' || !(milliseconds > 0))
    bad('options.timeout', 'milliseconds above 0', timeout);
  if (init !== undefined && (typeof init !== 'object' || init === null))
    bad('options.init', 'an object', init);
  if (worker !== undefined && typeof worker !== 'function') bad('options.worker', 'a function', worker);
  if (onError !== undefined && typeof onError !== 'function') bad('options.onError', 'a function', onError);
  return options;
}
