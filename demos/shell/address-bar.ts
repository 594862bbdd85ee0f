/** Milliseconds between two changes of the address: browsers refuse them if they come much faster. */
const pause = 350;

/** The page's address, which follows what is picked. */
export class AddressBar {
  private timer = 0;
  private query = location.search;

  /** `query`: with its question mark. */
  write(query: string): void {
    if (query === this.query) return;
    this.query = query;
    this.timer ||= window.setTimeout(() => {
      this.timer = 0;
      history.replaceState(null, '', location.pathname + this.query + location.hash);
    }, pause);
  }
}
