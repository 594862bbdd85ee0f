/** Shorthands to create elements. */

import { make } from '../../web/src/three/dom.ts';

export { make };

/** Writes only changed text: an unchanged one must not be laid out again. */
export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function button(text: string, name: string, onClick: () => void): HTMLButtonElement {
  const element = make('button', { type: 'button', name }, text);
  element.addEventListener('click', onClick);
  return element;
}

/** Fills a select with names and texts. */
export function fill(
  select: HTMLSelectElement,
  entries: readonly (readonly [value: string, text: string])[],
): void {
  const before = select.value;
  select.replaceChildren(...entries.map(([value, text]) => new Option(text, value)));
  if (entries.some(([value]) => value === before)) select.value = before;
}

/** Distance from the window at which views start. */
const margin = '60% 0px';

function when(element: Element, start: () => void, options: IntersectionObserverInit): () => void {
  const watcher = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    watcher.disconnect();
    start();
  }, options);
  watcher.observe(element);
  return () => watcher.disconnect();
}

/** Calls `start` once, when the element comes near the window; returns a function that cancels the wait. */
export const whenNear = (element: Element, start: () => void): (() => void) =>
  when(element, start, { rootMargin: margin });

/** Calls `start` once, when most of the element is in the window; returns a function that cancels the wait. */
export const whenSeen = (element: Element, start: () => void): (() => void) =>
  when(element, start, { threshold: 0.6 });
