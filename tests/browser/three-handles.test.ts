import { DirectionHandle, GoalHandle, OrientationHandle } from 'limber/three';
import { Quaternion, Vector2, Vector3 } from 'three';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  centre,
  makeGoal,
  makeHost,
  makeView,
  mouse,
  mouseDrag,
  press,
  removeAll,
  rest,
  takeMessages,
  touch,
  until,
} from './three-support.ts';

afterEach(() => {
  removeAll();
  expect(takeMessages()).toEqual([]);
});

/** Counts a handle's callbacks. */
function recorder() {
  const calls = { start: 0, change: 0, end: 0 };
  const options = {
    onStart: () => void (calls.start += 1),
    onChange: () => void (calls.change += 1),
    onEnd: () => void (calls.end += 1),
  };
  return { calls, options };
}

describe('a pointer', () => {
  test('drags the goal in the plane that faces the camera, from where it was grabbed', async () => {
    const { calls, options } = recorder();
    const { view, goal } = await makeGoal(options);
    const { x, y } = centre(goal.element);
    // Off-centre: the point must not jump there.
    await mouseDrag({ x: x + 10, y: y + 5 }, { x: x + 11, y: y + 5 });
    expect(goal.position.length()).toBeLessThan(0.05);
    await mouse('mouseMoved', x + 70, y - 25);
    expect(goal.dragging).toBe(true);
    expect(goal.element.style.cursor).toBe('grabbing');
    const place = new Vector2();
    view.project(goal.position, place);
    expect(place.distanceTo(new Vector2(200 + 60, 150 - 30))).toBeLessThan(1);
    const normal = view.camera.getWorldDirection(new Vector3());
    expect(Math.abs(goal.position.dot(normal))).toBeLessThan(1e-6);
    await mouse('mouseReleased', x + 70, y - 25);
    expect(goal.dragging).toBe(false);
    expect(calls).toEqual({ start: 1, change: 2, end: 1 });
    await rest();
    const now = centre(goal.element);
    expect(Math.hypot(now.x - x - 60, now.y - y + 30)).toBeLessThan(2);
    // Released: further moves have no effect.
    const before = goal.position.clone();
    await mouse('mouseMoved', x, y);
    expect(goal.position.equals(before)).toBe(true);
  });

  test('has the view drawn once a move, and not at all where nothing moves', async () => {
    const { view, goal } = await makeGoal({ bounds: { max: [0.2] } });
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
    await mouse('mouseReleased', x + 120, y);
  });

  test('keeps hold beyond the element and turns no camera', async () => {
    const { view, goal } = await makeGoal();
    const camera = view.camera.position.clone();
    const { x, y } = centre(goal.element);
    await mouseDrag({ x, y }, { x: x + 5, y }, { x: x + 150, y: y + 100 });
    await mouse('mouseMoved', x + 1000, y);
    expect(goal.dragging).toBe(true);
    await mouse('mouseReleased', x + 1000, y);
    expect(goal.dragging).toBe(false);
    await rest();
    expect(view.camera.position.distanceTo(camera)).toBe(0);
    const place = new Vector2();
    view.project(goal.position, place);
    expect(place.x).toBeLessThanOrEqual(400.5);
  });

  test('that is a finger drags, scrolls nothing, and a second finger changes nothing', async () => {
    document.body.style.height = '4000px';
    const { calls, options } = recorder();
    const { goal } = await makeGoal(options);
    const { x, y } = centre(goal.element);
    await touch('touchStart', { x, y, id: 1 });
    expect(goal.dragging).toBe(true);
    await touch('touchMove', { x: x + 20, y: y - 20, id: 1 });
    await until(() => goal.position.y > 0.1, 'the goal to move');
    await rest();
    const others: string[] = [];
    for (const type of ['pointerdown', 'pointermove', 'pointerup'] as const) {
      goal.element.addEventListener(type, (event) => event.isPrimary || others.push(type));
    }
    const second = { x: x + 20, y: y - 15, id: 2 };
    await touch('touchStart', { x: x + 20, y: y - 20, id: 1 }, second);
    await touch('touchMove', { x: x + 20, y: y - 20, id: 1 }, { ...second, x: x - 100 });
    await rest();
    expect(goal.position.x).toBeGreaterThan(0.1);
    await touch('touchEnd', { ...second, x: x - 100 });
    await rest();
    expect([...new Set(others)]).toEqual(['pointerdown', 'pointermove', 'pointerup']);
    expect(goal.dragging).toBe(true);
    await touch('touchMove', { x: x + 40, y: y - 60, id: 1 });
    await until(() => goal.position.y > 0.5, 'the goal to follow the first finger');
    await touch('touchEnd');
    expect(goal.dragging).toBe(false);
    expect([calls.start, calls.end]).toEqual([1, 1]);
    expect(window.scrollY).toBe(0);
  });

  test('ends its drag where it is when it is cancelled or the window is left; another button begins none', async () => {
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
    expect(calls.end).toBe(1);
    await rest();
    await mouseDrag(centre(goal.element), { x: x + 60, y });
    window.dispatchEvent(new Event('blur'));
    expect(goal.dragging).toBe(false);
    const before = goal.position.clone();
    await mouse('mouseMoved', x + 90, y);
    await mouse('mouseReleased', x + 90, y);
    expect(goal.position.equals(before)).toBe(true);
    expect(calls.end).toBe(2);
  });

  test('stays in the bounds', async () => {
    const { goal } = await makeGoal({ bounds: { min: [undefined, 0] } });
    const { x, y } = centre(goal.element);
    await mouseDrag({ x, y }, { x: x + 10, y: y + 80 });
    await mouse('mouseReleased', x + 10, y + 80);
    expect(goal.position.y).toBe(0);
    expect(goal.position.x).toBeGreaterThan(0.05);
    goal.setPosition(1, -3, 0);
    expect(goal.position.y).toBe(0);
    goal.setBounds(null);
    goal.setPosition(1, -3, 0);
    expect(goal.position.y).toBe(-3);
    goal.setBounds({ min: [undefined, -1, undefined] });
    expect(goal.position.y).toBe(-1);
  });
});

