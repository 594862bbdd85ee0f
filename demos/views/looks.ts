/** Each effector has its own colour in the view, the table and the chart. */
import { palettes, type Palette, type Theme, type Themed } from 'limber/three';
import type { Color, Object3D } from 'three';

/** Number of colours in style.css; with more effectors, colours repeat. */
const colours = 4;

export const colourOf = (index: number): string => `--effector-${index % colours}`;

/** The present value of a custom property. */
export function cssColour(host: Element, name: string): string {
  return getComputedStyle(host).getPropertyValue(name).trim();
}

/** Colours an object by a custom property of the page, in each theme. */
export function painted<T extends Object3D & { readonly material: { readonly color: Color } }>(
  object: T,
  colour: string,
): T & Themed {
  const setTheme = () => object.material.color.set(cssColour(document.documentElement, colour));
  setTheme();
  return Object.assign(object, { setTheme });
}

/** Paints an object in the colours of each theme. */
export function themed<T extends Object3D>(
  object: T,
  paint: (palette: Palette, theme: Theme) => void,
): T & Themed {
  const setTheme = (theme: Theme, palette: Palette = palettes[theme]) => paint(palette, theme);
  return Object.assign(object, { setTheme });
}

/** Calls `listener` when the page's theme changes, until the returned function is called. */
export function onTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    scheme.removeEventListener('change', listener);
  };
}
