import { LimberError, show } from '../describe/errors.ts';
import { core, type Tables } from './loader.ts';
import type { Parameter } from '../describe/tables.ts';
import type { SolveOptions, SolverName } from '../describe/core-names.ts';

/** Names of all solvers, in the core's order; call it after `init`. */
export function solverNames(): SolverName[] {
  return [...core().tables.solvers] as SolverName[];
}

export type { SolveOptions };

/** Options of `problem.step`. */
export type StepOptions = Omit<SolveOptions, 'solver' | 'mode'>;

/**
 * Writes `options` into the core's block, with defaults for missing ones. @throws LimberError `badOption`.
 */
export function writeOptions(tables: Tables, options: SolveOptions, block: Float64Array): void {
  const given = options as Readonly<Record<string, unknown>>;
  checkObject(options);
  block.set(tables.optionDefaults);
  // Looks only at the given options, because this runs before every solve.
  for (const name in given) {
    const value = given[name];
    if (name === 'solver' || value === undefined) continue;
    const index =
      tables.optionIndex.get(name) ?? unknownOption(name, ['solver', ...tables.optionIndex.keys()]);
    const table = tables.options[index]!;
    block[index] = checked(table, value);
  }
}

/** @throws LimberError `badOption` for anything but an object. */
export function checkObject(options: unknown): void {
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return;
  throw new LimberError('badOption', `the options must be an object, not ${show(options)}`);
}

/** @throws LimberError `badOption`, always. */
export function unknownOption(name: string, known: readonly string[]): never {
  throw new LimberError('badOption', `option ${show(name)} is unknown; known: ${known.join(', ')}`);
}

/** Returns the option's number if it has the right kind and range. @throws LimberError `badOption`. */
export function checked(table: Parameter, value: unknown): number {
  if (table.kind === 'boolean') {
    if (typeof value === 'boolean') return Number(value);
    throw new LimberError('badOption', `${table.name} is ${show(value)}; give true or false`);
  }
  if (table.kind === 'choice') {
    const place = (table.words as unknown[]).indexOf(value);
    if (place >= 0) return place;
    throw new LimberError('badOption', `${table.name} is ${show(value)}; known: ${table.words.join(', ')}`);
  }
  const fits =
    typeof value === 'number' &&
    value >= table.min &&
    value <= table.max &&
    (table.kind !== 'whole' || Number.isInteger(value));
  if (fits) return value;
  const kind = table.kind === 'whole' ? 'a whole number' : 'a number';
  throw new LimberError(
    'badOption',
    `${table.name} is ${show(value)}; give ${kind} from ${table.min} to ${table.max}`,
  );
}

/** Index of a solver in the core's table. @throws LimberError `unknownSolver`. */
export function solverIndex(tables: Tables, name: string): number {
  const index = tables.solvers.indexOf(name);
  if (index >= 0) return index;
  throw new LimberError(
    'unknownSolver',
    `solver ${show(name)} is unknown; known: ${tables.solvers.join(', ')}`,
  );
}

/** An option of a call that does not pass it to the core as an option. */
export const option = (name: string, kind: string, min: number, max: number, initial: number): Parameter => ({
  name,
  need: 'may',
  kind,
  count: 1,
  min,
  max,
  initial: [initial],
  words: [],
});

/** Milliseconds. */
export const maxTimeOption = /* @__PURE__ */ option('maxTime', 'number', 0, Infinity, Infinity);

/** maxTime of calls that take no other option. @throws LimberError `badOption`. */
export function readMaxTime(options: { readonly maxTime?: number }): number {
  checkObject(options);
  const other = Object.keys(options).find((name) => name !== 'maxTime');
  if (other !== undefined) unknownOption(other, ['maxTime']);
  return checkMaxTime(options.maxTime);
}

/** maxTime of any other call. @throws LimberError `badOption`. */
export const checkMaxTime = (maxTime: unknown = Infinity): number => checked(maxTimeOption, maxTime);
