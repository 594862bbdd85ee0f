import type { Reply, Request, Start } from './messages.ts';
import { questions } from './questions.ts';
import { type Questions, replyOf, WorkerSession } from './session.ts';

/** A worker's global scope, or a port. */
export interface Scope {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

/** Answers the requests of a `WorkerProblem` at the other end of `scope`. @param more questions of other features. */
export function serve(scope: Scope, more?: Questions): void {
  let session: WorkerSession | undefined;

  function reply(message: Reply): void {
    scope.postMessage(message, message.block ? [message.block.buffer] : []);
  }

  async function start(ask: Start): Promise<void> {
    try {
      session = await WorkerSession.start(ask, { ...questions, ...more });
      reply({ answer: session.facts });
    } catch (error) {
      reply(replyOf(error));
    }
  }

  scope.onmessage = ({ data }: MessageEvent) => {
    // A user's script, or a tool, may send messages to the same scope.
    if (typeof (data as Request | null)?.kind !== 'string') return;
    const request = data as Request;
    if (session) reply(session.answer(request));
    else void start(request.ask as Start);
  };
}
