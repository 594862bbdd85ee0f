import { copy } from '../copy.ts';
import type { PoseDescription } from '../description.ts';
import { LimberError } from '../errors.ts';
import { asPose, poseFrom } from '../flatten.ts';
import { asPriority, type GoalDescription, type OwnOf } from '../goal.ts';
import { defineParameters, type Parameter } from '../parameter.ts';
import type { GoalType } from '../words.ts';
import { placeOfOffset, placeOfParameters, placeOfPriority, type GoalPart } from './layout.ts';
import type { GoalFacts } from './messages.ts';

/** Properties common to goals of all types. Values written go to the worker with the next solve. */
export class AnyWorkerGoal<T extends GoalType = GoalType> {
  /** As described. */
  readonly type: T;
  /** Name of the link to move. */
  readonly link: string;
  /** Name of the link in whose frame the target is given; undefined: the world. */
  readonly targetLink: string | undefined;
  /** 0: off. Writing throws LimberError `badGoal` for anything but a number from 0 up. */
  declare weight: number;
  /** step: gain K, 1/s; undefined: the option `gain`. */
  declare gain: number | undefined;
  readonly #description: GoalDescription;
  readonly #parameters: readonly Parameter[];
  readonly #check: () => void;
  readonly #target: Float64Array;
  readonly #velocity = new Float64Array(6).fill(NaN);
  /** As in a `GoalPart`. */
  readonly #numbers: Float64Array;
  #removed = false;

  /** @internal */
  constructor(description: GoalDescription, facts: GoalFacts, check: () => void) {
    this.type = facts.type as T;
    this.link = facts.link;
    this.targetLink = facts.targetLink;
    this.#description = description;
    this.#parameters = facts.parameters;
    this.#check = check;
    this.#target = Float64Array.from(facts.target);
    this.#numbers = Float64Array.from(facts.numbers);
    let first = placeOfParameters;
    const blocks = facts.parameters.map(({ count }) => this.#numbers.subarray(first, (first += count)));
    defineParameters(this, facts.parameters, {
      read: (place) => (this.#present(), blocks[place]!),
      write: (place, numbers) => (this.#present(), blocks[place]!.set(numbers)),
    });
  }

  #present(): Float64Array {
    this.#check();
    if (!this.#removed) return this.#numbers;
    throw new LimberError('disposed', `this ${this.type} goal is removed; add it again`);
  }

  /** The target: write into it. */
  get target(): Float64Array {
    this.#present();
    return this.#target;
  }

  /** Like `Goal.targetVelocity`; it goes to the worker with the next step. */
  get targetVelocity(): Float64Array {
    this.#present();
    return this.#velocity;
  }

  /** Tool frame on its link. */
  get offset(): PoseDescription {
    return poseFrom(this.#present().subarray(placeOfOffset));
  }

  set offset(offset: PoseDescription) {
    this.#present().set(asPose(offset, `the ${this.type} goal's offset`), placeOfOffset);
  }

  /** 0 comes first. */
  get priority(): number {
    return this.#present()[placeOfPriority]!;
  }

  set priority(priority: number) {
    this.#present()[placeOfPriority] = asPriority(priority, `the ${this.type} goal's priority`);
  }

  /** Remaining error in metres after the last answer. */
  get distance(): number {
    return this.#present()[0]!;
  }

  /** Remaining error in radians after the last answer. */
  get angle(): number {
    return this.#present()[1]!;
  }

  /** Count of the target's numbers. @internal */
  get size(): number {
    return this.#target.length;
  }

  /** Data for making it again in another worker. @internal */
  get description(): GoalDescription {
    const own = this.#parameters.map(({ name }) => [name, this[name as keyof this]]);
    const { offset, priority } = this;
    const target = Array.from(this.#target);
    return copy({
      ...this.#description,
      ...Object.fromEntries(own),
      offset,
      priority,
      target,
    }) as GoalDescription;
  }

  /** @internal */
  write({ target, velocity, numbers }: GoalPart): void {
    target.set(this.#target);
    velocity.set(this.#velocity);
    numbers.set(this.#numbers);
  }

  /** @internal */
  read({ numbers }: GoalPart): void {
    this.#numbers.set(numbers.subarray(0, 2));
  }

  /** @internal */
  remove(): void {
    this.#removed = true;
  }
}

/** The goals of one type, or of several. */
export type WorkerGoalOf<T extends GoalType> = { [K in T]: AnyWorkerGoal<K> & OwnOf<K> }[T];

/** A goal of a `WorkerProblem`, made by `problem.addGoal`. `goal.type` determines its parameters. */
export type WorkerGoal = WorkerGoalOf<GoalType>;
