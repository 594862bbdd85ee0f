import { bad } from '../flatten.ts';
import type { Goal } from '../goal.ts';
import { throwRaw } from '../loader.ts';
import type { SolverName as TreeSolver, SolveOptions as TreeOptions } from '../options.ts';
import { Problem as TreeProblem, type SolveResult } from '../problem.ts';
import type { View } from '../view.ts';
import { flattenLoop, type LoopDescription } from './description.ts';
import { handParts, type GoalDescription } from './goals.ts';
import { Loop, type LoopOwner } from './loop.ts';
import { Model } from './model.ts';
import type { SolveOptions, SolverName } from './options.ts';
import { withDraft, type RawConstraintProblem } from './raw.ts';

/** How a mechanism can move from where it is; limits and goals left aside. */
export interface Mobility {
  /** In how many ways it really moves: 0 for what is jammed. */
  readonly mobility: number;
  /** Directions in which no loop opens at first sight. */
  readonly instantaneous: number;
  /** What counting freedoms and closures says (Grübler, Kutzbach); may be negative. */
  readonly counted: number;
  /** Of all constraints on free links: six a link less `instantaneous`. */
  readonly rank: number;
}

/** A mechanism with loops, where it is, and what is wanted of it. */
export class Problem extends TreeProblem {
  readonly #loops: Loop[] = [];
  readonly #residuals: View;
  readonly #owner: LoopOwner;

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
    if (options?.solver !== undefined || !this.#loops.some((loop) => loop.closed))
      return super.solve(options as TreeOptions);
    return super.solve({ ...options, solver: 'lm' });
  }

  /** From where it is. Takes far longer than a solve: for a table, not for every frame. */
  mobility(): Mobility {
    const at = this.block(this.#raw.mobility(), 4).get();
    return { mobility: at[0]!, instantaneous: at[1]!, counted: at[2]!, rank: at[3]! };
  }
}
