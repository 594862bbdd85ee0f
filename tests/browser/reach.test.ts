/** The page Reach in a reader's hands: the cloud fills, is cut, coloured, saved and loaded, and the base is moved. */
import { init } from 'limber';
import { ReachMap, type ReachMapData } from 'limber/reach';
import { afterAll, beforeAll, expect, test } from 'vitest';
import ur5 from '../fixtures/urdf/ur5.urdf?raw';
import { arms } from '../../demos/reach/picks.ts';
import { addressed, button, choose, closePage, openDemo, shown } from './demo-support.ts';
import { mouseDragBy, until } from './page-support.ts';
import { pickFiles } from './robots-support.ts';
import { press } from './three-support.ts';

beforeAll(() => init());
afterAll(closePage);

const coarse = 'spacing=0.2&orientations=4';
const open = (query = '') => openDemo('reach', `?${coarse}&${query}`, { width: 1000, height: 800 });
type Opened = Awaited<ReturnType<typeof open>>;

const filled = ({ it }: Opened) =>
  until(
    () => it.map !== null && !it.filling && it.resting && it.map.done.every((each) => each === 1),
    'the map',
  );
const reachedOf = ({ it }: Opened) => it.map!.reached.filter((each) => each > 0).length;
/** Every reached cell is drawn. */
const dotsOf = ({ it }: Opened) => it.stage!.cloud.count;

test.each(arms.map(({ name }) => name))(
  'the cloud of the %s has a dot for each cell that is reached',
  async (name) => {
    const page = await open(`robot=${name}`);
    await filled(page);
    expect(reachedOf(page)).toBeGreaterThan(50);
    expect(dotsOf(page)).toBe(reachedOf(page));
    expect(shown(page, 'known')).toBe('100 %');
    expect(shown(page, 'words')).toContain(`${reachedOf(page).toLocaleString('en')} of`);
    expect(page.messages).toEqual([]);
  },
);

test('another spacing begins anew, and what was under way is left', async () => {
  const page = await open();
  await until(() => page.it.map !== null, 'the first cells');
  const before = page.it.map!;
  choose(page, 'spacing', '2');
  await until(() => page.it.map !== null && page.it.map !== before, 'another map');
  await filled(page);
  expect(page.it.map!.spacing).toBe(0.1);
  expect(dotsOf(page)).toBe(reachedOf(page));
  choose(page, 'spacing', '1');
});

test('things in the way take cells away', async () => {
  const page = await open('robot=ur5');
  await filled(page);
  const free = page.it.map!.reached.slice();
  choose(page, 'scene', 'shelf');
  await until(() => page.it.map !== null && page.it.map.clearance !== null, 'another map');
  await filled(page);
  const { reached } = page.it.map!;
  expect(reached.every((each, cell) => each <= free[cell]!)).toBe(true);
  expect(reached.reduce((sum, each) => sum + each, 0)).toBeLessThan(
    free.reduce((sum, each) => sum + each, 0),
  );
});

test('solutions can be a colour where they are known', async () => {
  const page = await open('robot=ur5&colour=solutions');
  await filled(page);
  const options = () => [...page.document.querySelector<HTMLSelectElement>('select[name=colour]')!.options];
  expect(options().map(({ value }) => value)).toContain('solutions');
  const ends = page.document.querySelector('.legend .ends')!;
  expect(ends.textContent).toContain('per orientation');
  choose(page, 'colour', 'manipulability');
  await until(() => ends.textContent.includes('singular'), 'another legend');
});

test('the cut is dragged, moved by keys, and is in the address', async () => {
  const page = await open();
  await filled(page);
  const { stage } = page.it;
  const before = stage!.offset;
  await mouseDragBy(page, stage!.cutter!.element, 40, 0);
  expect(stage!.offset).not.toBe(before);
  await addressed(page, (query) => query.includes('at='));
  choose(page, 'cut', 'top');
  expect(stage!.cutter!.position.y).toBeGreaterThan(0.1);
  const high = stage!.offset;
  page.frame.focus();
  stage!.cutter!.element.focus();
  await press('ArrowDown');
  expect(stage!.offset).toBeLessThan(high);
  choose(page, 'cut', 'none');
  expect(stage!.cutter).toBeNull();
});

