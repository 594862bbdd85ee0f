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

export function removeElements(): void {
  for (const arm of document.querySelectorAll('limber-arm')) arm.remove();
  document.body.style.cssText = '';
  window.scrollTo(0, 0);
}

export const inside = (arm: LimberArm): ShadowRoot => arm.shadowRoot!;
export const note = (arm: LimberArm): string => inside(arm).querySelector('.note')!.textContent;
export const canvases = (arm: LimberArm): number => inside(arm).querySelectorAll('canvas').length;
export const goalOf = (arm: LimberArm): HTMLElement =>
  inside(arm).querySelector<HTMLElement>('[aria-roledescription="draggable point"]')!;

/** What its stage says that it is doing; empty before it is near the view. */
export const stateOf = (arm: LimberArm): string =>
  inside(arm).querySelector<HTMLElement>('[part=stage]')!.dataset.state ?? '';

/** Waits until it says that it rests. */
export async function rested({ arm, solved, errors }: Watched): Promise<SolveDetail> {
  // An element that has just come into sight begins to load.
  await laidOut();
  await until(() => /resting|failed/.test(stateOf(arm)), `${arm.outerHTML} to rest`);
  if (solved.length === 0) throw new Error(`no arm: ${errors.at(-1)?.message}`);
  return solved.at(-1)!;
}

/** Whether its children are visible. */
export function showsChildren(arm: LimberArm): boolean {
  const slot = inside(arm).querySelector('slot')!;
  return getComputedStyle(slot).display !== 'none';
}

/** Address of a URDF with these contents. */
export function urdf(links: string): string {
  return URL.createObjectURL(new Blob([`<robot name="of a file">${links}</robot>`], { type: 'text/xml' }));
}
