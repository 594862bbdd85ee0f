/** A body in a reader's hands: every act on every ground, plain copying beside it, pulled points, files, recordings. */
import { init, Trajectory } from 'limber';
import { Box3, Vector2, Vector3 } from 'three';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acts } from '../../demos/body/clips.ts';
import { grounds } from '../../demos/body/scene.ts';
import type { Walker } from '../../demos/body/walker.ts';
import humanoid from '../../demos/robot-files/humanoid.urdf?raw';
import panda from '../fixtures/urdf/panda.urdf?raw';
import { about, alongX, writeBVH, writeFBX } from '../web/motion/encodings.ts';
import { hopBVH } from '../web/motion/humanoid.ts';
import { packed } from '../web/support/glb.ts';
import * as support from './demo-support.ts';
import { mouseDragBy, until } from './page-support.ts';
import { asVRM, person, tail } from './person.ts';
import { press } from './three-support.ts';

const { atRest, button, choose, closePage, complaint, loadDemo, openDemo, shown, toggle } = support;
type Page = support.Opened<'body'>;

beforeAll(() => init());
afterAll(closePage);

const load = (query: string) => loadDemo('body', query, { width: 1100, height: 760 });

/** Largest slip in the whole motion, and distance of a hand that touches something: −Infinity if none ever does. */
function worst({ it }: Page, walker: Walker, copied = false): readonly [slip: number, hand: number] {
  const all = it.walk.source.places.map((_, i) => walker.at(copied, i / 60));
  it.shell.show();
  return [Math.max(...all.map(({ slip }) => slip)), Math.max(...all.map(({ hand }) => hand))];
}

/** Gives the page files as a person drops them, and waits for its answer. */
async function give(
  page: Page,
  ...files: readonly (readonly [name: string, content: BlobPart])[]
): Promise<string> {
  const { document, window } = page;
  const dataTransfer = new window.DataTransfer();
  // Files of the page's own realm.
  for (const [name, content] of files) dataTransfer.items.add(new window.File([content], name));
  document.body.dispatchEvent(
    new window.DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }),
  );
  await until(() => complaint(page) !== 'Opening …', 'the files to be read');
  if (page.it.shell.picks.panel === 'walk') page.it.shell.setPlaying(false);
  await atRest(page);
  return complaint(page);
}

const titles = ({ it }: Page) => it.walk.walkers.map(({ title }) => title);
const handleOf = ({ document }: Page, label: string): HTMLElement =>
  document.querySelector<HTMLElement>(`.stage [role=application][aria-label="${label}"]`)!;

const cases = acts.flatMap((act) => grounds.map((ground) => ({ act: act.name, ground: ground.name })));

test.each(cases)('$act on $ground: feet stand, and hands are where they belong', async ({ act, ground }) => {
  const page = await openDemo('body', `?act=${act}&ground=${ground}&frame=1`);
  const { walk } = page.it;
  await until(() => walk.waiting.size === 0, 'all bodies');
  for (const walker of walk.walkers) {
    const [slip, hand] = worst(page, walker);
    expect(slip).toBeLessThan(2e-3);
    const touches = act === 'reach' || act === 'sit';
    if (touches) {
      expect(hand).toBeGreaterThanOrEqual(0);
      // Joints of the robot have limits.
      expect(hand).toBeLessThan(walker.name === 'robot' ? 0.06 : 0.01);
    }
    if (!walker.copies) continue;
    const [copiedSlip, copiedHand] = worst(page, walker, true);
    expect(copiedSlip).toBeLessThan(0.2);
    if (touches) expect(copiedHand).toBeGreaterThan(hand);
    expect(copiedSlip).toBeGreaterThan(slip);
    expect(walker.report.missed).toEqual([]);
  }
  expect(page.messages).toEqual([]);
});

test('time is dragged, shared, and goes on from there', async () => {
  const page = await load('?act=turn&frame=90');
  const { shell, walk } = page.it;
  expect(walk.time).toBeCloseTo(1.5, 9);
  const scrub = page.document.querySelector<HTMLInputElement>('input[name=time]')!;
  scrub.value = '120';
  scrub.dispatchEvent(new Event('input', { bubbles: true }));
  expect(walk.time).toBeCloseTo(2, 9);
  expect(shell.address.search).toBe('?act=turn&frame=120');
  button(page, 'step').click();
  expect(walk.time).toBeCloseTo(2 + 1 / 60, 9);
  button(page, 'play').click();
  await until(() => walk.time > 2.1, 'time to go on');
});

