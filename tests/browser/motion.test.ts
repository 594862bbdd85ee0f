/** Motion in a reader's hands: every act on every ground, plain copying beside it, and time that is dragged. */

import { init } from 'limber';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acts } from '../../demos/motion/clips.ts';
import { grounds } from '../../demos/motion/scene.ts';
import { addressed, button, choose, closePage, loadDemo, openDemo, shown } from './demo-support.ts';
import { until } from './page-support.ts';
import { frames } from './three-support.ts';

beforeAll(() => init());
afterAll(closePage);

const open = (query = '') => openDemo('motion', query);
const cases = acts.flatMap((act) => grounds.map((ground) => ({ act: act.name, ground: ground.name })));

test.each(cases)('$act on $ground: feet stand, and hands are where they belong', async ({ act, ground }) => {
  const page = await open(`?act=${act}&ground=${ground}&frame=1`);
  const { it } = page;
  for (const actor of it.actors) {
    const [[slip, hand], [copiedSlip, copiedHand]] = [actor.worst('limber'), actor.worst('copy')];
    expect(copiedSlip).toBeLessThan(0.2);
    expect(slip).toBeLessThan(2e-3);
    expect(hand).toBeLessThan(0.01);
    expect(copiedHand).toBeGreaterThan(hand);
    expect(copiedSlip).toBeGreaterThan(slip);
    expect(actor.report.missed).toEqual([]);
  }
  expect(page.messages).toEqual([]);
});

test('time is dragged, shared, and goes on from there', async () => {
  const page = await loadDemo('motion', '?act=turn&frame=90');
  const { it } = page;
  expect(it.time).toBeCloseTo(1.5, 9);
  const scrub = page.document.querySelector<HTMLInputElement>('input[name=time]')!;
  scrub.value = '120';
  scrub.dispatchEvent(new Event('input', { bubbles: true }));
  expect(it.time).toBeCloseTo(2, 9);
  expect(it.shell.address.search).toBe('?act=turn&ground=level&frame=120');
  button(page, 'step').click();
  expect(it.time).toBeCloseTo(2 + 1 / 60, 9);
  button(page, 'play').click();
  await until(() => it.time > 2.1, 'time to go on');
  choose(page, 'act', 'walk');
  await frames(2, page.window);
  await addressed(page, (query) => query.includes('act=walk'));
  expect(shown(page, 'clip')).toBe('5.0 s, 151 frames');
});