describe('the keyboard', () => {
  test('moves in the camera’s plane and in depth, with small steps by Shift', async () => {
    const { calls, options } = recorder();
    const { view, goal } = await makeGoal(options);
    goal.element.focus();
    const moved = async (key: string, shift = false): Promise<Vector3> => {
      const before = goal.position.clone();
      await press(key, { shift });
      return before.sub(goal.position).negate();
    };
    const camera = view.camera.matrixWorld;
    const right = new Vector3().setFromMatrixColumn(camera, 0);
    const up = new Vector3().setFromMatrixColumn(camera, 1);
    const away = new Vector3().setFromMatrixColumn(camera, 2).negate();
    expect((await moved('ArrowRight')).dot(right)).toBeCloseTo(0.1, 9);
    expect((await moved('ArrowLeft')).dot(right)).toBeCloseTo(-0.1, 9);
    expect((await moved('ArrowUp')).dot(up)).toBeCloseTo(0.1, 9);
    expect((await moved('ArrowDown')).dot(up)).toBeCloseTo(-0.1, 9);
    expect((await moved('PageUp')).dot(away)).toBeCloseTo(0.1, 9);
    expect((await moved('PageDown')).dot(away)).toBeCloseTo(-0.1, 9);
    expect((await moved('ArrowUp', true)).dot(up)).toBeCloseTo(0.02, 9);
    expect(calls).toEqual({ start: 7, change: 7, end: 7 });
    expect(window.scrollY).toBe(0);
  });

  test('Escape goes back to where the focus came, Home to the first point', async () => {
    const { goal } = await makeGoal({ position: [0.5, 0, 0] });
    goal.setPosition(1, 0.5, 0);
    goal.element.focus();
    for (let i = 0; i < 3; ++i) await press('ArrowRight');
    expect(goal.position.x).toBeCloseTo(1.3, 9);
    await press('Escape');
    expect(goal.position.toArray()).toEqual([1, 0.5, 0]);
    await press('Home');
    expect(goal.position.toArray()).toEqual([0.5, 0, 0]);
  });

  test('Escape during a drag ends it where it began', async () => {
    const { calls, options } = recorder();
    const { goal } = await makeGoal(options);
    const { x, y } = centre(goal.element);
    await mouseDrag({ x, y }, { x: x + 40, y });
    expect(goal.position.x).toBeGreaterThan(0.2);
    await press('Escape');
    expect(goal.position.length()).toBe(0);
    expect(goal.dragging).toBe(false);
    await mouse('mouseReleased', x + 40, y);
    expect(calls.end).toBe(1);
  });

  test('shows where the focus is, and leaves the browser’s own keys alone', async () => {
    const { goal } = await makeGoal();
    const ring = getComputedStyle(goal.element.firstElementChild!);
    expect(ring.borderTopStyle).toBe('none');
    goal.element.focus();
    await press('ArrowRight');
    expect(ring.borderTopStyle).toBe('solid');
    goal.element.blur();
    expect(ring.borderTopStyle).toBe('none');
    const event = new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true, cancelable: true });
    goal.element.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });
});

