import type { Theme } from '../../three/theme.ts';

/**
 * The theme about an element: `data-theme` on the page's root, then the `color-scheme` that the element has. A page that
 * says nothing is light, whatever the system prefers.
 */
function themeOf(element: Element): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  const scheme = getComputedStyle(element).colorScheme.split(' ');
  if (!scheme.includes('dark')) return 'light';
  if (!scheme.includes('light')) return 'dark';
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Tells the theme about an element now and whenever it changes; returns the function that ends that. */
export function followTheme(element: Element, tell: (theme: Theme) => void): () => void {
  const look = (): void => tell(themeOf(element));
  const system = matchMedia('(prefers-color-scheme: dark)');
  const root = new MutationObserver(look);
  // Pages switch by an attribute of their own, on the root or on the body.
  for (const switched of [document.documentElement, document.body])
    root.observe(switched, { attributes: true });
  system.addEventListener('change', look);
  look();
  return () => {
    root.disconnect();
    system.removeEventListener('change', look);
  };
}
