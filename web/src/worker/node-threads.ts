/**
 * Workers in Node. Separate from spawn.ts, because a worker's script that refers to itself as a worker would
 * be bundled endlessly.
 */
import type { WorkerLike } from './messages.ts';

/** The used part of Node's `Worker`. */
export interface NodeThread {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): unknown;
  on(event: string, listener: (value: never) => void): unknown;
}

/** The used part of Node's module worker_threads. */
export interface NodeThreads {
  readonly Worker: new (script: URL, options: { execArgv: string[] }) => NodeThread;
  readonly parentPort: unknown;
}

/** Node's module, in Node only. Not imported, because bundlers for browsers would follow the import. */
export function nodeThreads(): NodeThreads | undefined {
  const { process } = globalThis as unknown as { process?: { getBuiltinModule?(name: string): unknown } };
  return process?.getBuiltinModule?.('worker_threads') as NodeThreads | undefined;
}

/** Wraps a Node thread in a page worker's interface. */
export function inNode(thread: NodeThread): WorkerLike {
  const worker: WorkerLike = {
    postMessage: (message, transfer) => thread.postMessage(message, transfer),
    terminate: () => thread.terminate(),
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  };
  const fail = (message: string): void => worker.onerror?.({ message, preventDefault: () => {} } as never);
  thread.on('message', (data: unknown) => worker.onmessage?.({ data } as MessageEvent));
  thread.on('messageerror', (event) => worker.onmessageerror?.(event));
  thread.on('error', ({ message }: Error) => fail(message));
  thread.on('exit', (code) => fail(`its thread has ended with code ${String(code)}`));
  return worker;
}
