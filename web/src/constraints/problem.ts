import { bad } from '../flatten.ts';
import type { Goal } from '../goal.ts';
import { LimberError, show } from '../errors.ts';
import { throwRaw } from '../loader.ts';
import type { SolverName as TreeSolver, SolveOptions as TreeOptions } from '../options.ts';
import { Problem as TreeProblem, type SolveResult, type State, type Status } from '../problem.ts';
import type { View } from '../view.ts';
import { flattenLoop, type LoopDescription } from './description.ts';
import { handParts, type GoalDescription } from './goals.ts';
import { Loop, type LoopOwner } from './loop.ts';
import { Model } from './model.ts';
import type { SolveOptions, SolverName, StepOptions } from './options.ts';
import { withDraft, type RawConstraintProblem } from './raw.ts';

/** How a mechanism can move from where it is; limits and goals left aside. */
export interface Mobility {
  /** In how many ways it really moves: 0 for what is jammed, or does not close. */
  readonly mobility: number;
  /** Directions in which no loop opens at first sight. */
  readonly instantaneous: number;
  /** What counting freedoms and closures says (Grübler, Kutzbach); may be negative. */
  readonly counted: number;
  /** Of all constraints on free links: six a link less `instantaneous`. */
  readonly rank: number;
}

/** How the last `step` ended: one object a problem, whose values the next step changes. */
export interface StepResult {
  /** converged: every goal is within its tolerance. maxIterations: not yet. */
  readonly status: Status;
  /** Parts that the time was taken in. */
  readonly substeps: number;
  /** What was done otherwise than asked, as a gain that was lowered; '' mostly. */
  readonly warning: string;
  /** Why, where the status is notFinite or unsupported. */
  readonly reason: string;
}

/** As that of `limber`, and able to take links from where their poses are written. */
export interface ConstraintState extends State {
  /**
   * Takes links as `poses` has them, an exploded assembly for one: the next solve by `maximal` starts there. Solvers
   * that work on q go back to what q says. @throws LimberError `notFinite`; the links are where q says then.
   */
  place(): void;
}

type NumbersName = 'fitWeights' | 'misfits' | 'velocities' | 'drivenVelocities';

/** A mechanism with loops, where it is, and what is wanted of it. */
export class Problem extends TreeProblem {
  readonly #loops: Loop[] = [];
  readonly #residuals: View;
  readonly #owner: LoopOwner;
  readonly #stepResult: StepResult;
  readonly #numbers: Readonly<Record<NumbersName, View>>;
  declare readonly state: ConstraintState;

  /** @throws LimberError `disposed` if the model is; `badDescription` for anything but a model of this entry. */
  constructor(model: Model) {
    if (!(model instanceof Model)) bad('the model', "made by Model.from of 'limber/constraints'", model);
    super(model);
    this.#residuals = this.block(this.#raw.loopResiduals(), 0);
    this.#owner = {
      route: (loop, description) => this.#route(loop, description),
      setClosed: (loop, closed) => this.#raw.setLoopClosed(loop.index, closed),
      residual: (loop, part) => {
        void this.raw; // throws after dispose
        return this.#residuals.get()[2 * loop.index + part]!;
      },
    };
    for (const loop of model.loops) this.#note(loop);
    const { links, nv } = model;
    this.#numbers = {
      fitWeights: this.block(this.#raw.fitWeights(), links.length),
      misfits: this.block(this.#raw.misfits(), 2 * links.length),
      velocities: this.block(this.#raw.velocities(), nv),
      drivenVelocities: this.block(this.#raw.drivenVelocities(), nv),
    };
    const raw = (): RawConstraintProblem => this.#raw;
    const result = this.result;
    this.#stepResult = {
      get status() {
        return result.status;
      },
      get substeps() {
        return result.iterations;
      },
      get warning() {
        return raw().warning();
      },
      get reason() {
        return result.reason;
      },
    };
    Object.assign(this.state, {
      place: () => {
        if (raw().place()) return;
        throw new LimberError('notFinite', 'poses held a number that is not finite; links are where q says');
      },
    });
  }

  get #raw(): RawConstraintProblem {
    return this.raw as RawConstraintProblem;
  }

  #note(description: LoopDescription): Loop {
    const loop = new Loop(this.#owner, description, this.#loops.length);
    this.#loops.push(loop);
    this.#residuals.move(this.#raw.loopResiduals(), 2 * this.#loops.length);
    return loop;
  }

