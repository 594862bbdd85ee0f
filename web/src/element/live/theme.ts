import type { Theme } from '../../three/theme.ts';

/** Perceived brightness, 0 to 255, below which a background is dark. */
const middle = 128;

/**
 * Theme of an element: its attribute, else `data-theme` on the page's root, else by the brightness of its
 * background. So a light page has light arms, whatever the system prefers.
 */
function themeOf(owner: Element, stage: Element): Theme {
  const own = owner.getAttribute('theme');
  const chosen = own === 'light' || own === 'dark' ? own : document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  const [r = 255, g = 255, b = 255] = (
    getComputedStyle(stage).backgroundColor.match(/^rgba?\((.*)\)/)?.[1] ?? ''
  )
    .split(/[\s,/]+/)
    .filter(Boolean)
    .map(Number);
  return 0.299 * r + 0.587 * g + 0.114 * b < middle ? 'dark' : 'light';
}

/**
 * Calls `tell` with the theme of an element, now and whenever it changes; returns a function that stops this.
 */
export function followTheme(owner: Element, stage: Element, tell: (theme: Theme) => void): () => void {
  const look = (): void => tell(themeOf(owner, stage));
  const system = matchMedia('(prefers-color-scheme: dark)');
  const root = new MutationObserver(look);
  // Pages switch themes by an attribute on the root or the body.
  for (const switched of [document.documentElement, document.body, owner])
    root.observe(switched, { attributes: true });
  system.addEventListener('change', look);
  look();
  return () => {
    root.disconnect();
    system.removeEventListener('change', look);
  };
}
