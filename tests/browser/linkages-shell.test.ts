/** The page around the linkages. */

import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import { linkages } from '../../demos/linkages/scenes/index.ts';
import { addressed, button, openLinkages, pause, pickOf, shown, stepsOn } from './linkages-support.ts';
import { closePage, openPage } from './page-support.ts';
import { wait } from './three-support.ts';

afterEach(closePage);

test('nothing is said on the console, in one WebGL context, whatever is picked', async () => {
  const page = await openLinkages();
  for (const { name, title, text } of linkages) {
    pickOf(page, name).click();
    expect(pickOf(page, name).parentElement!.textContent).toBe(title);
    expect(shown(page, 'text')).toBe(text);
    await addressed(page, `?linkage=${name}`);
    await stepsOn(page, 3);
  }
  expect(page.contexts).toHaveLength(1);
  expect(page.messages).toEqual([]);
});

test.each([320, 390, 768, 1200])('nothing sticks out sideways at %i px', async (width) => {
  const page = await openLinkages('?linkage=jansen', { width });
  for (const { name } of linkages) {
    pickOf(page, name).click();
    expect(page.document.documentElement.scrollWidth, name).toBeLessThanOrEqual(width);
  }
});

test.each([390, 1200])('nothing jumps while it plays at %i px', async (width) => {
  const page = await openLinkages('?linkage=misfit', { width });
  const places = () =>
    [...page.document.querySelectorAll('.run > *, .run button, .facts > *, .joints b')].map((element) => {
      const { x, y, height } = element.getBoundingClientRect();
      return [x, y, height].map(Math.round);
    });
  await stepsOn(page, 12);
  const before = places();
  await stepsOn(page, 60);
  expect(places()).toEqual(before);
});

test('without WebGL it says so, and the numbers are there', async () => {
  const page = await openLinkages('?linkage=bennett', { webgl: false });
  expect(page.document.querySelector('.hero > .note')!.textContent).toContain('WebGL');
  expect(button(page, 'play').disabled).toBe(true);
  expect(shown(page, 'mobility')).toBe('1');
  expect(page.messages).toEqual([]);
});

test('without JavaScript it says so', async () => {
  const page = await openPage({ scripts: false, url: '/demos/linkages/index.html' });
  expect(page.document.querySelector<HTMLElement>('noscript .note')!.offsetHeight).toBeGreaterThan(0);
  expect([...page.document.querySelectorAll('fieldset')].every(({ disabled }) => disabled)).toBe(true);
});

test.each([
  [390, 'light'],
  [390, 'dark'],
  [1200, 'light'],
  [1200, 'dark'],
])('axe finds nothing at %i px in the %s theme', async (width, theme) => {
  const page = await openLinkages('?linkage=misfit', { width });
  page.document.documentElement.dataset.theme = theme;
  await stepsOn(page, 3);
  pause(page);
  await wait(400);
  const script = page.document.createElement('script');
  script.textContent = axe.source;
  page.document.head.append(script);
  const inside = (page.window as unknown as { axe: typeof axe }).axe;
  const { violations } = await inside.run(page.document, { resultTypes: ['violations'] });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(found).toEqual([]);
});
