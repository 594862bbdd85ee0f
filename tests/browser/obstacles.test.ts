/** The page Obstacles in a reader's hands: goals and things are dragged, and nothing is ever hit. */

import { init } from 'limber';
import { Vector3 } from 'three';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { choose, closePage, openDemo, shown, toggle } from './demo-support.ts';
import { mouseDragBy, until } from './page-support.ts';
import { pickFiles, type Files } from './robots-support.ts';

beforeAll(() => init());
afterAll(closePage);

const open = (query = '') => openDemo('obstacles', query, { width: 1000, height: 800 });
type Opened = Awaited<ReturnType<typeof open>>;

const settled = ({ it }: Opened) => until(() => it.resting, 'the arm to rest');

/** Smallest clearance of all frames from now on. */
function watch({ it }: Opened): () => number {
  let least = Infinity;
  const step = it.step.bind(it);
  it.step = () => {
    step();
    least = Math.min(least, it.world.actor.problem.clearance());
  };
  return () => least;
}

test('a ball that the mouse pushes through the arm makes it give way', async () => {
  const page = await open('?scene=things');
  await settled(page);
  const least = watch(page);
  const before = page.it.world.actor.problem.state.q.slice();
  const [ball] = page.it.stage!.things;
  const { movers } = page.it.world;
  movers[0]!.put(new Vector3(0.15, 0.62, 0.35));
  page.it.stage!.update(page.it.picks);
  await mouseDragBy(page, ball!.element, 100, 20);
  await settled(page);
  expect([...page.it.world.actor.problem.state.q]).not.toEqual([...before]);
  expect(least()).toBeGreaterThan(0);
  expect(page.messages).toEqual([]);
});

test('a thing stops at a base, which cannot give way', async () => {
  const page = await open('?scene=things');
  await settled(page);
  const least = watch(page);
  const { world } = page.it;
  const pillar = world.movers[1]!;
  pillar.send(new Vector3(-0.5, pillar.at.y, 0.25));
  page.it.shell.moved();
  await settled(page);
  expect(pillar.at.x).toBeGreaterThan(0);
  expect(least()).toBeGreaterThan(0);
});

test('a goal inside a thing is not reached, and is again once the thing is gone', async () => {
  const page = await open('?scene=things');
  await settled(page);
  const least = watch(page);
  const { world } = page.it;
  const [grip] = world.actor.grips;
  const [, , box] = world.movers;
  const { x, y, z } = grip!.effector.target;
  box!.send(new Vector3(x, y, z));
  page.it.shell.moved();
  await settled(page);
  expect(grip!.effector.distance).toBeGreaterThan(0.05);
  expect(shown(page, 'words')).toContain('back');
  box!.send(box!.home);
  page.it.shell.moved();
  await settled(page);
  expect(grip!.effector.distance).toBeLessThan(1e-3);
  expect(least()).toBeGreaterThan(0);
});

test('without it the arm goes through, and the sentence says so', async () => {
  const page = await open('?scene=things&avoid=off');
  const { world } = page.it;
  const { x, y, z } = world.actor.grips[0]!.effector.target;
  world.movers[0]!.send(new Vector3(x, y, z));
  page.it.shell.moved();
  await settled(page);
  expect(world.actor.problem.clearance()).toBeLessThan(0);
  expect(shown(page, 'words')).toContain('collides');
  toggle(page, 'avoid');
  await settled(page);
  expect(world.actor.problem.clearance()).toBeGreaterThan(0);
});

test('shapes and lines are switched, and the clearance is picked', async () => {
  const page = await open('?scene=shelf');
  await settled(page);
  const { stage } = page.it;
  expect([stage!.overlay.visible, stage!.lines.visible]).toEqual([false, true]);
  toggle(page, 'shapes');
  toggle(page, 'lines');
  page.it.draw();
  expect([stage!.overlay.visible, stage!.lines.visible]).toEqual([true, false]);
  choose(page, 'clearance', '4');
  await settled(page);
  expect(page.it.world.clearance).toBe(0.05);
  expect(page.messages).toEqual([]);
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

async function give(page: Opened, files: Files): Promise<void> {
  const before = page.it.world;
  pickFiles(page, files);
  await until(() => page.it.world !== before, 'the robot');
  await settled(page);
}

const countOf = ({ it }: Opened): number => it.stage!.overlay.children.length;
const slider = ({ document }: Opened) => document.querySelector<HTMLElement>('label:has([name=parts])')!;

test('a robot out of a file has its own shapes, capsules, or as many round each mesh as are picked', async () => {
  const page = await open();
  const collision = '<collision><geometry><box size="0.1 0.1 0.3"/></geometry></collision>';
  await give(page, [['own.urdf', robotOf(collision)]]);
  expect(countOf(page)).toBe(2);
  expect(page.it.picks.scene.text).toBe('With 2 shapes, as its file has them.');
  expect(slider(page).hidden).toBe(true);

  await give(page, [['bare.urdf', robotOf('')]]);
  // One along each of three bones.
  expect(countOf(page)).toBe(3);

  const mesh = '<collision><geometry><mesh filename="bar.obj"/></geometry></collision>';
  const files: Files = [
    ['meshes.urdf', robotOf(mesh)],
    ['bar.obj', bar],
  ];
  await give(page, files);
  expect(countOf(page)).toBe(2);
  expect(slider(page).hidden).toBe(false);
  const before = page.it.world;
  choose(page, 'parts', '2');
  await until(() => page.it.world !== before, 'the other fit');
  expect(countOf(page)).toBeGreaterThanOrEqual(2);
  expect(countOf(page)).toBeLessThanOrEqual(6);
  expect(page.it.picks.scene.text).toContain('stick out of its meshes');
  await settled(page);
  expect(page.messages).toEqual([]);
});
