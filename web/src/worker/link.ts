/** Keeps a worker alive and sends it one request at a time. */
import { LimberError, show, type ErrorCode } from '../describe/errors.ts';
import type { Reply, Request, WorkerLike } from './messages.ts';
import { Queue } from './queue.ts';

/** A request before it is sent. */
export interface Question {
  readonly kind: string;
  /** Called when it is sent, and again when another worker takes over. */
  readonly ask: () => unknown;
  /** Called with the answer, before the promise resolves. */
  readonly accept?: (answer: never) => void;
  /** Error code for an `ask` that cannot be sent. Default `badDescription`. */
  readonly code?: ErrorCode;
}

export interface LinkOptions {
  readonly spawn: () => WorkerLike;
  /** Milliseconds without an answer after which the worker is considered dead. */
  readonly timeout: number;
  /** The first message to a new worker. */
  readonly start: () => unknown;
  /** The block to send with a request; it is transferred. */
  readonly block: () => Float64Array;
  /** Called when the block has returned, before the promise resolves. */
  readonly onBlock: (block: Float64Array) => void;
  readonly onDeath: (error: LimberError) => void;
}

/** Most consecutive deaths of workers without an answer. */
const patience = 3;

const restarting = 'it is started again with the same model, goals and joint values';
const remedy =
  'see that thread.js of limber/worker is served beside the script, as JavaScript, and allowed by the content ' +
  'security policy (worker-src); or give the option worker';

export class WorkerLink {
  readonly #options: LinkOptions;
  readonly #queue: Queue<Question, unknown>;
  #worker: WorkerLike | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #onStart: { resolve: (facts: unknown) => void; reject: (error: Error) => void } | undefined;
  /** True while started, but not ready yet. */
  #starting = false;
  isDisposed = false;
  /** Deaths since the last answer. */
  #deaths = 0;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#queue = new Queue((question) => this.#send(question));
  }

  /** The first start. A failure goes to the caller, without a second try. */
  start(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#onStart = { resolve, reject };
      this.#begin();
    });
  }

  ask(question: Question, merge?: string): Promise<unknown> {
    if (this.isDisposed) return Promise.reject(disposedError());
    const answer = this.#queue.ask(question, merge);
    if (!this.#worker) this.#begin();
    return answer;
  }

  /** @throws LimberError `disposed`. */
  check(): void {
    if (this.isDisposed) throw disposedError();
  }

  dispose(): void {
    this.isDisposed = true;
    this.#drop();
    this.#queue.rejectAll(disposedError(), true);
  }

  #begin(): void {
    try {
      this.#worker = checkWorker(this.#options.spawn());
    } catch (error) {
      this.#died(error instanceof Error ? error.message : String(error));
      return;
    }
    const worker = this.#worker;
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onmessageerror = () => this.#died('a message could not be read');
    worker.onerror = (event: ErrorEvent) => {
      // Reported here, so not also on the console.
      event.preventDefault();
      this.#died(event.message || 'its script did not load');
    };
    this.#starting = true;
    this.#watch();
    try {
      this.#post(worker, { kind: 'start', ask: this.#options.start() });
    } catch (error) {
      this.#end(unsendable(error));
    }
  }

  #post(worker: WorkerLike, request: Request): void {
    worker.postMessage(request, request.block ? [request.block.buffer as ArrayBuffer] : []);
  }

  #send({ kind, ask, code }: Question): void {
    try {
      this.#post(this.#worker!, { kind, ask: ask(), block: this.#options.block() });
    } catch (error) {
      throw unsendable(error, code);
    }
    this.#watch();
  }

  #watch(): void {
    clearTimeout(this.#timer);
    const { timeout } = this.#options;
    if (timeout === Infinity) return;
    const cause = `it has not answered for ${timeout} ms (the option timeout)`;
    this.#timer = setTimeout(() => this.#died(cause), timeout);
  }

  #hear(reply: unknown): void {
    // A user's own worker may send other messages; an unexpected one is ignored.
    if (!isReply(reply) || !(this.#starting || this.#queue.busy)) return;
    clearTimeout(this.#timer);
    const { answer, error, crash, block } = reply;
    try {
      if (crash !== undefined) this.#died(crash);
      else if (this.#starting) this.#started(answer, error);
      else this.#answered(answer, error, block);
    } catch (wrong) {
      this.#died(`its answer cannot be read (${String(wrong)})`);
    }
  }

  #started(facts: unknown, error: Reply['error']): void {
    if (error) {
      this.#end(new LimberError(error.code, error.message));
      return;
    }
    this.#starting = false;
    this.#onStart?.resolve(facts);
    this.#onStart = undefined;
    this.#queue.open();
  }

  #answered(answer: unknown, error: Reply['error'], block: Reply['block']): void {
    if (!error) this.#queue.busy?.accept?.(answer as never);
    if (block) this.#options.onBlock(block);
    this.#deaths = 0;
    if (error) this.#queue.reject(new LimberError(error.code, error.message));
    else this.#queue.resolve(answer);
  }

  #died(cause: string): void {
    this.#drop();
    this.#queue.close();
    ++this.#deaths;
    const again = !this.#onStart && this.#deaths < patience;
    const [what, then] = again ? ['stopped', restarting] : ['does not work', remedy];
    const error = new LimberError('workerFailed', `the worker ${what}: ${cause}; ${then}`);
    if (again) this.#begin();
    else this.#end(error);
    this.#options.onDeath(error);
  }

  /** Rejects all requests; the next one starts a new worker. */
  #end(error: LimberError): void {
    this.#drop();
    this.#deaths = 0;
    this.#onStart?.reject(error);
    this.#queue.rejectAll(error);
  }

  #drop(): void {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = undefined;
    if (!worker) return;
    worker.onmessage = worker.onerror = worker.onmessageerror = null;
    worker.terminate();
  }
}

const disposedError = (): LimberError =>
  new LimberError('disposed', 'this problem is disposed; make a new one');

/** Throws if the option worker returned something else. */
function checkWorker(made: unknown): WorkerLike {
  const { postMessage, terminate } = Object(made) as Partial<WorkerLike>;
  if (typeof postMessage === 'function' && typeof terminate === 'function') return made as WorkerLike;
  throw new Error(`the option worker has made ${show(made)}, which is no Worker`);
}

const isReply = (data: unknown): data is Reply =>
  typeof data === 'object' && data !== null && ['answer', 'error', 'crash'].some((key) => key in data);

function unsendable(error: unknown, code: ErrorCode = 'badDescription'): LimberError {
  if (error instanceof LimberError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const message = `what was given cannot be sent to a worker: ${reason}; give plain data`;
  return new LimberError(code, message, { cause: error });
}
