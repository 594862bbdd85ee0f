/** A view in an emulated headset: lent and put back, hands that lead a tool and handles, and what goes wrong. */
import type { XRDevice } from 'iwer';
import { init, LimberError, Model, Problem } from 'limber';
import { robots } from 'limber/robots';
import { Teleop, XRInput } from 'limber/teleop';
import { ArmShape, enterXR, GoalHandle, type Headset, Stage, type View } from 'limber/three';
import { Vector3 } from 'three';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { put, wearHeadset } from './headset.ts';
import {
  drawnView,
  drawViews,
  emptyView,
  isRed,
  makeHost,
  makeView,
  middle,
  rest,
  tidy,
  until,
} from './three-support.ts';

let device: XRDevice;
let headset: Headset | null = null;

beforeAll(async () => {
  // The picture of the emulated headset has this size.
  await page.viewport(320, 240);
  await init();
});
beforeEach(() => {
  device = wearHeadset();
});
afterEach(async () => {
  await headset?.leave();
  headset = null;
  drawViews(true);
  device.uninstallRuntime();
  tidy();
});
afterAll(() => Stage.shared().dispose());

/** Its camera looks along −z as the reader does: the world's axes are the room's. */
const level = { position: [0, 0.3, 1.2], target: [0, 0.3, 0] } as const;
/** The world's origin in the room, before a reader whose eyes are 1.6 m up. */
const origin = new Vector3(0, 1.2, -0.5);
const inRoom = (x: number, y: number, z: number): Vector3 => new Vector3(x, y, z).add(origin);

async function enter(view: View, options?: Parameters<typeof enterXR>[1]): Promise<Headset> {
  return (headset = await enterXR(view, options));
}

/** Waits for frames of the session. */
async function shown(view: View, count = 3): Promise<void> {
  const { onFrame } = view;
  let left = count;
  view.onFrame = (dt) => {
    left -= 1;
    return onFrame?.(dt) ?? false;
  };
  await until(() => left <= 0, 'frames of the session');
  view.onFrame = onFrame;
}

const contextOf = ({ session }: Headset): WebGL2RenderingContext =>
  (session.renderState.baseLayer as unknown as { context: WebGL2RenderingContext }).context;

/** Calls within a frame of the session, once the view has drawn in it. */
function inFrame<T>({ session }: Headset, look: (frame: XRFrame) => T): Promise<T> {
  return new Promise((resolve) =>
    // The callback of the first frame asks for the second after the view does.
    session.requestAnimationFrame(() => session.requestAnimationFrame((_, frame) => resolve(look(frame)))),
  );
}

/** Red, green, blue and opacity in the middle of the headset's picture. */
const seen = (lent: Headset): Promise<number[]> =>
  inFrame(lent, () => {
    const context = document.createElement('canvas').getContext('2d')!;
    const { canvas } = contextOf(lent);
    context.drawImage(canvas, -canvas.width / 2, -canvas.height / 2);
    return [...context.getImageData(0, 0, 1, 1).data];
  });

const pictureOf = ({ canvas }: View): Uint8ClampedArray =>
  canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data;

test('a view goes to the headset and comes back, twice; another waits, and one context serves all', async () => {
  const view = await drawnView({ position: [0, 1, 8], target: [0, 0, 0] }, makeHost(200, 100));
  const other = await drawnView({}, makeHost(200, 100));
  await rest();
  const [before, place] = [pictureOf(view), view.camera.position.clone()];
  let drawn = 0;
  other.onDrawn(() => (drawn += 1));
  for (let time = 1; time <= 2; time += 1) {
    const lent = await enter(view, { origin: [0, 0, -6] });
    expect(view.host.dataset.state).toBe('moving');
    other.invalidate();
    await shown(view);
    expect(isRed(await seen(lent))).toBe(true);
    expect([drawn, isRed(middle(view))]).toEqual([time - 1, true]);
    await lent.leave();
    await until(() => drawn === time, 'the other view');
    await rest();
    expect(view.camera.position).toEqual(place);
    expect(pictureOf(view)).toEqual(before);
  }
  expect(Stage.shared().contextsCreated).toBe(1);
});

