/** `<limber-arm>` in a page, for readers and authors. */

import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { define, LimberArm } from 'limber/element';
import { JointOverlay, Stage } from 'limber/three';
import {
  another,
  canvases,
  failure,
  find,
  goalOf,
  handles,
  note,
  put,
  removeElements,
  rested,
  shown,
  showsChildren,
  stateOf,
  until,
  urdf,
} from './element-support.ts';
import { tail } from './person.ts';
import {
  centre,
  drawViews,
  laidOut,
  mouseDrop,
  press,
  staysStill,
  takeMessages,
  watchContexts,
} from './three-support.ts';

beforeEach(() => drawViews(false));
afterEach(removeElements);

const fetched = (part: string): boolean =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes(part));

/** Largest distance to a target, in the arm's units. */
const off = ({ residuals }: { readonly residuals: readonly number[] }): number => Math.max(...residuals);

// Runs first, before anything is fetched.
test('fetches nothing before it comes near the view', async () => {
  const above = document.createElement('div');
  above.style.height = '6000px';
  document.body.append(above);
  const watched = put();
  await laidOut();
  await staysStill(() => fetched('/element/live/index'), 30);
  expect(fetched('/element/live/index')).toBe(false);
  expect(stateOf(watched.arm)).toBe('');
  expect(showsChildren(watched.arm)).toBe(true);
  watched.arm.scrollIntoView();
  await rested(watched);
  expect(fetched('/element/live/index')).toBe(true);
  expect(showsChildren(watched.arm)).toBe(false);
  above.remove();
});

test('is drawn, tells that it is ready, reaches and follows; out of reach a button brings all back', async () => {
  const watched = put({ preset: 'panda', solver: 'lm' });
  const { arm, ready } = watched;
  const first = await rested(watched);
  expect(ready).toEqual([{ name: 'Panda', effectors: ['effector'], nq: 7 }]);
  expect(first.status).toBe('converged');
  expect(first.q).toHaveLength(7);
  const reset = find(arm, '[part=reset]')!;
  expect(reset.hidden).toBe(true);
  const { x, y } = centre(goalOf(arm));
  const circle = Array.from({ length: 61 }, (_, i) => (2 * Math.PI * i) / 60).map((angle) => ({
    x: x + 90 * Math.sin(angle),
    y: y + 90 * (1 - Math.cos(angle)),
  }));
  await mouseDrop({ x, y }, ...circle);
  expect(off(await rested(watched))).toBeLessThan(1e-3);
  expect(reset.hidden).toBe(true);
  goalOf(arm).focus();
  await press('ArrowUp');
  const moved = await rested(watched);
  expect(moved.targets[1]).toBeGreaterThan(first.targets[1]! + 0.01);
  expect(off(moved)).toBeLessThan(1e-3);

  for (let i = 0; i < 50; i += 1) await press('ArrowUp');
  await until(() => !reset.hidden, 'the button');
  reset.click();
  const back = await rested(watched);
  expect(reset.hidden).toBe(true);
  expect(back.targets).toEqual(first.targets);
  expect(back.q).toEqual(first.q);
  expect(takeMessages()).toEqual([]);
});

test('shows the scenes of the article; its attributes change them', async () => {
  const arcs = vi.spyOn(JointOverlay.prototype, 'update');
  const watched = put({ scene: 'clamp', controls: '' });
  const { arm, ready } = watched;
  const box = (name: string) => find<HTMLInputElement>(arm, `input[name=${name}]`)!;
  const first = await rested(watched);
  expect(ready[0]).toMatchObject({ name: 'The arm with hinges and limits', nq: 6 });
  expect(off(first)).toBeLessThan(1);
  expect(box('limits').checked).toBe(true);
  // The arcs of the limits.
  expect(arcs).toHaveBeenCalled();
  // Here hinges and limits are off at first.
  arm.scene = 'aim';
  expect((await another(watched)).nq).toBe(24);
  arcs.mockClear();
  expect(box('hinges').checked).toBe(false);
  box('hinges').click();
  await until(() => arm.getAttribute('hinges') === 'on', 'the attribute');
  expect((await rested(watched)).q).toHaveLength(6);
  expect(arcs).not.toHaveBeenCalled();
  arcs.mockRestore();
  arm.scene = 'nowhere';
  const { message } = await failure(watched);
  expect(message).toContain('known: whole, aim, hinge, clamp, direction, escape, landscape');
});

