/** Options and parameters of goals: fields of numbers with bounds. */
import { LimberError, show } from './errors.ts';
import { asList, asNumbers, asObject, bad, type Path } from './flatten.ts';
import type { Parameter } from './tables.ts';

const isOneNumber = ({ kind, count }: Parameter): boolean =>
  count === 1 && (kind === 'number' || kind === 'whole');
const one = new Float64Array(1);
const isAutomatic = ({ initial, min }: Parameter): boolean => initial[0]! < min;

function badGoal(path: Path, said: string, give: string): never {
  throw new LimberError('badGoal', `${path} ${said}; ${give}`);
}

/** @throws LimberError `notFinite`. */
export function checkFinite(number: number, path: Path): void {
  if (Number.isFinite(number)) return;
  throw new LimberError('notFinite', `${path} has ${show(number)}, which is not finite; give finite numbers`);
}

function checkNumber({ kind, min, max }: Parameter, number: number, path: Path): void {
  const isWhole = kind !== 'whole' || Number.isInteger(number);
  if (isWhole && Number.isFinite(number) && number >= min && number <= max) return;
  if (min === -Infinity) checkFinite(number, path);
  const wanted = kind === 'whole' ? 'a whole number' : 'a number';
  badGoal(
    path,
    `is ${show(number)}`,
    max === Infinity ? `give ${min} or more` : `give ${wanted} from ${min} to ${max}`,
  );
}

/** An open end is null. */
const asEnd = (value: unknown, open: number, path: Path): number =>
  value === null
    ? open
    : typeof value === 'number'
      ? value
      : bad(path, 'a number, or null for an open end', value);
function asInterval(value: unknown, path: Path): [number, number] {
  const [least, most] = asList(value, path);
  if ((value as { length: number }).length !== 2) bad(path, '[least, most]', value);
  return [asEnd(least, -Infinity, path), asEnd(most, Infinity, path)];
}

/** Names of the intervals of a parameter: words, or places. */
const namesOf = ({ words, count }: Parameter): readonly string[] =>
  words.length > 0 ? words : Array.from({ length: count / 2 }, (_, i) => `${i}`);

/** What is not named has no room. */
function toIntervals(parameter: Parameter, value: unknown, path: Path): number[] {
  if (parameter.count === 2) return asInterval(value, path);
  const names = namesOf(parameter);
  const given = asObject(value, path);
  for (const key of Object.keys(given)) {
    if (!names.includes(key)) badGoal(path, `has '${key}'`, `known: ${names.join(', ')}`);
  }
  return names.flatMap((name) =>
    given[name] === undefined ? [0, 0] : asInterval(given[name], `${path}.${name}`),
  );
}

const fromEnds = (least: number, most: number): readonly (number | null)[] =>
  Object.freeze([least === -Infinity ? null : least, most === Infinity ? null : most]);
function fromIntervals(parameter: Parameter, numbers: ArrayLike<number>): unknown {
  if (parameter.count === 2) return fromEnds(numbers[0]!, numbers[1]!);
  const rooms = namesOf(parameter).flatMap((name, i) => {
    const [least, most] = [numbers[2 * i]!, numbers[2 * i + 1]!];
    return least === 0 && most === 0 ? [] : [[name, fromEnds(least, most)]];
  });
  return Object.freeze(Object.fromEntries(rooms));
}

const isInterval = (numbers: ArrayLike<number>, i: number, [least, most]: readonly number[]): boolean =>
  numbers[2 * i] === least && numbers[2 * i + 1] === most;

/** Writes a short word into the numbers of its parameter: what a set leaves out has room only if it was not open. */
export function writeShort({ short }: Parameter, value: unknown, numbers: number[], path: Path): void {
  const { kind, words, stands } = short!;
  const places = toNumbers(
    {
      ...short!,
      need: 'may',
      count: kind === 'set' ? words.length : 1,
      min: 0,
      max: words.length - 1,
      initial: [0],
    },
    value,
    path,
  );
  for (let i = 0; i < places.length; ++i) {
    if (kind === 'set' && places[i] === 0 && !isInterval(numbers, i, stands[1]!)) continue;
    [numbers[2 * i], numbers[2 * i + 1]] = stands[places[i]!] as [number, number];
  }
}

/** The short word of the numbers; of a choice, undefined if it has none. */
export function readShort({ short }: Parameter, numbers: ArrayLike<number>): unknown {
  const { kind, words, stands } = short!;
  if (kind === 'choice') return words[stands.findIndex((room) => isInterval(numbers, 0, room))];
  return Object.freeze(words.filter((_, i) => isInterval(numbers, i, stands[1]!)));
}

