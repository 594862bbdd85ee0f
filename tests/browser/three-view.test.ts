import { init, Model } from 'limber';
import { robots, yUp } from 'limber/robots';
import { ArmShape, GoalHandle, Stage, type View } from 'limber/three';
import { Box3, BoxGeometry, Group, Mesh, MeshBasicMaterial, Vector2, Vector3 } from 'three';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  centre,
  drawnView,
  emptyView,
  isRed,
  makeHost,
  makeView,
  middle,
  mouseDrop,
  pixel,
  press,
  rest,
  seenAt,
  tidy,
  until,
  wheel,
} from './three-support.ts';

beforeAll(() => init());
afterEach(tidy);

test('the page scrolls over a view by the wheel; with ctrl the wheel zooms the camera instead', async () => {
  document.body.style.height = '4000px';
  const view = await drawnView();
  expect(getComputedStyle(view.canvas).touchAction).toBe('pan-y');
  const { x, y } = centre(view.canvas);
  const before = view.camera.position.clone();
  await wheel(x, y, -120, 2);
  await until(() => view.camera.position.length() < before.length() - 0.1, 'the camera to come nearer');
  expect(window.scrollY).toBe(0);
  view.resetCamera();
  const prevented = vi.fn<(was: boolean) => void>();
  window.addEventListener('wheel', ({ defaultPrevented }) => prevented(defaultPrevented), { once: true });
  await wheel(x, y, 120);
  await until(() => window.scrollY > 50, 'the page to scroll');
  expect(prevented).toHaveBeenCalledExactlyOnceWith(false);
  expect(view.camera.position.distanceTo(before)).toBeLessThan(1e-9);
});

/** Presses keys on the view's camera control, and waits until it rests. */
async function keys(view: View, ...all: string[]): Promise<void> {
  view.canvas.focus();
  for (const key of all) await press(key);
  await rest();
}

/** Whether a point of the world is in a view of 400 by 300 pixels. */
function isSeen(view: View, point: Vector3): boolean {
  const place = new Vector2();
  return view.project(point, place) && place.x > 0 && place.x < 400 && place.y > 0 && place.y < 300;
}

