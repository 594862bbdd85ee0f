import { coreErrorCodes } from './core-names.ts';

/** All codes of a `LimberError`. */
export const errorCodes = [
  ...coreErrorCodes,
  'badDescription',
  'badTrajectory',
  'notInitialised',
  'loadFailed',
  'disposed',
  'workerFailed',
  'noWebGL',
  'unsupported',
] as const;

/** One of `errorCodes`. */
export type ErrorCode = (typeof errorCodes)[number];

/** Control characters, line separators and characters that change the text direction. */
const unprintable = /[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu;

/** One line in which control, line-break and direction characters are replaced by their codes. */
export const printable = (text: string): string =>
  text.replace(unprintable, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Most characters of a message: a longer one contains an endless name. Its start has the place, its end the
 * remedy.
 */
const mostMessage = 590;
const cut = (text: string): string =>
  text.length > mostMessage ? `${text.slice(0, mostMessage / 2)}…${text.slice(1 - mostMessage / 2)}` : text;

/** A value as messages quote it. */
export function show(value: unknown): string {
  if (typeof value === 'string') return printable(JSON.stringify(value.slice(0, 40)));
  if (typeof value === 'function') return 'a function';
  if (value === null || typeof value !== 'object') return String(value);
  return Array.isArray(value) ? `an array of ${value.length}` : 'an object';
}

/** Names as messages list them: at most eight. */
export function listed(names: readonly string[]): string {
  const most = 8;
  const rest = names.length > most ? ` and ${names.length - most} more` : '';
  return names.slice(0, most).join(', ') + rest;
}

/** A message as a sentence. What is no plain word, such as an address or a path in JSON, keeps its small letter. */
export function sentenceOf(message: string): string {
  const begun = /^[a-z]+ /.test(message) ? message.charAt(0).toUpperCase() + message.slice(1) : message;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** An error with a `code` to branch on and a message that names the culprit and the remedy. */
export class LimberError extends Error {
  /** For code where `instanceof` fails, such as across frames. */
  override readonly name = 'LimberError';
  /** The kind of error, for programs. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    // Cut twice: before, so that little text is scanned, and after, because codes are longer than characters.
    super(cut(printable(cut(message))), options);
    this.code = code;
  }
}

/** @throws LimberError `tooLarge` for more than `most`. */
export function checkSize(count: number, most: number, what: string): void {
  if (count > most) throw new LimberError('tooLarge', `${count} ${what}; at most ${most}`);
}
