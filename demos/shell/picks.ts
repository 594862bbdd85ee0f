/**
 * A page's picks: each is described once; its control, its form in the address and the complaint about a bad
 * value follow from that. Nothing here uses the document.
 */
import type { SolverName } from 'limber';

/** Picks by name; while the address is read, only those earlier in the schema. */
export type Before = Readonly<Record<string, unknown>>;

/** The form of a value in the address. */
interface Codec<T> {
  /** Value if the address has none. */
  readonly fallback: T | ((before: Before) => T);
  /** Undefined: the text is invalid. */
  read(text: string, before?: Before): T | undefined;
  // A method, so that fields of different types fit in one table of fields of unknown values.
  write(value: T): string;
  /** The end of a complaint: "known are 1, 2, 3". */
  readonly wanted: string | ((before: Before) => string);
  /** Its name in the address; default: the name of the pick. */
  readonly key?: string;
  /** Written even if it is the default. */
  readonly always?: boolean;
  /** Written only while this holds; default: always. */
  readonly when?: (picks: Before) => boolean;
}

interface Shown {
  readonly label: string;
  /** Puts the control under the view, above it, or into a fold, instead of the form. */
  readonly at?: 'transport' | 'picker' | 'more';
  /** The control shows only while this holds; default: always. */
  readonly shows?: (picks: Before) => boolean;
}

/** The entries of a choice; may depend on the other picks. */
type Entries<T> = readonly T[] | ((picks: Before) => readonly T[]);

export const entriesOf = <T>(entries: Entries<T>, picks: Before): readonly T[] =>
  typeof entries === 'function' ? entries(picks) : entries;

/**
 * One entry of a table: a select with a sentence under it, or a row of buttons in the picker. The picked
 * value need not be in the table: a select shows it at the end.
 */
export interface Choice<T> extends Codec<T>, Shown {
  readonly kind: 'choice';
  readonly entries: Entries<T>;
  readonly title: (entry: T) => string;
  /** Heading above the entries that share it. */
  readonly group?: (entry: T) => string | undefined;
  readonly text?: ((entry: T) => string) | undefined;
}

/** One of a few numbers, on a slider. */
export interface Stops extends Codec<number>, Shown {
  readonly kind: 'stops';
  readonly values: readonly number[];
  readonly say: (value: number) => string;
}

export interface Switch extends Codec<boolean>, Shown {
  readonly kind: 'switch';
}

/** Any number in a range, typed in. */
export interface Typed extends Codec<number>, Shown {
  readonly kind: 'typed';
  readonly unit: string;
}

/** Set on the stage or by the page: has no control of its own. */
export interface Unlisted<T> extends Codec<T> {
  readonly kind: 'unlisted';
}

export type Field<T> = Choice<T> | Stops | Switch | Typed | Unlisted<T>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a table of fields of many types
export type Schema = Readonly<Record<string, Field<any>>>;
export type PicksOf<S extends Schema> = {
  readonly [Name in keyof S]: S[Name] extends { read(text: string): infer T } ? Exclude<T, undefined> : never;
};

type More<T> = Partial<Pick<Codec<T>, 'key' | 'always' | 'when'> & Shown>;

const listed = (words: readonly unknown[]): string => `known are ${words.join(', ')}`;
const toNumber = (text: string): number => (text.trim() === '' ? NaN : Number(text));
/** Significant digits and decimals of a number in an address. */
const digits = 6;
const decimals = 9;

/** Rounds as the address does, so that reading it back gives the same value. */
export const rounded = (value: number): number =>
  Number(Number(value.toPrecision(digits)).toFixed(decimals)) + 0;
export const writeNumbers = (values: ArrayLike<number>): string => Array.from(values, rounded).join(',');

interface Entry {
  readonly name: string;
  readonly title: string;
  readonly text?: string;
  readonly group?: string;
}

/** `code`: the entry's word in the address, besides its name. */
export function choice<T extends Entry>(
  label: string,
  entries: Entries<T>,
  fallback: Codec<T>['fallback'],
  { code = (entry: T) => entry.name, ...more }: More<T> & { readonly code?: (entry: T) => string } = {},
): Choice<T> {
  const title = (entry: T) => (code(entry) === entry.name ? entry.title : `${code(entry)}  ${entry.title}`);
  return {
    kind: 'choice',
    label,
    entries,
    fallback,
    title,
    write: code,
    always: true,
    text:
      typeof entries !== 'function' && entries.some(({ text }) => text) ? ({ text = '' }) => text : undefined,
    group: ({ group }) => group,
    read: (text, before = {}) =>
      entriesOf(entries, before).find((entry) => text === code(entry) || text === entry.name),
    wanted: (before) => listed(entriesOf(entries, before).map(code)),
    ...more,
  };
}

/** One of a few words, each its own title. */
export function word<T extends string>(
  label: string,
  entries: readonly T[],
  fallback: Codec<T>['fallback'],
  { title = String, ...more }: More<T> & { readonly title?: (entry: T) => string } = {},
): Choice<T> {
  return {
    kind: 'choice',
    label,
    entries,
    fallback,
    title,
    write: String,
    read: (text) => entries.find((entry) => text === entry),
    wanted: listed(entries),
    ...more,
  };
}

/** One of the names in a table of titles; usually the first. */
export function titled<T extends string>(
  label: string,
  titles: Readonly<Record<T, string>>,
  more: More<T> = {},
): Choice<T> {
  const names = Object.keys(titles) as T[];
  return word(label, names, names[0]!, { title: (name) => titles[name], ...more });
}

/** A choice of solvers; the sentence under it names those that the model rules out. */
export const solver = (
  solvers: readonly SolverName[],
  fallback: Codec<SolverName>['fallback'],
  more: More<SolverName> = {},
): Choice<SolverName> => ({ ...word('Solver', solvers, fallback, more), text: () => '' });

