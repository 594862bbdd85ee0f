/// <reference types="node" />
/** Functions for reading any command line. */
import { printable } from '../describe/errors.ts';

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

/** What the system's codes mean. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  EACCES: 'it may not be opened',
  EPERM: 'that is not allowed',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EMFILE: 'too many files are open',
};

/** Why a file could not be read or written, in plain words. */
export function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return reasons[code] ?? message.split(', ')[0]!;
}

/** A plain decimal number; NaN for any other text. */
export function numberIn(text: string): number {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
}
