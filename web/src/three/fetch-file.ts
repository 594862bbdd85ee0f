/** Files at addresses that a page names, and those that such a file names itself. */
import { LimberError, show } from '../errors.ts';
import { mostBytes } from '../input-limits.ts';

/** An address as a page gives it. @throws LimberError `badOption` for none, or one that holds a password. */
export function addressOf(text: string, base: string | URL): URL {
  if (!URL.canParse(text, base)) throw new LimberError('badOption', `${show(text)} is no address of a file`);
  const url = new URL(text, base);
  if (!url.username && !url.password) return url;
  const remedy = 'leave the name and the password out, and sign in on that server';
  throw new LimberError('badOption', `the address of a file on ${url.host} holds a password; ${remedy}`);
}

/**
 * Whether a file may name this address: one on its own server, or what it carries inside. Else a robot or a character of
 * somebody else could have a reader's browser ask any server.
 */
export function isBeside(address: string, file: string | URL): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, origin } = new URL(address);
  return protocol === 'data:' || protocol === 'blob:' || origin === new URL(file).origin;
}

/** Asks without saying on which page. */
export const fetchQuietly = (url: string | URL, signal?: AbortSignal): Promise<Response> =>
  fetch(url, { referrerPolicy: 'no-referrer', ...(signal ? { signal } : {}) });

/** All bytes of an answer, as long as they are not too many. @throws LimberError `tooLarge`. */
export async function bytesOf(response: Response, url: string | URL): Promise<ArrayBuffer> {
  const refuse = (bytes: number): never => {
    throw new LimberError('tooLarge', `${String(url)} has ${bytes} bytes or more; at most ${mostBytes}`);
  };
  const said = Number(response.headers.get('content-length') ?? 0);
  if (said > mostBytes) {
    await response.body?.cancel();
    refuse(said);
  }
  if (!response.body) return response.arrayBuffer();
  // What a server says of its length need not be so.
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = response.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > mostBytes) {
      await reader.cancel();
      refuse(length);
    }
    chunks.push(next.value);
  }
  return new Blob(chunks).arrayBuffer();
}
