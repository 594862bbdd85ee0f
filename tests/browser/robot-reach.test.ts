/** The panel Reach in a reader's hands: the map fills, is cut, coloured, saved and opened, and the base is moved. */
import { init } from 'limber';
import { ReachMap, type ReachMapData } from 'limber/reach';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reach } from '../../demos/robot/reach.ts';
import ur5 from '../fixtures/urdf/ur5.urdf?raw';
import { violations } from './axe.ts';
import { addressed, button, choose, closePage, complaint, shown, toggle } from './demo-support.ts';
import { mouseDragBy, until } from './page-support.ts';
import { find, openRobot, pickFiles, rest, type RobotInPage } from './robots-support.ts';
import { press } from './three-support.ts';

beforeAll(() => init());
afterAll(closePage);

/** Waits for the whole map. */
const open = (query = 'robot=ur5') =>
  openRobot(`?panel=reach&cells=6&orientations=4&${query}`, { width: 1000, height: 800 });

const reachIn = ({ it }: RobotInPage) => it.scenery as Reach;
const mapIn = (page: RobotInPage) => reachIn(page).map!;
const reached = (page: RobotInPage) => mapIn(page).reached.filter((each) => each > 0).length;
const onTarget = (page: RobotInPage) =>
  reachIn(page).marks.filter(({ material }) => !material.wireframe).length;

function expectWhole(page: RobotInPage): void {
  expect(mapIn(page).done.every((each) => each === 1)).toBe(true);
  expect(reached(page)).toBeGreaterThan(4);
  // Every reached cell is drawn.
  expect(reachIn(page).cloud.count).toBe(reached(page));
  expect(shown(page, 'reach')).toContain(`reaches ${reached(page).toLocaleString('en')} of`);
}

test.each(['panda', 'ur5', 'cobra600', 'article', 'humanoid', 'fork'])(
  'the cloud of the %s has a dot for each cell that is reached',
  async (robot) => {
    const page = await open(`robot=${robot}`);
    expectWhole(page);
    // Fewer than six joints: places alone.
    expect(mapIn(page).total).toBe(['panda', 'ur5', 'humanoid'].includes(robot) ? 4 : 1);
    expect(complaint(page)).toBe('');
    expect(page.messages).toEqual([]);
  },
);

test('other cells begin anew, and what was under way is left', async () => {
  const page = await open();
  const { size } = reachIn(page).stand;
  choose(page, 'orientations', '4');
  await until(() => reachIn(page).map?.total === 100, 'the first cells');
  choose(page, 'orientations', '1');
  choose(page, 'cells', '0');
  await rest(page);
  expect(mapIn(page).total).toBe(10);
  expect(mapIn(page).spacing).toBeCloseTo(size / 3, 12);
  expectWhole(page);
});

test('a colour that the map has no numbers for gives way', async () => {
  const page = await open('robot=ur5&colour=solutions');
  const ends = find(page, '.legend .ends');
  expect(ends.textContent).toContain('per orientation');
  choose(page, 'colour', 'manipulability');
  await rest(page);
  expect(ends.textContent).toContain('singular');
  choose(page, 'colour', 'solutions');
  choose(page, 'robot', 'cobra600');
  await rest(page);
  const options = [...find<HTMLSelectElement>(page, 'select[name=colour]').options];
  expect(options.filter(({ disabled }) => !disabled).map(({ value }) => value)).toContain(
    page.it.picks.colour,
  );
});

test('the cut is dragged, moved by keys, and is in the address', async () => {
  const page = await open();
  const handle = () => reachIn(page).cut!.handle;
  const before = handle().position.z;
  await mouseDragBy(page, handle().element, 60, 0);
  expect(handle().position.z).not.toBe(before);
  await addressed(page, (query) => query.includes('at='));
  choose(page, 'cut', 'top');
  await rest(page);
  const high = handle().position.y;
  page.frame.focus();
  handle().element.focus();
  await press('ArrowDown');
  expect(handle().position.y).toBeLessThan(high);
  choose(page, 'cut', 'none');
  await rest(page);
  expect(reachIn(page).cut).toBeNull();
});

