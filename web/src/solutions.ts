/** Every pose of an arm that meets its goals, in closed form. */
import { LimberError, show } from './errors.ts';
import type { OptionTable } from './loader.ts';
import { checked, checkObject, unknownOption } from './options.ts';
import type { RawProblem } from './raw.ts';

/** What `problem.solutions` takes. */
export interface SolutionOptions {
  /** Only poses within the joints' limits, with every whole turn of a hinge that they allow. Default true. */
  readonly limits?: boolean;
  /** Of the nearest so many are kept, 1 to 10,000. Default 64. */
  readonly most?: number;
}

/** Of `most`. */
export const defaultMost = 64;

const options: readonly OptionTable[] = [
  { name: 'limits', kind: 'boolean', min: 0, max: 1, default: 1, readers: [] },
  { name: 'most', kind: 'integer', min: 1, max: 10_000, default: defaultMost, readers: [] },
];

const names = options.map(({ name }) => name);

/** All poses that meet the goals, nearest first: one live object per problem, which the next call refills. */
export interface Solutions {
  /** How many there are. */
  readonly count: number;
  /** count × nq joint values. Coordinates that no goal needs, and those of weight 0, are as in the state. */
  readonly q: Float64Array;
  /**
   * count × nv numbers: the direction in which a pose can move on without leaving its goals, as with a straight wrist;
   * zeros where it stands alone.
   */
  readonly selfMotion: Float64Array;
  /** Whether every isolated pose is among them. If so, and there is none, no pose reaches the goals. */
  readonly complete: boolean;
  /** What was recognised, such as 'three axes that meet'; '' where nothing could be solved. */
  readonly family: string;
  /** Why nothing could be found, and what to use instead; usually ''. */
  readonly reason: string;
  /**
   * The joint values of one, from 0: `problem.state.q.set(solutions.at(0))`.
   *
   * @throws LimberError `badOption` beyond the last.
   */
  at(index: number): Float64Array;
}

/** Numbers that are copied from the core: its memory moves where they grow. */
class Copied {
  #block = new Float64Array(0);
  shown = this.#block;

  read(heap: Float64Array, address: number, length: number): void {
    if (this.#block.length < length) this.#block = new Float64Array(length);
    if (this.shown.length !== length || this.shown.buffer !== this.#block.buffer)
      this.shown = this.#block.subarray(0, length);
    const first = address / Float64Array.BYTES_PER_ELEMENT;
    for (let i = 0; i < length; ++i) this.shown[i] = heap[first + i]!;
  }
}

/** A problem's solutions, and how they are found. */
export class SolutionFinder {
  readonly #raw: () => RawProblem;
  readonly #heap: () => Float64Array;
  readonly #nq: number;
  readonly #nv: number;
  readonly #q = new Copied();
  readonly #selfMotion = new Copied();
  readonly #values = { limits: 1, most: defaultMost };
  #count = 0;
  readonly #solutions: Solutions;

  constructor(raw: () => RawProblem, heap: () => Float64Array, { nq, nv }: { nq: number; nv: number }) {
    this.#raw = raw;
    this.#heap = heap;
    this.#nq = nq;
    this.#nv = nv;
    this.#solutions = this.#view();
  }

  find(given: SolutionOptions): Solutions {
    const raw = this.#raw();
    this.#read(given);
    const { limits, most } = this.#values;
    this.#count = raw.findSolutions(limits === 1, most);
    const heap = this.#heap();
    this.#q.read(heap, raw.solutionsQ(), this.#count * this.#nq);
    this.#selfMotion.read(heap, raw.selfMotion(), this.#count * this.#nv);
    return this.#solutions;
  }

  #read(given: SolutionOptions): void {
    checkObject(given);
    for (const { name, default: initial } of options) this.#values[name as 'limits' | 'most'] = initial;
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined) continue;
      const table = options.find((each) => each.name === name) ?? unknownOption(name, names);
      this.#values[name as 'limits' | 'most'] = checked(table, value);
    }
  }

  #at(index: number): Float64Array {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count)
      throw new LimberError('badOption', `solution ${show(index)} of ${this.#count}; the first is 0`);
    return this.#q.shown.subarray(index * this.#nq, (index + 1) * this.#nq);
  }

  #view(): Solutions {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- getters have a `this` of their own
    const finder = this;
    return {
      get count() {
        return finder.#count;
      },
      get q() {
        return finder.#q.shown;
      },
      get selfMotion() {
        return finder.#selfMotion.shown;
      },
      get complete() {
        return finder.#raw().isComplete();
      },
      get family() {
        return finder.#raw().family();
      },
      get reason() {
        return finder.#raw().solutionsReason();
      },
      at: (index) => finder.#at(index),
    };
  }
}