describe('the control', () => {
  test('has name, kind and role, is at least 44 pixels wide, and lies over the point and over a poster', async () => {
    const { view, goal } = await makeGoal({ size: 0.001, label: 'The hand’s goal' });
    const words = ['role', 'aria-label', 'aria-roledescription'].map((name) =>
      goal.element.getAttribute(name),
    );
    // Screen readers pass the arrow keys on for this role.
    expect(words).toEqual(['application', 'The hand’s goal', 'draggable point']);
    const poster = document.createElement('div');
    poster.style.cssText = 'position:absolute;inset:0;';
    view.host.append(poster);
    const box = goal.element.getBoundingClientRect();
    expect(box.width).toBeGreaterThanOrEqual(44);
    expect(box.height).toBeGreaterThanOrEqual(44);
    const { x, y } = centre(goal.element);
    expect(document.elementFromPoint(x, y)).toBe(goal.element);
    const host = view.host.getBoundingClientRect();
    expect(Math.hypot(x - host.left - 200, y - host.top - 150)).toBeLessThan(0.2);
    expect(getComputedStyle(goal.element).touchAction).toBe('none');
  });

  test('stays in the view when the point does not, and drags it back', async () => {
    const { view, goal } = await makeGoal();
    for (const [x, y, z] of [
      [100, 0, 0],
      [0, -100, 0],
      [0, 0, 60],
      [-30, 10, 60],
    ] as const) {
      goal.setPosition(x, y, z);
      await rest();
      const box = goal.element.getBoundingClientRect();
      const host = view.host.getBoundingClientRect();
      expect(box.left).toBeGreaterThanOrEqual(host.left - 0.5);
      expect(box.right).toBeLessThanOrEqual(host.right + 0.5);
      expect(box.top).toBeGreaterThanOrEqual(host.top - 0.5);
      expect(box.bottom).toBeLessThanOrEqual(host.bottom + 0.5);
    }
    const from = centre(goal.element);
    const to = centre(view.host);
    await mouseDrag(from, to);
    await mouse('mouseReleased', to.x, to.y);
    const place = new Vector2();
    expect(view.project(goal.position, place)).toBe(true);
    expect(place.distanceTo(new Vector2(200, 150))).toBeLessThan(1);
  });

  test('can be hidden, and goes with dispose', async () => {
    const { view, goal } = await makeGoal();
    goal.visible = false;
    expect(goal.element.getBoundingClientRect().width).toBe(0);
    goal.visible = true;
    const others = view.overlay.childElementCount;
    const another = new GoalHandle(view, { position: [1, 0, 0], size: 0.1 });
    const objects = view.scene.children.length;
    another.dispose();
    expect(view.overlay.childElementCount).toBe(others);
    expect(view.scene.children.length).toBe(objects - 1);
    goal.dispose();
    expect(view.overlay.querySelector('[tabindex]')).toBe(null);
    view.invalidate();
    await rest();
  });

  test('goes with its view, in the middle of a drag too', async () => {
    const { calls, options } = recorder();
    const { view, goal } = await makeGoal(options);
    const { x, y } = centre(goal.element);
    await mouseDrag({ x, y }, { x: x + 30, y });
    view.dispose();
    expect(goal.dragging).toBe(false);
    expect(calls.end).toBe(1);
    await mouse('mouseReleased', x, y);
    expect(view.host.childElementCount).toBe(0);
  });

  test('of a view that is not drawn cannot be reached', () => {
    const host = makeHost();
    host.style.marginTop = '5000px';
    const view = makeView({}, host);
    const goal = new GoalHandle(view, { position: [0, 0, 0], size: 0.1 });
    goal.element.focus();
    expect(document.activeElement).not.toBe(goal.element);
  });
});

