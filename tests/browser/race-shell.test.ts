/** The page around the race: texts, axe, widths, rest, and what is left where something is missing. */

import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import { closePage, openPage, until } from './page-support.ts';
import { choose, finished, laneOf, openRace, racersOf, rowOf } from './race-support.ts';
import { wait } from './three-support.ts';

afterEach(closePage);

test.each([
  [390, 'light'],
  [390, 'dark'],
  [1200, 'light'],
  [1200, 'dark'],
])('axe finds nothing at %i px in the %s theme', async (width, theme) => {
  const page = await openRace('?goal=direction', { width, height: 740 });
  page.document.documentElement.dataset.theme = theme;
  await wait(400);
  const script = page.document.createElement('script');
  script.textContent = axe.source;
  page.document.head.append(script);
  const inside = (page.window as unknown as { axe: typeof axe }).axe;
  const { violations } = await inside.run(page.document, { resultTypes: ['violations'] });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(found).toEqual([]);
});

test.each([320, 390, 768, 1200])('nothing sticks out sideways at %i px', async (width) => {
  const page = await openRace('?arm=tree4', { width, height: 740 });
  expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test('every solver of the core has a text with idea, equation, advice and source', async () => {
  const page = await openRace();
  expect(page.race.names.length).toBeGreaterThan(0);
  for (const name of page.race.names) {
    const card = page.document.getElementById(`solver-${name}`)!;
    expect(card.querySelectorAll('p'), name).toHaveLength(4);
    for (const paragraph of card.querySelectorAll('p')) expect(paragraph.textContent).toMatch(/\w.*\.$/s);
    const equations = [...card.querySelectorAll('math')];
    expect(equations.length, name).toBeGreaterThan(0);
    for (const { namespaceURI, firstElementChild } of equations) {
      expect(namespaceURI).toContain('MathML');
      expect(firstElementChild!.textContent).not.toBe('');
    }
    expect(laneOf(page, name).querySelector('a')!.hash).toBe(`#${card.id}`);
  }
});

test('nothing moves on the page while numbers change', async () => {
  const page = await openRace('?off=nobody', { width: 1200, height: 740 });
  const boxes = () =>
    ['.form', '.lanes', '.plot', '.board', 'thead', 'tbody', '.cards']
      .flatMap((selector) => [...page.document.querySelectorAll<HTMLElement>(selector)])
      .concat(...page.document.querySelectorAll<HTMLElement>('.board th, .board td, .lane'))
      .map(({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) =>
        [offsetLeft, offsetTop, offsetWidth, offsetHeight].join(),
      );
  const before = boxes();
  for (const [name, value] of [
    ['target', 'far'],
    ['start', 'singular'],
    ['maxIterations', '400'],
    ['tolerance', '-9'],
  ] as const) {
    choose(page, name, value);
    expect(boxes(), `${name} just picked`).toEqual(before);
    await finished(page);
    expect(boxes(), `${name} measured`).toEqual(before);
  }
});

test('at rest nothing is solved nor drawn, and one context served all views', async () => {
  const page = await openRace();
  await wait(700);
  const before = page.requests();
  await wait(700);
  expect(page.requests()).toBe(before);
  expect(page.contexts).toHaveLength(1);
  expect(page.messages).toEqual([]);
});

test('without WebGL the race runs, without views, and says why', async () => {
  const page = await openRace('', { webgl: false });
  expect(page.document.querySelector('.hero > .note')!.textContent).toContain('WebGL');
  for (const { name, reason, outcome } of racersOf(page)) {
    expect(laneOf(page, name).querySelector<HTMLElement>('.stage')!.offsetHeight).toBe(0);
    if (reason === null) expect(rowOf(page, name).at(-1)).toBe(outcome!.status);
  }
  choose(page, 'target', 'far');
  await finished(page);
  expect(page.race.chart.drawn.every(({ y }) => y.at(-1)! > 0.01)).toBe(true);
  expect(page.messages).toEqual([]);
});

test('without JavaScript the page says what it needs', async () => {
  const page = await openPage({ url: '/demos/race/index.html', scripts: false });
  const note = page.document.querySelector<HTMLElement>('noscript .note')!;
  expect(note.offsetHeight).toBeGreaterThan(0);
  expect(note.querySelector('a')!.pathname).toBe('/demos/article/');
  expect(page.document.querySelector<HTMLElement>('#measured')!.offsetHeight).toBeGreaterThan(0);
});

test('the theme is the same on all pages', async () => {
  localStorage.removeItem('limber-theme');
  const race = await openRace();
  const before = race.window.getComputedStyle(race.document.documentElement).backgroundColor;
  race.document.querySelector<HTMLButtonElement>('.theme')!.click();
  const article = await openPage();
  const colour = article.window.getComputedStyle(article.document.documentElement).backgroundColor;
  expect(colour).not.toBe(before);
  localStorage.removeItem('limber-theme');
});

test('a solver that cannot take the arm shows its reason in the place of a view', async () => {
  const page = await openRace();
  let refusals = 0;
  for (const arm of ['article', 'slides', 'panda', 'tree4']) {
    for (const goal of ['position', 'direction', 'pose']) {
      choose(page, 'arm', arm);
      choose(page, 'goal', goal);
      await until(() => page.race.picks.goal === goal, 'the pick');
      for (const { name, reason, problem } of racersOf(page)) {
        const supported = problem.supports(name);
        expect(reason).toBe(supported === true ? null : supported);
        if (reason === null) continue;
        refusals += 1;
        expect(laneOf(page, name).querySelector('.status')!.textContent).toBe(reason);
        expect(laneOf(page, name).querySelector<HTMLElement>('.stage')!.hidden).toBe(true);
      }
    }
  }
  expect(refusals).toBeGreaterThan(0);
});
