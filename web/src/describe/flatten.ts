/** Checks of the types of given values. */
import type { PoseDescription } from './description.ts';
import { checkSize, type ErrorCode, LimberError, show } from './errors.ts';
import { mostLetters } from './input-limits.ts';

/** Place in a description, for messages. */
export type Path = string;
export type Dictionary = Readonly<Record<string, unknown>>;

export function bad(path: Path, wanted: string, value: unknown): never {
  throw new LimberError('badDescription', `${path} must be ${wanted}, not ${show(value)}`);
}

/** `known`: allowed keys; default: any. */
export function asObject(value: unknown, path: Path, known?: readonly string[]): Dictionary {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) bad(path, 'an object', value);
  for (const key of Object.keys(value)) {
    if (!known || known.includes(key)) continue;
    throw new LimberError('badDescription', `${path}.${key} is unknown; known: ${known.join(', ')}`);
  }
  return value as Dictionary;
}

/** Like `asObject`, for data that is kept as a copy; a copy has only own keys. */
export function asPlain(value: unknown, path: Path, known: readonly string[]): Dictionary {
  const given = asObject(value, path, known);
  const own = Object.keys(given);
  const other = known.find((key) => !own.includes(key) && given[key] !== undefined);
  if (other === undefined) return given;
  throw new LimberError('badDescription', `${path}.${other} is inherited or hidden; give plain data`);
}

/** Half a surrogate pair would come back from the core as another name. */
const brokenText = /\p{Surrogate}/u;

export function asString(value: unknown, path: Path): string {
  if (typeof value !== 'string') bad(path, 'a string', value);
  checkSize(value.length, mostLetters, `characters in ${path}`);
  if (brokenText.test(value)) bad(path, 'whole characters', value);
  return value;
}

export function asNumber(value: unknown, path: Path): number {
  return typeof value === 'number' ? value : bad(path, 'a number', value);
}

/** A whole number from `least` to `most`. */
export function asWhole(value: unknown, least: number, most: number, path: Path): number {
  const number = value as number;
  const isGood = Number.isInteger(value) && number >= least && number <= most;
  return isGood ? number : bad(path, `a whole number from ${least} to ${most}`, value);
}

/** @throws LimberError `badGoal`. */
export function asPriority(value: unknown, path: string): number {
  const number = value as number;
  if (Number.isInteger(value) && number >= 0 && number < 2 ** 31) return number;
  throw new LimberError('badGoal', `${path} is ${show(value)}; give a whole number from 0 to ${2 ** 31 - 1}`);
}

export function asList(value: unknown, path: Path): readonly unknown[] {
  return Array.isArray(value) ? value : bad(path, 'an array', value);
}

export const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || ArrayBuffer.isView(value);

/** The numbers of a `Vector3` and the like as an array; anything else as it is. */
export const unwrap = <T>(value: T | { toArray(): T }): T =>
  isList(value) ? value : ((value as { toArray?(): T } | null)?.toArray?.() ?? (value as T));

/** `count` numbers of an array, a typed array, or an object that has them. */
export function asNumbers<const N extends number>(value: unknown, count: N, path: Path): number[] {
  const given = unwrap(value);
  const list = isList(given) && given.length === count ? Array.from(given) : null;
  const isGood = list && list.length === count && list.every((each) => typeof each === 'number');
  return isGood ? list : bad(path, `${count} numbers`, value);
}

export type Seven = [number, number, number, number, number, number, number];
export type Three = [number, number, number];

export const three = (value: unknown, path: Path): Three => asNumbers(value, 3, path) as Three;

const poseKeys = ['position', 'rotation'];

/** A `PoseDescription` as px py pz qx qy qz qw. */
export function asPose(value: unknown, path: Path): Seven {
  const { position = [0, 0, 0], rotation = [0, 0, 0, 1] } = asObject(value, path, poseKeys);
  return [
    ...asNumbers(position, 3, `${path}.position`),
    ...asNumbers(rotation, 4, `${path}.rotation`),
  ] as Seven;
}

/** The inverse of `asPose`. */
export function poseFrom(numbers: ArrayLike<number>): PoseDescription {
  const [x, y, z, qx, qy, qz, qw] = Array.from(numbers) as Seven;
  return { position: [x, y, z], rotation: [qx, qy, qz, qw] };
}

/** JSON text as a value. @throws LimberError `code`. */
export function parseJson(text: string, code: ErrorCode = 'badDescription'): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = `this is not JSON (${(cause as Error).message}); is the file whole?`;
    throw new LimberError(code, reason, { cause });
  }
}
