import { disposeSymbol, Handle } from './disposable.ts';
import { LimberError } from './errors.ts';
import { asNumbers, bad } from './flatten.ts';
import { checkGoal, Goal, type GoalDescription } from './goal.ts';
import { core, throwRaw, type Core } from './loader.ts';
import { Model } from './model.ts';
import { solverIndex, writeOptions, type SolveOptions, type SolverName } from './options.ts';
import type { RawProblem } from './raw.ts';
import { View } from './view.ts';

/**
 * converged: every goal is within its tolerance. stalled: nothing moves any more; another start may reach. maxIterations:
 * still moving. unreachable: nothing moves any more, and lengths alone prove that no pose reaches a target. notFinite: a
 * target or coordinate is no finite number, the state is as it was. unsupported: not for this solver.
 */
export type Status = 'converged' | 'stalled' | 'maxIterations' | 'notFinite' | 'unreachable' | 'unsupported';

/** How the last solve ended: one object a problem, whose values the next solve changes. */
export interface SolveResult {
  /** How it ended. */
  readonly status: Status;
  /** Steps over all descents. */
  readonly iterations: number;
  /** Descents after the first. */
  readonly restarts: number;
  /** Why, where the status is notFinite or unsupported. */
  readonly reason: string;
  /**
   * Of the Jacobian of the goals that are on, where the state is now: rows of length divided by the reach, slides counted
   * in reaches, weights left out. 0 at a singularity. Computed when asked for.
   */
  readonly smallestSingularValue: number;
  /** √det(J Jᵀ) of the same Jacobian (Yoshikawa 1985): the product of its singular values. Computed when asked for. */
  readonly manipulability: number;
}

/** Where the model is. The arrays are views of the core's memory: read and write them, but get them anew each time. */
export interface State {
  /** nq numbers: radians, metres, quaternions x y z w. After writing, call `update()`. */
  readonly q: Float64Array;
  /** World from link, 7 numbers a link: px py pz qx qy qz qw. */
  readonly poses: Float64Array;
  /** Makes quaternions unit, and poses and residuals fit q. @throws LimberError `notFinite`; q is zero then. */
  update(): void;
  /** To zero, or the allowed pose next to it. */
  reset(): void;
  /** Into the limits: whole turns off first, then each coordinate to the nearest allowed value. */
  projectOntoLimits(): void;
}

type ViewName = 'q' | 'poses' | 'jointWeights' | 'rest' | 'activeLimits' | 'options' | 'result';

/** A model, where it is, and what is wanted of it. */
export class Problem {
  /** What moves. It may serve other problems, too. */
  readonly model: Model;
  /** Where it is: a solve starts from it and leaves its best pose there. */
  readonly state: State;
  readonly #core: Core;
  readonly #handle: Handle<RawProblem>;
  readonly #views: Readonly<Record<ViewName, View>>;
  readonly #residuals: View;
  readonly #goals: Goal[] = [];
  /** @internal */
  protected readonly result: SolveResult;

