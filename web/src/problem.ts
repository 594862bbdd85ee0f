import { disposeSymbol, Handle } from './disposable.ts';
import { LimberError, show } from './errors.ts';
import { asNumbers, bad } from './flatten.ts';
import { Goal, handGoal, type GoalDescription } from './goal.ts';
import { linksAtLimit } from './limits.ts';
import { core, throwRaw, type Core } from './loader.ts';
import { Loop, withLoop, type LoopDescription, type LoopOwner } from './loop.ts';
import { Model } from './model.ts';
import {
  defaultSolver,
  solverIndex,
  writeOptions,
  type SolveOptions,
  type SolverName,
  type StepOptions,
} from './options.ts';
import type { RawProblem } from './raw.ts';
import { makeResults, type Mobility, type SolveResult, type Status, type StepResult } from './result.ts';
import { makeState, type State } from './state.ts';
import { MemoryView } from './view.ts';

/** Numbers of each block that a problem of this model has. */
const blockSizes = ({ nq, nv, links }: Model, options: number) => ({
  q: nq,
  poses: 7 * links.length,
  jointWeights: nv,
  rest: nq,
  activeLimits: nv,
  options,
  result: 5,
  fitWeights: links.length,
  misfits: 2 * links.length,
  velocities: nv,
  drivenVelocities: nv,
  // These grow as goals and loops are added.
  residuals: 0,
  loopResiduals: 0,
});

type ViewName = keyof ReturnType<typeof blockSizes>;

/** A model, where it is, and what is wanted of it. */
export class Problem {
  /** What moves. It may serve other problems, too. */
  readonly model: Model;
  /** Where it is: a solve starts from it and leaves its best pose there. */
  readonly state: State;
  readonly #core: Core;
  readonly #handle: Handle<RawProblem>;
  readonly #views: Readonly<Record<ViewName, MemoryView>>;
  readonly #goals: Goal[] = [];
  readonly #loops: Loop[] = [];
  readonly #loopOwner: LoopOwner;
  readonly #results: { readonly solve: SolveResult; readonly step: StepResult };

  /** @throws LimberError `disposed` if the model is; `badDescription` for anything but a model. */
  constructor(model: Model) {
    this.#core = core();
    if (!(model instanceof Model)) bad('the model', 'made by Model.from', model);
    this.model = model;
    const { module, tables } = this.#core;
    const raw = new module.Problem(model.raw);
    this.#handle = new Handle(raw, 'problem');
    const sizes = Object.entries(blockSizes(model, tables.options.length)) as [ViewName, number][];
    this.#views = Object.fromEntries(
      sizes.map(([name, length]) => [name, this.#block(raw[name](), length)]),
    ) as Record<ViewName, MemoryView>;
    const present = (): RawProblem => this.#raw;
    this.state = makeState(present, (name) => this.#view(name));
    this.#results = makeResults(present, () => this.#view('result'), tables.statuses as readonly Status[]);
    this.#loopOwner = {
      route: (loop, description) => this.#route(loop, description),
      setClosed: (loop, closed) => this.#raw.setLoopClosed(loop.index, closed),
      residual: (loop, part) => this.#view('loopResiduals')[2 * loop.index + part]!,
    };
    for (const loop of model.loops) this.#note(loop);
  }

  get #raw(): RawProblem {
    return this.#handle.raw;
  }

  /** A block of the core's memory. */
  #block(address: number, length: number): MemoryView {
    return new MemoryView(this.#core.module, address, length, this.#handle);
  }

  #view(name: ViewName): Float64Array {
    void this.#raw; // throws after dispose
    return this.#views[name].get();
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

  /** One number per link, above 0: how stiffly its joint holds, in `maximal`, where not all joints fit. */
  get fitWeights(): Float64Array {
    return this.#view('fitWeights');
  }

  /** Two numbers per link, metres and radians: the gap in its joint after `maximal`; 0 after other solvers. */
  get misfits(): Float64Array {
    return this.#view('misfits');
  }

  /** nv numbers, rad/s and m/s: how the coordinates moved at the end of the last step. */
  get velocities(): Float64Array {
    return this.#view('velocities');
  }

  /**
   * nv numbers, rad/s and m/s: how fast you move coordinates whose jointWeights are 0, where you know better than the
   * difference from where they were at the last step. NaN, as it is at first: from that difference.
   */
  get drivenVelocities(): Float64Array {
    return this.#view('drivenVelocities');
  }

  /** In the order in which they were added. */
  get goals(): readonly Goal[] {
    void this.#raw; // throws after dispose
    return this.#goals;
  }

