/** Handles: what all kinds do alike, in a table of kinds, and then what each does by itself. */

import {
  DirectionHandle,
  EdgeHandle,
  FloorHandle,
  GoalHandle,
  type HandleOptions,
  ObstacleHandle,
  OrientationHandle,
  type RoomEdge,
  type View,
  type ViewOptions,
} from 'limber/three';
import { Quaternion, Vector2, Vector3 } from 'three';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  centre,
  drawnView,
  drawViews,
  makeGoal,
  makeHost,
  makeView,
  mouse,
  mouseDrag,
  mouseDrop,
  press,
  rest,
  seenAt,
  tidy,
  touch,
  until,
} from './three-support.ts';

drawViews(false);
afterEach(tidy);

/** A handle's callbacks, and how often each was called. */
function recorder() {
  const options = { onStart: vi.fn(), onChange: vi.fn(), onEnd: vi.fn() };
  return { options, calls: () => Object.values(options).map(({ mock }) => mock.calls.length) };
}

/** A camera that is level, which it may be without a floor. */
const level: ViewOptions = { position: [0, 0, 8], floor: false };

/** Measures how far a value is from the one that it has when this begins: metres, or radians. */
const metres = (value: Vector3) => () => {
  const first = value.clone();
  return () => value.distanceTo(first);
};
const radians =
  <V extends { angleTo(other: V): number; clone(): V }>(value: V) =>
  () => {
    const first = value.clone();
    return () => value.angleTo(first);
  };

const quarter = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), Math.PI / 2);
const degree = Math.PI / 180;
const origin = [0, 0, 0] as const;

const cubes = (size: number) =>
  [0, 1.2].map((y) => ({
    description: { type: 'box', size: [size, size, size] } as const,
    pose: Float64Array.of(0, y, 2, 0, 0, 0, 1),
  }));

/** A handle of each kind at its first value, a way to give it another one, and the middle of its control. */
const kinds = {
  point(view: View, options: HandleOptions, scale: number) {
    const handle = new GoalHandle(view, { position: origin, size: 0.4 * scale, step: 0.1, ...options });
    const { position: at } = handle;
    return {
      handle,
      label: 'Goal',
      step: 0.1,
      put: () => handle.setPosition(1, 0.5, 0),
      at,
      from: metres(at),
    };
  },
  obstacle(view: View, options: HandleOptions, scale: number) {
    const obstacles = cubes(0.4 * scale);
    const handle = new ObstacleHandle(view, { obstacles, grip: origin, step: 0.1, ...options });
    const { position: at } = handle;
    const put = () => handle.setPosition(0.5, 0.5, 1);
    return { handle, label: 'Obstacle', step: 0.1, put, at, from: metres(at), obstacles };
  },
  base(view: View, options: HandleOptions, scale: number) {
    const size = { radius: 0.4 * scale, height: 0.1 * scale };
    const handle = new FloorHandle(view, { position: origin, ...size, most: 2, ...options });
    const { position: at } = handle;
    const put = () => handle.setPosition(0.5, 0, 1);
    return { handle, label: 'Base', step: 0.1 * scale, put, at, from: metres(at) };
  },
  direction(view: View, options: HandleOptions, scale: number) {
    const handle = new DirectionHandle(view, { origin, direction: [0, -2, 0], length: scale, ...options });
    const at = handle.direction.clone().multiplyScalar(scale);
    const put = () => handle.setDirection(0, 0, 5);
    return { handle, label: 'Direction', step: 5 * degree, put, at, from: radians(handle.direction) };
  },
  orientation(view: View, { onChange, ...options }: HandleOptions, scale: number) {
    const at = new Vector3();
    const turned = { onChange: () => onChange?.(at) };
    const handle = new OrientationHandle(view, { position: origin, radius: scale, ...options, ...turned });
    const put = () => handle.setOrientation(...quarter.toArray());
    return { handle, label: 'Orientation', step: 5 * degree, put, at, from: radians(handle.orientation) };
  },
  edge(view: View, { onChange, ...options }: HandleOptions, scale: number) {
    let now = 0;
    const edge: RoomEdge = {
      ...{ name: 'x', side: 'most', turns: false },
      read: () => now,
      write: (number) => (now = number),
      range: () => [-9, 9],
      placeAt: (number, out) => out.set(number, 0, 0),
    };
    const at = new Vector3();
    const moved = { onChange: () => onChange?.(at) };
    const handle = new EdgeHandle(view, edge, { size: 0.4 * scale, most: 10, ...options, ...moved });
    const put = () => handle.setNumber(1);
    return { handle, label: 'Edge', step: 0.1, put, at, from: metres(handle.object.position) };
  },
};