test('the room is seen in ar, and the background in vr; the theme comes back', async () => {
  const view = await drawnView({ ...level });
  const { background, fog } = view.scene;
  expect(await seen(await enter(view, { origin: [0, 0, 9] }))).toEqual([0, 0, 0, 0]);
  await headset!.leave();
  expect([view.scene.background, view.scene.fog]).toEqual([background, fog]);
  expect(view.host.getAttribute('style')).not.toContain('limber');
  expect(await seen(await enter(view, { mode: 'immersive-vr', origin: [0, 0, 9] }))).toEqual([
    255, 255, 255, 255,
  ]);
});

test('the world stands before the reader, wherever she looks: upright, turned and to scale', async () => {
  const view = await drawnView({ up: 'z', position: [1, -2, 0.5], target: [0, 0, 0.5] });
  device.quaternion.set(0, Math.SQRT1_2, 0, Math.SQRT1_2); // to the left: along −x
  const { space, session } = await enter(view, { origin: [0.1, -0.4, -0.5], turn: Math.PI / 2, scale: 0.5 });
  put(device.controllers.right!, new Vector3(-0.5, 1.2, -0.1));
  await shown(view);
  const ray = session.inputSources[1]!.targetRaySpace;
  const pose = await inFrame(headset!, (frame) => frame.getPose(ray, space)!.transform.position);
  expect(Math.hypot(pose.x, pose.y, pose.z)).toBeLessThan(1e-6);
  const eye = new Vector3();
  view.onFrame = () => (eye.copy(view.camera.position), false);
  await until(() => eye.z > 0, 'a frame');
  expect(eye.z).toBeCloseTo(0.8, 6);
  expect(eye.length()).toBeCloseTo(2 * Math.hypot(0.1, 0.4, 0.5), 6);
  // The camera's side, (1, −2), is turned by a quarter: it is now on the reader's left.
  const side = new Vector3(1, -2, 0).normalize();
  expect(eye.dot(side)).toBeCloseTo(2 * -0.1, 6);
});