  #route(loop: Loop, description: LoopDescription): void {
    withDraft((draft) => {
      flattenLoop(description, draft, 'the loop');
      if (!this.#raw.routeLoop(loop.index, draft)) throwRaw(this.#raw);
    });
  }

  /** Those of the model first. */
  get loops(): readonly Loop[] {
    void this.raw; // throws after dispose
    return this.#loops;
  }

  /**
   * Closes a loop, from the next solve on.
   *
   * @throws LimberError `unknownLink`, `badLoop`, `notFinite`, `notUnit`, or `badDescription` for a wrong type.
   */
  addLoop(description: LoopDescription): Loop {
    withDraft((draft) => {
      flattenLoop(description, draft, 'the loop');
      if (!this.#raw.addLoop(draft)) throwRaw(this.#raw);
    });
    return this.#note(description);
  }

  /** Does nothing for a loop that is not of this problem. */
  removeLoop(loop: Loop): void {
    const index = this.loops.indexOf(loop);
    if (index < 0) return;
    this.#raw.removeLoop(index);
    this.#loops.splice(index, 1);
    loop.index = -1;
    this.#loops.forEach((each, i) => (each.index = i));
    this.#residuals.move(this.#raw.loopResiduals(), 2 * this.#loops.length);
  }

  /** @throws LimberError as that of `limber`. */
  override addGoal(description: GoalDescription): Goal {
    const raw = this.#raw;
    try {
      return super.addGoal(handParts(description, raw));
    } finally {
      // What an error has left over must not go to the next goal.
      raw.clearNext();
    }
  }

  /** True, or the reason why not. */
  override supports(solver: SolverName): true | string {
    return super.supports(solver as TreeSolver);
  }

  /** As that of `limber`; with closed loops by `lm` unless another is named. */
  override solve(options: SolveOptions = {}): SolveResult {
    // What is no object is refused there.
    const isSaid = typeof options !== 'object' || options === null || options.solver !== undefined;
    if (isSaid || !this.#loops.some((loop) => loop.closed)) return super.solve(options as TreeOptions);
    return super.solve({ ...options, solver: 'lm' } as TreeOptions);
  }

  #view(name: NumbersName): Float64Array {
    void this.raw; // throws after dispose
    return this.#numbers[name].get();
  }

  /**
   * One number a link, above 0: how stiffly the joint that carries it holds, in `maximal`, where not all
   * joints fit.
   */
  get fitWeights(): Float64Array {
    return this.#view('fitWeights');
  }

  /** Two numbers a link, metres and radians: by how much its joint gapes after `maximal`; 0 after other solvers. */
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

  /**
   * Six numbers, m/s and rad/s: how fast a goal's target moves, in the frame that the target is given in, where you know
   * better than the difference from where it was at the last step. NaN, as it is at first: from that difference. A view
   * of the core's memory: get it anew after anything was built.
   */
  targetVelocity(goal: Goal): Float64Array {
    const index = this.goals.indexOf(goal);
    if (index < 0) bad('the goal', "one of this problem's", goal);
    return this.block(this.#raw.targetVelocity(index), 6).get();
  }

  /** Seconds that all steps have taken. */
  get time(): number {
    return this.#raw.time();
  }

  /**
   * Lets `dt` seconds pass, by iTaSC. What you have moved since the last step, targets and coordinates whose jointWeights
   * are 0, is taken to have moved evenly during these; the joints follow. One call into the core; nothing is allocated.
   *
   * @throws LimberError `badOption`. A dt or target that is not finite is the status `notFinite`.
   */
  step(dt: number, options: StepOptions = {}): StepResult {
    if (typeof dt !== 'number') throw new LimberError('badOption', `dt is ${show(dt)}; give seconds`);
    this.writeOptions(options);
    this.#raw.step(dt);
    return this.#stepResult;
  }

  /** Whatever you move before the next step has not moved but stood there: after a jump. */
  forgetMotion(): void {
    this.#raw.forgetMotion();
  }

  /** From where it is. Takes far longer than a solve: for a table, not for every frame. */
  mobility(): Mobility {
    const at = this.block(this.#raw.mobility(), 4).get();
    return { mobility: at[0]!, instantaneous: at[1]!, counted: at[2]!, rank: at[3]! };
  }
}