test('the landscape drops its balls by button, keys and press; the arm follows one; it is refused for other arms', async () => {
  const watched = put({ scene: 'landscape', solver: 'ccd' });
  const { arm, ready, solved } = watched;
  const row = (name: string) => find(arm, `button[name=${name}]`)!;
  await rested(watched);
  expect(ready).toEqual([
    { name: 'An arm of two hinges and the landscape of its error', effectors: ['tip'], nq: 2 },
  ]);
  const first = solved.at(-1)!;
  expect(first.status).toBe('converged');
  expect(row('ccd').ariaPressed).toBe('true');
  expect(row('ccd').textContent).toContain('arrives');
  expect(find(arm, '.without')!.textContent).toMatch(/curl.*analytic/);

  row('wall').click();
  expect(stateOf(arm)).toBe('moving');
  await rested(watched);
  expect(row('ccd').textContent).toContain('stopped by the wall');
  expect(row('annealing').textContent).toContain('jumps, and arrives');
  expect(solved.at(-1)!.status).toBe('stalled');
  row('annealing').focus();
  expect(row('annealing').ariaPressed).toBe('true');

  const pin = handles(arm, 'point').find((each) => each.ariaLabel === 'Drop point')!;
  pin.focus();
  await press('ArrowRight');
  expect(row('ccd').textContent).toContain('ready');
  await press('Enter');
  expect(stateOf(arm)).toBe('moving');
  await rested(watched);
  expect(row('ccd').textContent).not.toContain('ready');

  // A press into a valley: there is little to do.
  row('valleys').click();
  await rested(watched);
  const { x, y } = centre(find(arm, '.valley')!);
  await mouseDrop({ x, y: y - 40 }, { x, y: y - 16 });
  expect(stateOf(arm)).toBe('moving');
  const dropped = await rested(watched);
  expect(off(dropped)).toBeLessThan(1e-3);
  expect(row('pseudoinverse').textContent).toMatch(/arrives after \d steps/);

  arm.track = 'circle';
  expect((await failure(watched)).message).toContain('track');
  arm.track = '';
  arm.scene = 'aim';
  expect((await another(watched)).nq).toBe(24);
  expect(row('drop')).toBeNull();
  expect(takeMessages()).toEqual([]);
});

/** Red, green, blue and opacity in its picture's corner. */
function corner(arm: LimberArm): readonly [number, number, number, number] {
  const { data } = find<HTMLCanvasElement>(arm, 'canvas')!.getContext('2d')!.getImageData(2, 2, 1, 1);
  return [data[0]!, data[1]!, data[2]!, data[3]!];
}

test('its colours are custom properties; it is dark where its page is, unless it has a theme of its own', async () => {
  drawViews(true);
  const { arm } = await shown({ preset: 'chain' });
  const isDark = () => corner(arm)[0] < 60;
  const isLight = () => corner(arm)[0] > 200;
  expect(isLight()).toBe(true);
  document.documentElement.style.colorScheme = 'dark';
  await until(isDark, 'the dark theme');
  arm.theme = 'light';
  await until(isLight, 'its own theme');
  document.documentElement.style.colorScheme = '';
  arm.theme = 'dark';
  await until(isDark, 'its own theme');
  arm.style.setProperty('--limber-background', 'rgb(10, 200, 30)');
  arm.theme = 'light';
  await until(() => corner(arm)[1] - Math.max(corner(arm)[0], corner(arm)[2]) > 100, 'the colour');
});

test('without a background of its own it has the one behind it; a transparent one lets the page through', async () => {
  drawViews(true);
  document.body.style.background = 'oklch(0.21 0.01 260)';
  const watched = put({ preset: 'chain' });
  const stage = find(watched.arm, '.stage')!;
  expect(stage.dataset.theme).toBe('dark');
  expect(getComputedStyle(stage).color).toBe('rgb(255, 255, 255)');
  await rested(watched);
  const [r, g, b] = (/\((.*)\)/.exec(getComputedStyle(stage).backgroundColor)?.[1] ?? '')
    .split(', ')
    .map(Number);
  expect(r).toBeLessThan(40);
  expect(corner(watched.arm)).toEqual([r, g, b, 255]);
  watched.arm.style.setProperty('--limber-background', 'transparent');
  await until(() => corner(watched.arm)[3] === 0, 'the page behind it');
  expect(stage.dataset.theme).toBe('dark');
  document.body.style.background = '#eee';
  await until(() => stage.dataset.theme === 'light', 'the light theme');
});