describe('the camera', () => {
  test('orbits by a mouse drag and then rests; is left alone while orbit is off', async () => {
    const view = await drawnView();
    const before = view.camera.position.clone();
    const { x, y } = centre(view.canvas);
    const drag = () => mouseDrop({ x, y }, { x: x + 30, y }, { x: x + 60, y });
    view.orbit = false;
    await drag();
    view.canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }));
    await rest();
    expect(view.camera.position.equals(before)).toBe(true);
    expect(view.canvas.tabIndex).toBe(-1);
    expect(view.canvas.getAttribute('aria-hidden')).toBe('true');
    view.orbit = true;
    await drag();
    const drawn = Stage.shared().framesDrawn;
    await rest();
    expect(Stage.shared().framesDrawn - drawn).toBeLessThan(60);
    expect(view.camera.position.distanceTo(before)).toBeGreaterThan(0.5);
    expect(view.camera.position.length()).toBeCloseTo(before.length(), 3);
    expect(view.canvas.tabIndex).toBe(0);
  });

  test('turns by arrow keys, zooms by +, goes along with what travels, as do Home and the floor', async () => {
    const view = await drawnView();
    const start = view.camera.position.clone();
    await keys(view, 'ArrowRight');
    expect(view.camera.position.x).toBeGreaterThan(0.1);
    await keys(view, '+');
    expect(view.camera.position.length()).toBeLessThan(start.length() - 0.2);
    const before = view.camera.position.clone();
    const by = new Vector3(2, 0.5, -1);
    view.shift(by.toArray());
    await rest();
    expect(view.camera.position.distanceTo(before.add(by))).toBeLessThan(1e-6);
    expect(view.floor!.position.toArray()).toEqual([2, 0, -1]);
    await keys(view, 'Home');
    expect(view.camera.position.distanceTo(start.add(by))).toBeLessThan(1e-3);
  });

  test('that nobody aims shows all there is, also what comes later, until the reader turns it', async () => {
    const view = emptyView();
    const group = new Group();
    view.add(group);
    const cube = (x: number): Mesh => {
      const mesh = new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial());
      mesh.position.set(x, 0.5, 0);
      return mesh;
    };
    group.add(cube(0));
    await view.ready;
    // Like a mesh that was just loaded: nothing invalidates the view.
    const far = cube(50);
    group.add(far);
    await rest();
    expect(isSeen(view, far.position)).toBe(true);
    await keys(view, 'ArrowRight');
    const before = view.camera.position.clone();
    const farther = cube(500);
    group.add(farther);
    await rest();
    expect(view.camera.position.equals(before)).toBe(true);
    expect(isSeen(view, farther.position)).toBe(false);
  });

  test('that nobody aims shows all that an arm can reach, and its goal', async () => {
    const model = Model.from(yUp(robots.ur5));
    const view = emptyView();
    const arm = new ArmShape(model);
    view.add(arm);
    const goal = new GoalHandle(view, { position: [0.3, 2, 0.3], size: 0.08 });
    await view.ready;
    const corners = [goal.position, new Vector3(model.reach, 0, 0), new Vector3(0, model.reach, model.reach)];
    for (const corner of corners) expect(isSeen(view, corner), String(corner.toArray())).toBe(true);
  });

  test('with Z up shows the picture that one with Y up has of the turned arm, also after turning', async () => {
    const views = [yUp(robots.ur5), robots.ur5].map((description, i) => {
      const view = emptyView({ up: i === 0 ? 'y' : 'z', theme: 'light' });
      view.add(new ArmShape(Model.from(description)));
      return view;
    });
    const [upright, robot] = views as [View, View];
    const compare = () => {
      const { x, y, z } = robot.camera.position;
      expect(new Vector3(x, z, -y).distanceTo(upright.camera.position)).toBeLessThan(1e-9);
      for (let at = 20; at < 300; at += 20) {
        const [a, b] = views.map((view) => pixel(view, 1.2 * at, at));
        a!.forEach((each, k) => expect(Math.abs(each - b![k]!)).toBeLessThanOrEqual(6));
      }
    };
    await Promise.all(views.map(({ ready }) => ready));
    compare();
    for (const view of views) await keys(view, 'ArrowRight', 'ArrowUp');
    compare();
  });

  test('frames a box of any size', async () => {
    for (const size of [1e-3, 1, 1e4]) {
      const view = makeView();
      const mesh = view.scene.children.at(-1)!;
      mesh.scale.setScalar(size);
      view.frame(new Box3().setFromObject(mesh));
      await view.ready;
      expect(isRed(middle(view))).toBe(true);
      expect(isRed(pixel(view, 5, 5))).toBe(false);
    }
  });

  test('projects world points to CSS pixels', async () => {
    const view = await drawnView();
    expect(seenAt(view, new Vector3()).distanceTo(new Vector2(200, 150))).toBeLessThan(0.01);
    expect(view.project(new Vector3(0, 0, 100), new Vector2())).toBe(false);
    const inside = seenAt(view, new Vector3(0.9, 0.9, 1));
    expect(isRed(pixel(view, inside.x, inside.y))).toBe(true);
    const outside = seenAt(view, new Vector3(1.1, 1.1, 1));
    expect(isRed(pixel(view, outside.x + 2, outside.y - 2))).toBe(false);
  });
});

test('the theme follows data-theme on the root, unless a view has its own', async () => {
  const brightness = (view: View): number => pixel(view, 5, 5).reduce((a, b) => a + b) / 3;
  document.documentElement.dataset.theme = 'light';
  const view = await drawnView();
  const fixed = await drawnView({ theme: 'light' });
  expect(brightness(view)).toBeGreaterThan(220);
  document.documentElement.dataset.theme = 'dark';
  await until(() => view.theme === 'dark', 'the dark theme');
  await rest();
  expect(brightness(view)).toBeLessThan(60);
  expect(brightness(fixed)).toBeGreaterThan(220);
});

