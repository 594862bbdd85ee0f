/** Workers without a thread: the real protocol and the real core at the two ends of a message channel. */
import { MessageChannel } from 'node:worker_threads';
import type { WorkerLike } from 'limber/worker';
import { searchQuestions } from '../../../web/src/reach/search.ts';
import { serve, type Scope } from '../../../web/src/worker/serve.ts';

export interface FakeWorker extends WorkerLike {
  /** Messages that the page has sent. */
  readonly sent: { kind: string; ask: object }[];
  /** Buffers transferred with messages in either direction. */
  readonly transferred: ArrayBuffer[];
  terminated: boolean;
  /** Acts as if its script had thrown. */
  fail(message: string): void;
  /** Keeps receiving, but holds its answers back until `resume`. */
  pause(): void;
  resume(): void;
}

/** `run`: what its script does. */
export function fakeWorker(run = (scope: Scope): void => serve(scope, searchQuestions)): FakeWorker {
  const { port1: page, port2: thread } = new MessageChannel();
  let held: [unknown, Transferable[]][] | undefined;
  const scope: Scope = {
    onmessage: null,
    postMessage(message, transfer) {
      if (held) held.push([message, transfer]);
      else thread.postMessage(message, transfer as []);
    },
  };
  thread.on('message', (data: unknown) => scope.onmessage?.({ data } as MessageEvent));
  page.on('message', (data: { block?: Float64Array<ArrayBuffer> }) => {
    if (data.block) worker.transferred.push(data.block.buffer);
    worker.onmessage?.({ data } as MessageEvent);
  });
  run(scope);

  const worker: FakeWorker = {
    onmessage: null,
    onerror: null,
    onmessageerror: null,
    sent: [],
    transferred: [],
    terminated: false,
    postMessage(message, transfer) {
      page.postMessage(message, transfer as []);
      worker.sent.push(message as { kind: string; ask: object });
    },
    terminate() {
      worker.terminated = true;
      page.close();
    },
    fail(message) {
      worker.onerror?.({ message, preventDefault: () => {} } as never);
    },
    pause: () => (held ??= []),
    resume() {
      for (const each of held ?? []) thread.postMessage(each[0], each[1] as []);
      held = undefined;
    },
  };
  return worker;
}
