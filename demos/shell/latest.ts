export interface Taking<T> {
  /** May throw, which is a refusal. */
  readonly show: (answer: T) => void;
  readonly refuse: (error: unknown) => void;
  /** Frees an answer that came too late. */
  readonly drop?: (answer: T) => void;
}

/** Questions whose answers take time: only the one asked last is shown, or refused. */
export class Latest {
  #stop = new AbortController();

  /** No answer under way is wanted any more; returns the signal of the next question. */
  forget(): AbortSignal {
    this.#stop.abort();
    this.#stop = new AbortController();
    return this.#stop.signal;
  }

  /** `ask` may end early by its signal. */
  async take<T>(ask: (signal: AbortSignal) => Promise<T>, { show, refuse, drop }: Taking<T>): Promise<void> {
    const signal = this.forget();
    try {
      const answer = await ask(signal);
      if (signal.aborted) drop?.(answer);
      else show(answer);
    } catch (error) {
      if (!signal.aborted) refuse(error);
    }
  }
}
