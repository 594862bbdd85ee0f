/** The article at every width: its figures stand in the column of the text, and its table can be read to the end. */
import { afterEach, expect, test } from 'vitest';
import { closePage, openPage, until } from './page-support.ts';

const widths = [320, 390, 480, 768, 1024, 1280, 1440, 1680, 1920, 2560];

afterEach(closePage);

test('its planar figures are as wide as the text, below it, with no hole before what follows', async () => {
  const { frame, document } = await openPage({ width: 320, height: 700 });
  const sketches = [...document.querySelectorAll('.sketch')];
  expect(sketches.length).toBeGreaterThan(1);
  for (const width of widths) {
    frame.style.width = `${width}px`;
    await until(() => document.documentElement.clientWidth === width, `${width} px`);
    for (const sketch of sketches) {
      const before = sketch.previousElementSibling!.lastElementChild!.getBoundingClientRect();
      const figure = sketch.querySelector('limber-figure')!.getBoundingClientRect();
      const caption = sketch.querySelector('figcaption')!.getBoundingClientRect();
      for (const { left, right } of [figure, caption]) {
        expect(left).toBeCloseTo(before.left, 0);
        expect(right).toBeCloseTo(before.right, 0);
      }
      expect(figure.top).toBeGreaterThanOrEqual(before.bottom);
      expect(figure.top - before.bottom).toBeLessThan(80);
      expect(caption.top - figure.bottom).toBeLessThan(40);
      const next = (sketch.nextElementSibling ?? sketch.parentElement!.nextElementSibling)!;
      expect(next.getBoundingClientRect().top - caption.bottom).toBeLessThan(160);
    }
  }
});
