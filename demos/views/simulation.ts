import { Model, Problem, type ModelDescription, type StepOptions, type StepResult } from 'limber';
import { frameTime } from '../shell/clock.ts';
import { LooseLink } from './loose-link.ts';

/** Frames that are quiet before it counts as settled, and those after which it is left alone anyway. */
const quietFrames = 12;
const patience = 900;
/** Radians, metres a second. */
const quiet = 3e-4;

/** A model that goes with time, one step per frame, on bases that the reader pushes about. */
export class Simulation {
  readonly model: Model;
  readonly problem: Problem;
  /** Bases, moved by hand. */
  readonly stands: readonly LooseLink[];
  /** Of the last step. */
  result: StepResult | null = null;
  private frames = 0;
  private still = 0;

  /** `stands`: names of the links that are its bases. */
  constructor(
    description: ModelDescription,
    stands: readonly string[],
    readonly options: Writable<StepOptions>,
  ) {
    this.model = Model.from(description);
    this.problem = new Problem(this.model);
    this.stands = stands.map((name) => {
      const stand = new LooseLink(this.problem, name);
      stand.driven = true;
      return stand;
    });
  }

  /** Nothing moves any more, or it never will come to rest. */
  get settled(): boolean {
    return this.still >= quietFrames || this.frames >= patience;
  }

  /** What a page tells. */
  get facts(): { readonly limits: string; readonly warning: string } {
    return {
      limits: this.problem.linksAtLimit().join(', ') || 'none',
      warning: this.result?.warning || 'none',
    };
  }

  wake(): void {
    this.still = 0;
    this.frames = 0;
  }

  step(): void {
    this.result = this.problem.step(frameTime, this.options);
    this.frames += 1;
    const fastest = this.problem.velocities.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    this.still = fastest < quiet ? this.still + 1 : 0;
  }

  /** As many steps as it takes, or as it is given. */
  settle(): void {
    for (let i = 0; i < patience && !this.settled; i += 1) this.step();
  }

  /** To its targets at once, with no time passing. */
  solve(maxIterations = 200, tolerance?: number): void {
    this.problem.solve({ solver: 'lm', maxIterations, ...(tolerance !== undefined && { tolerance }) });
    this.problem.forgetMotion();
    this.wake();
  }

  dispose(): void {
    this.problem.dispose();
    this.model.dispose();
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
