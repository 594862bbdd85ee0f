/** The article at every width: its figures fit the text column, and its table can be scrolled to the end. */
import { afterEach, expect, test } from 'vitest';
import { closePage, handleOf, inTest, live, middleOf, openPage, until } from './page-support.ts';
import { picture } from './pixels.ts';
import { mouse } from './three-support.ts';

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

test('its goal keeps its colour up to the edge of the view', async () => {
  const page = await openPage({ width: 390, height: 700 });
  const figure = await live(page, 'whole');
  const goal = handleOf(figure);
  const { x, y } = middleOf(page, goal);
  const edge = figure.limberScene.view.host.getBoundingClientRect();
  await mouse('mousePressed', x, y);
  const end = inTest(page, { x: edge.right - 3, y: edge.top + edge.height / 2 });
  await mouse('mouseMoved', end.x, end.y);
  await until(() => Math.abs(middleOf(page, goal).x - end.x) < 40, 'the goal to be at the edge');
  const { data } = await picture({ ...end, width: 1, height: 1 });
  await mouse('mouseReleased', end.x, end.y);
  expect(data[2]! - data[0]!).toBeGreaterThan(80);
});
