/**
 * The contract of every other page, so that two workers share them, and pages without something that they
 * need.
 */
import { describe, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { contract, demos, exhibits, load, pages, urlOf } from './contract.ts';
import { closePage, complaint, openPage, until } from './page-support.ts';

contract(pages.filter((_, i) => i % 2 === 0));

describe.each(demos)('without what it needs, the page /$path', ({ path }) => {
  test('says that there is no WebGL, and what its address has wrong', async () => {
    const { bad } = exhibits[path] ?? {};
    const url = `/demos/${path}index.html${bad ? `?${bad}=nonsense` : ''}`;
    const page = await openPage({ url, webgl: false, ready: () => true });
    const note = () => page.document.querySelector('.hero .note')?.textContent ?? '';
    await until(() => note() !== '', 'the reason');
    expect(note()).toContain('WebGL');
    await until(() => page.document.querySelector('.run:empty') === null, 'the page');
    await until(() => page.document.querySelector('.complaint[role=status]') !== null, 'its words');
    if (bad) expect(complaint(page)).toMatch(new RegExp(`${bad} “nonsense”; known are .*The page uses`));
    else expect(complaint(page)).toBe('');
    expect(page.messages).toEqual([]);
    closePage();
  });
});

test('a page without JavaScript says so', async () => {
  for (const { path } of demos) {
    const html = await (await fetch(urlOf(path))).text();
    const { document } = { document: new DOMParser().parseFromString(html, 'text/html') };
    expect(document.querySelector('noscript .note')!.textContent, path).toContain('needs JavaScript');
    for (const { disabled } of document.querySelectorAll('fieldset')) expect(disabled).toBe(true);
  }
  const page = await openPage({ url: urlOf('robot/'), scripts: false });
  expect(page.document.querySelector<HTMLElement>('noscript .note')!.offsetHeight).toBeGreaterThan(0);
  closePage();
});

test('charts are drawn where the browser has a language that Intl does not know', async () => {
  const { document, window } = await load({
    url: '/demos/robot/index.html?panel=track',
    width: 1024,
    before: ({ navigator }) =>
      Object.defineProperty(navigator, 'language', { value: 'C', configurable: true }),
  });
  await until(() => document.querySelector('.uplot') !== null, 'the chart');
  expect(window.navigator.language).toBe('en');
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
