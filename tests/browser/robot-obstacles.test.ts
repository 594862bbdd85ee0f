/** The panel Obstacles in a reader's hands: things are pushed, nothing is ever hit, and a file brings its own shapes. */
import { init } from 'limber';
import { ClearanceLines, CollisionOverlay } from 'limber/three';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { addressed, choose, closePage, pause, shown, toggle } from './demo-support.ts';
import { mouseDragBy, until } from './page-support.ts';
import {
  cubeOf,
  error,
  find,
  give,
  openRobot,
  rest,
  type Files,
  type RobotInPage,
} from './robots-support.ts';

beforeAll(() => init());
afterAll(closePage);

const start = [0, -0.785, 0, -2.356, 0, 1.571, 0.785].join();
const open = (query = '') => openRobot(`?panel=obstacles&q=${start}&${query}`, { width: 1000, height: 800 });
const problemOf = ({ it }: RobotInPage) => it.bench.problem;
const thingOf = (page: RobotInPage) => find(page, '.stage [aria-roledescription="draggable obstacle"]');
const placeOf = (page: RobotInPage) =>
  [...problemOf(page).obstacles.find(({ description }) => description.type === 'sphere')!.pose].slice(0, 3);
const drawn = <T>({ it }: RobotInPage, name: string) =>
  it.bench.view.scene.children.find((each) => each.name === name) as T;
const overlayOf = (page: RobotInPage) => drawn<CollisionOverlay>(page, 'collision shapes');
const linesOf = (page: RobotInPage) => drawn<ClearanceLines>(page, 'clearance');

/** Smallest clearance of all frames from now on. */
function watch(page: RobotInPage): () => number {
  let least = Infinity;
  const step = page.it.step.bind(page.it);
  page.it.step = () => {
    step();
    least = Math.min(least, problemOf(page).clearance());
  };
  return () => least;
}

test('a ball that the mouse pushes through the arm makes it give way; what is shared has both', async () => {
  const page = await open('among=things&things=0.15,0.62,0.35,0.5,0.35,-0.25,0.45,0.14,0.28');
  const least = watch(page);
  const q = [...problemOf(page).state.q];
  const place = placeOf(page);
  await mouseDragBy(page, thingOf(page), 100, 20);
  await rest(page);
  expect([...problemOf(page).state.q]).not.toEqual(q);
  expect(placeOf(page)).not.toEqual(place);
  expect(least()).toBeGreaterThan(0);
  const ball = placeOf(page).map((each) => each.toPrecision(4));
  await addressed(page, (query) => query.includes(`things=${ball[0]!.slice(0, 5)}`));
  // The robot stays as it is in another panel, and there is nothing in its way.
  const bent = [...problemOf(page).state.q];
  pause(page);
  page.it.shell.pick({ panel: 'drag' });
  expect([...problemOf(page).state.q]).toEqual(bent);
  expect(problemOf(page).obstacles).toHaveLength(0);
  expect(page.messages).toEqual([]);
});

test('without keeping clear the arm goes through, and the sentence says so', async () => {
  const page = await open('among=ball&avoid=off');
  const hand = problemOf(page).goals[0]!.target.join();
  page.it.shell.pick({ among: 'shelf' });
  page.it.shell.pick({ among: 'ball', things: hand.split(',').map(Number) });
  await rest(page);
  expect(problemOf(page).clearance()).toBeLessThan(0);
  expect(shown(page, 'words')).toContain('collides');
  toggle(page, 'avoid');
  await rest(page);
  expect(problemOf(page).clearance()).toBeGreaterThan(0);
  expect(shown(page, 'words')).toContain('the ball holds');
});