describe.each(Object.entries(kinds))('each handle: %s', (kind, make) => {
  async function made(scale = 1) {
    const { calls, options } = recorder();
    const view = await drawnView();
    const all = make(view, options, scale);
    return { ...all, calls, view, element: all.handle.element };
  }

  test('has a control over itself and over a poster: named, with its keys, at least 44 pixels wide', async () => {
    const { view, element, label, at } = await made(1e-3);
    const words = ['role', 'aria-label', 'aria-roledescription'].map((name) => element.getAttribute(name));
    // Screen readers pass the arrow keys on for this role.
    expect(words).toEqual(['application', label, `draggable ${kind}`]);
    const help = document.getElementById(element.getAttribute('aria-describedby')!)!;
    expect(help.textContent).toMatch(/arrow keys.*Shift.*Escape.*Home/);
    expect(getComputedStyle(element).touchAction).toBe('none');
    const poster = document.createElement('div');
    poster.style.cssText = 'position:absolute;inset:0;';
    view.host.append(poster);
    const { width, height } = element.getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    const { x, y } = centre(element);
    expect(document.elementFromPoint(x, y)).toBe(element);
    const { left, top } = view.host.getBoundingClientRect();
    expect(seenAt(view, at).distanceTo(new Vector2(x - left, y - top))).toBeLessThan(0.2);
  });

  test('is dragged by the mouse from where it was grabbed; Escape ends a drag where it began', async () => {
    const { calls, view, handle, element, put, from } = await made();
    put();
    await rest();
    const [moved, camera] = [from(), view.camera.position.clone()];
    const { x, y } = centre(element);
    // Off-centre: it must not jump there.
    await mouseDrag({ x: x + 10, y: y + 5 }, { x: x + 11, y: y + 5 });
    expect(moved()).toBeLessThan(0.05);
    await mouse('mouseMoved', x + 60, y + 15);
    expect(moved()).toBeGreaterThan(0.2);
    expect([handle.dragging, element.style.cursor]).toEqual([true, 'grabbing']);
    await mouse('mouseReleased', x + 60, y + 15);
    expect([handle.dragging, element.style.cursor]).toEqual([false, 'grab']);
    expect(calls()).toEqual([1, 2, 1]);
    await rest();
    const again = from();
    await mouse('mouseMoved', x, y);
    expect(again()).toBeLessThan(1e-6);
    const now = centre(element);
    await mouseDrag(now, { x: now.x - 40, y: now.y + 5 });
    expect(again()).toBeGreaterThan(0.1);
    await press('Escape');
    expect(again()).toBeLessThan(1e-6);
    expect(handle.dragging).toBe(false);
    await mouse('mouseReleased', x, y);
    expect(calls()[2]).toBe(2);
    expect(view.camera.position.distanceTo(camera)).toBe(0);
  });

  test('is dragged by a finger, which scrolls nothing; a second finger changes nothing', async () => {
    document.body.style.height = '4000px';
    const { calls, handle, element, put, from } = await made();
    put();
    await rest();
    const moved = from();
    const { x, y } = centre(element);
    const first = { x: x + 20, y: y - 20, id: 1 };
    await touch('touchStart', { x, y, id: 1 });
    await touch('touchMove', first);
    await until(() => moved() > 0.1, 'it to move');
    await rest();
    const others = new Set<string>();
    for (const type of ['pointerdown', 'pointermove', 'pointerup'] as const)
      element.addEventListener(type, (event) => event.isPrimary || others.add(type));
    const held = from();
    await touch('touchStart', first, { x: x + 20, y: y - 15, id: 2 });
    await touch('touchMove', first, { x: x - 80, y: y - 15, id: 2 });
    await touch('touchEnd', { x: x - 80, y: y - 15, id: 2 });
    await until(() => others.size === 3, 'the second finger');
    expect(held()).toBe(0);
    expect(handle.dragging).toBe(true);
    await touch('touchMove', { x: x - 40, y, id: 1 });
    await until(() => held() > 0.2, 'it to follow the first finger');
    await touch('touchEnd');
    expect(handle.dragging).toBe(false);
    expect(calls()).toEqual([1, expect.any(Number), 1]);
    expect(window.scrollY).toBe(0);
  });

  test('goes by keys, in small steps with Shift; Escape brings it to where the focus came, Home to its first value', async () => {
    const { calls, element, put, from, step } = await made();
    const fromHome = from();
    put();
    const moved = from();
    element.focus();
    await press('ArrowRight');
    expect(moved()).toBeCloseTo(step, 9);
    await press('ArrowRight', { shift: true });
    expect(moved()).toBeCloseTo(1.2 * step, 9);
    await press('Escape');
    expect(moved()).toBeLessThan(1e-6);
    expect(fromHome()).toBeGreaterThan(0.5);
    await press('Home');
    expect(fromHome()).toBeLessThan(1e-6);
    expect(calls()).toEqual([2, 4, 2]);
  });

  test('can be hidden, and goes with dispose or with its view, in the middle of a drag too', async () => {
    const { calls, view, handle, element } = await made();
    handle.visible = false;
    expect(element.getBoundingClientRect().width).toBe(0);
    handle.visible = true;
    const count = () => [view.overlay.childElementCount, view.scene.children.length];
    const before = count();
    const other = make(view, {}, 1).handle;
    expect(count()).not.toEqual(before);
    other.dispose();
    expect(count()).toEqual(before);
    const { x, y } = centre(element);
    await mouseDrag({ x, y }, { x: x + 30, y });
    view.dispose();
    expect(handle.dragging).toBe(false);
    expect(calls()[2]).toBe(1);
    await mouse('mouseReleased', x, y);
    expect(view.host.childElementCount).toBe(0);
  });
});

