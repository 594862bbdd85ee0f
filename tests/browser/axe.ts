/** Violations that axe finds on a page in a frame, in one theme. */
import axe from 'axe-core';
import { laidOut } from './three-support.ts';

interface InFrame {
  readonly document: Document;
  readonly window: Window & typeof globalThis;
}

export async function violations(
  { document, window }: InFrame,
  theme: 'light' | 'dark' = 'light',
): Promise<string[]> {
  if (!('axe' in window)) {
    const script = document.createElement('script');
    script.textContent = axe.source;
    document.head.append(script);
  }
  const inside = (window as unknown as { axe: typeof axe }).axe;
  document.documentElement.dataset.theme = theme;
  await laidOut(window);
  // Wait for fading colours to reach the theme's; inside a closed fold nothing ever ends.
  const seen = document
    .getAnimations()
    .filter(({ effect }) => (effect as KeyframeEffect | null)?.target?.checkVisibility());
  await Promise.all(seen.map((each) => each.finished.catch(() => undefined)));
  const result = await inside.run(document, { resultTypes: ['violations'] });
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
