/** Workers of Node. Apart from spawn.ts: a worker's script that names itself as a worker would be bundled without end. */
import type { WorkerLike } from './spawn.ts';

/** The part of a `Worker` of Node's that is used. */
export interface NodeThread {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): unknown;
  on(event: string, listener: (value: never) => void): unknown;
}

/** What is used of Node's module worker_threads. */
export interface NodeThreads {
  readonly Worker: new (script: URL, options: { execArgv: string[] }) => NodeThread;
  readonly parentPort: unknown;
}

/** In Node. Without an import, which bundlers for browsers would follow. */
export function nodeThreads(): NodeThreads | undefined {
  const { process } = globalThis as unknown as { process?: { getBuiltinModule?(name: string): unknown } };
  return process?.getBuiltinModule?.('worker_threads') as NodeThreads | undefined;
}

/** A thread of Node's as a page has it. */
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
