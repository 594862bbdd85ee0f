/** "Drive it" led by a tilted phone, and by a hand before a camera, whose finder is a stand-in at MediaPipe's address. */
import { Quaternion, Vector3 } from 'three';
import { afterAll, afterEach, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import type { DriveScene } from '../../demos/drive/scene.ts';
import { atRest, button, closePage, loadDemo, type Opened, shown } from './demo-support.ts';
import { middleOf, until } from './page-support.ts';
import type { PageWindow } from './page-facts.ts';
import { touch } from './three-support.ts';

interface Paused {
  readonly requestId: string;
  readonly request: { readonly url: string };
}
const protocol = cdp() as unknown as {
  send(method: string, params?: object): Promise<unknown>;
  on(event: string, listener: (paused: Paused) => void): void;
};

afterAll(closePage);

const driverOf = ({ it }: Opened<'drive'>) => (it.scenery as DriveScene).driver;
const poseOf = (page: Opened<'drive'>): [Vector3, Quaternion] => {
  const [hand] = driverOf(page).hands;
  const place = hand!.tool(new Vector3());
  return [place, new Quaternion().fromArray(hand!.problem.pose(hand!.of.link), 3)];
};

/** A phone without WebXR whose browser asks before it tells how it is held. */
function makePhone(window: PageWindow, answer: string): void {
  const matchMedia = window.matchMedia.bind(window);
  Object.defineProperty(window, 'matchMedia', {
    value: (query: string) => (query === '(pointer: coarse)' ? { matches: true } : matchMedia(query)),
  });
  Reflect.deleteProperty(window.Navigator.prototype, 'xr');
  // A browser without sensors sends an event without angles.
  const block = (event: Event): void => void (event.isTrusted && event.stopImmediatePropagation());
  window.addEventListener('deviceorientation', block, { capture: true });
  Object.assign(window.DeviceOrientationEvent, { requestPermission: () => Promise.resolve(answer) });
}

const openPhone = (answer: string): Promise<Opened<'drive'>> =>
  loadDemo('drive', '', { width: 390, height: 700, before: (window) => makePhone(window, answer) });

test('a phone at 390 px says that it has no WebXR; tilting is allowed by a tap, and turns the tool while it is held', async () => {
  const page = await openPhone('granted');
  const tilt = button(page, 'tilt');
  const hold = (gamma: number): boolean =>
    page.window.dispatchEvent(
      new page.window.DeviceOrientationEvent('deviceorientation', { alpha: 70, beta: 40, gamma }),
    );
  expect(tilt.textContent).toBe('Allow tilting');
  await until(() => shown(page, 'words').includes('no WebXR'), 'the words');
  tilt.click();
  await until(() => shown(page, 'words').includes('not yet said'), 'the answer');
  hold(5);
  await until(() => tilt.textContent === 'Tilt', 'the first turn');
  await atRest(page);
  tilt.scrollIntoView({ block: 'center', behavior: 'instant' });
  const [place, turn] = poseOf(page);
  const { x, y } = middleOf(page, tilt);
  await touch('touchStart', { x, y, id: 1 });
  await until(() => driverOf(page).hands[0]!.lead.isClosed, 'the clutch');
  let gamma = 5;
  const isTurned = (): boolean => hold((gamma -= 0.25)) && poseOf(page)[1].angleTo(turn) > 0.2;
  await until(isTurned, 'the tool to turn');
  await touch('touchEnd');
  await atRest(page);
  expect(shown(page, 'state')).toBe('at rest');
  expect(poseOf(page)[0].distanceTo(place)).toBeLessThan(2e-3);
  expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(page.messages).toEqual([]);
});

test('a phone that may not tell how it is held says so', async () => {
  const page = await openPhone('denied');
  button(page, 'tilt').click();
  await until(() => shown(page, 'words').includes('allow it'), 'the reason');
  expect(button(page, 'tilt').textContent).toBe('Allow tilting');
});

test('there is no button for tilting where nothing is tilted', async () => {
  const page = await loadDemo('drive', '', { width: 1000, height: 800 });
  expect(button(page, 'tilt').hidden).toBe(true);
});

/** What MediaPipe would find, in words: `window.seen` has it. */
const finder = `export const FilesetResolver = { forVisionTasks: async (path) => path };
export const HandLandmarker = { createFromOptions: async (files, { baseOptions, runningMode }) => ({
  detectForVideo: () => window.seen,
  close() { window.seen = [files, baseOptions.modelAssetPath, runningMode].join(' '); },
}) };`;

/** What other hosts were asked for, and their answer; null: they cannot be reached. */
const addresses: string[] = [];
let served: string | null = null;
const responseHeaders = [
  { name: 'Access-Control-Allow-Origin', value: '*' },
  { name: 'Content-Type', value: 'text/javascript' },
];
protocol.on('Fetch.requestPaused', ({ requestId, request }) => {
  addresses.push(request.url);
  const answer = served && { responseCode: 200, responseHeaders, body: btoa(served) };
  void (answer
    ? protocol.send('Fetch.fulfillRequest', { requestId, ...answer })
    : protocol.send('Fetch.failRequest', { requestId, errorReason: 'InternetDisconnected' }));
});
async function serve(body: string | null): Promise<void> {
  served = body;
  await protocol.send('Fetch.enable', { patterns: [{ urlPattern: 'https://*' }] });
}
afterEach(() => protocol.send('Fetch.disable'));

/** Its camera sees a canvas. */
const openWatched = (): Promise<Opened<'drive'>> =>
  loadDemo('drive', '', {
    ...{ width: 1000, height: 800 },
    before: ({ document, navigator }) => {
      const getUserMedia = (): Promise<MediaStream> => {
        const canvas = document.createElement('canvas');
        const stream = canvas.captureStream(30);
        const paint = canvas.getContext('2d')!;
        const draw = (): void => {
          paint.fillRect(0, 0, 300 * Math.random(), 150);
          if (stream.active) canvas.ownerDocument.defaultView?.requestAnimationFrame(draw);
        };
        draw();
        return Promise.resolve(stream);
      };
      Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } });
    },
  });

