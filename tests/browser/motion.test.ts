/** Motion in a reader's hands: every act on every ground, plain copying beside it, and time that is dragged. */

import { init, Trajectory } from 'limber';
import { Box3, Vector2, Vector3 } from 'three';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acts } from '../../demos/motion/clips.ts';
import { grounds } from '../../demos/motion/scene.ts';
import {
  addressed,
  atRest,
  button,
  choose,
  closePage,
  complaint,
  loadDemo,
  openDemo,
  type Opened,
  shown,
} from './demo-support.ts';
import panda from '../fixtures/urdf/panda.urdf?raw';
import humanoid from '../../demos/robot-files/humanoid.urdf?raw';
import { until } from './page-support.ts';
import { asVRM, person, tail } from './person.ts';
import { dropFiles, type Files } from './robots-support.ts';
import { laidOut } from './three-support.ts';

beforeAll(() => init());
afterAll(closePage);

const open = (query = '') => openDemo('motion', query);
const cases = acts.flatMap((act) => grounds.map((ground) => ({ act: act.name, ground: ground.name })));

test.each(cases)('$act on $ground: feet stand, and hands are where they belong', async ({ act, ground }) => {
  const page = await open(`?act=${act}&ground=${ground}&frame=1`);
  const { it } = page;
  await until(() => it.waiting.size === 0, 'all bodies');
  for (const actor of it.actors) {
    const [slip, hand] = actor.worst('limber');
    expect(slip).toBeLessThan(2e-3);
    // Joints of the robot have limits.
    expect(hand).toBeLessThan(actor.name === 'robot' ? 0.06 : 0.01);
    if (!actor.ways.includes('copy')) continue;
    const [copiedSlip, copiedHand] = actor.worst('copy');
    expect(copiedSlip).toBeLessThan(0.2);
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
  await laidOut(page.window);
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

/** Gives the page files, and waits for its answer. */
async function give(page: Opened<'motion'>, ...files: Files): Promise<string> {
  const taken = () => complaint(page) !== 'Opening …';
  dropFiles(page, files);
  expect(taken()).toBe(false);
  await until(taken, 'the files to be read');
  await atRest(page);
  return complaint(page);
}

/** A triangle as wide and high as a torso. */
const plate = `solid plate
facet normal 1 0 0
outer loop
vertex 0 -0.15 0
vertex 0 0.15 0
vertex 0 0.15 0.4
endloop
endfacet
endsolid plate`;

const titles = ({ it }: Opened<'motion'>) => it.actors.map(({ title }) => title);

test('a BVH file is followed in any unit, until a motion is picked; a damaged one is reported', async () => {
  const page = await loadDemo('motion', '?frame=1');
  const { it } = page;
  const text = standingBVH();
  expect(await give(page, ['stand.bvh', text])).toBe('');
  expect(it.shell.picks.act.title).toBe('stand.bvh');
  expect(shown(page, 'clip')).toMatch(/^1\.0 s/);
  // Addresses never name a reader's file.
  expect(it.shell.address.search).toBe('?ground=level');
  for (const actor of it.actors) expect(actor.worst('limber')[0]).toBeLessThan(2e-3);
  expect(await give(page, ['cut.bvh', text.slice(0, text.length / 4)])).toMatch(
    /cut\.bvh: line \d+ of the BVH: /,
  );
  expect(await give(page, ['note.txt', 'hello'])).toContain('“note.txt” is neither a BVH');
  expect(shown(page, 'clip')).toMatch(/^1\.0 s/);
  choose(page, 'act', 'sit');
  await atRest(page);
  expect(shown(page, 'clip')).toBe('5.0 s, 151 frames');
  for (const actor of it.actors) expect(actor.worst('limber')[0]).toBeLessThan(2e-3);
  expect(page.messages).toEqual([]);
});

test('a GLB, a VRM and a URDF become bodies until Reset; what is no person is refused, and nothing changes', async () => {
  const page = await loadDemo('motion', '?frame=1&ground=stairs');
  const { it } = page;
  const usual = titles(page);
  const glb = new File([await person()], 'person.glb');
  for (const [name, file] of [
    ['person.glb', glb],
    ['centimetres.glb', new File([await person(100)], 'person.glb')],
    ['figure.vrm', await asVRM(glb)],
  ] as const) {
    expect(await give(page, [name, file])).toBe('');
    expect(titles(page)).toEqual([usual[0], name, usual[2]]);
    const { body } = it.shell.picks;
    expect(body.title).toBe(name);
    expect(body.worst('limber')[0]).toBeLessThan(2e-3);
    expect(body.worst('copy')[0]).toBeLessThan(0.2);
    // It has our figure's proportions, and is shown as high as people are.
    expect(body.scale).toBeCloseTo(it.actors[0]!.scale, 0);
    expect(body.report.contacts).toEqual(it.actors[0]!.report.contacts);
  }
  expect(await give(page, ['walker.urdf', humanoid])).toBe('');
  const mesh = '<visual><geometry><mesh filename="package://walker/plate.stl"/></geometry></visual></link>';
  const clad = humanoid.replace('<link name="torso"/>', `<link name="torso">${mesh}`);
  expect(clad).not.toBe(humanoid);
  expect(await give(page, ['clad.urdf', clad])).toContain('Without this mesh: plate.stl.');
  expect(await give(page, ['plate.stl', plate])).toBe('');
  const torso = it.actors[2]!.lane.getObjectByName('torso')!;
  expect(new Box3().setFromObject(torso).getSize(new Vector3()).length()).toBeCloseTo(0.5, 2);
  expect(it.actors[2]!.worst('limber')[0]).toBeLessThan(2e-3);
  const now = [usual[0], 'figure.vrm', 'clad.urdf'];
  expect(titles(page)).toEqual(now);
  expect(it.shell.picks.body.worst('limber')[0]).toBeLessThan(2e-3);
  expect(await give(page, ['tail.glb', await tail()])).toContain('tail.glb');
  expect(await give(page, ['panda.urdf', panda])).toMatch(
    /panda\.urdf: no link was found by its name for hips/,
  );
  expect(titles(page)).toEqual(now);
  button(page, 'reset').click();
  await atRest(page);
  expect(titles(page)).toEqual(usual);
  expect(page.messages).toEqual([]);
});

/** The file that a button offers. */
async function saved(page: Opened<'motion'>, format: string): Promise<readonly [name: string, blob: Blob]> {
  let link: HTMLAnchorElement | null = null;
  const { prototype } = page.window.HTMLAnchorElement;
  prototype.click = function click() {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- the link itself
    link = this;
  };
  button(page, `save-${format}`).click();
  await until(() => link !== null, 'the file');
  Reflect.deleteProperty(prototype, 'click');
  const { download, href } = link!;
  return [download, await (await fetch(href)).blob()];
}

test('a saved GLB or BVH is followed as its body was; joint values come as CSV and JSON', async () => {
  const page = await loadDemo('motion', '?frame=1&body=figure');
  const { it } = page;
  const glb = await saved(page, 'glb');
  const bvh = await saved(page, 'bvh');
  expect(glb[0]).toBe('Our-figure.glb');
  choose(page, 'body', 'robot');
  const [[csvName, csv], [, json], [, robot]] = [
    await saved(page, 'csv'),
    await saved(page, 'json'),
    await saved(page, 'glb'),
  ];
  expect(csvName).toBe('Robot.csv');
  const { trajectory } = it.actors[2]!.saved();
  for (const each of [Trajectory.fromCSV(await csv.text()), Trajectory.fromJSON(await json.text())])
    expect([...each.q]).toEqual([...trajectory.q]);
  expect(robot.size).toBeGreaterThan(1e5);

  const worst = it.actors[0]!.worst('limber')[0];
  for (const file of [glb, bvh]) {
    expect(await give(page, file)).toBe('');
    // The first frame of a BVH is left out: in many it is a T-pose.
    expect(it.source.clip.duration).toBeCloseTo(file === bvh ? 5 - 1 / 30 : 5, 5);
    expect(it.source.sizes.leg).toBeCloseTo(0.895, 5);
    // The figure follows its own motion, larger.
    const [figure] = it.actors;
    expect(figure!.report.missed).toEqual([]);
    expect(figure!.worst('limber')[0]).toBeLessThan(worst + 1e-3);
    expect(figure!.worst('limber')[1]).toBeLessThan(1e-3);
  }
  expect(page.messages).toEqual([]);
});

test('the camera goes along with the bodies, and the curves show the whole clip, where a press seeks', async () => {
  const page = await loadDemo('motion', '?act=walk&frame=1');
  const { it } = page;
  const view = it.view!;
  const place = new Vector2();
  const heads = () =>
    it.actors.map(({ lane }) => {
      const at = new Box3().setFromObject(lane).getCenter(new Vector3());
      view.project(at, place);
      return place.x;
    });
  await atRest(page);
  const [from, camera] = [heads(), view.camera.position.clone()];
  const { curves, element } = it.timeline;
  expect(curves.data[0]).toHaveLength(300);
  const plot = element.querySelector('.u-over')!.getBoundingClientRect();
  const press = { bubbles: true, buttons: 1, clientX: plot.left + 0.8 * plot.width, clientY: plot.top + 20 };
  element.querySelector('.plot')!.dispatchEvent(new page.window.PointerEvent('pointerdown', press));
  expect(it.time).toBeCloseTo(4, 1);
  await atRest(page);
  expect(view.camera.position.z - camera.z).toBeGreaterThan(1);
  expect(view.camera.position.y - camera.y).toBeLessThan(0.1);
  heads().forEach((x, i) => expect(Math.abs(x - from[i]!)).toBeLessThan(0.15 * view.size.width));
  const head = element.querySelector('.playhead')!.getBoundingClientRect();
  expect(head.left + head.width / 2).toBeCloseTo(press.clientX, -0.5);
  expect(page.messages).toEqual([]);
});

test('another ground reaches one body per frame, that of the numbers first', async () => {
  const page = await loadDemo('motion', '?act=turn&frame=30&body=robot');
  const { it } = page;
  await atRest(page);
  const loads: string[] = [];
  const perFrame: number[] = [];
  for (const actor of it.actors) {
    const load = actor.load.bind(actor);
    actor.load = (...all) => {
      loads.push(actor.name);
      load(...all);
    };
  }
  const draw = it.draw.bind(it);
  it.draw = () => {
    const before = loads.length;
    draw();
    perFrame.push(loads.length - before);
  };
  choose(page, 'ground', 'slope');
  expect(loads).toEqual([]);
  await atRest(page);
  expect(loads).toEqual(['robot', 'figure', 'short']);
  expect(Math.max(...perFrame)).toBe(1);
  expect(page.messages).toEqual([]);
});