test('a file is fetched beside the live part, with a progress until the arm is drawn', async () => {
  const asked = vi.spyOn(globalThis, 'fetch');
  const watched = put({ src: urdf('<link name="base"/>'), loading: 'eager' });
  expect(asked).toHaveBeenCalledOnce();
  const bar = () => find<HTMLProgressElement>(watched.arm, 'progress');
  expect(bar()?.value).toBeGreaterThan(0);
  expect(stateOf(watched.arm)).toBe('loading');
  expect(find(watched.arm, '[aria-busy=true]')).not.toBeNull();
  await until(() => watched.ready.length + watched.errors.length > 0, 'the end');
  await until(() => bar() === null, 'the bar to go');
  expect(asked).toHaveBeenCalledOnce();
  asked.mockRestore();
  takeMessages();
});

test('on a simulated page, as of jsdom, it shows its children and fails nothing', async () => {
  const frame = document.createElement('iframe');
  frame.srcdoc = '<limber-arm>Children</limber-arm>';
  document.body.append(frame);
  await new Promise((loaded) => frame.addEventListener('load', loaded, { once: true }));
  const page = frame.contentWindow as unknown as Record<string, unknown> & typeof globalThis;
  const faults: unknown[] = [];
  page.addEventListener('error', ({ message }) => faults.push(message));
  Reflect.deleteProperty(page.CSSStyleSheet.prototype, 'replaceSync');
  for (const name of ['IntersectionObserver', 'ResizeObserver', 'matchMedia', 'adoptedStyleSheets'])
    Reflect.deleteProperty(page, name);
  const script = frame.contentDocument!.createElement('script');
  script.type = 'module';
  script.src = new URL('../../web/src/element/index.ts', import.meta.url).href;
  frame.contentDocument!.head.append(script);
  await page.customElements.whenDefined('limber-arm');
  const arm = frame.contentDocument!.querySelector('limber-arm')!;
  await until(() => arm.shadowRoot !== null, 'the element');
  expect(arm.shadowRoot!.querySelector('slot')!.assignedNodes()).toHaveLength(1);
  expect(faults).toEqual([]);
  frame.remove();
});

test('forty on a page are drawn by one context, and axe finds nothing in them', async () => {
  const found: WebGL2RenderingContext[] = [];
  const stop = watchContexts(found);
  const kinds = [
    { direction: '', controls: '' },
    { preset: 'fork', track: 'eight' },
  ] as const;
  const forty = Array.from({ length: 40 }, (_, i) => put({ ...kinds[i % 2], loading: 'eager' }));
  const all = [...forty, put({ preset: 'x' })];
  for (const { arm, ready, errors } of all) {
    arm.scrollIntoView();
    await until(() => ready.length + errors.length > 0, 'each to be there');
  }
  stop();
  expect(Stage.shared().contextsCreated).toBe(1);
  // An earlier test may have created the stage.
  expect(found.length).toBeLessThanOrEqual(1);
  for (const { arm } of all.slice(-3)) {
    const { violations } = await axe.run(arm, { resultTypes: ['violations'] });
    const texts = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(texts).toEqual([]);
  }
});

test('moved within the page there is one arm, which goes on; put back later it has its pose', async () => {
  const watched = put();
  const { arm } = watched;
  arm.remove();
  document.body.append(arm);
  await rested(watched);
  goalOf(arm).focus();
  await press('ArrowUp');
  const { q, targets } = await rested(watched);
  const other = document.createElement('div');
  document.body.append(other);
  other.append(arm);
  await rested(watched);
  expect(watched.ready).toHaveLength(1);
  expect(canvases(arm)).toBe(1);
  arm.remove();
  await until(() => canvases(arm) === 0, 'the arm to be gone');
  document.body.append(arm);
  expect(showsChildren(arm)).toBe(true);
  await another(watched);
  const again = await rested(watched);
  expect(again.targets).toEqual(targets);
  again.q.forEach((each, i) => expect(each).toBeCloseTo(q[i]!, 3));
  other.remove();
});

test('attributes and properties change it while it is shown; a listener that comes late is told, once', async () => {
  const watched = await shown();
  const { arm, ready, solved } = watched;
  const told: Event[] = [];
  arm.addEventListener('ready', (event) => told.push(event), { once: true });
  await until(() => told.length > 0, 'the event');
  expect((told[0] as CustomEvent).detail).toEqual(ready[0]);
  expect(told[0]!.target).toBe(arm);
  arm.hinges = false;
  expect(arm.getAttribute('hinges')).toBe('off');
  await until(() => solved.at(-1)!.q.length === 24, 'balls in place of hinges');
  arm.removeAttribute('hinges');
  await until(() => solved.at(-1)!.q.length === 6, 'hinges again');
  arm.direction = [1, 0, 0];
  await until(() => handles(arm, 'direction').length === 1, 'an arrow');
  arm.controls = true;
  await until(() => find(arm, 'select') !== null, 'the panel');
  find(arm, 'input[name=limits]')!.click();
  expect(arm.limits).toBe(false);
  arm.preset = 'ur5';
  expect((await another(watched)).name).toBe('UR5');
  expect(told).toHaveLength(1);
  expect(watched.errors).toEqual([]);
  expect(canvases(arm)).toBe(1);
});