describe('a goal', () => {
  test('follows the pointer in the plane that faces the camera, also beyond its element and the view', async () => {
    const { view, goal } = await makeGoal();
    const { x, y } = centre(goal.element);
    await mouseDrag({ x: x + 10, y: y + 5 }, { x: x + 70, y: y - 25 });
    expect(seenAt(view, goal.position).distanceTo(new Vector2(260, 120))).toBeLessThan(1);
    expect(Math.abs(goal.position.dot(view.camera.getWorldDirection(new Vector3())))).toBeLessThan(1e-6);
    await rest();
    const now = centre(goal.element);
    expect(Math.hypot(now.x - x - 60, now.y - y + 30)).toBeLessThan(2);
    await mouse('mouseMoved', x + 1000, y);
    expect(goal.dragging).toBe(true);
    await mouse('mouseReleased', x + 1000, y);
    expect(goal.dragging).toBe(false);
    const { x: edge } = seenAt(view, goal.position);
    expect(edge).toBeGreaterThan(390);
    expect(edge).toBeLessThanOrEqual(400.5);
  });

  test('stays in the bounds; the view is drawn once a move, and not at all where nothing moves', async () => {
    const { view, goal } = await makeGoal({ bounds: { min: [undefined, 0], max: [0.2] } });
    const { x, y } = centre(goal.element);
    await mouseDrag({ x, y }, { x: x + 2, y });
    await rest();
    const asked = vi.spyOn(view, 'invalidate');
    await mouse('mouseMoved', x + 5, y);
    expect(asked).toHaveBeenCalledTimes(1);
    await mouse('mouseMoved', x + 100, y);
    await rest();
    asked.mockClear();
    const styled = vi.spyOn(goal.element.style, 'transform', 'set');
    await mouse('mouseMoved', x + 120, y);
    expect(asked).toHaveBeenCalledTimes(0);
    // The view is drawn for another reason: the control must not be updated.
    view.invalidate();
    await rest();
    expect(styled).not.toHaveBeenCalled();
    await mouse('mouseMoved', x + 120, y + 80);
    expect([goal.position.x, goal.position.y]).toEqual([0.2, 0]);
    await mouse('mouseReleased', x + 120, y + 80);
    goal.setPosition(1, -3, 0);
    expect(goal.position.y).toBe(0);
    goal.setBounds(null);
    goal.setPosition(1, -3, 0);
    expect(goal.position.y).toBe(-3);
    goal.setBounds({ min: [undefined, -1, undefined] });
    expect(goal.position.y).toBe(-1);
  });

  test('stays where it is when its drag is cancelled or the window is left; another button begins none', async () => {
    const { calls, options } = recorder();
    const { goal } = await makeGoal(options);
    const right = { pointerId: 7, button: 2, bubbles: true, cancelable: true };
    goal.element.dispatchEvent(new PointerEvent('pointerdown', right));
    expect(goal.dragging).toBe(false);
    const { x, y } = centre(goal.element);
    await touch('touchStart', { x, y, id: 1 });
    await touch('touchMove', { x: x + 30, y, id: 1 });
    await until(() => goal.position.x > 0.2, 'the goal to move');
    await touch('touchCancel');
    await until(() => !goal.dragging, 'the end of the drag');
    expect(goal.position.x).toBeGreaterThan(0.2);
    expect(calls()[2]).toBe(1);
    await rest();
    await mouseDrag(centre(goal.element), { x: x + 60, y });
    window.dispatchEvent(new Event('blur'));
    expect(goal.dragging).toBe(false);
    const moved = metres(goal.position)();
    await mouse('mouseMoved', x + 90, y);
    await mouse('mouseReleased', x + 90, y);
    expect(moved()).toBe(0);
    expect(calls()[2]).toBe(2);
  });

  test('goes by keys in the camera’s plane and in depth; shows the focus; other keys stay the browser’s', async () => {
    const { view, goal } = await makeGoal();
    const ring = getComputedStyle(goal.element.firstElementChild!);
    expect(ring.borderTopStyle).toBe('none');
    goal.element.focus();
    const keys = { ArrowRight: 0, ArrowLeft: 0, ArrowUp: 1, ArrowDown: 1, PageDown: 2, PageUp: 2 };
    for (const [i, [key, column]] of Object.entries(keys).entries()) {
      const axis = new Vector3().setFromMatrixColumn(view.camera.matrixWorld, column);
      const before = goal.position.clone();
      await press(key);
      const there = before.addScaledVector(axis, i % 2 ? -0.1 : 0.1);
      expect(goal.position.distanceTo(there), key).toBeLessThan(1e-9);
    }
    expect(window.scrollY).toBe(0);
    expect(ring.borderTopStyle).toBe('solid');
    goal.element.blur();
    expect(ring.borderTopStyle).toBe('none');
    const event = new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true, cancelable: true });
    goal.element.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });

  test('has its control in the view when the point is not, which drags it back', async () => {
    const { view, goal } = await makeGoal({ label: 'The hand’s goal' });
    expect(goal.element.getAttribute('aria-label')).toBe('The hand’s goal');
    const host = view.host.getBoundingClientRect();
    for (const [x, y, z] of [
      [100, 0, 0],
      [0, -100, 0],
      [0, 0, 60],
      [-30, 10, 60],
    ] as const) {
      goal.setPosition(x, y, z);
      await rest();
      const { left, right, top, bottom } = goal.element.getBoundingClientRect();
      expect(Math.min(left - host.left, top - host.top)).toBeGreaterThanOrEqual(-0.5);
      expect(Math.max(right - host.right, bottom - host.bottom)).toBeLessThanOrEqual(0.5);
    }
    await mouseDrop(centre(goal.element), centre(view.host));
    const place = new Vector2();
    expect(view.project(goal.position, place)).toBe(true);
    expect(place.distanceTo(new Vector2(200, 150))).toBeLessThan(1);
  });

  test('of a view that is not drawn cannot be reached', () => {
    const host = makeHost();
    host.style.marginTop = '5000px';
    const goal = new GoalHandle(makeView({}, host), { position: [0, 0, 0], size: 0.1 });
    goal.element.focus();
    expect(document.activeElement).not.toBe(goal.element);
  });
});