test('the base is moved by keys: the cloud goes along, and back by Reset', async () => {
  const page = await open();
  const { map } = reachIn(page);
  page.frame.focus();
  find(page, '.stage [aria-roledescription="draggable base"]').focus();
  await press('ArrowRight');
  await rest(page);
  const { cloud, origin } = reachIn(page);
  expect(Math.hypot(origin.x, origin.z)).toBeGreaterThan(0.01);
  expect(cloud.position).toEqual(origin);
  expect(mapIn(page)).toBe(map);
  await addressed(page, (query) => query.includes('q='));
  button(page, 'reset').click();
  await addressed(page, (query) => !query.includes('q='));
});

test('it finds where the base should stand', async () => {
  const page = await open();
  const before = onTarget(page);
  button(page, 'place').click();
  await until(() => complaint(page).includes('best place'), 'the best place');
  await rest(page);
  expect(onTarget(page)).toBe(Number(/(\d+) of \d+ targets/.exec(complaint(page))![1]));
  expect(onTarget(page)).toBeGreaterThanOrEqual(before);
});

test('a map is opened from a file, and a damaged one is refused', async () => {
  const page = await open();
  const data = mapIn(page).toJSON();
  const give = (text: string) => pickFiles(page, [['map.json', text]], 'load');
  const layers = { ...data.layers, reached: data.layers.reached!.map(() => 1) };
  const other: ReachMapData = { ...data, layers };
  give(JSON.stringify(other));
  await until(() => complaint(page).includes('out of a file'), 'the map');
  expect(mapIn(page).toJSON()).toEqual(ReachMap.fromJSON(other).toJSON());
  expect(reachIn(page).cloud.count).toBe(mapIn(page).count);
  give('{"format": "limber reach"');
  await until(() => complaint(page).includes('cannot be used'), 'the complaint');
  expect(reachIn(page).cloud.count).toBe(mapIn(page).count);
  // An answer that is superseded is not shown.
  give(JSON.stringify(data));
  find<HTMLInputElement>(page, 'input[value=drag]').click();
  await rest(page);
  expect(complaint(page)).toBe('');
});

test('things in the way take cells away, and again where they are pushed', async () => {
  const page = await open('robot=ur5&among=shelf');
  const sum = () => mapIn(page).reached.reduce((all, each) => all + each, 0);
  const free = mapIn(page).reached.slice();
  toggle(page, 'minds');
  await rest(page);
  expect(mapIn(page).clearance).toBeGreaterThan(0);
  expectWhole(page);
  expect(mapIn(page).reached.every((each, cell) => each <= free[cell]!)).toBe(true);
  expect(sum()).toBeLessThan(free.reduce((all, each) => all + each, 0));
  const before = mapIn(page);
  page.frame.focus();
  find(page, '.stage [aria-roledescription="draggable obstacle"]').focus();
  await press('ArrowLeft');
  await rest(page);
  expect(mapIn(page)).not.toBe(before);
  expectWhole(page);
  expect(page.messages).toEqual([]);
});

test('a robot of the reader’s stays, with any of its tips', async () => {
  const page = await openRobot('?panel=drag&cells=6&orientations=4', { width: 1000, height: 800 });
  pickFiles(page, [['own.urdf', ur5]]);
  await until(() => page.it.picks.robot.own !== undefined, 'the robot');
  find<HTMLInputElement>(page, 'input[value=reach]').click();
  await rest(page);
  expect(page.it.picks.robot.title).toBe('own.urdf');
  expectWhole(page);
  // Six hinges: the number of poses is known.
  expect(mapIn(page).solutions).not.toBeNull();
  const before = mapIn(page);
  choose(page, 'tip', 'wrist_1_link');
  await rest(page);
  expect(mapIn(page)).not.toBe(before);
  expectWhole(page);
  expect(await violations(page)).toEqual([]);
  expect(page.messages).toEqual([]);
});