test('what casts a shadow casts it on the floor', async () => {
  const view = makeView({ theme: 'light' });
  const box = view.scene.children.at(-1) as Mesh;
  box.position.y = 2;
  await view.ready;
  await rest();
  const { width, height } = view.canvas;
  const read = () => view.canvas.getContext('2d')!.getImageData(0, 0, width, height).data;
  const before = read();
  box.castShadow = true;
  view.invalidate();
  await rest();
  const after = read();
  let darker = 0;
  for (let i = 0; i < after.length; i += 4) darker += Number(after[i]! < before[i]! - 20);
  expect(darker).toBeGreaterThan(500);
  expect(darker).toBeLessThan((width * height) / 4);
});

test('the floor runs out into the page’s own background, to the exact colour, and what stands on it does not', async () => {
  const host = makeHost();
  host.style.setProperty('--limber-background', '#336699');
  const background = [0x33, 0x66, 0x99];
  const view = makeView({ position: [0, 6, 8], theme: 'light' }, host);
  // From one edge to the other.
  view.scene.children.at(-1)!.scale.set(20, 0.4, 0.4);
  await rest();
  const { clientWidth: width, clientHeight: height } = host;
  for (const x of [1, width / 2, width - 2]) expect(isRed(pixel(view, x, height / 2))).toBe(true);
  const apart = (x: number, y: number) =>
    Math.max(...pixel(view, x, y).map((value, i) => Math.abs(value - background[i]!)));
  const low = 0.8 * height;
  for (const x of [0, width - 1]) expect(apart(x, low)).toBeLessThanOrEqual(3);
  expect(apart(width / 2, height - 1)).toBeLessThanOrEqual(3);
  expect(apart(width / 2, low)).toBeGreaterThan(30);
  view.dispose();
  expect(pixel(await drawnView({ floor: false }, host), 5, 5)).toEqual(background);
});

test('for screen readers it is a named group with a named camera control, and no control is part of an image', async () => {
  const view = await drawnView({ label: 'A test arm' });
  const goal = new GoalHandle(view, { position: [0, 0, 0], size: 0.4 });
  expect(view.host.getAttribute('role')).toBe('group');
  expect(view.host.getAttribute('aria-label')).toBe('A test arm');
  expect(view.canvas.getAttribute('aria-label')).toBe('Camera: A test arm');
  for (const control of [view.canvas, goal.element]) {
    expect(control.tabIndex).toBe(0);
    expect(control.closest('[role=img]')).toBe(null);
    const help = document.getElementById(control.getAttribute('aria-describedby')!)!;
    expect(help.textContent.toLowerCase()).toContain('arrow keys');
  }
});

test('for screen readers it reads a line once it has settled, and not every frame', async () => {
  const view = await drawnView();
  const line = view.host.querySelector('[aria-live=polite]')!;
  const read: string[] = [];
  const observer = new MutationObserver(() => read.push(line.textContent));
  observer.observe(line, { childList: true, characterData: true, subtree: true });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    for (let i = 0; i < 100; ++i) {
      view.announce(`${100 - i} cm away`);
      vi.advanceTimersByTime(16);
    }
    view.announce('reached');
    expect(observer.takeRecords()).toEqual([]);
    vi.advanceTimersByTime(1000);
    for (let i = 0; i < 3; ++i) view.announce('reached');
    vi.advanceTimersByTime(1000);
  } finally {
    vi.useRealTimers();
  }
  await until(() => read.length > 0, 'the line');
  observer.disconnect();
  expect(read).toEqual(['reached']);
});

test('nothing is left running', () => {
  expect(Stage.shared().running).toBe(false);
});
