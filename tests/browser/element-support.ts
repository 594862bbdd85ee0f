/** Shared by the tests of the element: elements in the page, their events, and their insides. */

import type { ErrorDetail, LimberArm, ReadyDetail, SolveDetail } from 'limber/element';
import { laidOut, until } from './three-support.ts';

export { until };

/** An element with all its events so far. */
export interface Watched {
  readonly arm: LimberArm;
  readonly ready: ReadyDetail[];
  readonly solved: SolveDetail[];
  readonly errors: ErrorDetail[];
}

export function watch(arm: LimberArm): Watched {
  const [ready, solved, errors]: [ReadyDetail[], SolveDetail[], ErrorDetail[]] = [[], [], []];
  arm.addEventListener('ready', ({ detail }) => ready.push(detail));
  arm.addEventListener('solve', ({ detail }) => solved.push(detail));
  arm.addEventListener('error', ({ detail }) => errors.push(detail));
  return { arm, ready, solved, errors };
}

/** Puts an element into the page. */
export function put(
  attributes: Readonly<Record<string, string>> = {},
  inside = 'A picture of an arm',
): Watched {
  const arm = document.createElement('limber-arm');
  for (const [name, value] of Object.entries(attributes)) arm.setAttribute(name, value);
  arm.style.width = '400px';
  arm.textContent = inside;
  const watched = watch(arm);
  document.body.append(arm);
  return watched;
}

/** An element that has solved once. */
export async function shown(attributes: Readonly<Record<string, string>> = {}): Promise<Watched> {
  const watched = put(attributes);
  await rested(watched);
  return watched;
}

export function removeElements(): void {
  for (const arm of document.querySelectorAll('limber-arm')) arm.remove();
  document.body.style.cssText = '';
  window.scrollTo(0, 0);
}

export const inside = (arm: LimberArm): ShadowRoot => arm.shadowRoot!;
export const note = (arm: LimberArm): string => inside(arm).querySelector('.note')!.textContent;
export const canvases = (arm: LimberArm): number => inside(arm).querySelectorAll('canvas').length;
export const find = <E extends HTMLElement>(arm: LimberArm, selector: string): E | null =>
  inside(arm).querySelector<E>(selector);

/** Its handles for points, directions, orientations or obstacles. */
export const handles = (arm: LimberArm, kind: string): HTMLElement[] => [
  ...inside(arm).querySelectorAll<HTMLElement>(`[aria-roledescription="draggable ${kind}"]`),
];

export const goalOf = (arm: LimberArm): HTMLElement => handles(arm, 'point')[0]!;

/** What its stage says that it is doing; empty before it is near the view. */
export const stateOf = (arm: LimberArm): string => find(arm, '[part=stage]')!.dataset.state ?? '';

/** Waits until it says that it rests. */
export async function rested({ arm, solved, errors }: Watched): Promise<SolveDetail> {
  // An element that has just come into sight begins to load.
  await laidOut();
  await until(() => /resting|failed/.test(stateOf(arm)), `${arm.outerHTML} to rest`);
  if (solved.length === 0) throw new Error(`no arm: ${errors.at(-1)?.message}`);
  return solved.at(-1)!;
}

/** Waits for its first error. */
export async function failure({ errors }: Watched): Promise<ErrorDetail> {
  await until(() => errors.length > 0, 'the error');
  return errors[0]!;
}

/** Waits until another arm is ready, the `count`-th. */
export async function another({ ready }: Watched, count = 2): Promise<ReadyDetail> {
  await until(() => ready.length === count, 'the other arm');
  return ready.at(-1)!;
}

/** Whether its children are visible. */
export function showsChildren(arm: LimberArm): boolean {
  return getComputedStyle(find(arm, 'slot')!).display !== 'none';
}

/** Address of a URDF with these contents. */
export function urdf(links: string): string {
  return URL.createObjectURL(new Blob([`<robot name="of a file">${links}</robot>`], { type: 'text/xml' }));
}