  /**
   * @throws LimberError `unknownGoalType`, `unknownLink`, `badGoal` (zero axis, negative weight), `notFinite`,
   * `notUnit`, or `badDescription` for a wrong type.
   */
  addGoal(description: GoalDescription): Goal {
    const raw = this.#raw;
    try {
      const wanted = handGoal(description, raw);
      const index = raw.addGoal(wanted.type, wanted.link, wanted.weight);
      if (index < 0) throwRaw(raw);
      const target = this.#block(raw.target(index), raw.targetSize(index));
      const goal = new Goal(wanted, index, () => this.#raw, target, this.#views.residuals);
      this.#goals.push(goal);
      this.#measureGoals();
      if (wanted.target !== undefined) this.#setTarget(goal, wanted.target);
      raw.measure();
      return goal;
    } finally {
      // What an error has left over must not go to the next goal.
      raw.clearNext();
    }
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
    const raw = this.#raw;
    const index = this.#goals.indexOf(goal);
    if (index < 0) return;
    raw.removeGoal(index);
    remove(this.#goals, index);
    this.#measureGoals();
  }

  #measureGoals(): void {
    this.#views.residuals.move(this.#raw.residuals(), 2 * this.#goals.length);
  }

  /** Those of the model first. */
  get loops(): readonly Loop[] {
    void this.#raw; // throws after dispose
    return this.#loops;
  }

  /**
   * Closes a loop, from the next solve on.
   *
   * @throws LimberError `unknownLink`, `badLoop`, `notFinite`, `notUnit`, or `badDescription` for a wrong type.
   */
  addLoop(description: LoopDescription): Loop {
    const raw = this.#raw;
    if (!withLoop(description, 'the loop', (draft) => raw.addLoop(draft))) throwRaw(raw);
    return this.#note(description);
  }

  #note(description: LoopDescription): Loop {
    const loop = new Loop(this.#loopOwner, description, this.#loops.length);
    this.#loops.push(loop);
    this.#measureLoops();
    return loop;
  }

  #route(loop: Loop, description: LoopDescription): void {
    const raw = this.#raw;
    if (!withLoop(description, 'the loop', (draft) => raw.routeLoop(loop.index, draft))) throwRaw(raw);
  }

  /** Does nothing for a loop that is not of this problem. */
  removeLoop(loop: Loop): void {
    const index = this.loops.indexOf(loop);
    if (index < 0) return;
    this.#raw.removeLoop(index);
    remove(this.#loops, index);
    this.#measureLoops();
  }

  #measureLoops(): void {
    this.#views.loopResiduals.move(this.#raw.loopResiduals(), 2 * this.#loops.length);
  }

  /** True, or the reason why not. */
  supports(solver: SolverName): true | string {
    return this.#raw.supports(solverIndex(this.#core.tables, solver)) || true;
  }

  /**
   * Solves from the state and leaves the best pose found there. One call into the core; nothing is allocated.
   *
   * @throws LimberError `badOption` or `unknownSolver`. Not reached, stalled, a target that is not finite and an
   * unsupported problem are normal results.
   */
  solve(options: SolveOptions = {}): SolveResult {
    const raw = this.#raw;
    this.#writeOptions(options);
    raw.solve(solverIndex(this.#core.tables, options.solver ?? defaultSolver));
    return this.#results.solve;
  }

  /**
   * Lets `dt` seconds pass, by iTaSC. What you have moved since the last step, targets and coordinates whose jointWeights
   * are 0, is taken to have moved evenly during these; the joints follow. One call into the core; nothing is allocated.
   *
   * @throws LimberError `badOption`. A dt or target that is not finite is the status `notFinite`.
   */
  step(dt: number, options: StepOptions = {}): StepResult {
    if (typeof dt !== 'number') throw new LimberError('badOption', `dt is ${show(dt)}; give seconds`);
    this.#writeOptions(options);
    this.#raw.step(dt);
    return this.#results.step;
  }

  #writeOptions(options: SolveOptions): void {
    writeOptions(this.#core.tables, options, this.#view('options'));
  }

  /**
   * Six numbers, m/s and rad/s: how fast a goal's target moves, in the frame that the target is given in, where you know
   * better than the difference from where it was at the last step. NaN, as it is at first: from that difference. A view
   * of the core's memory: get it anew after anything was built.
   */
  targetVelocity(goal: Goal): Float64Array {
    const index = this.goals.indexOf(goal);
    if (index < 0) bad('the goal', "one of this problem's", goal);
    return this.#block(this.#raw.targetVelocity(index), 6).get();
  }

  /** Seconds that all steps have taken. */
  get time(): number {
    return this.#raw.time();
  }

  /** Whatever you move before the next step has not moved but stood there: after a jump. */
  forgetMotion(): void {
    this.#raw.forgetMotion();
  }

  /** From where it is. Takes far longer than a solve: for a table, not for every frame. */
  mobility(): Mobility {
    const at = this.#block(this.#raw.mobility(), 4).get();
    return { mobility: at[0]!, instantaneous: at[1]!, counted: at[2]!, rank: at[3]! };
  }

  /** Names of the links whose joints are at a limit, or are locked because their limits leave them one value. */
  linksAtLimit(): string[] {
    return linksAtLimit(this.model.links, this.activeLimits);
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

/** Takes out what stands at `index`; the others move up. */
function remove(list: (Goal | Loop)[], index: number): void {
  const [removed] = list.splice(index, 1);
  removed!.index = -1;
  list.forEach((each, i) => (each.index = i));
}