describe('a direction', () => {
  test('is dragged on its sphere; pointing away it stays on the far side until it comes round the outline', async () => {
    const view = await drawnView(level);
    const { handle } = kinds.direction(view, {}, 1);
    const { direction } = handle;
    handle.setDirection(0, -4, -3);
    expect(direction.distanceTo(new Vector3(0, -0.8, -0.6))).toBeLessThan(1e-12);
    await rest();
    const from = centre(handle.element);
    const { x, y } = centre(view.host);
    await mouseDrag(from, { x: from.x + 1, y: from.y });
    expect(direction.z).toBeLessThan(-0.5);
    await mouse('mouseMoved', x, y);
    expect(direction.z).toBeLessThan(-0.99);
    await mouse('mouseMoved', x + 190, y);
    expect(direction.x).toBeGreaterThan(0.95);
    expect(direction.length()).toBeCloseTo(1, 12);
    await mouse('mouseMoved', x, y);
    expect(direction.z).toBeGreaterThan(0.99);
    await mouse('mouseReleased', x, y);
    await rest();
    // It began on the near side.
    await mouseDrop({ x, y }, { x: x + 10, y });
    expect(direction.z).toBeGreaterThan(0.9);
    expect(direction.x).toBeGreaterThan(0.01);
  });

  test('is turned towards where a key says, from the opposite direction too, and stops there', async () => {
    const { handle } = kinds.direction(await drawnView(level), {}, 1);
    const turned = radians(handle.direction)();
    handle.element.focus();
    await press('ArrowUp');
    expect(turned()).toBeCloseTo(5 * degree, 6);
    for (let i = 0; i < 40; ++i) await press('ArrowUp');
    expect(turned()).toBeCloseTo(Math.PI, 6);
    await press('ArrowRight');
    expect(handle.direction.x).toBeCloseTo(Math.sin(5 * degree), 6);
  });

  test('goes where its origin goes, and points where it is told', async () => {
    const { calls, options } = recorder();
    const view = await drawnView(level);
    const { handle } = kinds.direction(view, options, 1);
    handle.setOrigin(1, 0.5, 0);
    handle.setDirection(0, 0, 0);
    expect(handle.direction.toArray()).toEqual([0, -1, 0]);
    handle.setDirection(3, 0, 0);
    await rest();
    const { left, top } = view.host.getBoundingClientRect();
    const { x, y } = centre(handle.element);
    const there = seenAt(view, new Vector3(2, 0.5, 0));
    expect(there.distanceTo(new Vector2(x - left, y - top))).toBeLessThan(0.5);
    expect(calls()).toEqual([0, 0, 0]);
  });
});

