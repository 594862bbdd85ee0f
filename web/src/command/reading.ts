/// <reference types="node" />
/** Functions for reading any command line. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { printable, show } from '../errors.ts';
import { mostLetters } from '../input-limits.ts';

/** One line that names the error in a command line and the remedy. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  /** `after`: lines to print after the message. */
  constructor(
    message: string,
    readonly after = '',
  ) {
    // Typed text may contain control characters for the terminal.
    super(printable(message));
  }
}

/** Shortens `ENOENT: no such file or directory, open 'x'` to `ENOENT: no such file or directory`. */
export const reasonOf = (error: unknown): string => (error as Error).message.split(', ')[0]!;

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<T extends Options> = ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>>;

/** A value may begin with a minus, as negative numbers do, and would look like an option. */
function joined(args: readonly string[], options: Options): string[] {
  const isNumber = (word: string | undefined): boolean => /^-[\d.]/.test(word ?? '');
  const takesValue = (word = ''): boolean =>
    word.startsWith('--') &&
    Object.hasOwn(options, word.slice(2)) &&
    options[word.slice(2)]!.type === 'string';
  return args.flatMap((word, i) => {
    if (isNumber(word) && takesValue(args[i - 1])) return [];
    return [takesValue(word) && isNumber(args[i + 1]) ? `${word}=${args[i + 1]}` : word];
  });
}

/** `examples` are complete, such as `--dt 0.016`. @throws UsageError */
export function parse<T extends Options>(
  args: readonly string[],
  options: T,
  examples: readonly string[],
): Parsed<T> {
  const long = args.find(({ length }) => length > mostLetters);
  if (long !== undefined) {
    throw new UsageError(`${show(long)}… has ${long.length} characters; give at most ${mostLetters}`);
  }
  try {
    return parseArgs({ args: joined(args, options), options, allowPositionals: true });
  } catch (error) {
    const text = (error as Error).message.split(/\. |\n/)[0]!.slice(0, 200);
    const option = /--[\w-]+/.exec(text)?.[0];
    const example = examples.find((each) => each.split(' ')[0] === option);
    throw new UsageError(
      example && !text.startsWith('Unknown')
        ? `${option} needs a value, as in ${example}`
        : `${text[0]!.toLowerCase()}${text.slice(1)}; limber --help lists the options`,
    );
  }
}

/** A plain decimal number; NaN for any other text. */
export function numberIn(text: string): number {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
}