const saidBy = ({ document }: Opened<'drive'>): string =>
  document.querySelector('.camera .said')!.textContent;

/** Landmarks of a fist, palm to the camera, `x` metres to its right and 0.5 m before it. */
function fistAt(x: number) {
  const world = Array.from({ length: 21 }, (_, i) => ({ x: 0.01 * (i % 5), y: 0.01 * (i % 7), z: 0 }));
  Object.assign(world[5]!, { x: 0.04, y: -0.08 });
  Object.assign(world[13]!, { x: 0, y: -0.09 });
  Object.assign(world[17]!, { x: -0.04, y: -0.08 });
  Object.assign(world[0]!, { x: 0, y: 0 });
  const half = Math.tan(0.55);
  const landmarks = world.map((at) => ({
    x: 0.5 + (at.x + x) / 0.5 / half / 2,
    y: 0.5 + (2 * at.y) / 0.5 / half / 2,
    z: 0,
  }));
  return { landmarks: [landmarks], worldLandmarks: [world] };
}

test('a hand before the camera leads the tool; what finds it is loaded when it is started, and let go with it', async () => {
  await serve(finder);
  const page = await openWatched();
  const window = page.window as PageWindow & { seen: unknown };
  window.seen = { landmarks: [], worldLandmarks: [] };
  const { document } = page;
  document.querySelector<HTMLDetailsElement>('.camera')!.open = true;
  expect(document.querySelector('.camera')!.textContent).toMatch(/cdn\.jsdelivr\.net.*stay on your device/);
  expect(addresses).toEqual([]);
  button(page, 'camera').click();
  await until(() => saidBy(page) === 'No hand is seen.', 'the camera to be on');
  expect(addresses).toEqual([expect.stringMatching(/@mediapipe\/tasks-vision@[\d.]+\/vision_bundle\.mjs$/)]);
  const [place] = poseOf(page);
  let x = 0;
  window.seen = fistAt(x);
  await until(() => driverOf(page).hands[0]!.lead.isClosed, 'the clutch');
  // The reader faces the camera: its left is the reader's right.
  const isThere = (): boolean => {
    window.seen = fistAt((x -= 5e-4));
    return poseOf(page)[0].x > place.x + 0.03;
  };
  await until(isThere, 'the tool to go to the right');
  expect(saidBy(page)).toMatch(/^Make a fist/);
  button(page, 'camera').click();
  await atRest(page);
  expect(window.seen).toMatch(/\/wasm https:.*hand_landmarker\.task VIDEO$/);
  expect(document.querySelector('.camera video')).toBe(null);
  expect(page.messages).toEqual([]);
});

test('a camera whose finder does not load says so, and can be started again', async () => {
  await serve(null);
  const page = await openWatched();
  button(page, 'camera').click();
  await until(() => /cannot start: .*vision_bundle/.test(saidBy(page)), 'the reason');
  expect(button(page, 'camera').textContent).toBe('Start');
  expect(document.querySelector('.camera video')).toBe(null);
});
