/** Milliseconds without a change after which the address is written: browsers refuse it many times a second. */
const pause = 250;

/** The page's address, which follows what is picked. */
export class AddressBar {
  private timer = 0;
  private query = '';

  /** The page as it is now: for sharing. */
  get url(): URL {
    return new URL(location.pathname + this.query, location.href);
  }

  /** `query`: with its question mark. */
  write(query: string): void {
    this.query = query;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      history.replaceState(null, '', location.pathname + query + location.hash);
    }, pause);
  }
}
