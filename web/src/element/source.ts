import { LimberError } from '../describe/errors.ts';
import { addressOf, bytesOf, faultOf, fetchQuietly } from '../three/fetch-file.ts';
import { loadFigure, loadURDF } from './live/load.ts';

/**
 * The contents of the attribute `src`. Their reader is loaded at the same time. `tell`: see `bytesOf`.
 *
 * @throws LimberError `badOption`, `loadFailed`, `tooLarge`.
 */
export async function fetchSource(
  src: string,
  signal: AbortSignal,
  tell?: (part: number) => void,
): Promise<ArrayBuffer> {
  const url = addressOf(src, document.baseURI);
  const isCharacter = /\.gl(b|tf)$/i.test(url.pathname);
  // A failure is reported where the reader is needed.
  (isCharacter ? loadFigure() : loadURDF()).catch(() => {});
  let response: Response;
  try {
    response = await fetchQuietly(url, signal);
  } catch (cause) {
    if (signal.aborted) throw cause;
    const remedy = 'see that the address is right, and that its server allows this page to read it';
    throw new LimberError('loadFailed', `${url.href} could not be fetched; ${remedy}`, { cause });
  }
  const fault = faultOf(response, url.href);
  if (!fault) return bytesOf(response, url, tell);
  throw new LimberError('loadFailed', `${fault}; see that the address is right`);
}