describe('hands', () => {
  const right = (): NonNullable<typeof device.controllers.right> => device.controllers.right!;

  test('lead a tool: squeezed, moved, lost, found, bare, and let go as the reader leaves', async () => {
    drawViews(false);
    const model = Model.from(robots.so101);
    using problem = new Problem(model);
    const goal = problem.addGoal({ type: 'position', link: 'effector' });
    const view = emptyView({ up: 'z' });
    const arm = new ArmShape(model);
    view.add(arm);
    await view.ready;
    const teleop = new Teleop(problem);
    const hand = new XRInput();
    teleop.lead(hand, goal, { filter: false });
    view.onFrame = (dt) => {
      teleop.step(dt);
      arm.update(problem.state.poses);
      return true;
    };
    const tool = (): number => problem.pose('effector')[2]!;
    for (const input of [right(), device.hands.right!]) {
      device.primaryInputMode = input === right() ? 'controller' : 'hand';
      const close = (closes: boolean): void => {
        if (input === right()) right().updateButtonValue('squeeze', Number(closes));
        else device.hands.right!.poseId = closes ? 'point' : 'default';
      };
      put(input, new Vector3(0.2, 1.3, -0.4));
      const { space } = await enter(view);
      headset!.onFrame = (time, frame) => hand.update(frame, space, time);
      await until(() => teleop.state === 'idle', 'the hand');
      close(true);
      await until(() => teleop.leads[0]!.isClosed, 'the clutch');
      const low = tool();
      await until(() => {
        // As fast as a hand; what a late frame tells of it is not followed.
        input.position.y += 0.002;
        return tool() > low + 0.03;
      }, 'the tool to rise');
      input.connected = false;
      await until(() => teleop.state === 'lost', 'it to be lost');
      expect(teleop.reason).toContain('there is no right hand');
      input.connected = true;
      await until(() => teleop.state !== 'lost', 'it to be found');
      close(false);
      await until(() => !teleop.leads[0]!.isClosed, 'it to be let go');
      await headset!.leave();
      hand.end();
      await until(() => teleop.reason === 'the session has ended', 'the end');
    }
  });

  async function withHandle(): Promise<{
    view: View;
    handle: GoalHandle;
    calls: string[];
    name: () => string;
  }> {
    const calls: string[] = [];
    const view = makeView({ ...level });
    view.scene.children.at(-1)!.visible = false;
    const handle = new GoalHandle(view, {
      position: [0, 0.2, 0],
      size: 0.05,
      onStart: () => calls.push('start'),
      onEnd: () => calls.push('end'),
    });
    await view.ready;
    put(device.controllers.left!, new Vector3(-0.3, 1, 0), new Vector3(-0.3, 0, 0));
    return { view, handle, calls, name: () => haloOf(view) };
  }

  /** Which point is said to be meant. */
  const haloOf = (view: View): string =>
    view.scene.children
      .filter((each) => each.name === 'halo' && each.visible)
      .map(({ position }) =>
        position
          .toArray()
          .map((each) => each.toFixed(2))
          .join(),
      )
      .join('; ');

  const away = new Vector3(0.1, 1.3, 0.1);

  test('drag a handle by its ray as on a stick, also away from the reader; a halo says which', async () => {
    const { view, handle, calls } = await withHandle();
    put(right(), away, new Vector3(1, 1.3, -1));
    await enter(view);
    await shown(view);
    expect(haloOf(view)).toBe('');
    right().updateButtonValue('trigger', 1);
    await shown(view);
    right().updateButtonValue('trigger', 0);
    await shown(view);
    expect(calls).toEqual([]);
    put(right(), away, inRoom(0, 0.2, 0));
    await until(() => haloOf(view) === '0.00,0.20,0.00', 'the halo');
    right().updateButtonValue('squeeze', 1);
    right().updateButtonValue('trigger', 1);
    await until(() => calls.length > 0, 'the start');
    put(right(), away.clone().add(new Vector3(0.02, 0, -0.1)));
    await until(() => handle.position.distanceTo(new Vector3(0.02, 0.2, -0.1)) < 1e-6, 'the handle');
    put(right(), away, inRoom(0, 0.2, -0.2));
    await until(() => handle.position.z < -0.01, 'a turn of the ray');
    right().updateButtonValue('trigger', 0);
    await until(() => calls.length === 2, 'the end');
    const { x } = handle.position;
    put(right(), away.clone().add(new Vector3(0.3, 0, 0)));
    await shown(view);
    expect([handle.position.x, calls]).toEqual([x, ['start', 'end']]);
    // Like a finger on a screen: it is there only while it presses.
    right().connected = false;
    await shown(view);
    put(right(), away, handle.position.clone().add(origin));
    right().connected = true;
    right().updateButtonValue('trigger', 1);
    await until(() => calls.length === 3, 'the start');
    right().connected = false;
    await until(() => calls.length === 4, 'the end');
    right().connected = true;
    right().updateButtonValue('trigger', 0);
  });

  test('hold a handle by squeeze, and by a pinch of a bare hand; one at a time; let go if it is hidden', async () => {
    const { view, handle, calls } = await withHandle();
    for (const press of ['squeeze', 'pinch'] as const) {
      const input = press === 'pinch' ? device.hands.right! : right();
      device.primaryInputMode = press === 'pinch' ? 'hand' : 'controller';
      handle.setPosition(0, 0.2, 0);
      calls.length = 0;
      put(input, inRoom(0.01, 0.2, 0.01));
      await enter(view);
      await until(() => haloOf(view) === '0.00,0.20,0.00', 'the halo');
      if (press === 'pinch') device.hands.right!.updatePinchValue(1);
      else right().updateButtonValue('squeeze', 1);
      await until(() => calls.length > 0, 'the start');
      const { x, y, z } = handle.position;
      input.position.set(0.11, 1.5, -0.59);
      await until(
        () =>
          Math.hypot(handle.position.x - x - 0.1, handle.position.y - y - 0.1, handle.position.z - z + 0.1) <
          1e-6,
        'the handle',
      );
      handle.visible = false;
      await until(() => calls.length === 2, 'the end');
      handle.visible = true;
      if (press === 'pinch') device.hands.right!.updatePinchValue(0);
      else right().updateButtonValue('squeeze', 0);
      await headset!.leave();
    }
    expect(view.scene.children.filter(({ name }) => ['ray', 'hand', 'halo'].includes(name))).toEqual([]);
  });
});

