/** Shapes of arms in views; tests/web/three/shapes.test.ts has what they are without one. */
import { init, type JointType } from 'limber';
import { ArmShape, JointOverlay } from 'limber/three';
import { afterEach, expect, test } from 'vitest';
import { core } from '../../web/src/core/loader.ts';
import { chain, hinge, upright } from '../web/support/shape-models.ts';
import { emptyView, isRed, makeHost, middle, pixel, tidy } from './three-support.ts';

afterEach(tidy);

await init();

test.each(core().tables.jointTypes as JointType[])('an arm with a bare %s joint is drawn', async (type) => {
  const arm = new ArmShape(chain([{ type: 'fixed' }, { type }, { type: 'fixed' }]));
  const view = emptyView({ floor: false, theme: 'light' }).add(arm);
  view.frame(arm);
  await view.ready;
  expect(Math.max(...middle(view))).toBeLessThan(250);
});

test('each has the colours of its own view', async () => {
  const model = chain([{ type: 'revolute' }, { type: 'fixed' }]);
  const colours = await Promise.all(
    ['rgb(200, 20, 20)', 'rgb(20, 20, 200)'].map(async (link) => {
      const host = makeHost();
      for (const kind of ['link', 'joint', 'tip']) host.style.setProperty(`--limber-${kind}`, link);
      const view = emptyView({ floor: false, theme: 'light' }, host);
      view.add(new ArmShape(model, { tips: false })).look([0, 0.5, 1.5], [0, 0.5, 0]);
      await view.ready;
      return middle(view);
    }),
  );
  expect(isRed(colours[0]!)).toBe(true);
  expect(colours[1]![2]).toBeGreaterThan(2 * colours[1]![0]);
});

test('an overlay is drawn with its arm', async () => {
  const view = emptyView({ floor: false, theme: 'light' }, makeHost(400, 400));
  const overlay = new JointOverlay(chain([hinge, { type: 'fixed' }]), { radius: 0.5 });
  overlay.update({ q: [1], poses: upright });
  view.add(overlay).look([0, 0.25, 2], [0, 0.25, 0]);
  await view.ready;
  let red = 0;
  for (let x = 0; x < 400; x += 4) for (let y = 0; y < 400; y += 4) red += Number(isRed(pixel(view, x, y)));
  expect(red).toBeGreaterThan(10);
});
