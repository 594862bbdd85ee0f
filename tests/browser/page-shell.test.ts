/** The page around the arms: scrolling, rest, contexts, widths, and fallbacks for missing features. */

import { afterEach, expect, test } from 'vitest';
import { atRest, closePage, figureOf, inTest, live, openPage, type Page, until } from './page-support.ts';
import { centre, staysStill, wheel } from './three-support.ts';

const scenes = ['whole', 'aim', 'hinge', 'clamp', 'direction', 'escape', 'rotation'];

afterEach(closePage);

test('on a phone figures take the same room before and after they are live, one context serves all, nothing is said, nothing drawn at rest; the wheel scrolls; the theme is remembered', async () => {
  localStorage.removeItem('limber-theme');
  const page = await openPage({ width: 390, height: 740 });
  const heights = () => scenes.map((scene) => figureOf(page, scene).offsetHeight);
  const before = heights();
  for (const scene of scenes) await live(page, scene);
  expect(heights()).toEqual(before);
  expect(page.contexts).toHaveLength(1);
  expect(page.messages).toEqual([]);
  await atRest(page);
  await staysStill(page.requests, 42);

  const hinge = await live(page, 'hinge');
  const { x, y } = inTest(page, centre(hinge.querySelector('.stage')!));
  const { scrollY } = page.window;
  await wheel(x, y + 60, 240);
  await until(() => page.window.scrollY > scrollY + 100, 'the wheel to scroll the page over a view');

  const rotation = await live(page, 'rotation');
  rotation.querySelector<HTMLButtonElement>('button[name=opposite]')!.click();
  expect(rotation.querySelector('.readout dd')!.textContent).toBe('180°');

  const colourOf = ({ document, window }: Page) =>
    window.getComputedStyle(document.documentElement).backgroundColor;
  const { view } = rotation.limberScene;
  const [colour, palette] = [colourOf(page), view.palette];
  page.document.querySelector<HTMLButtonElement>('.theme')!.click();
  expect(colourOf(page)).not.toBe(colour);
  await until(() => view.palette !== palette, 'the view to change its colours');
  const again = await openPage({ ready: () => true });
  expect(colourOf(again)).not.toBe(colour);
  localStorage.removeItem('limber-theme');
});

test('without WebGL every figure keeps its picture and says why', async () => {
  const page = await openPage({ webgl: false });
  for (const scene of scenes) {
    const figure = figureOf(page, scene);
    figure.scrollIntoView({ block: 'center', behavior: 'instant' });
    await until(() => figure.querySelector('.note') !== null, `${scene} to say why`);
    expect(figure.querySelector('.note')!.textContent).toContain('WebGL');
    await shown(figure);
    expect(figure.querySelector('fieldset')!.disabled).toBe(true);
  }
  expect(page.messages).toEqual([]);
});

test('without JavaScript every figure is a picture with a caption', async () => {
  const page = await openPage({ scripts: false });
  expect(page.document.querySelector<HTMLElement>('noscript .note')!.offsetHeight).toBeGreaterThan(0);
  for (const scene of scenes) {
    const figure = figureOf(page, scene);
    figure.scrollIntoView({ block: 'center', behavior: 'instant' });
    await shown(figure);
    expect(figure.querySelector('figcaption')!.textContent).not.toBe('');
  }
});

/** Waits until the figure's poster is loaded, and expects it to be visible. */
async function shown(figure: HTMLElement): Promise<void> {
  const image = figure.querySelector<HTMLImageElement>('.poster img')!;
  await until(() => image.complete && image.naturalWidth > 0, 'the poster');
  expect(image.checkVisibility({ visibilityProperty: true })).toBe(true);
  expect(image.alt).not.toBe('');
}
