/** Options and parameters of goals: fields of numbers with bounds. */
import { LimberError, show } from './errors.ts';
import { asList, asNumbers, bad, type Path } from './flatten.ts';
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
