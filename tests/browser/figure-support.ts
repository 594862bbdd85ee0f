/** A figure of the docs, alone on the page. */
import { afterEach, beforeEach, expect } from 'vitest';
import type { FigureElement } from '../../docs/figures/index.ts';
import '../../docs/figures/index.ts';
import { takeMessages, until } from './three-support.ts';

let element: FigureElement | undefined;

beforeEach(() => void takeMessages());
afterEach(() => {
  element?.remove();
  expect(takeMessages()).toEqual([]);
});

export async function show<T>(name: string, attributes: Readonly<Record<string, string>> = {}): Promise<T> {
  const shown = document.createElement('limber-figure') as FigureElement;
  for (const [key, value] of Object.entries({ name, ...attributes })) shown.setAttribute(key, value);
  document.body.append(shown);
  element = shown;
  await until(() => shown.figure !== null, `the figure ${name}`);
  return shown.figure as T;
}

export const all = <T extends Element = SVGElement>(selector: string): T[] => [
  ...element!.querySelectorAll<T>(selector),
];
export const part = <T extends Element = HTMLElement>(selector: string): T =>
  element!.querySelector<T>(selector)!;
export const named = <T extends Element = HTMLButtonElement>(name: string): T => part(`[name=${name}]`);
export const press = (name: string, times = 1): void => {
  for (let i = 0; i < times; ++i) named(name).click();
};
export const said = (): string => part('.say').textContent;
export const says = (words: string): Promise<void> =>
  until(
    () => said().includes(words),
    () => `“${words}”, not “${said()}”`,
  );

/** Sets a slider by hand. */
export function slide(name: string, value: number): void {
  const slider = named<HTMLInputElement>(name);
  slider.value = String(value);
  slider.dispatchEvent(new Event('input'));
}
