/** The browsers, and what each cannot do. A new one is a driver and a line. */
import { chromium } from './chromium.ts';
import { firefox } from './firefox.ts';
import type { Opened } from './tab.ts';
import { webkit } from './webkit.ts';

export interface Engine {
  /** As readers know it. */
  readonly title: string;
  readonly open: () => Promise<Opened>;
  /** What cannot be checked in it, and why; a check makes sure that it is still so. */
  readonly cannot?: { readonly touch?: string };
}

export const engines: Readonly<Record<string, Engine>> = {
  chromium: { title: 'Chromium', open: chromium },
  firefox: { title: 'Firefox ESR', open: firefox },
  webkit: { title: 'WebKitGTK', open: webkit },
};
