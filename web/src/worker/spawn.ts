import { LimberError } from '../errors.ts';

/** What is used of a worker: a browser's `Worker` is one. */
export interface WorkerLike {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): unknown;
  onmessage: ((event: MessageEvent) => void) | null;
  /** Its event has a `message`. */
  onerror: ((event: never) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

/** Bundlers read the next lines: they must stay one expression. */
const own = (): Worker =>
  new Worker(new URL('./thread.js', import.meta.url), { type: 'module', name: 'limber' });

/** A script of another origin cannot be a worker, but a worker of ours can import it. */
function foreign(): Worker {
  // Not what bundlers look for: theirs has been tried.
  const here = import.meta.url;
  const script = `import ${JSON.stringify(new URL('./thread.js', here).href)};`;
  // Never revoked: some browsers read it after the constructor has returned.
  const blob = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  return new Worker(blob, { type: 'module', name: 'limber' });
}

/** @throws LimberError `workerFailed` where there are no workers. */
export function spawn(): WorkerLike {
  if (typeof Worker === 'undefined') {
    throw new LimberError(
      'workerFailed',
      'there is no Worker here; solve with Problem of limber itself, or give the option worker',
    );
  }
  try {
    return own();
  } catch {
    return foreign();
  }
}
