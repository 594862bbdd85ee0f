/** The contract of half of the pages, so that two workers share them, and what one page shows for all. */
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { contract, load, pages } from './contract.ts';
import { closePage, complaint, openPage, until } from './page-support.ts';

contract(pages.filter((_, i) => i % 2 === 0));

test('what an address has wrong is said; charts are drawn in a language that Intl does not know', async () => {
  const page = await load({
    url: '/demos/robot/index.html?panel=track&robot=nonsense',
    width: 1024,
    before: ({ navigator }) =>
      Object.defineProperty(navigator, 'language', { value: 'C', configurable: true }),
  });
  const { document, window } = page;
  await until(() => document.querySelector('.uplot') !== null, 'the chart');
  expect(window.navigator.language).toBe('en');
  expect(complaint(page)).toContain('robot “nonsense”');
  expect(document.querySelector('.complaint')!.role).toBe('status');
  closePage();
});

test('a frame without WebGL says so, and not that JavaScript is off; axe finds nothing', async () => {
  const page = await openPage({ url: '/demos/embed.html', width: 390, webgl: false, ready: () => true });
  const arm = page.document.querySelector('limber-arm')!;
  const note = () => arm.shadowRoot?.querySelector('.note')?.textContent ?? '';
  await until(() => note() !== '', 'the reason');
  expect(note()).toContain('WebGL');
  expect(page.document.body.innerText).not.toContain('JavaScript');
  for (const theme of ['light', 'dark'] as const) expect(await violations(page, theme)).toEqual([]);
  closePage();
});
