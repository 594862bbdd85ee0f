/** All poses of an arm that meet its goals, in closed form. */
import { LimberError, show } from '../describe/errors.ts';
import type { Model } from './model.ts';
import { checked, checkObject, maxTimeOption, option, unknownOption } from './options.ts';
import type { Parameter } from '../describe/tables.ts';
import type { RawProblem } from './raw.ts';

/**
 * Selects a slice of the poses of seven hinges: those in which a joint has a given value, or, for arms whose
 * first three axes meet and whose last three meet, those with a given elbow angle.
 */
export type Redundancy =
  | {
      /** The link carried by the joint: one of the seven free ones between the goal's link and the root. */
      readonly joint: string;
      /** Index of the joint's motion; default 0. */
      readonly motion?: number;
      /** Radians, within the joint's limits. */
      readonly value: number;
    }
  | {
      /**
       * Radians: the elbow's angle about the line from shoulder to wrist, clockwise as seen along it, from
       * the side to which the first axis points. 0 is elbow up for an arm that stands upright.
       */
      readonly swivel: number;
    };

/** Options of `problem.solutions`. */
export interface SolutionOptions {
  /**
   * Only poses within the joints' limits, including every whole turn of a hinge that they allow. Default
   * true.
   */
  readonly limits?: boolean;
  /** Number of nearest poses to keep, 1 to 10,000. Default 64. */
  readonly most?: number;
  /** For seven hinges: the slice. Default: the slice through the pose nearest to the state. */
  readonly redundancy?: Redundancy;
  /** Metres to keep between collision shapes: poses that do come first. Default: no preference. */
  readonly clearance?: number;
  /**
   * Without `redundancy`: whether to find the intervals, which takes longer than everything else. Default
   * true.
   */
  readonly intervals?: boolean;
  /** If no pose is exact, those that meet every goal within these metres are listed. Default 1e-4 of the model's size. */
  readonly tolerance?: number;
  /** The same in radians. Default 1e-3. */
  readonly angleTolerance?: number;
  /**
   * Milliseconds after which no further slice of seven hinges is tried; fewer joints take less than a
   * millisecond. Poses found so far are returned, without intervals, and `reason` says so. With a finite
   * value the same input may give other results on another machine. Default Infinity.
   */
  readonly maxTime?: number;
}

/** Default of `most`. */
export const defaultMost = 64;

/** In the order of the core's block. */
const options: readonly Parameter[] = [
  option('limits', 'boolean', 0, 1, 1),
  option('most', 'whole', 1, 10_000, defaultMost),
  option('intervals', 'boolean', 0, 1, 1),
  option('clearance', 'number', 0, Infinity, -1),
  option('tolerance', 'number', 0, Infinity, -1),
  option('angleTolerance', 'number', 0, Infinity, -1),
  maxTimeOption,
];

const names = [...options.map(({ name }) => name), 'redundancy'];
const defaults = options.map(({ initial }) => initial[0]!);

/** The numbers after the options in the core's block, in its order. */
const others = [
  ...(['redundancy', 'value', 'count', 'clearCount', 'complete', 'slicedBy'] as const),
  ...(['q', 'selfMotion', 'intervalNumbers', 'intervals', 'family', 'hasReason'] as const),
];
const at = Object.fromEntries(others.map((name, i) => [name, options.length + i])) as Record<
  (typeof others)[number],
  number
>;
export const solutionNumbers = options.length + others.length;

/** Larger than any meaningful angle. */
const mostTurned = 1e6;
const swivel = option('swivel', 'number', -mostTurned, mostTurned, 0);
const value = { ...swivel, name: 'value' };
/** Index of a joint's motion. */
const motion = option('motion', 'whole', 0, 5, 0);
const inCore = -1;
const noSlice = -2;

/** Writes the redundancy into the core's block. @throws LimberError `badOption`. */
function writeRedundancy(given: Redundancy, model: Model, block: Float64Array): void {
  if (typeof given !== 'object' || given === null)
    throw new LimberError('badOption', `redundancy is ${show(given)}; give { joint, value } or { swivel }`);
  const isSwivel = 'swivel' in given;
  const known = isSwivel ? ['swivel'] : ['joint', 'motion', 'value'];
  for (const name of Object.keys(given))
    if (!known.includes(name)) unknownOption(`redundancy.${name}`, known);
  if (isSwivel) {
    block[at.value] = checked(swivel, given.swivel);
    block[at.redundancy] = inCore;
    return;
  }
  const link = model.links[model.findLink(given.joint)];
  const place = checked(motion, given.motion ?? 0);
  const sliced = link?.motions[place];
  if (!sliced)
    throw new LimberError(
      'badOption',
      `redundancy: link ${show(given.joint)} has no motion ${place}; name the link that one of the seven joints carries`,
    );
  block[at.value] = checked(value, given.value);
  block[at.redundancy] = sliced.qIndex;
}

