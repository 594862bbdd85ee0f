/** Assigns jobs to the worker: first the one on display, then the rest. */
import type { Doing } from '../../web/src/doing.ts';
import type { Job, Plan } from './plan.ts';

interface Asked {
  readonly job: Job;
  readonly done: (plan: Plan) => void;
}

/** Milliseconds after which a job gives way to a newer one. */
const patience = 600;

export class Office {
  #worker: Worker | null = null;
  #now: Asked | undefined;
  #begun = 0;
  /** Jobs in their order. */
  #waiting: readonly Asked[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  #end = (): void => {};

  /** `failed`: called when the worker cannot be started. */
  constructor(
    private readonly doing: Doing,
    private readonly failed: (reason: string) => void,
  ) {}

  /** Replaces all waiting jobs. */
  ask(asked: readonly Asked[]): void {
    this.#waiting = asked;
    clearTimeout(this.#timer);
    if (!this.#now) return this.#next();
    // While something is dragged, every quick answer is worth showing.
    const abandon = (): void => {
      this.#worker?.terminate();
      this.#worker = null;
      this.#next();
    };
    this.#timer = setTimeout(abandon, patience - (performance.now() - this.#begun));
  }

  #next(): void {
    [this.#now, ...this.#waiting] = this.#waiting;
    this.#end();
    if (!this.#now) return;
    this.#end = this.doing.begin('moving');
    this.#begun = performance.now();
    this.#worker ??= this.#hire();
    this.#worker.postMessage(this.#now.job);
  }

  #hire(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'moves' });
    worker.addEventListener('message', ({ data }: MessageEvent<Plan | string>) => {
      const now = this.#now;
      clearTimeout(this.#timer);
      this.#now = undefined;
      if (typeof data === 'string') this.failed(data);
      else now?.done(data);
      // The receiver may have asked again.
      if (!this.#now) this.#next();
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#end();
      this.failed(event.message || 'its script could not be loaded');
    });
    return worker;
  }
}
