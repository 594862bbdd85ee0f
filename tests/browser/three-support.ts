/** Shared by the tests of web/src/three: hosts, real input through the browser's protocol, real pixels. */

import { GoalHandle, type GoalHandleOptions, View, type ViewOptions } from 'limber/three';
import { BoxGeometry, Mesh, MeshStandardMaterial, Vector2, type Vector3 } from 'three';
import { expect } from 'vitest';
import { cdp } from 'vitest/browser';

import { isResting } from './page-facts.ts';

export { watchContexts } from './page-facts.ts';

interface Protocol {
  send(method: string, params: object): Promise<unknown>;
}

const protocol = cdp() as unknown as Protocol;
const hosts: HTMLElement[] = [];
const views: View[] = [];

export function makeHost(width = 400, height = 300): HTMLElement {
  const host = document.createElement('div');
  Object.assign(host.style, { width: `${width}px`, height: `${height}px` });
  document.body.append(host);
  hosts.push(host);
  return host;
}

export function emptyView(options?: ViewOptions, host = makeHost()): View {
  const view = new View(host, options);
  views.push(view);
  return view;
}

/** A view with a box of two metres, so that there is something to see. */
export function makeView(options?: ViewOptions, host?: HTMLElement): View {
  const view = emptyView({ position: [0, 1, 8], target: [0, 0, 0], ...options }, host);
  const material = new MeshStandardMaterial({ color: '#cc2222' });
  return view.add(new Mesh(new BoxGeometry(2, 2, 2), material));
}

/** A view, once it is drawn. */
export async function drawnView(options?: ViewOptions, host?: HTMLElement): Promise<View> {
  const view = makeView(options, host);
  await view.ready;
  return view;
}

export async function makeGoal(
  options: Partial<GoalHandleOptions> = {},
  viewOptions: ViewOptions = {},
): Promise<{ view: View; goal: GoalHandle }> {
  const view = makeView(viewOptions);
  const goal = new GoalHandle(view, { position: [0, 0, 0], size: 0.4, step: 0.1, ...options });
  await view.ready;
  return { view, goal };
}

/** From now on views draw, or only tell that they have: software takes most of a test's time to draw. */
export function drawViews(draws: boolean, inside: Window = window): void {
  inside.limberDraws = draws;
}

export function removeAll(): void {
  for (const view of views.splice(0)) view.dispose();
  for (const host of hosts.splice(0)) host.remove();
  document.body.style.cssText = '';
  delete document.documentElement.dataset.theme;
  window.scrollTo(0, 0);
}

/** After each test: nothing stays, and nothing was said on the console. */
export function tidy(): void {
  removeAll();
  expect(takeMessages()).toEqual([]);
}

/** Waits for `count` frames of the display, or of a page's own window. No way to wait for anything: see `rest`. */
export async function frames(count: number, inside: Window = window): Promise<void> {
  for (let i = 0; i < count; ++i) await nextFrame(inside);
}

const nextFrame = (inside: Window = window) =>
  new Promise((resolve) => inside.requestAnimationFrame(resolve));

/**
 * Seconds. Generous, because pages are drawn in software on a possibly busy machine. Used by all browser
 * tests.
 */
const patience = 60;

/** Waits for `condition`; after the time limit the error names `what`. */
export async function until(condition: () => boolean, what: string | (() => string)): Promise<void> {
  const end = performance.now() + 1000 * patience;
  while (!condition()) {
    if (performance.now() > end)
      throw new Error(`waited ${patience} s in vain for: ${typeof what === 'string' ? what : what()}`);
    await nextFrame();
  }
}

/**
 * Waits until the browser has laid out what has changed, and has told those who watch sizes and what is in
 * sight: it tells all observers in one task.
 */
export function laidOut(inside: Window & typeof globalThis = window): Promise<void> {
  return new Promise((resolve) => {
    const observer = new inside.IntersectionObserver(() => {
      observer.disconnect();
      setTimeout(resolve);
    });
    observer.observe(inside.document.documentElement);
  });
}

/** Waits until all in this window that says what it is doing rests. */
export async function rest(): Promise<void> {
  await laidOut();
  await until(() => isResting(window), 'all to rest');
}

/** What is looked at stays as it is for `count` rendered frames. */
export async function staysStill(look: () => unknown, count: number, inside: Window = window): Promise<void> {
  const before = look();
  await frames(count, inside);
  expect(look()).toEqual(before);
}

