/** Shared by the tests of the linkages: functions that find and drag links. */

import { openDemo, openPaused as openDemoPaused, type Opened } from './demo-support.ts';
import { inTest, type Page, until } from './page-support.ts';
import { mouse } from './three-support.ts';

export type LinkagesInPage = Opened<'linkages'>;

export const openLinkages = (query = '', size = {}) => openDemo('linkages', query, size);
/** Opens a linkage, paused. */
export const openPaused = (name: string, size = {}) => openDemoPaused('linkages', `?linkage=${name}`, size);

export const pickOf = ({ document }: Page, name: string): HTMLInputElement =>
  document.querySelector<HTMLInputElement>(`.picker input[value=${name}]`)!;

/** Waits for `count` more steps of the linkage. */
export async function stepsOn(page: LinkagesInPage, count: number): Promise<void> {
  const steps = watchSteps(page);
  await until(() => steps.length >= count, `${count} steps`);
}

/** Records the worst loop residual (metres) of every step from now on. */
export function watchSteps({ it }: LinkagesInPage): number[] {
  const residuals: number[] = [];
  const original = it.step.bind(it);
  it.step = () => {
    original();
    residuals.push(it.rig.residual);
  };
  return residuals;
}

/** A place of the page (CSS pixels of its window) where a wanted link is visible and uncovered. */
export function placeOnLink(
  { document, it }: LinkagesInPage,
  wanted: (link: number) => boolean,
): { x: number; y: number; link: number } {
  const { view, grip } = it.stage!;
  const box = view.host.getBoundingClientRect();
  for (let y = box.top + 6; y < Math.min(box.bottom, document.documentElement.clientHeight); y += 6) {
    for (let x = box.left + 6; x < box.right; x += 6) {
      if (document.elementFromPoint(x, y) !== view.canvas) continue;
      const link = grip.find({ clientX: x, clientY: y });
      if (link === null || !wanted(link)) continue;
      // Away from its edge, where no hand would aim.
      const around = [-4, 4].flatMap((by) => [
        grip.find({ clientX: x + by, clientY: y }),
        grip.find({ clientX: x, clientY: y + by }),
      ]);
      if (around.every((each) => each === link)) return { x, y, link };
    }
  }
  throw new Error('no such link is to be seen');
}

/**
 * Presses the mouse at a place of the page, moves it along an arc (radius in pixels) with a step of the
 * linkage after each move, and releases it elsewhere.
 */
export async function stir(
  page: LinkagesInPage,
  from: { x: number; y: number },
  radius: number,
  moves = 8,
): Promise<void> {
  const { x, y } = inTest(page, from);
  const steps = watchSteps(page);
  await mouse('mousePressed', x, y);
  let [toX, toY] = [x, y];
  for (let i = 1; i <= moves; i += 1) {
    const angle = (1.5 * Math.PI * i) / moves;
    [toX, toY] = [x + radius * (Math.cos(angle) - 1), y + radius * Math.sin(angle)];
    const before = steps.length;
    await mouse('mouseMoved', toX, toY);
    await until(() => steps.length > before, 'a step');
  }
  await mouse('mouseReleased', toX, toY);
  await drawn(page);
}

/** Drags the camera from a place without links. */
export async function turnCamera(page: Page, from: { x: number; y: number }): Promise<void> {
  const { x, y } = inTest(page, from);
  await mouse('mousePressed', x, y);
  for (let i = 1; i <= 8; i += 1) await mouse('mouseMoved', x + 5 * i, y + 2 * i);
  await mouse('mouseReleased', x + 40, y + 16);
}

/** Waits until the view, including handles, shows the present state. */
export async function drawn({ it }: LinkagesInPage): Promise<void> {
  const { view } = it.stage!;
  await new Promise<void>((resolve) => {
    const stop = view.onDrawn(() => {
      stop();
      resolve();
    });
    view.invalidate();
  });
}
