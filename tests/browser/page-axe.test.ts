/** The page under axe: no violation, in either theme, on a wide and on a narrow screen. */

import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import { closePage, live, openPage } from './page-support.ts';
import { wait } from './three-support.ts';

afterEach(closePage);

test.each([
  [390, 'light'],
  [390, 'dark'],
  [1200, 'light'],
  [1200, 'dark'],
])('axe finds nothing at %i px in the %s theme', async (width, theme) => {
  const page = await openPage({ width, height: 740 });
  page.document.documentElement.dataset.theme = theme;
  for (const scene of ['whole', 'direction', 'rotation']) await live(page, scene);
  await wait(400);
  const script = page.document.createElement('script');
  script.textContent = axe.source;
  page.document.head.append(script);
  const inside = (page.window as unknown as { axe: typeof axe }).axe;
  // The runner's own frame is no part of the page.
  const { violations } = await inside.run(page.document, { resultTypes: ['violations'] });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(found).toEqual([]);
});
