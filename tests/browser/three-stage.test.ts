import { Stage, View } from 'limber/three';
import type { Mesh } from 'three';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  isRed,
  laidOut,
  makeHost,
  makeView,
  middle,
  pixel,
  removeAll,
  rest,
  staysStill,
  takeMessages,
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
  removeAll();
  Stage.shared().dispose();
  expect(takeMessages()).toEqual([]);
});

describe('one WebGL context', () => {
  test('serves 24 views, each with its own picture', async () => {
    const views = Array.from({ length: 24 }, () => makeView({}, makeHost(100, 80)));
    for (const { host } of views) host.style.display = 'inline-block';
    await Promise.all(views.map((view) => view.ready));
    expect(contexts.length).toBe(1);
    expect(Stage.shared().contextsCreated).toBe(1);
    for (const view of views) {
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

  test('views of different sizes share it', async () => {
    const sizes = [
      [300, 60],
      [60, 300],
      [200, 200],
    ] as const;
    const views = sizes.map(([width, height]) => makeView({}, makeHost(width, height)));
    await Promise.all(views.map((view) => view.ready));
    for (const view of views) {
      expect(view.canvas.width).toBe(Math.round(view.host.clientWidth * Stage.shared().pixelRatio));
      expect(isRed(middle(view))).toBe(true);
    }
  });
});

describe('an idle page', () => {
  test('draws nothing and schedules nothing', async () => {
    const view = makeView();
    await view.ready;
    await rest();
    await staysStill(framesDrawn, 18);
    expect(Stage.shared().running).toBe(false);
  });

  test('says so; in the task of a change it moves, until that is drawn', async () => {
    const view = makeView();
    const state = () => view.host.dataset.state;
    expect(state()).toBe('moving');
    await rest();
    expect(state()).toBe('resting');
    const drawn = framesDrawn();
    view.invalidate();
    expect(state()).toBe('moving');
    await until(() => state() === 'resting', 'the view to rest');
    expect(framesDrawn()).toBe(drawn + 1);
    view.dispose();
    expect(state()).toBe(undefined);
  });

  test('onFrame keeps a view running until it returns false', async () => {
    const view = makeView();
    await view.ready;
    await rest();
    const drawn = Stage.shared().framesDrawn;
    const seconds: number[] = [];
    view.onFrame = (dt) => seconds.push(dt) < 5;
    view.invalidate();
    await rest();
    expect(seconds.length).toBe(5);
    expect(Stage.shared().framesDrawn).toBe(drawn + 5);
    expect(seconds[0]).toBe(1 / 60);
    for (const dt of seconds) expect(dt > 0 && dt <= 0.1).toBe(true);
  });

  test('draws only the view that has something new', async () => {
    const views = [makeView(), makeView()];
    await Promise.all(views.map((view) => view.ready));
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
    await view.ready;
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
    await Promise.all(views.map((view) => view.ready));
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
  await view.ready;
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

describe('without WebGL', () => {
  test('says so, and leaves the host as it is', async () => {
    // eslint-disable-next-line @typescript-eslint/unbound-method
    const watched = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: unknown[]) {
      return String(args[0]).includes('webgl') ? null : (Reflect.apply(watched, this, args) as unknown);
    } as typeof watched;
    try {
      expect(Stage.available()).toBe(false);
      const view = makeView();
      view.invalidate();
      await rest();
      expect(Stage.shared().framesDrawn).toBe(0);
      expect(getComputedStyle(view.canvas).visibility).toBe('hidden');
      expect(getComputedStyle(view.overlay).visibility).toBe('hidden');
      expect('drawn' in view.host.dataset).toBe(false);
    } finally {
      HTMLCanvasElement.prototype.getContext = watched;
    }
  });
});

describe('size', () => {
  test('follows the host, without a frame in between that is empty', async () => {
    const view = makeView();
    await view.ready;
    await rest();
    view.host.style.width = '200px';
    await until(() => view.canvas.width === 200 * Stage.shared().pixelRatio, 'the new size');
    expect(isRed(middle(view))).toBe(true);
  });

  test('a host without size is left alone', async () => {
    const host = makeHost(0, 0);
    const view = makeView({}, host);
    view.invalidate();
    await rest();
    expect(Stage.shared().framesDrawn).toBe(0);
    Object.assign(host.style, { width: '300px', height: '200px' });
    await view.ready;
    expect(isRed(middle(view))).toBe(true);
  });
});

describe('dispose', () => {
  test('leaves neither DOM nor listeners on window, document and host', async () => {
    const added: string[] = [];
    const proto = EventTarget.prototype;
    // eslint-disable-next-line @typescript-eslint/unbound-method
    const { addEventListener, removeEventListener } = proto;
    const outlives = (target: unknown): boolean =>
      target === window || target === document || target instanceof MediaQueryList;
    proto.addEventListener = function (this: EventTarget, ...args: [string, never]) {
      if (outlives(this)) added.push(args[0]);
      Reflect.apply(addEventListener, this, args);
    };
    proto.removeEventListener = function (this: EventTarget, ...args: [string, never]) {
      const index = added.indexOf(args[0]);
      if (outlives(this) && index >= 0) added.splice(index, 1);
      Reflect.apply(removeEventListener, this, args);
    };
    try {
      const host = makeHost();
      const view = new View(host, { orbit: true });
      await view.ready;
      expect(added.length).toBeGreaterThan(2);
      view.dispose();
      view.dispose();
      expect(host.childElementCount).toBe(0);
      expect(added).toEqual([]);
      view.invalidate();
      await staysStill(framesDrawn, 3);
    } finally {
      Object.assign(proto, { addEventListener, removeEventListener });
    }
  });
});
