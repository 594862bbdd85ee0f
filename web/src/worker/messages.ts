/** Messages between page and worker: requests and replies in turn. */
import type { ErrorCode } from '../errors.ts';

export interface Request {
  /** 'start', or the name of a question. */
  readonly kind: string;
  /** Plain data. */
  readonly ask: unknown;
  /** See layout.ts; transferred. Omitted with `start`. */
  readonly block?: Float64Array | undefined;
}

/** Always returns the updated block. */
export interface Reply {
  readonly answer?: unknown;
  /** A LimberError as plain data. */
  readonly error?: { readonly code: ErrorCode; readonly message: string };
  /** Any other exception: the core is no longer reliable. */
  readonly crash?: string;
  readonly block?: Float64Array | undefined;
}
