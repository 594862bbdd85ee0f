/** What the checks ask of a browser, whatever it is driven by. */

/** Input as the WebDriver standard writes it, which both of its protocols share. */
export interface Source {
  readonly type: 'pointer' | 'key' | 'none';
  readonly id: string;
  readonly parameters?: { readonly pointerType: 'mouse' | 'touch' };
  readonly actions: readonly Readonly<Record<string, string | number>>[];
}

/** A page that can be looked at and touched. */
export interface Tab {
  go(url: string): Promise<void>;
  /** What an asynchronous function's body returns in the page; it can be written as JSON. */
  run(body: string): Promise<unknown>;
  act(sources: readonly Source[]): Promise<void>;
  /** What the browser itself logs; the page's own words are caught in the page. */
  readonly logged: string[];
}

export interface Opened {
  /** As the browser says it. */
  readonly version: string;
  readonly tab: Tab;
  close(): Promise<void>;
}

/** Of the window, in CSS pixels. */
export const size = { width: 1000, height: 800 } as const;
