/** A reader's robots and characters on the first page, and what is below its view. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Vector3 } from 'three';
import type { Hero } from '../../demos/home/hero.ts';
import { button, closePage, demoIn, openPage, type Page, type PageOptions, until } from './page-support.ts';
import { asVRM, person, tail } from './person.ts';
import { type Files, transferOf } from './robots-support.ts';
import { laidOut, press } from './three-support.ts';

let page: Page;
let hero: Hero;

const load = (options: PageOptions = {}) =>
  openPage({ url: '/demos/index.html', width: 1100, height: 720, ready: () => true, ...options });
const intro = () => page.document.querySelector<HTMLElement>('.intro')!;
const stage = () => intro().querySelector<HTMLElement>('.stage')!;
const said = () => intro().querySelector<HTMLElement>('.said')!;
const cube = () => stage().querySelector<HTMLElement>('[aria-label=Goal]')!;
const picker = (name = 'files') => intro().querySelector<HTMLInputElement>(`input[name=${name}]`)!;

beforeAll(async () => {
  page = await load();
  await until(() => demoIn<Hero>(page) !== undefined, 'the first view');
  hero = demoIn<Hero>(page)!;
  await until(() => stage().dataset.drawn !== undefined, 'the view to be drawn');
  button(page, 'play').click();
});
afterEach(() => expect(page.messages).toEqual([]));
afterAll(closePage);

/** Drops files, and waits until they are read and the view rests. */
async function drop(...files: Files): Promise<string> {
  for (const type of ['dragover', 'drop']) {
    const dataTransfer = transferOf(page, files);
    const event = new page.window.DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
    page.document.body.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
  }
  return read();
}

async function read(): Promise<string> {
  await until(() => intro().dataset.state === 'resting', 'the files to be read');
  await rest();
  return said().textContent;
}

async function rest(): Promise<void> {
  await laidOut(page.window);
  await until(() => stage().dataset.state === 'resting', 'the view to rest');
}

/** Metres from the tip, where it is drawn, to the cube. */
const gap = (): number => hero.guest!.tip.getWorldPosition(new Vector3()).distanceTo(hero.cube);

/** Moves the cube by keys, each way, and returns the greatest gap. */
async function wander(): Promise<number> {
  let most = 0;
  page.frame.focus();
  cube().focus();
  for (const key of ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight', 'PageUp'] as const) {
    const before = hero.cube.clone();
    for (let i = 0; i < 6; i += 1) await press(key);
    await rest();
    expect(hero.cube.distanceTo(before)).toBeGreaterThan(0.05);
    most = Math.max(most, gap());
  }
  await press('Home');
  await rest();
  return most;
}

/** Three hinges at a shoulder and an elbow, on a table; `axes`: of the hinges. */
const arm = (axes: readonly string[], inside = ''): string => {
  const links = axes.map(
    (axis, i) => `<link name="link ${i + 1}"/><joint name="joint ${i + 1}" type="revolute">
      <parent link="${i === 0 ? 'table' : `link ${i}`}"/><child link="link ${i + 1}"/>
      <origin xyz="0 0 ${i === 0 ? 0.1 : i === 1 ? 0.05 : 0.25}"/><axis xyz="${axis}"/>
      <limit lower="-2.9" upper="2.9" effort="1" velocity="1"/></joint>`,
  );
  return `<robot name="arm"><link name="table"/>${links.join('')}
    <link name="hand">${inside}</link><joint name="wrist" type="fixed"><parent link="link ${axes.length}"/>
    <child link="hand"/><origin xyz="0 0 0.2"/></joint></robot>`;
};
const spatial = arm(['0 0 1', '0 1 0', '0 1 0']);
const planar = arm(['0 1 0', '0 1 0', '0 1 0']);
const mesh = '<visual><geometry><mesh filename="package://arm/meshes/hand.stl"/></geometry></visual>';
const stl = `solid hand\nfacet normal 0 0 1\nouter loop\n${['0 0 0', '0.1 0 0', '0 0.1 0']
  .map((corner) => `vertex ${corner}\n`)
  .join('')}endloop\nendfacet\nendsolid hand`;

