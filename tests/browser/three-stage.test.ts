import { Stage } from 'limber/three';
import type { Mesh } from 'three';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  emptyView,
  isRed,
  laidOut,
  makeHost,
  makeView,
  middle,
  pixel,
  rest,
  staysStill,
  tidy,
  until,
  watchContexts,
} from './three-support.ts';

const framesDrawn = (): number => Stage.shared().framesDrawn;

let contexts: WebGL2RenderingContext[];
let unwatch: () => void;

beforeEach(() => {
  contexts = [];
  unwatch = watchContexts(contexts);
});

afterEach(() => {
  unwatch();
  vi.restoreAllMocks();
  tidy();
  Stage.shared().dispose();
});

describe('one WebGL context', () => {
  test('serves 24 views of different sizes, each with its own picture', async () => {
    const views = Array.from({ length: 24 }, (_, i) => makeView({}, makeHost(60 + 10 * i, 290 - 10 * i)));
    for (const { host } of views) host.style.display = 'inline-block';
    await Promise.all(views.map((view) => view.ready));
    expect(contexts.length).toBe(1);
    expect(Stage.shared().contextsCreated).toBe(1);
    for (const view of views) {
      expect(view.canvas.width).toBe(Math.round(view.host.clientWidth * Stage.shared().pixelRatio));
      expect(isRed(middle(view))).toBe(true);
      expect(isRed(pixel(view, 3, 3))).toBe(false);
    }
  });

  test('is made at the first drawing and not by making a stage', async () => {
    const host = makeHost();
    host.style.marginTop = '5000px';
    makeView({}, host);
    expect(Stage.shared().contextsCreated).toBe(0);
    await rest();
    expect(Stage.shared().contextsCreated).toBe(0);
    host.style.marginTop = '0';
    await until(() => Stage.shared().contextsCreated === 1, 'the context');
  });
});

describe('an idle page', () => {
  test('draws and schedules nothing, and says so; in the task of a change it moves, until that is drawn', async () => {
    const view = makeView();
    const state = () => view.host.dataset.state;
    expect(state()).toBe('moving');
    await rest();
    expect(state()).toBe('resting');
    const drawn = framesDrawn();
    await staysStill(framesDrawn, 18);
    expect(Stage.shared().running).toBe(false);
    view.invalidate();
    expect(state()).toBe('moving');
    await until(() => state() === 'resting', 'the view to rest');
    expect(framesDrawn()).toBe(drawn + 1);
    view.dispose();
    expect(state()).toBe(undefined);
  });

  test('onFrame keeps a view running until it returns false', async () => {
    const view = makeView();
    await rest();
    const drawn = framesDrawn();
    const seconds: number[] = [];
    view.onFrame = (dt) => seconds.push(dt) < 5;
    view.invalidate();
    await rest();
    expect(seconds.length).toBe(5);
    expect(framesDrawn()).toBe(drawn + 5);
    expect(seconds[0]).toBe(1 / 60);
    for (const dt of seconds) expect(dt > 0 && dt <= 0.1).toBe(true);
  });

  test('draws only the view that has something new', async () => {
    const views = [makeView(), makeView()];
    await rest();
    const counts = [0, 0];
    views.forEach((view, i) => view.onDrawn(() => (counts[i]! += 1)));
    views[1]!.invalidate();
    await rest();
    expect(counts).toEqual([0, 1]);
  });
});

describe('a view out of sight', () => {
  test('draws nothing, and catches up when it scrolls in', async () => {
    const view = makeView();
    await rest();
    view.host.style.marginTop = '6000px';
    await rest();
    let calls = 0;
    view.onFrame = () => ++calls > 0;
    view.invalidate();
    expect(view.host.dataset.state).toBe('resting');
    await staysStill(framesDrawn, 12);
    expect(calls).toBe(0);
    expect(Stage.shared().running).toBe(false);
    view.host.scrollIntoView();
    await until(() => calls > 3, 'frames after scrolling in');
    window.scrollTo(0, 0);
    await rest();
    await staysStill(() => calls, 6);
  });
});

