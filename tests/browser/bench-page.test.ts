/** The page Bench: it runs to its end, with a row of numbers per solver, judged alike. */
import { afterAll, expect, test } from 'vitest';
import { contenders } from '../../demos/bench/contenders.ts';
import type { BenchPage } from '../../demos/bench/page.ts';
import { button, closePage, demoIn, openPage, type Page, until } from './page-support.ts';

afterAll(closePage);

const cells = ({ document }: Page): string[][] =>
  [...document.querySelectorAll('.numbers tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
  );

const done = ({ document }: Page): boolean => document.querySelector('progress')!.value === 1;

test('shows finite numbers for each solver, all judged by one tolerance, again and for another arm', async () => {
  const page = await openPage({
    url: '/demos/bench/index.html',
    ready: (d) => d.querySelector('progress') !== null,
  });
  const results = async () => {
    await until(() => done(page), 'the run to end');
    const { standings } = demoIn<BenchPage>(page)!;
    expect(standings).toHaveLength(contenders.length);
    expect(new Set(standings.map(({ tolerance, count }) => `${tolerance} ${count}`)).size).toBe(1);
    for (const { us, missed, count } of standings) {
      expect(us).toBeGreaterThan(0);
      expect(us).toBeLessThan(Infinity);
      expect(missed.length).toBeLessThan(count);
    }
    // With restarts every target is found.
    expect(standings[0]!.missed).toEqual([]);
    for (const row of cells(page)) for (const text of row) expect(text).toMatch(/\d/);
    return standings;
  };
  const first = await results();
  button(page, 'again').click();
  expect(done(page)).toBe(false);
  const second = await results();
  expect(second.map(({ missed }) => missed)).toEqual(first.map(({ missed }) => missed));
  page.document.querySelector<HTMLInputElement>('input[value=puma560]')!.click();
  expect(done(page)).toBe(false);
  await results();
  await until(() => page.window.location.search === '?arm=puma560', 'the address');
  page.document.querySelector<HTMLDetailsElement>('.sources details')!.open = true;
  await until(
    () => page.document.querySelector('.sources pre')!.textContent.includes('solveAll'),
    'the code',
  );
  expect(page.messages).toEqual([]);
});
