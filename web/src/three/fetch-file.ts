/** Files at addresses given by a page, and files that those refer to. */
import { LimberError, show } from '../describe/errors.ts';
import { mostBytes } from '../describe/input-limits.ts';

/**
 * Parses an address given by a page. @throws LimberError `badOption` if it is invalid or contains a password.
 */
export function addressOf(text: string, base: string | URL): URL {
  if (!URL.canParse(text, base)) throw new LimberError('badOption', `${show(text)} is no address of a file`);
  const url = new URL(text, base);
  if (!url.username && !url.password) return url;
  const remedy = 'leave the name and the password out, and sign in on that server';
  throw new LimberError('badOption', `the address of a file on ${url.host} holds a password; ${remedy}`);
}

/**
 * True if a file may refer to this address: on its own server, or embedded in it. Otherwise somebody else's
 * robot or character could make a reader's browser contact any server.
 */
export function isBeside(address: string, file: string | URL): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, origin } = new URL(address);
  return protocol === 'data:' || protocol === 'blob:' || origin === new URL(file).origin;
}

/** Fetches without a referrer. */
export const fetchQuietly = (url: string | URL, signal?: AbortSignal): Promise<Response> =>
  fetch(url, { referrerPolicy: 'no-referrer', ...(signal ? { signal } : {}) });

/** Why a response is not the file at its address; undefined: it is. */
export function faultOf({ ok, status, headers }: Response, address: string): string | undefined {
  if (!ok) return `${address} answered ${status}`;
  if (!/^text\/html\b/i.test(headers.get('content-type') ?? '')) return undefined;
  return `${address} is an HTML page`;
}

/**
 * All bytes of a response, up to a limit. `tell`: called with the part that has arrived, 0 to 1, if the
 * server states the length. @throws LimberError `tooLarge`.
 */
export async function bytesOf(
  response: Response,
  url: string | URL,
  tell?: (part: number) => void,
): Promise<ArrayBuffer> {
  const refuse = (bytes: number): never => {
    throw new LimberError('tooLarge', `${String(url)} has ${bytes} bytes or more; at most ${mostBytes}`);
  };
  const said = Number(response.headers.get('content-length') ?? 0);
  if (said > mostBytes) {
    await response.body?.cancel();
    refuse(said);
  }
  if (!response.body) return response.arrayBuffer();
  // The server's statement of the length may be wrong.
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
    if (said > 0) tell?.(Math.min(1, length / said));
  }
  return new Blob(chunks).arrayBuffer();
}
