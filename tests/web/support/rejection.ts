/** Errors of promises. */
import type { ErrorCode, LimberError } from 'limber';
import { checkError } from './models.ts';

/** As `expectError`, for what a promise is rejected with. */
export async function expectRejection(
  promise: Promise<unknown>,
  code: ErrorCode,
  ...words: string[]
): Promise<LimberError> {
  const thrown: unknown = await promise.then(
    () => 'resolved',
    (error: unknown) => error,
  );
  return checkError(thrown, code, ...words);
}