test('a robot of any size reaches the cube wherever it goes; another one takes its place', async () => {
  expect(await drop(['arm.urdf', spatial])).toBe('“arm.urdf” reaches for the cube.');
  const first = hero.guest!;
  expect(first.takes).toBe('robot');
  expect(await wander()).toBeLessThan(1e-3);
  const large = spatial.replaceAll(/xyz="0 0 (0\.\d+)"/g, (_, z: string) => `xyz="0 0 ${20 * Number(z)}"`);
  expect(await drop(['large.urdf', large])).toBe('“large.urdf” reaches for the cube.');
  expect(await wander()).toBeLessThan(1e-3);
  for (const { parent } of first.shapes) expect(parent === null).toBe(true);
  button(page, 'back').click();
  await rest();
  expect(hero.guest === null).toBe(true);
  expect(button(page, 'back').hidden).toBe(true);
});

test('a robot that moves in a plane says why it points beside the cube', async () => {
  expect(await drop(['planar.urdf', planar])).toMatch(/“planar\.urdf” moves in one plane/);
  await wander();
});

test('a character reaches with its hand, and a tail with its end; each takes the place of the last', async () => {
  expect(await drop(['person.glb', new Blob([await person()])])).toBe('“person.glb” reaches for the cube.');
  expect([hero.guest!.takes, hero.guest!.tip.name]).toEqual(['character', 'leftHand']);
  // A wrist, whose palm is at the cube.
  expect(await wander()).toBeLessThan(0.07);
  expect(await drop(['tail.glb', await tail()])).toBe('“tail.glb” reaches for the cube.');
  expect(hero.guest!.tip.name).toBe('tail4');
  expect(await wander()).toBeLessThan(2e-3);
  const vrm = await asVRM(new File([await person()], 'person.glb'));
  expect(await drop(['person.vrm', vrm])).toBe('“person.vrm” reaches for the cube.');
  expect(await wander()).toBeLessThan(0.07);
  expect(await drop(['arm.urdf', spatial])).toBe('“arm.urdf” reaches for the cube.');
  expect(hero.guest!.takes).toBe('robot');
});

test('a robot without its meshes is drawn in bars and says so; they can follow', async () => {
  const text = arm(['0 0 1', '0 1 0', '0 1 0'], mesh);
  expect(await drop(['arm.urdf', text])).toBe(
    '“arm.urdf” is drawn as bars, without hand.stl; drop its folder to see them.',
  );
  expect(picker('folder').checkVisibility()).toBe(true);
  expect(await wander()).toBeLessThan(1e-3);
  expect(await drop(['hand.stl', stl])).toBe('“arm.urdf” reaches for the cube.');
  expect(picker('folder').checkVisibility()).toBe(false);
  expect(await wander()).toBeLessThan(1e-3);
  // Of two robots in a folder, one is dropped; its meshes are known.
  expect(await drop(['one.urdf', text], ['two.urdf', text], ['hand.stl', stl])).toMatch(
    /drop one of them\.$/,
  );
  expect(await drop(['two.urdf', text])).toBe('“two.urdf” reaches for the cube.');
});