  /** @throws LimberError `disposed` if the model is; `badDescription` for anything but a model. */
  constructor(model: Model) {
    this.#core = core();
    if (!(model instanceof Model)) bad('the model', 'made by Model.from', model);
    this.model = model;
    const { module, tables } = this.#core;
    const raw = new module.Problem(model.raw);
    this.#handle = new Handle(raw, 'problem');
    const { nq, nv, links } = model;
    const view = this.block.bind(this);
    this.#views = {
      q: view(raw.q(), nq),
      poses: view(raw.poses(), 7 * links.length),
      jointWeights: view(raw.jointWeights(), nv),
      rest: view(raw.rest(), nq),
      activeLimits: view(raw.activeLimits(), nv),
      options: view(raw.options(), tables.options.length),
      result: view(raw.result(), 5),
    };
    this.#residuals = view(raw.residuals(), 0);
    this.state = this.#makeState();
    this.result = this.#makeResult();
  }

  /** @internal */
  protected get raw(): RawProblem {
    return this.#handle.raw;
  }

  /** @internal A block of the core's memory. */
  protected block(address: number, length: number): View {
    void this.raw; // throws after dispose
    return new View(this.#core.module, address, length, this.#handle);
  }

  #view(name: ViewName): Float64Array {
    void this.raw; // throws after dispose
    return this.#views[name].get();
  }

  #makeState(): State {
    const view = this.#view.bind(this);
    const raw = (): RawProblem => this.raw;
    return {
      get q() {
        return view('q');
      },
      get poses() {
        return view('poses');
      },
      update() {
        if (raw().update()) return;
        throw new LimberError('notFinite', 'q held a number that is not finite; it is zero now');
      },
      reset: () => raw().reset(),
      projectOntoLimits: () => raw().projectOntoLimits(),
    };
  }

  #makeResult(): SolveResult {
    const view = this.#view.bind(this);
    const raw = (): RawProblem => this.raw;
    const statuses = this.#core.tables.statuses as readonly Status[];
    function show(this: SolveResult): object {
      const { status, iterations, restarts, reason } = this;
      return { status, iterations, restarts, reason };
    }
    return {
      get status() {
        return statuses[view('result')[0]!]!;
      },
      get iterations() {
        return view('result')[1]!;
      },
      get restarts() {
        return view('result')[2]!;
      },
      get reason() {
        return raw().reason();
      },
      get smallestSingularValue() {
        raw().conditioning();
        return view('result')[3]!;
      },
      get manipulability() {
        raw().conditioning();
        return view('result')[4]!;
      },
      // What console.log and JSON.stringify show: values instead of getters, without computing a decomposition.
      [Symbol.for('nodejs.util.inspect.custom')]: show,
      toJSON: show,
    } as SolveResult;
  }

  /** nv numbers from 0 (stays) to 1 (moves as the solver likes): how willingly each coordinate moves. */
  get jointWeights(): Float64Array {
    return this.#view('jointWeights');
  }

  /** nq numbers, as state.q: the posture that the option restGain draws towards. At first that of `state.reset()`. */
  get rest(): Float64Array {
    return this.#view('rest');
  }

  /**
   * nv numbers: −1 at the lower limit, 1 at the upper, 0 between. Of a ball the first number is 1 at the edge of its
   * swing, the third tells its twist. Up to date after every solve and update.
   */
  get activeLimits(): Float64Array {
    return this.#view('activeLimits');
  }

  /** In the order in which they were added. */
  get goals(): readonly Goal[] {
    void this.raw; // throws after dispose
    return this.#goals;
  }

  /**
   * @throws LimberError `unknownGoalType`, `unknownLink`, `badGoal` (zero axis, negative weight), `notFinite`,
   * `notUnit`, or `badDescription` for a wrong type.
   */
  addGoal(description: GoalDescription): Goal {
    const raw = this.raw;
    // Everything is read before the core is told anything, so that an error leaves no half-made goal.
    const wanted = checkGoal(description);
    if (wanted.offset) raw.setOffset(...wanted.offset);
    if (wanted.axis) raw.setAxis(...wanted.axis);
    for (const axis of wanted.free) raw.setFree(axis);
    raw.setPriority(wanted.priority);
    const index = raw.addGoal(wanted.type, wanted.link, wanted.weight);
    if (index < 0) throwRaw(raw);

    const target = this.block(raw.target(index), raw.targetSize(index));
    const goal = new Goal(wanted, index, () => this.raw, target, this.#residuals);
    this.#goals.push(goal);
    this.#residuals.move(raw.residuals(), 2 * this.#goals.length);
    if (wanted.target !== undefined) this.#setTarget(goal, wanted.target);
    raw.measure();
    return goal;
  }

  #setTarget(goal: Goal, target: unknown): void {
    try {
      goal.target.set(asNumbers(target, goal.target.length as 3, `the ${goal.type} goal's target`));
    } catch (error) {
      this.removeGoal(goal);
      throw error;
    }
  }

  /** Does nothing for a goal that is not of this problem. */
  removeGoal(goal: Goal): void {
    const raw = this.raw;
    const index = this.#goals.indexOf(goal);
    if (index < 0) return;
    raw.removeGoal(index);
    this.#goals.splice(index, 1);
    goal.index = -1;
    this.#goals.forEach((each, i) => (each.index = i));
    this.#residuals.move(raw.residuals(), 2 * this.#goals.length);
  }

  /** True, or the reason why not. */
  supports(solver: SolverName): true | string {
    return this.raw.supports(solverIndex(this.#core.tables, solver)) || true;
  }

  /**
   * Solves from the state and leaves the best pose found there. One call into the core; nothing is allocated.
   *
   * @throws LimberError `badOption` or `unknownSolver`. Not reached, stalled, a target that is not finite and an
   * unsupported problem are normal results.
   */
  solve(options: SolveOptions = {}): SolveResult {
    const raw = this.raw;
    this.writeOptions(options);
    raw.solve(solverIndex(this.#core.tables, options.solver ?? 'ccd'));
    return this.result;
  }

  /** @internal */
  protected writeOptions(options: SolveOptions = {}): void {
    writeOptions(this.#core.tables, options, this.#view('options'));
  }

  /** Names of the links whose joints are at a limit, for messages. */
  linksAtLimit(): string[] {
    const active = this.activeLimits;
    const isActive = (first: number, count: number): boolean =>
      active.subarray(first, first + count).some((each) => each !== 0);
    return this.model.links.filter(({ vIndex, nv }) => isActive(vIndex, nv)).map(({ name }) => name);
  }

  /** Frees the core's memory; any later use is a LimberError `disposed`. */
  dispose(): void {
    this.#handle.dispose();
  }

  /** For `using`: the same as `dispose`. */
  [disposeSymbol](): void {
    this.dispose();
  }
}
