/** Who asks when: one request at a time is with the worker, the others wait in order. */

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
  readonly #send: (request: Request) => void;
  #busy: Task<Request, Answer> | undefined;
  #waiting: Task<Request, Answer>[] = [];
  #open = false;

  /** Closed at first. `send` may throw: that request is refused, and the next one is sent. */
  constructor(send: (request: Request) => void) {
    this.#send = send;
  }

  /** The request that the worker has. */
  get busy(): Request | undefined {
    return this.#busy?.request;
  }

  /** How many requests wait for that one. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Sends the request as soon as all before it are answered. With `merge`, the last one that still waits is replaced by
   * this one if it has the same word there, and both get this one's answer.
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

  /** The worker has answered. The next request leaves before anyone hears of it. */
  resolve(answer: Answer): void {
    const done = this.#take();
    this.#next();
    done?.resolve(answer);
  }

  /** The worker has refused. */
  reject(error: Error): void {
    const done = this.#take();
    this.#next();
    done?.reject(error);
  }

  /** Nothing leaves from now on. What the worker had goes back to the head of those that wait. */
  close(): void {
    this.#open = false;
    const back = this.#take();
    if (back) this.#waiting.unshift(back);
  }

  open(): void {
    this.#open = true;
    this.#next();
  }

  /** All that were asked are refused; `quietly`: nobody has to listen. */
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
        this.#send(next.request);
      } catch (error) {
        this.#busy = undefined;
        next.reject(error as Error);
      }
    }
  }
}