test('shapes and lines are switched, and the clearance is picked', async () => {
  const page = await open('among=shelf');
  expect([overlayOf(page).visible, linesOf(page).visible]).toEqual([false, true]);
  toggle(page, 'shapes');
  toggle(page, 'lines');
  await until(() => overlayOf(page).visible, 'the shapes to show');
  expect(linesOf(page).visible).toBe(false);
  choose(page, 'clearance', '4');
  await rest(page);
  expect(page.it.bench.arm.run.options.clearance).toBe(0.05);
  await mouseDragBy(page, cubeOf(page), 20, -20);
  await rest(page);
  expect(await violations(page)).toEqual([]);
  expect(page.messages).toEqual([]);
});

test('two robots have a goal each', async () => {
  const page = await openRobot('?panel=obstacles&robot=facing&among=ball');
  expect(problemOf(page).goals).toHaveLength(2);
  expect(error(page)).toBeLessThan(1e-3);
  expect(problemOf(page).clearance()).toBeGreaterThan(0);
});

/** An open box as a mesh, in metres. */
const bar = (() => {
  const corners = [0, 0.4].flatMap((z) => [-0.04, 0.04].flatMap((y) => [-0.04, 0.04].map((x) => [x, y, z])));
  const sides = [
    [0, 1, 5, 4],
    [1, 3, 7, 5],
    [3, 2, 6, 7],
    [2, 0, 4, 6],
  ] as const;
  const faces = sides.flatMap(([a, b, c, d]) => [
    [a, b, c],
    [a, c, d],
  ]);
  const vertices = corners.map((corner) => `v ${corner.join(' ')}`);
  return [...vertices, ...faces.map((each) => `f ${each.map((i) => i + 1).join(' ')}`)].join('\n');
})();

const robotOf = (inside: string) => `<robot name="bars">
  <link name="base"/>
  ${['upper', 'lower'].map((name) => `<link name="${name}">${inside}</link>`).join('')}
  <link name="hand"/>
  <joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><origin xyz="0 0 0.2"/><axis xyz="0 1 0"/></joint>
  <joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="0 0 0.4"/><axis xyz="0 1 0"/></joint>
  <joint name="flange" type="fixed"><parent link="lower"/><child link="hand"/><origin xyz="0 0 0.4"/></joint>
</robot>`;

const countOf = (page: RobotInPage): number => overlayOf(page).children.length;
const slider = ({ document }: RobotInPage) => document.querySelector<HTMLElement>('label:has([name=parts])')!;
const shapesText = (page: RobotInPage): string => shown(page, 'shapes-text');

async function fitted(page: RobotInPage, files: Files): Promise<void> {
  await give(page, files);
  await until(() => !shapesText(page).startsWith('Fitting'), 'the shapes');
  await rest(page);
}

test('a robot out of a file has its own shapes, capsules, or as many round each mesh as are picked', async () => {
  const page = await open();
  const collision = '<collision><geometry><box size="0.1 0.1 0.3"/></geometry></collision>';
  await fitted(page, [['own.urdf', robotOf(collision)]]);
  expect(countOf(page)).toBe(2);
  expect(shapesText(page)).toBe('With 2 shapes, as its file has them.');
  expect(slider(page).checkVisibility()).toBe(false);

  await fitted(page, [['bare.urdf', robotOf('')]]);
  // One along each of three bones.
  expect(countOf(page)).toBe(3);

  const mesh = '<collision><geometry><mesh filename="bar.obj"/></geometry></collision>';
  await fitted(page, [
    ['meshes.urdf', robotOf(mesh)],
    ['bar.obj', bar],
  ]);
  expect(countOf(page)).toBe(2);
  expect(slider(page).checkVisibility()).toBe(true);
  // Of two fits under way at once the last one picked shows.
  choose(page, 'parts', '3');
  choose(page, 'parts', '1');
  await until(() => !shapesText(page).startsWith('Fitting'), 'the other fit');
  expect(page.it.picks.parts).toBe(2);
  expect(countOf(page)).toBeGreaterThanOrEqual(2);
  expect(countOf(page)).toBeLessThanOrEqual(6);
  expect(shapesText(page)).toContain('stick out of its meshes');
  await rest(page);
  expect(page.messages).toEqual([]);
});