/** All poses that meet the goals, nearest first: a result of its own at each call. */
export interface Solutions {
  /** Number of poses. */
  readonly count: number;
  /** Number of poses that keep the option `clearance`; they come first. Without the option: all. */
  readonly clearCount: number;
  /** count × nq joint values. Coordinates that no goal needs and those of weight 0 are as in the state. */
  readonly q: Float64Array;
  /**
   * count × nv numbers: the direction in which a pose can move without leaving its goals, as with a straight
   * wrist; zeros for an isolated pose.
   */
  readonly selfMotion: Float64Array;
  /**
   * Seven hinges: the parameter that distinguishes slices, either the link that carries the joint or
   * 'swivel'; with `redundancy`, the given one. Otherwise ''.
   */
  readonly parameter: string;
  /**
   * Seven hinges, without `redundancy`: start and end of each interval of the parameter (radians) that
   * contains poses, ascending. A turn without limits is counted from −π to π, and the last interval may
   * continue beyond π.
   */
  readonly intervals: Float64Array;
  /**
   * True if every isolated pose (seven hinges: of the slice) is included. If so and there are none, no pose
   * reaches the goals within the tolerances.
   */
  readonly complete: boolean;
  /** Recognised kind of arm, such as 'three axes that meet'; '' if nothing could be solved. */
  readonly family: string;
  /**
   * Why nothing could be found, or not everything within `maxTime`, or that no pose is exact, or that the hinges depend
   * on one another; usually ''.
   */
  readonly reason: string;
  /**
   * Joint values of one pose, counted from 0: `problem.state.q.set(solutions.at(0))`.
   *
   * @throws LimberError `badOption` beyond the last.
   */
  at(index: number): Float64Array;
}

/** Finds a problem's solutions. `block`: of the core, `solutionNumbers` long. */
export function makeFinder(
  present: () => RawProblem,
  block: () => Float64Array,
  heap: () => Float64Array,
  model: Model,
): (given: SolutionOptions) => Solutions {
  const { nq, nv } = model;
  const sliced = (place: number): string =>
    place === inCore
      ? 'swivel'
      : (model.links.find(({ motions }) => motions.some(({ qIndex }) => qIndex === place))?.name ?? '');
  // The core's names of families are constants, so their addresses tell them apart.
  let family = { address: -1, name: '' };
  return (given) => {
    const raw = present();
    writeOptions(given, model, block());
    raw.findSolutions();
    const told = block();
    const count = told[at.count]!;
    const numbers = (address: number, length: number): Float64Array =>
      heap().slice(told[address]! / 8, told[address]! / 8 + length);
    const q = numbers(at.q, count * nq);
    if (family.address !== told[at.family]) family = { address: told[at.family]!, name: raw.family() };
    return {
      count,
      clearCount: told[at.clearCount]!,
      q,
      selfMotion: numbers(at.selfMotion, count * nv),
      parameter: told[at.slicedBy] === noSlice ? '' : sliced(told[at.slicedBy]!),
      intervals: numbers(at.intervals, told[at.intervalNumbers]!),
      complete: told[at.complete] === 1,
      family: family.name,
      reason: told[at.hasReason] === 1 ? raw.solutionsReason() : '',
      at(index) {
        if (!Number.isInteger(index) || index < 0 || index >= count)
          throw new LimberError('badOption', `solution ${show(index)} of ${count}; the first is 0`);
        return q.subarray(index * nq, (index + 1) * nq);
      },
    };
  };
}

/** @throws LimberError `badOption`. */
function writeOptions(given: SolutionOptions, model: Model, block: Float64Array): void {
  checkObject(given);
  block.set(defaults);
  block[at.redundancy] = noSlice;
  // Looks only at the given options, as for a solve.
  for (const name in given) {
    const value = given[name as keyof SolutionOptions];
    if (value === undefined || name === 'redundancy') continue;
    const index = options.findIndex((each) => each.name === name);
    block[index] = checked(options[index] ?? unknownOption(name, names), value);
  }
  if (given.redundancy !== undefined) writeRedundancy(given.redundancy, model, block);
}
