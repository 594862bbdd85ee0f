import { LimberError, show } from './errors.ts';
import { core, type OptionTable, type Tables } from './loader.ts';
import type { SolveOptions, SolverName } from './core-names.ts';

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
    block[index] = table.kind === 'mode' ? modeIndex(tables, value) : checked(table, value);
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

function modeIndex(tables: Tables, value: unknown): number {
  const mode = tables.modes.findIndex((each) => each === value);
  if (mode >= 0) return mode;
  throw new LimberError('badOption', `mode is ${show(value)}; known: ${tables.modes.join(', ')}`);
}

/** Returns the option's number if it has the right kind and range. @throws LimberError `badOption`. */
export function checked(table: OptionTable, value: unknown): number {
  if (table.kind === 'boolean') {
    if (typeof value === 'boolean') return Number(value);
    throw new LimberError('badOption', `${table.name} is ${show(value)}; give true or false`);
  }
  const fits =
    typeof value === 'number' &&
    value >= table.min &&
    value <= table.max &&
    (table.kind !== 'integer' || Number.isInteger(value));
  if (fits) return value;
  const kind = table.kind === 'integer' ? 'a whole number' : 'a number';
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

/** Table line of maxTime in milliseconds, for calls that do not pass it to the core as an option. */
export const maxTimeTable: OptionTable = {
  name: 'maxTime',
  kind: 'number',
  min: 0,
  max: Infinity,
  default: Infinity,
  readers: [],
};

/** maxTime of calls that take no other option. @throws LimberError `badOption`. */
export function readMaxTime(options: { readonly maxTime?: number }): number {
  checkObject(options);
  const other = Object.keys(options).find((name) => name !== 'maxTime');
  if (other !== undefined) unknownOption(other, ['maxTime']);
  return checkMaxTime(options.maxTime);
}

/** maxTime of any other call. @throws LimberError `badOption`. */
export const checkMaxTime = (maxTime: unknown = Infinity): number => checked(maxTimeTable, maxTime);
