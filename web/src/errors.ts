import { coreErrorCodes } from './words.ts';

/** All codes of a `LimberError`. */
export const errorCodes = [
  ...coreErrorCodes,
  'badDescription',
  'badTrajectory',
  'notInitialised',
  'loadFailed',
  'disposed',
  'workerFailed',
] as const;

/** One of `errorCodes`. */
export type ErrorCode = (typeof errorCodes)[number];

/** A value as messages quote it. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  if (typeof value === 'function') return 'a function';
  if (value === null || typeof value !== 'object') return String(value);
  return Array.isArray(value) ? `an array of ${value.length}` : 'an object';
}

/** Names as messages list them: of many, eight. */
export function listed(names: readonly string[]): string {
  const most = 8;
  const rest = names.length > most ? ` and ${names.length - most} more` : '';
  return names.slice(0, most).join(', ') + rest;
}

/** Names in a message may hold what a terminal obeys, or be of any length. */
const readable = (message: string): string =>
  message
    .slice(0, 4000)
    .replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, (each) => `\\u${each.charCodeAt(0).toString(16)}`);

/** What went wrong: a `code` to branch on, and a message that names the culprit and the remedy. */
export class LimberError extends Error {
  /** For code where `instanceof` does not work, as across frames. */
  override readonly name = 'LimberError';
  /** What went wrong, for programs. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(readable(message), options);
    this.code = code;
  }
}

/** @throws LimberError `tooLarge` for more than `most`. */
export function checkSize(count: number, most: number, what: string): void {
  if (count > most) throw new LimberError('tooLarge', `${count} ${what}; at most ${most}`);
}