/** A field without a control in the form. */
export const unlisted = <T>(field: Codec<T>): Unlisted<T> => ({ ...field, kind: 'unlisted' });

export function stops(
  label: string,
  values: readonly number[],
  fallback: number,
  say: (value: number) => string = String,
  more: More<number> = {},
): Stops {
  return {
    kind: 'stops',
    label,
    values,
    fallback,
    say,
    write: String,
    read: (text) => values.find((each) => each === toNumber(text)),
    wanted: listed(values),
    ...more,
  };
}

/** Factor of real time, under the view. */
export const speed = (values: readonly number[]): Stops =>
  stops('speed', values, 1, (value) => `${value} ×`, { at: 'transport' });

export function toggle(
  label: string,
  fallback: Codec<boolean>['fallback'],
  more: More<boolean> = {},
): Switch {
  return {
    kind: 'switch',
    label,
    fallback,
    read: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
    write: (on) => (on ? 'on' : 'off'),
    wanted: listed(['on', 'off']),
    ...more,
  };
}

/** A number above 0, at most `most`, such as seconds. */
export function typed(
  label: string,
  most: number,
  unit: { readonly name: string; readonly short: string },
  fallback: number,
  more: More<number> = {},
): Typed {
  return {
    kind: 'typed',
    label,
    fallback,
    unit: unit.short,
    write: String,
    read: (text) => (toNumber(text) > 0 && toNumber(text) <= most ? toNumber(text) : undefined),
    wanted: `${unit.name} above 0 and up to ${most} can be used`,
    ...more,
  };
}

/** Comma-separated numbers within ±`most`; `counts` lists the possible lengths. */
export function numbers<T extends readonly number[] | null>(
  counts: number | readonly number[] | null,
  most: number,
  fallback: Codec<T>['fallback'],
  more: More<T> = {},
): Unlisted<T> {
  const allowed = typeof counts === 'number' ? [counts] : counts;
  return {
    kind: 'unlisted',
    fallback,
    write: (values) => writeNumbers(values ?? []),
    read: (text) => {
      const values = text.split(',').map(toNumber);
      const fits =
        (allowed?.includes(values.length) ?? true) && values.every((each) => Math.abs(each) <= most);
      return fits ? (values as unknown as T) : undefined;
    },
    wanted: `${allowed?.join(' or ') ?? 'only'} numbers from ${-most} to ${most} can be used`,
    ...more,
  };
}

/** Where hands have put everything, in the address; null: where the exhibit starts. `to`: targets of all goals. */
const somewhere = numbers<readonly number[] | null>(null, 1e3, null);
export const place = { q: somewhere, to: somewhere };

/** A comma-separated subset of the known words, possibly empty. */
export function some<T extends string>(
  known: readonly T[],
  fallback: Codec<readonly T[]>['fallback'],
  more: More<readonly T[]> = {},
): Unlisted<readonly T[]> {
  return {
    kind: 'unlisted',
    fallback,
    write: (values) => values.join(','),
    read: (text) => {
      const words = text.split(',').filter(Boolean);
      const found = known.filter((each) => words.includes(each));
      return words.every((each) => (known as readonly string[]).includes(each)) ? found : undefined;
    },
    wanted: listed(known),
    ...more,
  };
}

export interface Reading<S extends Schema> {
  readonly picks: PicksOf<S>;
  /** One sentence for each part that could not be used. */
  readonly complaints: readonly string[];
}

function fallbackOf({ fallback }: Codec<unknown>, before: Before): unknown {
  return typeof fallback === 'function' ? (fallback as (picks: Before) => unknown)(before) : fallback;
}

const fieldsOf = (schema: Schema) => Object.entries(schema) as [string, Field<unknown>][];

/** An empty value: null, or an empty list. */
const isNothing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** Missing values take their defaults; so do invalid ones, with a complaint. */
export function readPicks<S extends Schema>(schema: S, query: string): Reading<S> {
  const given = new URLSearchParams(query);
  const complaints: string[] = [];
  const picks: Record<string, unknown> = {};
  for (const [name, field] of fieldsOf(schema)) {
    const key = field.key ?? name;
    const text = given.get(key);
    const fallback = fallbackOf(field, picks);
    const found: unknown = text === null ? fallback : field.read(text, picks);
    if (found === undefined) {
      const instead = isNothing(fallback) ? '' : ` The page uses ${field.write(fallback as never)}.`;
      const wanted = typeof field.wanted === 'function' ? field.wanted(picks) : field.wanted;
      complaints.push(`The address has ${key} “${text!.slice(0, 40)}”; ${wanted}.${instead}`);
    }
    picks[name] = found ?? fallback;
  }
  return { picks: picks as PicksOf<S>, complaints };
}

/** Values that differ from the defaults, and those always written. With its question mark, or empty. */
export function writePicks<S extends Schema>(schema: S, picks: PicksOf<S>): string {
  const query = new URLSearchParams();
  for (const [name, field] of fieldsOf(schema)) {
    const value = picks[name] as unknown;
    const fallback = fallbackOf(field, picks);
    if (value === null || field.when?.(picks) === false) continue;
    const text = field.write(value as never);
    const isUsual = !isNothing(fallback) ? text === field.write(fallback as never) : isNothing(value);
    if (field.always || !isUsual) query.set(field.key ?? name, text);
  }
  // Commas are allowed in a query and read better than %2C.
  const text = query.toString().replaceAll('%2C', ',');
  return text && `?${text}`;
}

/** The picks of a page whose address is empty. */
export const defaultsOf = <S extends Schema>(schema: S): PicksOf<S> => readPicks(schema, '').picks;