/** A description of a goal without short words: what they stand for is in the intervals. */
export function withoutShort<D extends object>(
  description: D,
  parameters: readonly Parameter[],
  path: Path,
): D {
  const given = description as Record<string, unknown>;
  const shorts = parameters.filter(({ short }) => short && given[short.name] !== undefined);
  if (shorts.length === 0) return description;
  const plain = { ...given };
  for (const parameter of shorts) {
    const { name, short, initial } = parameter;
    const numbers = Array.from(
      given[name] === undefined ? initial : toNumbers(parameter, given[name], `${path}.${name}`),
    );
    const before = [...numbers];
    writeShort(parameter, given[short!.name], numbers, `${path}.${short!.name}`);
    if (before.some((each, i) => each !== 0 && each !== numbers[i]))
      badGoal(path, `has ${name} and ${short!.name} of the same number`, 'give either');
    plain[name] = fromIntervals(parameter, numbers);
    delete plain[short!.name];
  }
  return plain as D;
}

/**
 * Converts a value to the core's numbers. A single number, such as a weight written every frame, comes in an
 * array that the next call reuses.
 *
 * @throws LimberError `badDescription` for a wrong type, `badGoal` or `notFinite` for a wrong value.
 */
export function toNumbers(parameter: Parameter, value: unknown, path: Path): ArrayLike<number> {
  const { kind, count, words } = parameter;
  if (value === undefined && isAutomatic(parameter)) return parameter.initial;
  if (isOneNumber(parameter)) {
    if (typeof value !== 'number') bad(path, 'a number', value);
    checkNumber(parameter, value, path);
    one[0] = value;
    return one;
  }
  if (kind === 'interval') return toIntervals(parameter, value, path);
  if (kind === 'cone') {
    const both = typeof value === 'number' ? [value, value] : asNumbers(value, count, path);
    for (const number of both) checkNumber(parameter, number, path);
    return both;
  }
  if (kind === 'number' || kind === 'whole') {
    const numbers = asNumbers(value, count, path);
    for (const number of numbers) checkNumber(parameter, number, path);
    return numbers;
  }
  const list = kind === 'choice' && count === 1 ? [value] : asList(value, path);
  const known = words.length > 0 ? words : Array.from({ length: count }, (_, i) => i);
  const places = list.map((each) => {
    const place = (known as unknown[]).indexOf(each);
    return place >= 0 ? place : badGoal(path, `has ${show(each)}`, `known: ${known.join(', ')}`);
  });
  if (kind === 'set') return Array.from({ length: count }, (_, i) => Number(places.includes(i)));
  if (places.length !== count)
    badGoal(path, `has ${places.length} words`, `give ${count} of ${known.join(', ')}`);
  return places;
}

/** Converts the core's numbers to the user's form. */
export function fromNumbers(parameter: Parameter, numbers: ArrayLike<number>): unknown {
  const { kind, count, words, initial } = parameter;
  if (isAutomatic(parameter) && numbers[0] === initial[0]) return undefined;
  if (isOneNumber(parameter)) return numbers[0];
  if (kind === 'interval') return fromIntervals(parameter, numbers);
  if (kind === 'cone' && numbers[0] === numbers[1]) return numbers[0];
  const list = Array.from(numbers);
  const values: unknown[] =
    kind === 'choice'
      ? list.map((place) => words[place])
      : kind === 'set'
        ? list.flatMap((isIn, place) => (isIn ? [words[place] ?? place] : []))
        : list;
  return count === 1 && kind !== 'set' ? values[0] : Object.freeze(values);
}

/** Reads and writes the numbers of a goal's parameters. */
export interface ParameterStore {
  /** @throws LimberError if the goal was removed. */
  numbers(place: number): ArrayLike<number>;
  /** @throws LimberError if the goal was removed, or if the values are inconsistent. */
  writeNumbers(place: number, numbers: ArrayLike<number>): void;
}

/** Gives `goal` a property for each of its parameters. */
export function defineParameters(
  goal: ParameterStore & { readonly type: string },
  parameters: readonly Parameter[],
): void {
  parameters.forEach((parameter, place) => {
    const { name, isFixed } = parameter;
    const path = `the ${goal.type} goal's ${name}`;
    if (parameter.short) defineShort(goal, parameter, place);
    Object.defineProperty(goal, name, {
      enumerable: true,
      get: () => fromNumbers(parameter, goal.numbers(place)),
      set(value: unknown) {
        if (isFixed) badGoal(path, 'is fixed', 'add another goal');
        goal.writeNumbers(place, toNumbers(parameter, value, path));
      },
    });
  });
}

function defineShort(
  goal: ParameterStore & { readonly type: string },
  parameter: Parameter,
  place: number,
): void {
  const { name } = parameter.short!;
  Object.defineProperty(goal, name, {
    enumerable: true,
    get: () => readShort(parameter, goal.numbers(place)),
    set(value: unknown) {
      const numbers = Array.from(goal.numbers(place));
      writeShort(parameter, value, numbers, `the ${goal.type} goal's ${name}`);
      goal.writeNumbers(place, numbers);
    },
  });
}
