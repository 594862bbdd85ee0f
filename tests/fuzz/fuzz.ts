/**
 * Laws for every input, tried on damaged valid ones. `npm run long -- fuzz NAME --fixed` tries ten times as many as each
 * law names, the same in every run; `--minutes N` new ones for that time. Both print the seed and the smallest input
 * that breaks one.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LimberError, type ErrorCode } from 'limber';
import { root } from '../web/support/readme.ts';

const { LIMBER_FUZZ: name, LIMBER_FUZZ_MINUTES: minutes, LIMBER_FUZZ_TIMES: times = 1 } = process.env;
/** Folder for the input under test, to inspect one that never ends. */
const under = join(root, 'build/fuzz');
if (name) mkdirSync(under, { recursive: true });

/** Number of laws among which a timed run divides its time. */
let laws = 0;

/** Tries `law` on `runs` inputs, or for its share of the minutes. */
export function fuzz<T>(
  what: string,
  input: fc.Arbitrary<T>,
  law: (input: T) => void | Promise<void>,
  runs: number,
): void {
  laws += 1;
  it(what, async () => {
    const tried = async (each: T): Promise<void> => {
      if (name) writeFileSync(join(under, `${name}.last`), `${what}\n${fc.stringify(each)}\n`);
      await law(each);
    };
    let count = 0;
    const counted = (each: T): Promise<void> => ((count += 1), tried(each));
    await fc.assert(
      fc.asyncProperty(input, counted),
      minutes
        ? { numRuns: 2 ** 31 - 1, interruptAfterTimeLimit: (60_000 * Number(minutes)) / laws }
        : { numRuns: runs * Number(times) },
    );
    if (name) writeFileSync(join(under, `${name}.tried`), `${count} inputs: ${what}\n`, { flag: 'a' });
  });
}

/** A reader of files or data. */
export interface Format<Input, Read> {
  readonly inputs: fc.Arbitrary<Input>;
  read(input: Input): Read;
  /** Codes of its errors; missing: any. */
  readonly refusals?: readonly ErrorCode[];
  /** Laws of what was read, such as that it is written and reads back the same. */
  law?(read: Read, input: Input): void;
}

/** Each input is read, or refused by name. */
export function fuzzFormat<Input, Read>(what: string, format: Format<Input, Read>, runs: number): void {
  const law = (input: Input): void => {
    const read = orRefused(() => format.read(input), ...(format.refusals ?? []));
    if (read !== undefined) format.law?.(read, input);
  };
  fuzz(what, format.inputs, law, runs);
}

/** Texts of tests/fuzz/corpus/NAME. */
export function corpus(folder: string): string[] {
  const path = join(root, 'tests/fuzz/corpus', folder);
  return readdirSync(path)
    .sort()
    .map((file) => readFileSync(join(path, file), 'utf8'));
}

/** Longest allowed message: it names a culprit, but does not repeat a file. */
const mostWords = 600;

/** Result of `action`; undefined if it throws a LimberError with one of `codes` and a meaningful message. */
export function orRefused<T>(action: () => T, ...codes: readonly ErrorCode[]): T | undefined {
  try {
    return action();
  } catch (error) {
    expectRefusal(error, ...codes);
    return undefined;
  }
}

/** Without codes, any code is accepted. */
export function expectRefusal(error: unknown, ...codes: readonly ErrorCode[]): void {
  if (!(error instanceof LimberError)) throw error;
  if (codes.length > 0) expect(codes).toContain(error.code);
  expect(error.message.length).toBeGreaterThan(10);
  expect(error.message.length).toBeLessThan(mostWords);
}

type Damage = (text: string) => string;

/** A place in a text of any length. */
const place = fc.nat(2 ** 20 - 1);
const among = (count: number, where: number): number => Math.floor((where / 2 ** 20) * count);
const at = (text: string, where: number): number => among(text.length + 1, where);
const span = fc.tuple(place, fc.nat(200));

/** Words, numbers, whitespace and single symbols. */
const tokensOf = (text: string): string[] => text.match(/[\w.+-]+|\s+|[^\w\s]/g) ?? [];

function withTokens(change: (tokens: string[], first: number, second: number) => void) {
  return fc.tuple(place, place).map(([a, b]): Damage => (text) => {
    const tokens = tokensOf(text);
    if (tokens.length > 0) change(tokens, among(tokens.length, a), among(tokens.length, b));
    return tokens.join('');
  });
}