test('goals of every type, joint values and obstacles can be given, with handles that move them', async () => {
  const ball = { type: 'sphere', radius: 0.12, position: [0.35, 0.9, 0.1] };
  const watched = put({
    preset: 'panda',
    sweeps: '50',
    clearance: '0.01',
    obstacles: JSON.stringify([ball]),
  });
  const { arm, solved } = watched;
  arm.goals = [
    { type: 'pose', link: 'effector', target: [0.3, 0.5, 0.3, 1, 0, 0, 0] },
    { type: 'direction', link: 'joint 3', weight: 0 },
    { type: 'joint', link: 'joint 1', target: [0.3], within: [-0.1, null], weight: 0.01 },
  ];
  const { targets, status } = await rested(watched);
  expect(targets).toEqual([0.3, 0.5, 0.3]);
  expect(status).toBe('converged');
  const kinds = ['point', 'direction', 'orientation', 'obstacle'];
  expect(kinds.map((kind) => handles(arm, kind).length)).toEqual([1, 1, 1, 1]);
  const [obstacle] = handles(arm, 'obstacle');
  expect(obstacle!.getAttribute('aria-label')).toContain('sphere');
  for (const handle of [handles(arm, 'orientation')[0], obstacle]) {
    const { length } = solved;
    handle!.focus();
    await press('ArrowLeft');
    await until(() => solved.length > length, 'a solve');
    expect((await rested(watched)).targets).toEqual(targets);
  }
  expect(watched.errors).toEqual([]);
  arm.goals = [{ type: 'fly', link: 'effector' } as never];
  expect((await failure(watched)).code).toBe('unknownGoalType');
  arm.goals = [{ type: 'position', link: 'effector', within: { x: [1, 0] } }];
  await expect.poll(() => watched.errors.at(-1)?.message).toContain('within.x is 1 to 0');
});

test('targets and loops can be given; a solver that does not take them is named with the reason, and the arm stays', async () => {
  const loops = JSON.stringify([
    { a: { link: 'left effector' }, b: { link: 'right effector' }, free: 'ball' },
  ]);
  const targets = '0.1 0.6 0.3';
  const watched = put({ preset: 'fork', sweeps: '50', tips: 'left effector,', targets, loops });
  const { status, targets: now } = await rested(watched);
  expect(status).toBe('converged');
  expect(now).toEqual([0.1, 0.6, 0.3]);
  watched.arm.solver = 'fabrik';
  const { code, message } = await failure(watched);
  expect(code).toBe('unsupported');
  expect(message).toContain('loop');
  expect(note(watched.arm)).toContain('fabrik');
  expect(canvases(watched.arm)).toBe(1);
});

test.each([
  ['preset', 'robby', 'robby.*panda, ur5'],
  ['sweeps', 'many', 'many.*1 to 1000'],
])('%s="%s" is an error that names what is known, and can be mended', async (name, value, message) => {
  const watched = put({ [name]: value });
  const { arm, errors } = watched;
  const error = await failure(watched);
  expect(errors).toHaveLength(1);
  expect(error.code).toMatch(/^(badOption|unknownSolver)$/);
  expect(error.message).toMatch(new RegExp(message));
  expect(note(arm).toLowerCase()).toContain(error.message.toLowerCase());
  expect(showsChildren(arm)).toBe(true);
  await until(() => stateOf(arm) === 'failed', 'the state');
  // No hole.
  expect(arm.offsetHeight).toBeLessThan(150);
  arm.removeAttribute(name);
  await rested(watched);
  expect(note(arm)).toBe('');
  expect(arm.offsetHeight).toBe(300);
});

test('what cannot be drawn keeps its place if a picture fills it', async () => {
  const watched = put({ preset: 'x' });
  watched.arm.innerHTML = '<img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">';
  await failure(watched);
  expect(watched.arm.offsetHeight).toBe(300);
});

