/** Motion in a reader's hands: every act on every ground, plain copying beside it, and time that is dragged. */

import { init } from 'limber';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acts } from '../../demos/motion/clips.ts';
import { grounds } from '../../demos/motion/scene.ts';
import {
  addressed,
  button,
  choose,
  closePage,
  complaint,
  loadDemo,
  openDemo,
  shown,
} from './demo-support.ts';
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

/** Joint angles are all 0: the person stands in its T-pose, and then is moved along. In centimetres. */
function standingBVH(): string {
  const joint = (name: string, offset: string, ...inside: string[]): string =>
    `${name === 'Hips' ? 'ROOT' : 'JOINT'} ${name}\n{\nOFFSET ${offset}\nCHANNELS ${name === 'Hips' ? '6 Xposition Yposition Zposition' : '3'} Zrotation Xrotation Yrotation\n${inside.join('') || 'End Site\n{\nOFFSET 0 -8 2\n}\n'}}\n`;
  const leg = (side: string, x: number) =>
    joint(
      `${side}UpLeg`,
      `${x} -5 0`,
      joint(`${side}Leg`, '0 -42 1', joint(`${side}Foot`, '0 -42 -1', joint(`${side}ToeBase`, '0 -6 12'))),
    );
  const arm = (side: string, x: number) =>
    joint(
      `${side}Arm`,
      `${x} 22 0`,
      joint(`${side}ForeArm`, `${2 * x} 0 0`, joint(`${side}Hand`, `${2 * x} 0 0`)),
    );
  const back = joint(
    'Spine',
    '0 10 0',
    joint('Chest', '0 12 0', arm('Left', 13), arm('Right', -13), joint('Head', '0 30 0')),
  );
  const tree = joint('Hips', '0 0 0', leg('Left', 9), leg('Right', -9), back);
  const count = tree.match(/CHANNELS/g)!.length;
  const rows = Array.from({ length: 61 }, () =>
    [300, 103, 40, ...Array<number>(3 * count).fill(0)].join(' '),
  );
  return `HIERARCHY\n${tree}MOTION\nFrames: ${rows.length}\nFrame Time: 0.016667\n${rows.join('\n')}\n`;
}

test('a BVH file is followed in any unit, until a motion is picked; a damaged one is reported', async () => {
  const { it, ...page } = await loadDemo('motion', '?frame=1');
  const give = (text: string) =>
    it.open(Promise.resolve([{ path: 'stand.bvh', file: new File([text], 'stand.bvh') }]));
  const text = standingBVH();
  await give(text);
  expect(complaint(page)).toContain('The source is stand.bvh.');
  expect(shown(page, 'clip')).toMatch(/^1\.0 s/);
  for (const actor of it.actors) expect(actor.worst('limber')[0]).toBeLessThan(2e-3);
  await give(text.slice(0, text.length / 4));
  expect(complaint(page)).toContain('The file cannot be shown: ');
  expect(shown(page, 'clip')).toMatch(/^1\.0 s/);
  choose(page, 'act', 'sit');
  expect(shown(page, 'clip')).toBe('5.0 s, 151 frames');
  for (const actor of it.actors) expect(actor.worst('limber')[0]).toBeLessThan(2e-3);
  expect(page.messages).toEqual([]);
});