test('what cannot be shown is refused in a sentence with the file and the remedy; the guest stays', async () => {
  await drop(['arm.urdf', spatial]);
  const { guest } = hero;
  const { scene } = await import('three').then(({ Scene }) => ({ scene: new Scene() }));
  const { GLTFExporter } = await import('three/addons/exporters/GLTFExporter.js');
  const chair = (await new GLTFExporter().parseAsync(scene, { binary: true })) as ArrayBuffer;
  for (const [files, words] of [
    [[['photo.png', 'no robot']], /“photo\.png” is neither a URDF nor a GLB; drop /],
    [
      [
        ['a.png', ''],
        ['b.txt', ''],
      ],
      /“a\.png” nor the 1 beside it is a URDF or a GLB; drop /,
    ],
    [[['robot.zip', 'PK']], /“robot\.zip” is an archive; unpack it/],
    [[['half.urdf', spatial.slice(0, 300)]], /“half\.urdf” cannot be read: .*; mend it/],
    [
      [['still.urdf', '<robot name="a"><link name="b"/></robot>']],
      /“still\.urdf” has no joint that moves; give it/,
    ],
    [[['half.glb', (await person()).slice(0, 2000)]], /“half\.glb” is not whole: .*export it again/],
    [[['chair.glb', chair]], /“chair\.glb” has no skeleton, .*export it with its bones/],
    [
      [
        ['a.urdf', spatial],
        ['b.urdf', planar],
      ],
      /“a\.urdf” and “b\.urdf” want the same place; drop one of them/,
    ],
    [
      [
        ['a.urdf', spatial],
        ['b.glb', chair],
      ],
      /“a\.urdf” and “b\.glb” want the same place/,
    ],
  ] as const) {
    const blobs = files.map(([name, data]) => [name, new Blob([data])] as const);
    expect(await drop(...blobs)).toMatch(words);
    expect(said().textContent.match(/[.;:]\s*[A-Z“]/g)?.length ?? 0).toBe(0);
    expect(said().classList).toContain('note');
    expect(hero.guest === guest).toBe(true);
  }
  expect(said().getAttribute('role')).toBe('status');
  const large = new page.window.File([], 'large.glb');
  Object.defineProperty(large, 'size', { value: 2 ** 29 });
  Object.defineProperty(picker(), 'files', { value: [large], configurable: true });
  picker().dispatchEvent(new Event('change'));
  Reflect.deleteProperty(picker(), 'files');
  expect(await read()).toMatch(/“large\.glb” has 512 MB, and at most 256 are read; export it/);
  expect(await wander()).toBeLessThan(1e-3);
});

test('by keys: Tab leads to the button, and back there', async () => {
  page.frame.focus();
  button(page, 'play').focus();
  await press('Tab');
  expect(page.document.activeElement).toBe(picker());
  picker().files = transferOf(page, [['arm.urdf', spatial]]).files;
  picker().dispatchEvent(new Event('change'));
  expect(await read()).toBe('“arm.urdf” reaches for the cube.');
  await press('Tab');
  expect(page.document.activeElement).toBe(button(page, 'back'));
  button(page, 'back').click();
  expect(hero.guest === null).toBe(true);
  expect(page.document.activeElement).toBe(picker());
});

test('below: the time of 200 arms, a tag that the site serves beside its arm, cards that move', async () => {
  const { document } = page;
  expect(document.querySelector('#crowd')!.textContent.replaceAll(/\s+/g, ' ').trim()).toMatch(
    /^200 arms, 1,400 joints, \d+\.\d ms of 16\.7$/,
  );
  const element = document.querySelector('limber-arm')!;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  await until(() => Boolean(element.shadowRoot?.querySelector('[data-drawn]')), 'the arm of the tag');
  const code = document.querySelector('.tag code')!.textContent;
  const written = new DOMParser().parseFromString(code, 'text/html');
  const { attributes } = written.querySelector('limber-arm')!;
  for (const { name, value } of attributes) expect(element.getAttribute(name)).toBe(value);
  const script = await fetch(written.querySelector('script')!.src);
  expect(script.headers.get('content-type')).toContain('javascript');
  const card = document.querySelector<HTMLElement>('.ways .card')!;
  card.scrollIntoView({ block: 'center', behavior: 'instant' });
  await laidOut(page.window);
  // The page is paused.
  expect(card.querySelector('.moving')).toBe(null);
  button(page, 'play').click();
  await until(() => card.querySelector('.moving') !== null, 'the card to move');
  button(page, 'play').click();
  expect(card.querySelector('.moving')).toBe(null);
});

test('without WebGL it says why, and offers nothing that does nothing', async () => {
  page = await load({ webgl: false });
  await until(() => intro().querySelector('.note')!.textContent.includes('WebGL'), 'the reason');
  expect(stage().querySelector('.poster')!.checkVisibility()).toBe(true);
  expect(intro().querySelector('.invite')!.checkVisibility()).toBe(false);
  const buttons = [...intro().querySelectorAll('button, input')];
  expect(buttons.filter((each) => each.checkVisibility())).toEqual([]);
});
