import { LimberError, show } from '../errors.ts';
import type { GoalDescription } from '../goal.ts';
import type { GoalType } from '../words.ts';
import type { GoalPart } from './layout.ts';
import type { GoalFacts } from './messages.ts';

/** One wish of a `WorkerProblem`. Made by `problem.addGoal`. */
export class WorkerGoal {
  /** As described. */
  readonly type: GoalType;
  /** Name of the link that is to get there. */
  readonly link: string;
  readonly #description: GoalDescription;
  readonly #check: () => void;
  readonly #target: Float64Array;
  readonly #velocity = new Float64Array(6).fill(NaN);
  #weight: number;
  #distance: number;
  #angle: number;
  #removed = false;

  /** @internal */
  constructor(description: GoalDescription, facts: GoalFacts, check: () => void) {
    this.type = facts.type;
    this.link = facts.link;
    this.#description = description;
    this.#check = check;
    this.#target = Float64Array.from(facts.target);
    this.#weight = facts.weight;
    this.#distance = facts.distance;
    this.#angle = facts.angle;
  }

  #present(): this {
    this.#check();
    if (!this.#removed) return this;
    throw new LimberError('disposed', `this ${this.type} goal is removed; add it again`);
  }

  /** The block to write the target into; it goes to the worker with the next solve. */
  get target(): Float64Array {
    return this.#present().#target;
  }

  /** As `Goal.targetVelocity`; it goes to the worker with the next step. */
  get targetVelocity(): Float64Array {
    return this.#present().#velocity;
  }

  /** 0: off. */
  get weight(): number {
    return this.#present().#weight;
  }

  /** @throws LimberError `badGoal` for anything but a number from 0 up. */
  set weight(weight: number) {
    this.#present();
    if (!(weight >= 0 && Number.isFinite(weight))) {
      throw new LimberError('badGoal', `the goal's weight is ${show(weight)}; give 0 or more`);
    }
    this.#weight = weight;
  }

  /** Metres left after the last answer. */
  get distance(): number {
    return this.#present().#distance;
  }

  /** Radians left after the last answer. */
  get angle(): number {
    return this.#present().#angle;
  }

  /** Numbers of the target. @internal */
  get size(): number {
    return this.#target.length;
  }

  /** As another worker has to make it. @internal */
  get description(): GoalDescription {
    return { ...this.#description, target: Array.from(this.#target), weight: this.#weight };
  }

  /** @internal */
  write({ target, velocity, numbers }: GoalPart): void {
    target.set(this.#target);
    velocity.set(this.#velocity);
    numbers[0] = this.#weight;
  }

  /** @internal */
  read({ numbers }: GoalPart): void {
    this.#distance = numbers[1]!;
    this.#angle = numbers[2]!;
  }

  /** @internal */
  remove(): void {
    this.#removed = true;
  }
}