/** Colour (0 to 255) at a place in CSS pixels of the view. */
export function pixel(view: View, x: number, y: number): [number, number, number] {
  const { canvas, host } = view;
  const scale = canvas.width / host.clientWidth;
  const context = canvas.getContext('2d')!;
  const { data } = context.getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1);
  return [data[0]!, data[1]!, data[2]!];
}

/** Colour in the middle, where `makeView` has its red box. */
export function middle(view: View): [number, number, number] {
  return pixel(view, view.host.clientWidth / 2, view.host.clientHeight / 2);
}

export function isRed([r, g, b]: readonly number[]): boolean {
  return r! > 80 && r! > 2 * g! && r! > 2 * b!;
}

/** Centre of an element, in CSS pixels of the page. */
export function centre(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** Where a point (metres, world) is seen, in CSS pixels of the view. */
export function seenAt(view: View, point: Vector3): Vector2 {
  const place = new Vector2();
  view.project(point, place);
  return place;
}

/** Converts to the browser's page, in which the tests' page is a frame. */
function inBrowser(x: number, y: number): { x: number; y: number } {
  const frame = window.frameElement?.getBoundingClientRect();
  return { x: x + (frame?.left ?? 0), y: y + (frame?.top ?? 0) };
}

/** A box of this window as a PNG in base64. One at a time: two at once leave the window with the size of a box. */
export async function captured(box: {
  x: number;
  y: number;
  width: number;
  height: number;
}): Promise<string> {
  const clip = { ...box, ...inBrowser(box.x, box.y), scale: 1 };
  return ((await protocol.send('Page.captureScreenshot', { format: 'png', clip })) as { data: string }).data;
}

export async function mouse(
  type: 'mousePressed' | 'mouseMoved' | 'mouseReleased',
  x: number,
  y: number,
): Promise<void> {
  const buttons = type === 'mouseReleased' ? 0 : 1;
  const params = { type, ...inBrowser(x, y), button: 'left', buttons, clickCount: 1 };
  await protocol.send('Input.dispatchMouseEvent', params);
}

/** Moves the pointer without a button. */
export async function hover(x: number, y: number): Promise<void> {
  await protocol.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...inBrowser(x, y), button: 'none' });
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Presses at the first place and moves through the others; the button stays down. */
export async function mouseDrag(first: Place, ...others: Place[]): Promise<void> {
  await mouse('mousePressed', first.x, first.y);
  for (const { x, y } of others) await mouse('mouseMoved', x, y);
}

/** As before, and lets go at the last place. */
export async function mouseDrop(first: Place, ...others: Place[]): Promise<void> {
  await mouseDrag(first, ...others);
  const { x, y } = others.at(-1)!;
  await mouse('mouseReleased', x, y);
}

export async function wheel(x: number, y: number, deltaY: number, modifiers = 0): Promise<void> {
  const params = { type: 'mouseWheel', ...inBrowser(x, y), deltaX: 0, deltaY, modifiers };
  await protocol.send('Input.dispatchMouseEvent', params);
}

type TouchType = 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel';
type Finger = { readonly x: number; readonly y: number; readonly id: number };

/** Fingers that touch or move. For `touchEnd` the lifted ones; none means all. */
export const touch = (type: TouchType, ...fingers: Finger[]): Promise<void> =>
  touchAt(Date.now() / 1000, type, ...fingers);

/** As if it were then: seconds since 1970. */
export async function touchAt(timestamp: number, type: TouchType, ...fingers: Finger[]): Promise<void> {
  const touchPoints = fingers.map(({ x, y, id }) => ({ ...inBrowser(x, y), id }));
  await protocol.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp });
}

const keyCodes: Readonly<Record<string, number>> = {
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  PageUp: 33,
  PageDown: 34,
  Home: 36,
  Escape: 27,
  '+': 187,
};

/** A real key press on the focused element. */
export async function press(key: string, { shift = false } = {}): Promise<void> {
  const params = { key, code: key, windowsVirtualKeyCode: keyCodes[key], modifiers: shift ? 8 : 0 };
  await protocol.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...params });
  await protocol.send('Input.dispatchKeyEvent', { type: 'keyUp', ...params });
}

/** Console messages since the last call; views must not write any. */
const messages: string[] = [];
for (const level of ['log', 'info', 'warn', 'error'] as const) {
  const original = console[level].bind(console);
  console[level] = (...args: unknown[]) => {
    messages.push(`${level}: ${args.map(String).join(' ')}`);
    original(...args);
  };
}

export function takeMessages(): string[] {
  return messages.splice(0);
}
