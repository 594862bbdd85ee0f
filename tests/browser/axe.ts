/** What axe finds on a page in a frame, in both themes. */
import axe from 'axe-core';
import { frames } from './three-support.ts';

interface InFrame {
  readonly document: Document;
  readonly window: Window;
}

export async function violations({ document, window }: InFrame): Promise<string[]> {
  if (!('axe' in window)) {
    const script = document.createElement('script');
    script.textContent = axe.source;
    document.head.append(script);
  }
  const inside = (window as unknown as { axe: typeof axe }).axe;
  const found: string[] = [];
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset.theme = theme;
    await frames(2, window);
    // Colours that fade are not yet those of the theme.
    await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)));
    const result = await inside.run(document, { resultTypes: ['violations'] });
    found.push(
      ...result.violations.map(
        ({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
      ),
    );
  }
  return found;
}