/** Two arms on one base, each with a red ball in its hand. */
const twoHands = (looks = '<sphere radius="0.3"/>') =>
  urdf(
    ['left', 'right']
      .map((side, i) => {
        const visual = `<visual><geometry>${looks}</geometry><material name="r"><color rgba="1 0 0 1"/></material></visual>`;
        const joint = (name: string, parent: string, axis: string, z: number) =>
          `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${name}"/><axis xyz="${axis}"/>
           <origin xyz="0 ${0.2 - 0.4 * i} ${z}"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>`;
        return `<link name="${side}_arm"/><link name="${side}_hand">${visual}</link>
          ${joint(`${side}_arm`, 'base', '0 1 0', 0.5)}${joint(`${side}_hand`, `${side}_arm`, '1 0 0', 0.4)}`;
      })
      .join('') + '<link name="base"/>',
  );

const goalsOf = (arm: LimberArm) => handles(arm, 'point').map((each) => each.getAttribute('aria-label'));

test('a URDF has one target on its likeliest tip, or on those that are chosen, and its own looks', async () => {
  drawViews(true);
  const watched = put({ src: twoHands() });
  const { arm, errors, ready } = watched;
  arm.style.setProperty('--limber-goal', 'rgb(0, 0, 255)');
  await rested(watched);
  expect(ready[0]!.name).toBe('of a file');
  expect(goalsOf(arm)).toEqual(['Goal: of a file']);
  const canvas = find<HTMLCanvasElement>(arm, 'canvas')!;
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  let red = 0;
  for (let i = 0; i < data.length; i += 4)
    red += Number(data[i]! > 120 && data[i + 1]! < 60 && data[i + 2]! < 60);
  expect(red).toBeGreaterThan(100);
  arm.tips = ['left_hand', 'right_hand'];
  await another(watched);
  expect(goalsOf(arm)).toEqual(['Goal of left_hand: of a file', 'Goal of right_hand: of a file']);
  arm.tips = ['nose'];
  expect((await failure(watched)).message).toContain('nose');
  // The former arm stays.
  expect(goalsOf(arm)).toHaveLength(2);
  arm.src = '/no/such.urdf';
  await until(() => errors.length > 1, 'the error');
  expect(errors.at(-1)!.message).toContain('no/such.urdf');
  expect(canvases(arm)).toBe(1);
  takeMessages();
});

test('meshes that are not there are named, and the arm is drawn all the same', async () => {
  const watched = await shown({ src: twoHands('<mesh filename="hand.stl"/>') });
  const { code, message } = await failure(watched);
  expect(code).toBe('loadFailed');
  expect(message).toContain('hand.stl');
  expect(note(watched.arm)).toContain('hand.stl');
  expect(canvases(watched.arm)).toBe(1);
});

test('a glTF is a character, whose bones reach for targets', async () => {
  const src = URL.createObjectURL(await tail());
  const watched = put({ src, tips: 'tail4', targets: '0.5 0.8 0.2', sweeps: '20', controls: '' });
  const { arm } = watched;
  const { residuals, status } = await rested(watched);
  expect(watched.ready[0]!.effectors).toEqual(['tail4']);
  expect(status).toBe('converged');
  expect(residuals).toHaveLength(1);
  expect(off({ residuals })).toBeLessThan(1e-2);
  arm.targets = null;
  arm.goals = [{ type: 'pose', link: 'tail3', target: [0.2, 0.8, 0.2, 0, 0, 0, 1], weight: 0.01 }];
  await until(() => goalsOf(arm).length === 2, 'another cube');
  arm.goals = null;
  arm.track = 'eight';
  expect((await failure(watched)).message).toContain('track');
  arm.track = '';
  arm.preset = 'ur5';
  arm.src = '';
  arm.tips = null;
  await until(() => watched.ready.at(-1)!.name === 'UR5', 'the arm');
  expect(goalsOf(arm)).toHaveLength(1);
});

test('properties that were set before the class was there are taken over', () => {
  const arm = document.createElement('limber-late') as LimberArm;
  arm.preset = 'ur10';
  document.body.append(arm);
  define('limber-late');
  expect(arm).toBeInstanceOf(LimberArm);
  expect(arm.getAttribute('preset')).toBe('ur10');
  define('limber-late');
  define();
  expect(customElements.get('limber-arm')).toBe(LimberArm);
  arm.remove();
});

// Runs last: afterwards the page's stage has no context.
test('without WebGL the children stay, and a sentence says why', async () => {
  await laidOut();
  Stage.shared().dispose();
  const stop = watchContexts([], window, false);
  const watched = put({ controls: '' });
  const { arm } = watched;
  expect((await failure(watched)).code).toBe('noWebGL');
  expect(note(arm)).toContain('WebGL');
  expect(showsChildren(arm)).toBe(true);
  expect(arm.offsetHeight).toBeLessThan(150);
  stop();
});
