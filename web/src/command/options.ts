/// <reference types="node" />
/** Tables of a command's options. Its help, its reader, its suggestions and its refusals come from them. */
import { parseArgs } from 'node:util';
import { alike } from '../describe/alike.ts';
import { show } from '../describe/errors.ts';
import { mostLetters } from '../describe/input-limits.ts';
import { fold, width } from './align.ts';
import { numberIn, UsageError } from './reading.ts';

export interface Option<T = unknown> {
  /** What stands for its value in the help; absent: a switch. */
  readonly value?: string;
  /** A value, for the message where it is missing. */
  readonly example?: string;
  readonly short?: string;
  /** What it does. */
  readonly says: string;
  /** It may be given again. */
  readonly isMany?: true;
  /** Its value where it is not given. */
  readonly initial?: unknown;
  /** `option` is its name, such as `--tip`. @throws UsageError */
  readonly read: (text: string, option: string) => T;
}

type Options = Readonly<Record<string, Option>>;

/** An option's value; a list if it may be given again, and otherwise what it is where it is not given. */
export type ValuesOf<O extends Options> = {
  readonly [K in keyof O]: O[K] extends { readonly isMany: true }
    ? readonly ReturnType<O[K]['read']>[]
    : ReturnType<O[K]['read']> | (O[K] extends { readonly initial: infer D } ? D : undefined);
};

export interface Table<O extends Options = Options> {
  /** The command, such as `limber solve`. */
  readonly name: string;
  /** What follows the name. */
  readonly usage: string;
  readonly purpose: string;
  /** Words that are no options: how many, what to give where one is missing, and what where there are more. */
  readonly words: { readonly count: number; readonly missing: string; readonly most: string };
  readonly options: O;
  /** Sentences after the options. */
  readonly after?: string;
}

/** @throws UsageError that names the option, what was typed, and `what` to give. */
export function refuse(option: string, text: string, what: string): never {
  throw new UsageError(`${option} is ${show(text)}; give ${what}`);
}

type Kind<T> = Omit<Option<T>, 'says' | 'example'>;
const make =
  <T>(kind: Kind<T>) =>
  (says: string, example?: string): Option<T> => ({
    ...kind,
    says,
    ...(example !== undefined && { example }),
  });

/** The option's value where it is not given. */
export const by = <T, const D>(initial: D, option: Option<T>) => ({ ...option, initial });

export const flag = (says: string) => by(false, make<boolean>({ read: () => true })(says));
export const word = (value: string) => make<string>({ value, read: (text) => text });

/** One of the keys of `known`, read as its value. */
export const keyOf = <T>(value: string, known: Readonly<Record<string, T>>) =>
  make<T>({
    value,
    read: (text, option) =>
      Object.hasOwn(known, text)
        ? known[text]!
        : refuse(option, text, `one of ${Object.keys(known).join(', ')}`),
  });

/** A number from `least` to `most`. */
export const number = (
  value: string,
  {
    least,
    most,
    isWhole = false,
  }: { readonly least: number; readonly most: number; readonly isWhole?: boolean },
) =>
  make<number>({
    value,
    read(text, option) {
      const given = numberIn(text);
      if (given >= least && given <= most && (!isWhole || Number.isInteger(given))) return given;
      const what = least === Number.MIN_VALUE ? `above 0, at most ${most}` : `from ${least} to ${most}`;
      return refuse(option, text, `a ${isWhole ? 'whole ' : ''}number ${what}`);
    },
  });

type Units = Readonly<Record<string, (number: number) => number>>;
export const metres: Units = { m: (x) => x, cm: (x) => x / 100, mm: (x) => x / 1000 };
export const radians: Units = { rad: (x) => x, deg: (x) => (x * Math.PI) / 180 };

/** A number in metres or radians; it may end in a unit. NaN for any other text. */
export function measureIn(text: string, units: Units): number {
  const [, number, unit] = /^([^]*?)([a-z]*)$/.exec(text.trim())!;
  if (unit === '') return numberIn(number!);
  return Object.hasOwn(units, unit!) ? units[unit!]!(numberIn(number!)) : NaN;
}

/** Numbers between commas. `what`: to give instead. */
export function numbersIn(text: string, option: string, what: string): number[] {
  const numbers = text.split(',').map((each) => measureIn(each, radians));
  if (numbers.every(Number.isFinite)) return numbers;
  const other = /^[\s\d.,;|+\-e]*$/i.test(text) ? /[;|]|\d\s+[\d+\-.]/.exec(text)?.[0].trim() : undefined;
  const mark = other === undefined ? '' : `, not by ${/[;|]/.exec(other)?.[0] ?? 'spaces'}`;
  return refuse(option, text, `${what}, separated by commas${mark}`);
}