describe('an orientation', () => {
  test('turns with the pointer as a ball does', async () => {
    const told = vi.fn();
    const view = await drawnView(level);
    const orientation = quarter.toArray();
    const more = { position: origin, radius: 1, orientation, onChange: told };
    const handle = new OrientationHandle(view, more);
    const half = (seenAt(view, new Vector3(1, 0, 0)).x - 200) / 2;
    const { x, y } = centre(handle.element);
    await mouseDrop({ x, y }, { x: x + half, y });
    // Half a radius to the right is half a radian about the vertical axis.
    const wanted = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), 0.5).multiply(quarter);
    expect(handle.orientation.angleTo(wanted)).toBeLessThan(0.02);
    expect(told).toHaveBeenLastCalledWith(handle.orientation);
  });

  test('turns by keys about the axes of the view', async () => {
    const { handle } = kinds.orientation(await drawnView(level), {}, 1);
    handle.element.focus();
    const steps = { ArrowRight: [0, 1, 0], ArrowUp: [-1, 0, 0], PageUp: [0, 0, -1] } as const;
    for (const [key, axis] of Object.entries(steps)) {
      handle.setOrientation(0, 0, 0, 1);
      await press(key);
      const wanted = new Quaternion().setFromAxisAngle(new Vector3(...axis), 5 * degree);
      expect(handle.orientation.angleTo(wanted), key).toBeLessThan(1e-6);
    }
  });

  test('leaves the goal in its middle to the pointer', async () => {
    const view = await drawnView(level);
    const { handle } = kinds.orientation(view, {}, 1);
    const goal = new GoalHandle(view, { position: origin, size: 0.2 });
    const { x, y } = centre(goal.element);
    expect(goal.element.contains(document.elementFromPoint(x, y))).toBe(true);
    expect(handle.element.offsetWidth).toBeGreaterThan(goal.element.offsetWidth);
  });
});

test('an obstacle is taken anywhere by the mouse, and all that it moves keep their offsets and rotations', async () => {
  const view = await drawnView();
  const { handle, obstacles } = kinds.obstacle(view, {}, 1);
  const camera = view.camera.position.clone();
  // The upper cube, which the control does not cover.
  const { x: left, y: up } = seenAt(view, new Vector3(0, 1.2, 2));
  const host = view.host.getBoundingClientRect();
  const [x, y] = [left + host.left, up + host.top];
  await mouseDrop({ x, y }, { x: x - 10, y }, { x: x - 30, y });
  expect(handle.position.x).toBeLessThan(-0.1);
  expect(view.camera.position.distanceTo(camera)).toBe(0);
  const [first, second] = obstacles.map(({ pose }) => Array.from(pose));
  expect(first).toEqual([...handle.position, 0, 0, 0, 1]);
  const { x: px, y: py, z: pz } = handle.position;
  expect(second).toEqual([px, expect.closeTo(py + 1.2, 12), pz, 0, 0, 0, 1]);
});
