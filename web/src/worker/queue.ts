/** A queue: the worker has one request at a time; the others wait in order. */

interface Task<Request, Answer> {
  request: Request;
  readonly merge: string | undefined;
  readonly answer: Promise<Answer>;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

function task<Request, Answer>(request: Request, merge?: string): Task<Request, Answer> {
  let [resolve, reject]: [(answer: Answer) => void, (error: Error) => void] = [() => {}, () => {}];
  const answer = new Promise<Answer>((...both) => ([resolve, reject] = both));
  return { request, merge, answer, resolve, reject };
}

export class Queue<Request, Answer> {
  #busy: Task<Request, Answer> | undefined;
  #waiting: Task<Request, Answer>[] = [];
  #open = false;

  /** Starts closed. If `send` throws, that request is rejected and the next one is sent. */
  constructor(private readonly send: (request: Request) => void) {}

  /** The request in progress. */
  get busy(): Request | undefined {
    return this.#busy?.request;
  }

  /** Number of waiting requests. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Sends the request after all earlier ones are answered. If the last waiting request has the same `merge`,
   * this one replaces it, and both get its answer.
   */
  ask(request: Request, merge?: string): Promise<Answer> {
    const last = this.#waiting.at(-1);
    if (merge !== undefined && last?.merge === merge) {
      last.request = request;
      return last.answer;
    }
    const added = task<Request, Answer>(request, merge);
    this.#waiting.push(added);
    this.#next();
    return added.answer;
  }

  /** Call it with the worker's answer. The next request is sent before the promise resolves. */
  resolve(answer: Answer): void {
    const done = this.#take();
    this.#next();
    done?.resolve(answer);
  }

  /** Call it with the worker's error. */
  reject(error: Error): void {
    const done = this.#take();
    this.#next();
    done?.reject(error);
  }

  /** Stops sending. The request in progress goes back to the front. */
  close(): void {
    this.#open = false;
    const back = this.#take();
    if (back) this.#waiting.unshift(back);
  }

  open(): void {
    this.#open = true;
    this.#next();
  }

  /** Rejects all requests; `quietly`: without unhandled rejections. */
  rejectAll(error: Error, quietly = false): void {
    this.close();
    const all = this.#waiting;
    this.#waiting = [];
    for (const each of all) {
      if (quietly) each.answer.catch(() => {});
      each.reject(error);
    }
  }

  #take(): Task<Request, Answer> | undefined {
    const taken = this.#busy;
    this.#busy = undefined;
    return taken;
  }

  #next(): void {
    while (this.#open && !this.#busy && this.#waiting.length > 0) {
      const next = this.#waiting.shift()!;
      this.#busy = next;
      try {
        this.send(next.request);
      } catch (error) {
        this.#busy = undefined;
        next.reject(error as Error);
      }
    }
  }
}