test('a BVH is followed in any unit, also from the other panel; a damaged one is reported', async () => {
  const page = await load('?panel=pull');
  const { it } = page;
  const text = hopBVH();
  expect(await give(page, ['hop.bvh', text])).toBe('');
  expect([it.shell.picks.panel, it.shell.picks.act.title]).toEqual(['walk', 'hop.bvh']);
  expect(shown(page, 'clip')).toMatch(/^1\.5 s/);
  // Addresses never name a reader's file.
  expect(it.shell.address.search).not.toContain('act');
  for (const walker of it.walk.walkers) expect(worst(page, walker)[0]).toBeLessThan(2e-3);
  const cut = text.slice(0, text.length / 4);
  expect(await give(page, ['cut.bvh', cut])).toMatch(/cut\.bvh: line \d+ of the BVH: /);
  expect(await give(page, ['note.txt', 'hello'])).toContain('“note.txt” is neither a BVH');
  expect(shown(page, 'clip')).toMatch(/^1\.5 s/);
  choose(page, 'act', 'sit');
  await atRest(page);
  expect(shown(page, 'clip')).toBe('5.0 s, 151 frames');
  for (const walker of it.walk.walkers) expect(worst(page, walker)[0]).toBeLessThan(2e-3);
  expect(page.messages).toEqual([]);
});

/** A triangle as wide and high as a torso. */
const corners = [
  [0, -0.15, 0],
  [0, 0.15, 0],
  [0, 0.15, 0.4],
].map((corner) => `vertex ${corner.join(' ')}\n`);
const plate = `solid plate\nfacet normal 1 0 0\nouter loop\n${corners.join('')}endloop\nendfacet\nendsolid plate`;

test('a GLB, a VRM and a URDF become bodies until Reset; what is no person is refused, and nothing changes', async () => {
  const page = await load('?frame=1');
  const { shell, walk } = page.it;
  const usual = titles(page);
  const glb = new File([await person()], 'person.glb');
  for (const [name, file] of [
    ['person.glb', glb],
    ['centimetres.glb', await person(100)],
    ['figure.vrm', await asVRM(glb)],
  ] as const) {
    expect(await give(page, [name, file])).toBe('');
    expect(titles(page)).toEqual([usual[0], name, usual[2]]);
    const { body } = shell.picks;
    expect(body.title).toBe(name);
    expect(worst(page, body)[0]).toBeLessThan(2e-3);
    expect(worst(page, body, true)[0]).toBeLessThan(0.2);
    // It has our figure's proportions, and is shown as high as people are.
    expect(body.scale).toBeCloseTo(walk.walkers[0]!.scale, 0);
    expect(body.report.contacts).toEqual(walk.walkers[0]!.report.contacts);
  }
  expect(await give(page, ['walker.urdf', humanoid])).toBe('');
  const mesh = '<visual><geometry><mesh filename="package://walker/plate.stl"/></geometry></visual></link>';
  const clad = humanoid.replace('<link name="torso"/>', `<link name="torso">${mesh}`);
  expect(await give(page, ['clad.urdf', clad])).toContain('Without this mesh: plate.stl.');
  expect(await give(page, ['plate.stl', plate])).toBe('');
  const torso = walk.walkers[2]!.lane.getObjectByName('torso')!;
  expect(new Box3().setFromObject(torso).getSize(new Vector3()).length()).toBeCloseTo(0.5, 2);
  expect(worst(page, walk.walkers[2]!)[0]).toBeLessThan(2e-3);
  const now = [usual[0], 'figure.vrm', 'clad.urdf'];
  expect(titles(page)).toEqual(now);
  expect(await give(page, ['tail.glb', await tail()])).toContain('tail.glb');
  expect(await give(page, ['panda.urdf', panda])).toMatch(/panda\.urdf: no link was found for hips/);
  expect(titles(page)).toEqual(now);
  button(page, 'reset').click();
  await atRest(page);
  expect(titles(page)).toEqual(usual);
  expect(page.messages).toEqual([]);
});

test('an FBX, a rest that does not stand, and +Z up are followed, and said; the rest can be chosen', async () => {
  const page = await load('?frame=1');
  const { walk } = page.it;
  expect(await give(page, ['walk.fbx', writeFBX()])).toBe('');
  expect(walk.source.clip.duration).toBeCloseTo(2, 3);
  // Built pages draw no other material.
  expect(walk.source.shown.getObjectByName('Hat')).toHaveProperty('material.isMeshStandardMaterial', true);
  expect(worst(page, walk.walkers[0]!)[0]).toBeLessThan(2e-3);
  expect(await give(page, ['along.bvh', writeBVH({ axes: alongX })])).toContain(
    'no person who stands; one was made',
  );
  expect(worst(page, walk.walkers[0]!)[0]).toBeLessThan(2e-3);
  const world = about([1, 0, 0], 90);
  const back = world.clone().invert();
  expect(await give(page, ['z.bvh', writeBVH({ world, axes: () => back })])).toContain(
    'Its +Z is up, so it was turned',
  );
  // It stands on the floor.
  expect(walk.source.places[30]!.get('leftUpperArm')!.y).toBeGreaterThan(1);
  page.document.querySelector('details')!.open = true;
  choose(page, 'rest', 'found');
  await atRest(page);
  expect(complaint(page)).toContain('Its +Z is up');
  expect(page.messages).toEqual([]);
});

