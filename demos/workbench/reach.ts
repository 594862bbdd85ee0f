/** The places that a tip reaches, cut open; bluer where the arm can hardly move. Loaded when it is switched on. */
import { LimberError } from 'limber';
import { reachability } from 'limber/reach';
import type { View } from 'limber/three';
import { Box3, Vector3 } from 'three';
import type { RobotSource } from '../robot-files/catalogue.ts';
import { Cloud } from '../reach/cloud.ts';
import { measureOf } from '../reach/status-text.ts';
import { lookAt } from '../views/robot-view.ts';

/** Cells along the reach. */
const along = 11;

/** Fills a cloud until it is stopped. @returns why it cannot be filled; '' if it is. */
export async function showReach(
  view: View,
  { upright }: RobotSource,
  link: string,
  size: number,
  signal: AbortSignal,
): Promise<string> {
  const cloud = new Cloud();
  cloud.cutAt(2, 0);
  view.add(cloud);
  // The arm stands on a base, which is beyond its reach.
  const half = 1.15 * size;
  lookAt(
    view,
    [],
    -0.25 * size,
    new Box3(new Vector3(-half, -half / 2, -half), new Vector3(half, half, half)),
  );
  signal.addEventListener('abort', () => {
    view.remove(cloud);
    cloud.dispose();
  });
  let first = true;
  try {
    const map = await reachability(upright, {
      link,
      signal,
      region: { min: [-half, -half, -half], max: [half, half, half] },
      spacing: size / along,
      orientations: 'free',
      solutions: false,
      onProgress({ map, cells, step }) {
        if (signal.aborted) return;
        if (first) cloud.load(map);
        first = false;
        const measure = measureOf(map, 'manipulability');
        cloud.grow(cells, step, (cell) => measure.of(cell));
        view.invalidate();
      },
    });
    const measure = measureOf(map, 'manipulability');
    cloud.paint((cell) => measure.of(cell));
    view.invalidate();
    return '';
  } catch (error) {
    if (signal.aborted) return '';
    return error instanceof LimberError ? `The reach cannot be shown: ${error.message}.` : String(error);
  }
}
