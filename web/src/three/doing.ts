/** What a part of a page is doing. */
type State = 'loading' | 'moving' | 'resting' | 'failed';

const known = new WeakMap<HTMLElement, Doing>();

/** What an element's part of the page is doing. */
export function doingOf(element: HTMLElement): Doing {
  const doing = known.get(element) ?? new Doing(element);
  known.set(element, doing);
  return doing;
}

/**
 * Says on an element what its part of the page is doing: `data-state` for tests, and `aria-busy` while it loads.
 * Resting: nothing is scheduled, nobody is waited for, and the last change is drawn. A change is told in the task
 * that makes it.
 */
class Doing {
  readonly #works = { loading: 0, moving: 0 };
  #failed = false;
  #left = false;

  constructor(private readonly element: HTMLElement) {
    this.#tell();
  }

  get state(): State {
    const { loading, moving } = this.#works;
    return loading > 0 ? 'loading' : moving > 0 ? 'moving' : this.#failed ? 'failed' : 'resting';
  }

  /** It does this until the returned function is called. */
  begin(what: 'loading' | 'moving'): () => void {
    let ended = false;
    if (what === 'loading') this.#failed = false;
    this.#works[what] += 1;
    this.#tell();
    return () => {
      if (ended) return;
      ended = true;
      this.#works[what] -= 1;
      this.#tell();
    };
  }

  /** It does this until the work ends, however it ends. */
  during(what: 'loading' | 'moving', work: Promise<unknown>): void {
    const end = this.begin(what);
    work.then(end, end);
  }

  /** It cannot do what it was told, until it loads something else. */
  fail(): void {
    this.#failed = true;
    this.#tell();
  }

  /** The element is no part any more. */
  leave(): void {
    const { element } = this;
    this.#left = true;
    known.delete(element);
    delete element.dataset.state;
    element.removeAttribute('aria-busy');
  }

  #tell(): void {
    const { element, state } = this;
    if (this.#left || element.dataset.state === state) return;
    element.dataset.state = state;
    if (state === 'loading') element.setAttribute('aria-busy', 'true');
    else element.removeAttribute('aria-busy');
  }
}

export type { Doing };
