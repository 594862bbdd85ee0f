/** What the core's tables say about descriptions, options and parameters. */
import type { ObstacleDescription } from './description.ts';

/** A named part of a description, an option, a goal's parameter or a number of a shape. */
export interface Field {
  readonly name: string;
  /** must: required; may: undefined stands for the initial value; orNull: so does null. */
  readonly need: 'must' | 'may' | 'orNull';
  /** One of `kinds`. */
  readonly kind: string;
  /** Count of its numbers. */
  readonly count: number;
  readonly words?: readonly string[];
  /** Fields of an object, or of each object of a list. */
  readonly fields?: readonly Field[];
}

/** A field of numbers with bounds: an option or a goal's parameter. */
export interface Parameter extends Field {
  readonly min: number;
  readonly max: number;
  /** A value outside the bounds stands for `undefined`: the default is decided elsewhere. */
  readonly initial: readonly number[];
  /**
   * `choice`: the value is an index in `words`; `set`: 1 for each member, one number per word, or per place
   * if there are no words; `interval`: least and most, by word or place if there are several; `cone`: a half angle, or
   * two.
   */
  readonly words: readonly string[];
  /** Another word for its numbers, by the intervals that its values stand for. */
  readonly short?: ShortWord;
  /** True if it cannot change after the goal is added. */
  readonly isFixed?: boolean;
}

/** A `set` or `choice` that writes intervals: a value's place in `words` is that of its interval in `stands`. */
export interface ShortWord {
  readonly name: string;
  readonly kind: string;
  readonly words: readonly string[];
  /** For a set: of what is not in it, and of what is. */
  readonly stands: readonly (readonly number[])[];
}

/** An option of solves and steps. */
export interface OptionTable extends Parameter {
  /** Solvers that read it, and 'step' if `problem.step` does; empty: every solve does. */
  readonly readers: readonly string[];
}

/** Tables of the core: names, and fields in the core's order. */
export interface CoreTables {
  readonly solvers: readonly string[];
  readonly jointTypes: readonly string[];
  readonly statuses: readonly string[];
  readonly options: readonly OptionTable[];
  readonly model: readonly Field[];
  /** Those beside its shape's. */
  readonly obstacle: readonly Field[];
  /** Those beside its parameters. */
  readonly goal: readonly Field[];
  /** Parameters of all goals. */
  readonly shared: readonly Parameter[];
  readonly goals: Readonly<Record<string, readonly Parameter[]>>;
  readonly shapes: Readonly<Record<ObstacleDescription['type'], readonly Field[]>>;
}
