/** Milliseconds between two changes of the address: browsers refuse much faster ones. */
const pause = 350;

/** Keeps the page's address in line with the picks. */
export class AddressBar {
  #timer = 0;
  #query = location.search;

  /** `query`: with its question mark. */
  write(query: string): void {
    if (query === this.#query) return;
    this.#query = query;
    if (this.#timer !== 0) return;
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      history.replaceState(null, '', location.pathname + this.#query + location.hash);
    }, pause);
  }
}