test('a BVH and a body come together; an animated body is a motion or a body; files can be compressed', async () => {
  const page = await load('?frame=1');
  const { shell, walk } = page.it;
  const glb = await person();
  expect(await give(page, ['hop.bvh', hopBVH()], ['packed.glb', await packed(glb)])).toBe('');
  expect([shell.picks.act.title, shell.picks.body.title]).toEqual(['hop.bvh', 'packed.glb']);
  for (const walker of walk.walkers) expect(worst(page, walker)[0]).toBeLessThan(2e-3);
  expect(await give(page, ['packed.glb', await packed(glb)], ['walk.fbx', writeFBX()])).toBe('');
  expect([shell.picks.act.title, shell.picks.body.title]).toEqual(['walk.fbx', 'packed.glb']);
  const [, dance] = await saved(page, 'glb');
  expect(await give(page, ['dance.glb', dance])).toBe('');
  expect(shell.picks.act.title).toBe('dance.glb');
  choose(page, 'as', 'body');
  await atRest(page);
  expect(shell.picks.body.title).toBe('dance.glb');
  expect(page.messages).toEqual([]);
});

/** The file that a button offers. */
async function saved(page: Page, format: string): Promise<readonly [name: string, blob: Blob]> {
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
  const page = await load('?frame=1&body=figure&ground=level');
  const { walk } = page.it;
  const files = [await saved(page, 'glb'), await saved(page, 'bvh')];
  expect(files[0]![0]).toBe('Figure.glb');
  choose(page, 'body', 'robot');
  const [[csvName, csv], [, json]] = [await saved(page, 'csv'), await saved(page, 'json')];
  expect(csvName).toBe('Robot.csv');
  const { q } = walk.walkers[2]!.saved.trajectory;
  expect([...Trajectory.fromCSV(await csv.text()).q]).toEqual([...q]);
  expect([...Trajectory.fromJSON(await json.text()).q]).toEqual([...q]);

  const figure = walk.walkers[0]!;
  const [slip] = worst(page, figure);
  for (const [name, blob] of files) {
    expect(await give(page, [name, blob])).toBe('');
    // The first frame of a BVH is left out: in many it is a T-pose.
    expect(walk.source.clip.duration).toBeCloseTo(name.endsWith('bvh') ? 5 - 1 / 30 : 5, 5);
    expect(walk.source.sizes.leg).toBeCloseTo(0.895, 5);
    // The figure follows its own motion, larger.
    expect(figure.report.missed).toEqual([]);
    expect(worst(page, figure)[0]).toBeLessThan(slip + 1e-3);
  }
  expect(page.messages).toEqual([]);
});

test('the camera goes along, and another ground reaches one body per frame, that of the numbers first', async () => {
  const page = await load('?frame=1&ground=level&body=robot');
  const { it } = page;
  const { walk } = it;
  const { view } = it.bench;
  const across = () =>
    walk.walkers.map(({ lane }) => {
      const place = new Vector2();
      view.project(new Box3().setFromObject(lane).getCenter(new Vector3()), place);
      return place.x;
    });
  await atRest(page);
  const [from, camera] = [across(), view.camera.position.clone()];
  walk.seek(240);
  await atRest(page);
  expect(view.camera.position.z - camera.z).toBeGreaterThan(1);
  expect(view.camera.position.y - camera.y).toBeLessThan(0.1);
  across().forEach((x, i) => expect(Math.abs(x - from[i]!)).toBeLessThan(0.2 * view.size.width));

  const waiting: number[] = [];
  const draw = it.draw.bind(it);
  it.draw = () => {
    draw();
    waiting.push(walk.waiting.size);
  };
  choose(page, 'ground', 'slope');
  expect([...walk.waiting].map(({ name }) => name)).toEqual(['robot', 'figure', 'short']);
  await atRest(page);
  expect(waiting.slice(0, 3)).toEqual([2, 1, 0]);
  expect(page.messages).toEqual([]);
});

/** A bone's place according to three.js. */
const boneAt = ({ it }: Page, role: string): Vector3 =>
  it.pull.body.character.findBone(role)!.getWorldPosition(new Vector3());

