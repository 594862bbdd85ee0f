/** Formulas without an installed maths font: the pages bring one, and a subscript hangs below its base. */
import { expect, it } from 'vitest';
import '../../demos/shell/css/fonts.css';
import { picture } from './pixels.ts';
import { laidOut } from './three-support.ts';

/** Lowest row of dark pixels of a glyph. It may leave its box, which also holds the edges of its neighbours. */
async function lowest(element: Element): Promise<number> {
  const { x, y, width, height } = element.getBoundingClientRect();
  const box = { x: Math.round(x) + 2, y: Math.round(y) - 20, width: width - 4, height: height + 40 };
  const { data, width: across } = await picture(box);
  let row = 0;
  for (let i = 0; i < data.length; i += 4) if (data[i]! < 128) row = Math.floor(i / 4 / across);
  return box.y + row;
}

it('a subscript is drawn lower than its base, and a superscript higher', async () => {
  const host = document.createElement('div');
  host.style.cssText = 'padding: 40px; font-size: 40px; background: white; color: black';
  host.innerHTML =
    '<math><msub><mi>σ</mi><mi>x</mi></msub><mo>+</mo><msup><mi>x</mi><mn>2</mn></msup></math>';
  document.body.append(host);
  await document.fonts.load('40px "Limber Math"', 'σ𝜎x𝑥');
  expect(document.fonts.check('40px "Limber Math"', 'σ')).toBe(true);
  await laidOut();
  const rows: number[] = [];
  for (const part of host.querySelectorAll('mi, mn')) rows.push(await lowest(part));
  const [base, below, raised, above] = rows;
  // At least a tenth of the font size.
  expect(below! - base!).toBeGreaterThan(4);
  expect(raised! - above!).toBeGreaterThan(4);
  host.remove();
});