describe('a direction', () => {
  const make = async (direction: [number, number, number] = [0, -2, 0]) => {
    const { calls, options } = recorder();
    const view = makeView({ position: [0, 0, 8], floor: false });
    const handle = new DirectionHandle(view, { origin: [0, 0, 0], direction, length: 1, ...options });
    await view.ready;
    return { calls, view, handle };
  };

  test('is dragged on its sphere', async () => {
    const { calls, view, handle } = await make([0, -4, 3]);
    expect(handle.direction.distanceTo(new Vector3(0, -0.8, 0.6))).toBeLessThan(1e-12);
    const from = centre(handle.element);
    const to = centre(view.host);
    await mouseDrag(from, to, { x: to.x + 10, y: to.y });
    expect(handle.direction.length()).toBeCloseTo(1, 12);
    expect(handle.direction.z).toBeGreaterThan(0.9);
    expect(handle.direction.x).toBeGreaterThan(0.01);
    await mouse('mouseMoved', to.x + 190, to.y);
    expect(handle.direction.x).toBeGreaterThan(0.95);
    await mouse('mouseReleased', to.x + 190, to.y);
    expect(calls).toEqual({ start: 1, change: 3, end: 1 });
  });

  test('that points away stays on the far side until it comes round the outline', async () => {
    const { view, handle } = await make([0, -0.8, -0.6]);
    const { x, y } = centre(handle.element);
    await mouseDrag({ x, y }, { x: x + 1, y });
    expect(handle.direction.z).toBeLessThan(-0.5);
    const middle = centre(view.host);
    await mouse('mouseMoved', middle.x, middle.y);
    expect(handle.direction.z).toBeLessThan(-0.99);
    await mouse('mouseMoved', middle.x + 190, middle.y);
    await mouse('mouseMoved', middle.x, middle.y);
    expect(handle.direction.z).toBeGreaterThan(0.99);
    await mouse('mouseReleased', middle.x, middle.y);
  });

  test('is turned by arrow keys: five degrees, one with Shift, back by Escape', async () => {
    const { handle } = await make();
    handle.element.focus();
    const degrees = (): number => (Math.acos(Math.min(1, -handle.direction.y)) * 180) / Math.PI;
    await press('ArrowRight');
    expect(degrees()).toBeCloseTo(5, 6);
    expect(handle.direction.x).toBeGreaterThan(0);
    await press('ArrowRight', { shift: true });
    expect(degrees()).toBeCloseTo(6, 6);
    await press('Escape');
    expect(degrees()).toBeCloseTo(0, 6);
    // Straight up is opposite to the arrow's direction, and every key must still move it.
    await press('ArrowUp');
    expect(degrees()).toBeCloseTo(5, 6);
    for (let i = 0; i < 40; ++i) await press('ArrowUp');
    expect(degrees()).toBeCloseTo(180, 4);
    await press('Home');
    expect(degrees()).toBeCloseTo(0, 6);
  });

  test('goes where its origin goes, and points where it is told', async () => {
    const { calls, view, handle } = await make();
    handle.setOrigin(1, 0.5, 0);
    handle.setDirection(0, 0, 0);
    expect(handle.direction.toArray()).toEqual([0, -1, 0]);
    handle.setDirection(3, 0, 0);
    await rest();
    const place = new Vector2();
    view.project(new Vector3(2, 0.5, 0), place);
    const host = view.host.getBoundingClientRect();
    const { x, y } = centre(handle.element);
    expect(Math.hypot(x - host.left - place.x, y - host.top - place.y)).toBeLessThan(0.5);
    expect(calls.change).toBe(0);
    handle.dispose();
    expect(view.overlay.querySelector('[tabindex]')).toBe(null);
  });
});

describe('an orientation', () => {
  const quarter = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), Math.PI / 2);

  async function makeRings(onChange?: (orientation: Quaternion) => void) {
    // Without a floor the camera may be level.
    const view = makeView({ position: [0, 0, 8], floor: false });
    const rings = new OrientationHandle(view, {
      position: [0, 0, 0],
      radius: 1,
      orientation: [quarter.x, quarter.y, quarter.z, quarter.w],
      ...(onChange && { onChange }),
    });
    await view.ready;
    return { view, rings };
  }

  test('turns with the pointer as a ball does, and goes back', async () => {
    const told: Quaternion[] = [];
    const { view, rings } = await makeRings((orientation) => told.push(orientation.clone()));
    const metre = new Vector2();
    view.project(new Vector3(1, 0, 0), metre);
    const pixels = metre.x - 200;
    const { x, y } = centre(rings.element);
    await mouseDrag({ x, y }, { x: x + pixels / 2, y });
    // Half a radius to the right is half a radian about the vertical axis.
    const wanted = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), 0.5).multiply(quarter);
    expect(rings.orientation.angleTo(wanted)).toBeLessThan(0.02);
    expect(told.at(-1)!.angleTo(wanted)).toBeLessThan(0.02);
    await mouse('mouseReleased', x + pixels / 2, y);
    rings.element.focus();
    await press('Home');
    expect(rings.orientation.angleTo(quarter)).toBeLessThan(1e-6);
  });

  test('turns by keys about the axes of the view', async () => {
    const { rings } = await makeRings();
    rings.element.focus();
    const steps = { ArrowRight: [0, 1, 0], ArrowUp: [-1, 0, 0], PageUp: [0, 0, -1] } as const;
    for (const [key, axis] of Object.entries(steps)) {
      rings.setOrientation(0, 0, 0, 1);
      await press(key);
      const wanted = new Quaternion().setFromAxisAngle(new Vector3(...axis), Math.PI / 36);
      expect(rings.orientation.angleTo(wanted), key).toBeLessThan(1e-6);
    }
  });

  test('leaves the goal in its middle to the pointer', async () => {
    const { view, rings } = await makeRings();
    const goal = new GoalHandle(view, { position: [0, 0, 0], size: 0.2 });
    await rest();
    const { x, y } = centre(goal.element);
    const before = document.elementFromPoint(x, y);
    expect(before === goal.element || goal.element.contains(before)).toBe(true);
    expect(rings.element.offsetWidth).toBeGreaterThan(goal.element.offsetWidth);
  });
});