describe('what goes wrong is said, and changes nothing', () => {
  const without: Record<string, [() => void, RegExp]> = {
    WebXR: [
      () => Object.defineProperty(navigator, 'xr', { value: undefined, configurable: true }),
      /no WebXR; open/,
    ],
    'a secure page': [() => void vi.spyOn(window, 'isSecureContext', 'get').mockReturnValue(false), /HTTPS/],
    'a headset': [
      () => void vi.spyOn(navigator.xr!, 'isSessionSupported').mockResolvedValue(false),
      /no headset here; connect/,
    ],
    consent: [
      () => void vi.spyOn(navigator.xr!, 'requestSession').mockRejectedValue(new DOMException('denied')),
      /denied; allow it/,
    ],
    'a space': [
      () => {
        const xr = navigator.xr!;
        const request = xr.requestSession.bind(xr);
        vi.spyOn(xr, 'requestSession').mockImplementation(async (...args) => {
          const session = await request(...args);
          vi.spyOn(session, 'requestReferenceSpace').mockRejectedValue(new DOMException('no space'));
          return session;
        });
      },
      /no space/,
    ],
  };

  test.each(Object.entries(without))('without %s', async (_, [spoil, words]) => {
    const view = await drawnView();
    const before = pictureOf(view);
    spoil();
    const error = await enterXR(view).catch((thrown: unknown) => thrown);
    vi.restoreAllMocks();
    expect(error).toBeInstanceOf(LimberError);
    expect(error).toMatchObject({ code: 'unsupported', message: expect.stringMatching(words) as string });
    view.invalidate();
    await rest();
    expect(pictureOf(view)).toEqual(before);
  });

  test.each([
    [{ mode: 'inline' }, /options.mode must be immersive-ar or immersive-vr/],
    [{ scale: 0 }, /options.scale must be above 0/],
    [{ turn: NaN }, /options.turn must be a finite number/],
    [{ origin: [0, 1] }, /options.origin/],
    [{ place: 1 }, /options.place is unknown/],
  ])('options %o', async (options, words) => {
    await expect(enterXR(await drawnView(), options as never)).rejects.toThrow(words);
  });

  test('a second view at the same time, and a callback that throws, whose next frame comes', async () => {
    const view = await drawnView();
    const told = vi.spyOn(window, 'reportError').mockImplementation(() => {});
    await enter(view);
    await expect(enterXR(view)).rejects.toThrow(/already; leave it first/);
    headset!.onFrame = () => {
      throw new Error('mine');
    };
    await until(() => told.mock.calls.length > 1, 'two reports');
    vi.restoreAllMocks();
  });
});

describe('the session ends', () => {
  test.each<[string, (view: View) => void]>([
    ['by itself', () => void headset!.session.end()],
    ['as the view is disposed', (view) => view.dispose()],
  ])('%s: other views go on, and it can be entered again', async (_, end) => {
    const view = await drawnView({}, makeHost(200, 100));
    const other = await drawnView({}, makeHost(200, 100));
    await enter(view);
    await shown(view);
    end(view);
    await headset!.ended;
    const drawn = new Promise<void>((resolve) => other.onDrawn(resolve));
    other.invalidate();
    await drawn;
    await enter(other);
    await shown(other);
  });

  test('as the context is lost: the view is drawn when that comes back', async () => {
    const view = await drawnView({ position: [0, 1, 8], target: [0, 0, 0] });
    const { ended } = await enter(view);
    await shown(view);
    const lose = contextOf(headset!).getExtension('WEBGL_lose_context')!;
    lose.loseContext();
    await ended;
    await until(() => Stage.shared().contextLost, 'the stage to know');
    const drawn = new Promise<void>((resolve) => view.onDrawn(resolve));
    lose.restoreContext();
    await drawn;
    expect(isRed(middle(view))).toBe(true);
    await enter(view);
    await shown(view);
  });
});
