/** Interface of a browser for the checks, independent of its driver. */

/** Input sources of the WebDriver standard, shared by both of its protocols. */
export interface Source {
  readonly type: 'pointer' | 'key' | 'none';
  readonly id: string;
  readonly parameters?: { readonly pointerType: 'mouse' | 'touch' };
  readonly actions: readonly Readonly<Record<string, string | number>>[];
}

/** A page that can be inspected and operated. */
export interface Tab {
  go(url: string): Promise<void>;
  /** Runs the body of an asynchronous function in the page; its result must be JSON. */
  run(body: string): Promise<unknown>;
  act(sources: readonly Source[]): Promise<void>;
  /** Messages logged by the browser itself; the page's own are caught in the page. */
  readonly logged: string[];
}

export interface Opened {
  /** Version reported by the browser. */
  readonly version: string;
  readonly tab: Tab;
  close(): Promise<void>;
}

/** Size of the window in CSS pixels. */
export const size = { width: 1000, height: 800 } as const;