describe('a lost context', () => {
  test('comes back by itself, with all views in sight redrawn', async () => {
    const views = [makeView(), makeView()];
    await rest();
    // Drawn once, and outside its scene when the context is lost.
    const apart = views[1]!.scene.children.at(-1) as Mesh;
    views[1]!.remove(apart);
    await rest();
    const extension = contexts[0]!.getExtension('WEBGL_lose_context')!;
    extension.loseContext();
    await until(() => Stage.shared().contextLost, 'the loss');
    views[0]!.invalidate();
    await staysStill(framesDrawn, 3);
    expect(Stage.shared().running).toBe(false);
    // The last picture stays until then. Clear it to see the new one.
    for (const { canvas } of views) {
      canvas.getContext('2d')!.clearRect(0, 0, canvas.width, canvas.height);
    }
    extension.restoreContext();
    await until(() => !Stage.shared().contextLost, 'the context');
    await rest();
    expect(isRed(middle(views[0]!))).toBe(true);
    expect(isRed(middle(views[1]!))).toBe(false);
    expect(pixel(views[1]!, 200, 150).reduce((a, b) => a + b)).toBeGreaterThan(60);
    views[1]!.add(apart);
    await rest();
    expect(isRed(middle(views[1]!))).toBe(true);
    // Nothing refers to the renderer of the lost context: each part has a single new listener.
    for (const view of views) {
      const { geometry, material } = view.scene.children.at(-1) as Mesh;
      for (const part of [geometry, material]) {
        const { _listeners } = part as unknown as { _listeners: { dispose: unknown[] } };
        expect(_listeners.dispose.length).toBe(1);
      }
    }
    expect(contexts.length).toBe(1);
    expect(contexts[0]!.getError()).toBe(0);
    views[0]!.dispose();
    expect(contexts[0]!.getError()).toBe(0);
  });
});

test('a view that runs when the context is lost keeps its last picture', async () => {
  const view = makeView();
  await rest();
  let lost = false;
  view.onFrame = () => {
    // During a frame, before the page is notified.
    if (!lost) contexts[0]!.getExtension('WEBGL_lose_context')!.loseContext();
    lost = true;
    return true;
  };
  view.invalidate();
  await until(() => Stage.shared().contextLost, 'the loss');
  expect(isRed(middle(view))).toBe(true);
  const { width } = view.canvas;
  view.host.style.width = '300px';
  await laidOut();
  await staysStill(() => view.canvas.width, 3);
  // Another size would clear it.
  expect(view.canvas.width).toBe(width);
});

test('without WebGL a view says so, and leaves the host as it is', async () => {
  unwatch();
  unwatch = watchContexts(contexts, window, false);
  expect(Stage.available()).toBe(false);
  const view = makeView();
  view.invalidate();
  await rest();
  expect(framesDrawn()).toBe(0);
  expect(getComputedStyle(view.canvas).visibility).toBe('hidden');
  expect(getComputedStyle(view.overlay).visibility).toBe('hidden');
  expect('drawn' in view.host.dataset).toBe(false);
});

test('a view follows the size of its host, without a frame in between that is empty', async () => {
  const host = makeHost(0, 0);
  const view = makeView({}, host);
  view.invalidate();
  await rest();
  expect(framesDrawn()).toBe(0);
  Object.assign(host.style, { width: '300px', height: '200px' });
  await view.ready;
  expect(isRed(middle(view))).toBe(true);
  host.style.width = '200px';
  await until(() => view.canvas.width === 200 * Stage.shared().pixelRatio, 'the new size');
  expect(isRed(middle(view))).toBe(true);
});

test('dispose leaves neither DOM nor listeners on window, document and host', async () => {
  const host = makeHost();
  const outlives = (target: unknown): boolean =>
    target instanceof MediaQueryList || [window, document, host].includes(target as never);
  const calls = (method: 'addEventListener' | 'removeEventListener') => {
    const { mock } = vi.spyOn(EventTarget.prototype, method);
    return () =>
      mock.calls.map(([type, listener], i) => {
        return { key: [mock.contexts[i], type, listener], order: mock.invocationCallOrder[i]! };
      });
  };
  const [added, removed] = [calls('addEventListener'), calls('removeEventListener')];
  const view = emptyView({ orbit: true }, host);
  await view.ready;
  view.dispose();
  view.dispose();
  expect(host.childElementCount).toBe(0);
  const lasting = added().filter(({ key }) => outlives(key[0]));
  expect(lasting.length).toBeGreaterThan(2);
  const isRemoved = (one: (typeof lasting)[0]) =>
    removed().some(({ key, order }) => order > one.order && key.every((each, i) => each === one.key[i]));
  expect(lasting.filter((one) => !isRemoved(one))).toEqual([]);
  view.invalidate();
  await staysStill(framesDrawn, 3);
});
