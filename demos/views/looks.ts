/** Effectors have a colour each: in the view, the table and the chart. */

/** As many as style.css has; an arm with more begins again. */
const colours = 4;

export const colourOf = (index: number): string => `--effector-${index % colours}`;

/** The value of a custom property now. */
export function cssColour(host: Element, name: string): string {
  return getComputedStyle(host).getPropertyValue(name).trim();
}

/** Calls `listener` when the page's theme changes. */
export function onTheme(listener: () => void): void {
  new MutationObserver(listener).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', listener);
}