export const numbers = (value: string, what: string) =>
  make<number[]>({ value, read: (text, option) => numbersIn(text, option, what) });

/** A file to write, whose ending chooses its format. */
export const fileAs = <T>(known: Readonly<Record<string, T>>) =>
  make<{ readonly path: string; readonly format: T }>({
    value: 'FILE',
    read(path, option) {
      const ending = Object.keys(known).find((each) => path.toLowerCase().endsWith(each));
      if (
        ending !== undefined &&
        !/[/\\]$/.test(path.slice(0, -ending.length)) &&
        path.length > ending.length
      )
        return { path, format: known[ending]! };
      const endings = Object.keys(known);
      return refuse(
        option,
        path,
        `a file that ends in ${endings.slice(0, -1).join(', ')} or ${endings.at(-1)}`,
      );
    },
  });

/** A value may begin with a minus, as negative numbers do, and would look like an option. */
function joined(args: readonly string[], options: Options): string[] {
  const isNumber = (each: string | undefined): boolean => /^-[\d.]/.test(each ?? '');
  const takesValue = (each = ''): boolean =>
    each.startsWith('--') &&
    Object.hasOwn(options, each.slice(2)) &&
    options[each.slice(2)]!.value !== undefined;
  return args.flatMap((each, i) => {
    if (isNumber(each) && takesValue(args[i - 1])) return [];
    return [takesValue(each) && isNumber(args[i + 1]) ? `${each}=${args[i + 1]}` : each];
  });
}

function parsed({ name, options }: Table, args: readonly string[]) {
  const config = Object.entries(options).map(([option, { value, short, isMany = false }]) => {
    const type = value === undefined ? ('boolean' as const) : ('string' as const);
    return [option, { type, multiple: isMany, ...(short !== undefined && { short }) }] as const;
  });
  try {
    return parseArgs({
      args: joined(args, options),
      options: Object.fromEntries(config),
      allowPositionals: true,
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Where an option has a short form, node names that first.
    const option = /--[\w-]+/.exec(message)?.[0] ?? /-\w/.exec(message)?.[0] ?? '';
    const known = Object.keys(options);
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
      const typed = option.replace(/^-+/, '');
      const meant = alike(typed, known) ?? known.find((each) => typed.length > 2 && each.startsWith(typed));
      const hint = meant === undefined ? `${name} --help lists the options` : `did you mean --${meant}?`;
      throw new UsageError(`unknown option '${option}'; ${hint}`);
    }
    const { value, example = value } = options[option.slice(2)] ?? {};
    throw new UsageError(
      value === undefined
        ? `${option} takes no value`
        : `${option} needs a value, as in ${option} ${example}`,
    );
  }
}

/** @throws UsageError */
export function readTable<O extends Options>(table: Table<O>, args: readonly string[]) {
  const long = args.find(({ length }) => length > mostLetters);
  if (long !== undefined)
    throw new UsageError(`${show(long)}… has ${long.length} characters; give at most ${mostLetters}`);
  const { values, positionals: words } = parsed(table, args);
  const { count, missing, most } = table.words;
  const entries = Object.entries(table.options).map(([name, { read, isMany, initial }]) => {
    const given = values[name];
    if (isMany) return [name, ((given ?? []) as string[]).map((text) => read(text, `--${name}`))] as const;
    return [name, given === undefined ? initial : read(String(given), `--${name}`)] as const;
  });
  if (words.length < count) throw new UsageError(missing);
  if (words.length > count) throw new UsageError(`unexpected word ${show(words[count])}; give ${most}`);
  return { words, values: Object.fromEntries(entries) as ValuesOf<O> };
}

/** At most `width` characters per line. */
export function helpOf({ name, usage, purpose, options, after }: Table): string {
  const names = Object.entries(options).map(
    ([option, { value, short }]) =>
      `--${option}${short === undefined ? '' : `, -${short}`}${value === undefined ? '' : ` ${value}`}`,
  );
  const widest = Math.max(...names.map(({ length }) => length));
  const lines = Object.values(options).map(({ says }, i) => {
    const [first, ...rest] = fold(says, width - widest - 4).split('\n');
    return [`  ${names[i]!.padEnd(widest)}  ${first}`, ...rest.map((line) => ' '.repeat(widest + 4) + line)];
  });
  const paragraphs = [
    `${name} ${usage}`,
    fold(purpose),
    lines.flat().join('\n'),
    ...(after ? [fold(after)] : []),
  ];
  return paragraphs.join('\n\n');
}