test('a hand goes where the mouse takes it, the feet stay, the address has the posture; keys and poles work', async () => {
  const page = await load('?panel=pull');
  await atRest(page);
  const places = (of = page) => ['leftFoot', 'rightFoot', 'leftHand', 'hips'].map((role) => boneAt(of, role));
  const before = places();
  const apart = () => places().map((place, i) => place.distanceTo(before[i]!));
  // Up and far to the side, farther than the arm's length.
  await mouseDragBy(page, handleOf(page, 'Left hand'), 170, -190);
  await atRest(page);
  const [left, right, hand] = apart() as [number, number, number];
  expect(Math.max(left, right)).toBeLessThan(1e-3);
  expect(hand).toBeGreaterThan(0.5);
  expect(page.it.pull.body.pins.find(({ label }) => label === 'Left hand')!.held).toBe(true);
  await mouseDragBy(page, handleOf(page, 'Hips'), 0, 90);
  await atRest(page);
  expect(before[3]!.y - boneAt(page, 'hips').y).toBeGreaterThan(0.1);
  expect(Math.max(...apart().slice(0, 2))).toBeLessThan(1e-3);
  // Out of reach it creeps to its rest: it has come when it stays though it is woken.
  for (let moved = Infinity; moved > 1e-4;) {
    const now = places();
    page.it.pull.body.wake();
    page.it.shell.moved();
    await atRest(page);
    moved = Math.max(...places().map((place, i) => place.distanceTo(now[i]!)));
  }
  const [held, { search }] = [places(), page.it.shell.address];
  for (const panel of ['walk', 'pull'] as const) {
    page.it.shell.pick({ panel });
    expect(handleOf(page, 'Left hand').checkVisibility()).toBe(panel === 'pull');
  }
  places().forEach((place, i) => expect(place.distanceTo(held[i]!)).toBeLessThan(1e-3));

  button(page, 'reset').click();
  await atRest(page);
  expect(apart()[2]).toBeLessThan(1e-3);

  handleOf(page, 'Right foot').focus();
  for (let i = 0; i < 6; ++i) await press('ArrowUp');
  await atRest(page);
  expect(boneAt(page, 'rightFoot').y - before[1]!.y).toBeGreaterThan(0.08);
  toggle(page, 'poles');
  await atRest(page);
  const knee = boneAt(page, 'rightLowerLeg');
  handleOf(page, 'Pole of the right knee').focus();
  for (let i = 0; i < 12; ++i) await press('ArrowLeft');
  await atRest(page);
  expect(boneAt(page, 'rightLowerLeg').distanceTo(knee)).toBeGreaterThan(0.02);
  expect(page.messages).toEqual([]);
  const again = await load(search);
  await atRest(again);
  places(again).forEach((place, i) => expect(place.distanceTo(held[i]!)).toBeLessThan(5e-3));
});

test('a recording, a VRM and a GLB of other bones can be pulled; broken files leave the last one', async () => {
  const page = await load('?panel=pull');
  const { pull } = page.it;
  button(page, 'record').click();
  await mouseDragBy(page, handleOf(page, 'Right hand'), -80, -120);
  const { seconds } = pull.recording;
  await until(() => pull.recording.seconds > seconds + 0.2, 'more of the recording');
  button(page, 'record').click();
  await atRest(page);
  const [name, blob] = await saved(page, 'glb');
  const [hand, own] = [boneAt(page, 'rightHand'), pull.body];
  expect(await give(page, ['half.glb', (await blob.arrayBuffer()).slice(0, 3000)])).toContain(
    '“half.glb” is not whole',
  );
  expect(await give(page, ['empty.vrm', ''])).toContain('“empty.vrm” is empty');
  expect(pull.body).toBe(own);

  expect(await give(page, [name, blob])).toBe('');
  expect([pull.body === own, pull.body.isHumanoid]).toEqual([false, true]);
  // The file holds the figure's pose at the time of writing.
  expect(boneAt(page, 'rightHand').distanceTo(hand)).toBeLessThan(1e-2);
  expect(await give(page, ['figure.vrm', await asVRM(new File([blob], name))])).toBe('');
  expect(pull.body.character.findBone('head')!.name).toContain('node');
  const top = boneAt(page, 'head').y;
  await mouseDragBy(page, handleOf(page, 'Head'), 0, 60);
  await atRest(page);
  expect(top - boneAt(page, 'head').y).toBeGreaterThan(0.05);

  expect(await give(page, ['tail.glb', await tail()])).toContain('5 bones');
  // The complaint may cover the handle.
  button(page, 'close').click();
  const tip = boneAt(page, 'tail4');
  await mouseDragBy(page, handleOf(page, 'tail4'), 90, 60);
  await atRest(page);
  expect(boneAt(page, 'tail4').distanceTo(tip)).toBeGreaterThan(0.1);
  expect(boneAt(page, 'tail0').distanceTo(new Vector3(0, 0.3, 0))).toBeLessThan(1e-6);
  expect(page.messages).toEqual([]);
});
