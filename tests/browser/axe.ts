/** What axe finds on a page in a frame, in both themes. */
import axe from 'axe-core';

interface InFrame {
  readonly document: Document;
  readonly window: Window;
}

export async function framesOf(window: Window, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => window.requestAnimationFrame(resolve));
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
    await framesOf(window, 2);
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
