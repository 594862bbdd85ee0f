/** The browsers and their limitations. A new one needs a driver and a line here. */
import { chromium } from './chromium.ts';
import { firefox } from './firefox.ts';
import type { Opened } from './tab.ts';
import { webkit } from './webkit.ts';

export interface Engine {
  /** Name known to readers. */
  readonly title: string;
  readonly open: () => Promise<Opened>;
  /** Features that cannot be checked, and why; a check confirms that this is still so. */
  readonly cannot?: { readonly touch?: string };
}

export const engines: Readonly<Record<string, Engine>> = {
  chromium: { title: 'Chromium', open: chromium },
  firefox: { title: 'Firefox ESR', open: firefox },
  webkit: { title: 'WebKitGTK', open: webkit },
};
