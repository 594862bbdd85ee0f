import { useEffect, useRef, useState } from 'react';
import { init } from '../core/init.ts';
import { useSame } from './same.ts';

interface Disposable {
  dispose(): void;
}

/** Something made once the core is ready, and disposed when nothing holds it at the end of a task. */
class Lease<K, T extends Disposable> {
  value: T | null = null;
  error: Error | null = null;
  over = false;
  readonly settled: Promise<void>;
  #held = false;

  constructor(
    readonly key: K,
    make: (key: K) => T,
    private readonly ended: (lease: Lease<K, T>) => void,
  ) {
    this.settled = init()
      .then(() => {
        if (!this.over) this.value = make(key);
      })
      .catch((error: unknown) => void (this.error = error as Error));
  }

  hold(): void {
    this.#held = true;
  }

  /** Waits for the end of the task: StrictMode and hot reload end an effect only to run it again at once. */
  release(): void {
    this.#held = false;
    queueMicrotask(() => {
      if (this.#held || this.over) return;
      this.over = true;
      this.value?.dispose();
      this.value = null;
      this.ended(this);
    });
  }
}

/**
 * What `make` returns for `key`, or null: not ready yet, or no key. It is made in an effect, and disposed
 * after the component has gone, or the key has changed; the render that has another key already gets null.
 * Errors are thrown while rendering, for an error boundary.
 */
export function useOwned<K extends object, T extends Disposable>(
  key: K | null,
  make: (key: K) => T,
): T | null {
  const kept = useSame(key);
  const held = useRef<Lease<K, T> | null>(null);
  const [shown, show] = useState<Lease<K, T> | null>(null);
  useEffect(() => {
    if (kept === null) return undefined;
    const forget = (ended: Lease<K, T>): void => show((now) => (now === ended ? null : now));
    const { current } = held;
    const lease = current?.key === kept && !current.over ? current : new Lease<K, T>(kept, make, forget);
    held.current = lease;
    lease.hold();
    void lease.settled.then(() => {
      if (!lease.over) show(lease);
    });
    return () => lease.release();
    // `make` is the same for one key.
  }, [kept]);
  if (kept === null || shown?.key !== kept) return null;
  if (shown.error !== null) throw shown.error;
  return shown.value;
}
