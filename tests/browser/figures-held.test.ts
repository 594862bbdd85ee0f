/** The planar figures while something is held by pointer or keys: only the drawing and a ring change. */
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { all, part, show } from './figure-support.ts';
import { changedPixels, changedShare, picture } from './pixels.ts';
import { centre, laidOut, mouse, touch } from './three-support.ts';

/** The handles of a figure at phone width, where an outline would span the window. */
async function handles(name: string): Promise<readonly SVGElement[]> {
  await show(name, { style: 'width: 360px' });
  await laidOut();
  return all('.cube');
}

const drawing = (): DOMRect => part('.plane').getBoundingClientRect();
const look = (): Promise<ImageData> => picture(drawing());

/** Largest share of pixels that a moving arm changes: a few hundredths, with a margin. */
const most = 0.1;

const hands = {
  mouse: {
    down: (x: number, y: number) => mouse('mousePressed', x, y),
    move: (x: number, y: number) => mouse('mouseMoved', x, y),
    up: (x: number, y: number) => mouse('mouseReleased', x, y),
  },
  touch: {
    down: (x: number, y: number) => touch('touchStart', { x, y, id: 1 }),
    move: (x: number, y: number) => touch('touchMove', { x, y, id: 1 }),
    up: () => touch('touchEnd'),
  },
};

// The others have the same board and the same one goal.
describe.each(['sweep', 'bound'])('the figure %s', (name) => {
  it.each(['mouse', 'touch'] as const)('is drawn as before while it is dragged by %s', async (by) => {
    const hand = hands[by];
    for (const disc of await handles(name)) {
      const before = await look();
      const { x, y } = centre(disc);
      await hand.down(x, y);
      await laidOut();
      expect(changedShare(before, await look())).toBeLessThan(most);
      await hand.move(x - 8, y - 4);
      await laidOut();
      expect(changedShare(before, await look())).toBeLessThan(most);
      expect(document.activeElement).toBe(disc);
      expect(getComputedStyle(disc.nextElementSibling!).stroke).toBe('none');
      await hand.up(x - 8, y - 4);
    }
  });

  it('marks what the keyboard has with a ring around it', async () => {
    for (const disc of await handles(name)) {
      for (let i = 0; i < 9 && document.activeElement !== disc; ++i) await userEvent.tab();
      expect(document.activeElement).toBe(disc);
      await laidOut();
      const [focused, { x: left, y: top }] = [await look(), drawing()];
      disc.blur();
      await laidOut();
      const ring = disc.nextElementSibling!.getBoundingClientRect();
      const changed = changedPixels(focused, await look());
      const [x, y] = [ring.x - left + ring.width / 2, ring.y - top + ring.height / 2];
      const near = changed.filter((p) => Math.abs(Math.hypot(p[0] - x, p[1] - y) - ring.width / 2) < 4);
      // The ring is complete and at least two pixels wide; other changes come from a moving arm.
      expect(near.length).toBeGreaterThan(2 * Math.PI * ring.width * 0.7);
      expect(changed.length - near.length).toBeLessThan(most * focused.width * focused.height);
    }
  });
});