test('the base is moved by keys: the cloud goes along, and other targets are reached', async () => {
  const page = await open('robot=ur5');
  await filled(page);
  const { it } = page;
  page.frame.focus();
  it.stage!.base.element.focus();
  const before = it.stage!.base.position.clone();
  await press('ArrowRight');
  await until(() => it.resting, 'all targets to be looked at');
  expect(it.station.base.distanceTo(before)).toBeGreaterThan(0.01);
  it.draw();
  expect(it.stage!.cloud.position.x).toBe(it.station.base.x);
  await addressed(page, (query) => query.includes('base='));
  // Nothing is within reach from far away.
  it.station.stand(-9, 0);
  for (const target of it.station.targets) it.station.check(target);
  expect(it.station.targets.some(({ isReached }) => isReached)).toBe(false);
  button(page, 'reset').click();
  await addressed(page, (query) => !query.includes('base='));
});

test('it finds where the base should stand', async () => {
  const page = await open('robot=ur5');
  await filled(page);
  await until(() => page.it.resting, 'all targets to be looked at');
  const count = () => page.it.station.targets.filter(({ isReached }) => isReached).length;
  const before = count();
  button(page, 'place').click();
  const complaint = page.document.querySelector('.complaint')!;
  await until(() => complaint.textContent.includes('best place'), 'the best place');
  await until(() => page.it.resting, 'all targets to be looked at');
  const [, told] = /(\d+) of \d+ targets/.exec(complaint.textContent)!;
  expect(count()).toBe(Number(told));
  expect(count()).toBeGreaterThanOrEqual(before);
});

test('a map is loaded from a file, and a damaged one is refused', async () => {
  const page = await open('robot=ur5');
  await filled(page);
  const data = page.it.map!.toJSON();
  const load = (text: string) => pickFiles(page, [['map.json', text]], 'load');
  const other: ReachMapData = {
    ...data,
    layers: { ...data.layers, reached: data.layers.reached!.map(() => 1) },
  };
  load(JSON.stringify(other));
  const complaint = page.document.querySelector('.complaint')!;
  await until(() => complaint.textContent.includes('out of a file'), 'the map');
  expect(page.it.map!.toJSON()).toEqual(ReachMap.fromJSON(other).toJSON());
  expect(dotsOf(page)).toBe(page.it.map!.count);
  load('{"format": "limber reach"');
  await until(() => complaint.textContent.includes('cannot be used'), 'the complaint');
  expect(dotsOf(page)).toBe(page.it.map!.count);
});

test('a URDF of the reader’s is mapped among the same things, with any of its tips', async () => {
  const page = await open('robot=panda&scene=shelf');
  await filled(page);
  const { it } = page;
  const others = () => page.document.querySelector<HTMLElement>('.pick:has([name=tip])')!;
  expect(others().hidden).toBe(true);
  const things = it.station.obstacles.length;
  pickFiles(page, [['own.urdf', ur5]]);
  await until(() => it.picks.robot.own !== undefined, 'the robot');
  // The robot's reach is 1 m.
  expect(it.picks.spacing).toBe(0.1);
  choose(page, 'spacing', '1');
  await filled(page);
  expect(page.document.querySelector('.complaint')!.textContent).toBe('');
  expect(it.picks.robot.title).toBe('own.urdf');
  expect(it.station.obstacles).toHaveLength(things);
  expect(it.map!.clearance).toBeGreaterThan(0);
  expect(reachedOf(page)).toBeGreaterThan(50);
  expect(dotsOf(page)).toBe(reachedOf(page));
  // Six hinges: the number of poses is known.
  expect(it.map!.solutions).not.toBeNull();
  expect(others().hidden).toBe(false);
  const before = it.map!;
  choose(page, 'tip', 'forearm_link');
  await until(() => it.map !== null && it.map !== before, 'another map');
  await filled(page);
  // The new tip has three joints, so hardly any of four orientations fits.
  expect(reachedOf(page)).toBeLessThan(before.reached.filter((each) => each > 0).length);
  choose(page, 'robot', 'ur5');
  await filled(page);
  expect(others().hidden).toBe(true);
  expect(page.messages).toEqual([]);
});

test('a file that is no robot is refused with its line, and the robot before stays', async () => {
  const page = await open('robot=ur5');
  await filled(page);
  const { map, station } = page.it;
  pickFiles(page, [['broken.urdf', '<robot name="r">\n  <link name="a">\n</robot>']]);
  const complaint = page.document.querySelector('.complaint')!;
  await until(() => complaint.textContent.includes('broken.urdf: line 3'), 'the complaint');
  expect(page.it.station).toBe(station);
  expect(page.it.map).toBe(map);
});
