/** What stands under a drawing. */
import { make } from '../../demos/shell/dom.ts';

/** Controls beside each other. */
export const row = (...controls: Node[]): HTMLElement => make('div', { className: 'buttons' }, ...controls);

/** The sentence that follows the drawing. */
export const sentence = (): HTMLElement => make('p', { className: 'say', role: 'status' });

export const slider = (name: string, [min, max]: readonly [number, number]): HTMLInputElement =>
  make('input', { type: 'range', name, min: String(min), max: String(max), step: 'any' });

/** With minus signs instead of hyphens. */
export const signed = (text: string): string => text.replaceAll('-', '−');