/** Replacements for numbers and names, in addition to the words of a format. */
const oddWords = [
  ...'0 -0 -1 1e308 -1e308 1e-320 1e999 NaN Infinity 0x10 1,5 9007199254740993'.split(' '),
  ...['', ' ', '\n', '\u0000', '\uFEFF', '\uD800'],
  ...'🦾 __proto__ constructor toString null true'.split(' '),
];

const kinds = (words: readonly string[]): fc.Arbitrary<Damage> =>
  fc.oneof(
    place.map(
      (where): Damage =>
        (text) =>
          text.slice(0, at(text, where)),
    ),
    span.map(([where, length]): Damage => (text) => {
      const from = at(text, where);
      return text.slice(0, from) + text.slice(from + length);
    }),
    fc.tuple(span, place).map(([[where, length], to]): Damage => (text) => {
      const from = at(text, where);
      const into = at(text, to);
      return text.slice(0, into) + text.slice(from, from + length) + text.slice(into);
    }),
    fc.tuple(place, fc.integer({ min: 0, max: 255 })).map(([where, code]): Damage => (text) => {
      const from = at(text, where);
      return text.slice(0, from) + String.fromCharCode(code) + text.slice(from + 1);
    }),
    withTokens((tokens, a, b) => ([tokens[a], tokens[b]] = [tokens[b]!, tokens[a]!])),
    withTokens((tokens, a, b) => (tokens[a] = tokens[b]!)),
    fc.tuple(place, fc.constantFrom(...oddWords, ...words)).map(([where, word]): Damage => (text) => {
      const tokens = tokensOf(text);
      if (tokens.length > 0) tokens[among(tokens.length, where)] = word;
      return tokens.join('');
    }),
    fc.tuple(place, fc.constantFrom(...words)).map(([where, word]): Damage => (text) => {
      const from = at(text, where);
      return text.slice(0, from) + word + text.slice(from);
    }),
  );

/** One of `texts`, cut, with parts moved, bytes flipped, and `words` of its format inserted. */
export function damaged(texts: readonly string[], words: readonly string[], most = 4): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...texts), fc.array(kinds(words), { maxLength: most }))
    .map(([text, damages]) => damages.reduce((each, damage) => damage(each), text));
}

/** Values that are useless anywhere, or useful only by chance. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  ...[
    [undefined, null, true, false, '', 'hand', [], {}, NaN, Infinity, -Infinity, -0],
    [0, 1, -1, 0.5, 1e308, 5e-324, 2 ** 31, 2 ** 32, 1n, Symbol('s'), () => 1],
    [new Float64Array(3), new DataView(new ArrayBuffer(8)), new Date(0), new Map(), /x/],
  ].map((values) => fc.constantFrom<unknown>(...values)),
  fc.anything({
    maxDepth: 3,
    withBigInt: true,
    withNullPrototype: true,
    withTypedArray: true,
    withSparseArray: true,
  }),
);

/** A copy of plain data with some values replaced. */
export function spoiled<T>(good: fc.Arbitrary<T>, most = 3): fc.Arbitrary<T> {
  const change = fc.tuple(fc.nat(), fc.oneof(anything, fc.constant(gone)));
  const all = (value: T, changes: readonly [number, unknown][]): T =>
    changes.reduce<unknown>((each, [where, by]) => spoil(each, where, by), value) as T;
  return fc.tuple(good, fc.array(change, { maxLength: most })).map(([value, changes]) => all(value, changes));
}

const gone = Symbol('gone');
type Keyed = Record<PropertyKey, unknown>;

function spoil(value: unknown, where: number, by: unknown): unknown {
  const places: [Keyed, string][] = [];
  const copied = copyOf(value, places);
  const found = places[where % (places.length + 1)];
  if (!found) return by === gone ? undefined : by;
  const [holder, key] = found;
  if (by !== gone) holder[key] = by;
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return copied;
}

/** Copies plain data and records every place in it. */
function copyOf(value: unknown, places: [Keyed, string][]): unknown {
  const isPlain = Array.isArray(value) || (typeof value === 'object' && value?.constructor === Object);
  if (!isPlain) return value;
  const copied = (Array.isArray(value) ? [] : {}) as Keyed;
  for (const [key, each] of Object.entries(value as Keyed)) {
    places.push([copied, key]);
    copied[key] = copyOf(each, places);
  }
  return copied;
}
