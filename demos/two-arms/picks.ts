import type { Vec3 } from 'limber';
import { choice, direction, point, stops, toggle, type PicksOf } from '../shell/picks.ts';
import { modes, startPoint } from './modes.ts';

/** Metres from the world's origin that a base may be. */
export const farthestArm = 1.6;
/** Where the bases stand at first (metres). */
export const homes = { left: [-0.8, 0, 0], right: [0.8, 0, 0] } as const satisfies Record<string, Vec3>;

export const schema = {
  mode: choice('Task', modes, modes[0]!),
  course: toggle('Moves along its course', true),
  gain: stops('Gain K', [2, 5, 10, 20, 40, 80], 20, (value) => `${value} /s`),
  feedForward: toggle('Feed-forward', true, { key: 'forward' }),
  /** Where the bases stand (metres). */
  left: point(homes.left, farthestArm),
  right: point(homes.right, farthestArm),
  /** Where the reader has put the box, or the cube (metres), and which way its front faces. */
  place: point(startPoint, 2, 'cube'),
  direction: direction([0, 0, 1], 'front'),
};

export type Picks = PicksOf<typeof schema>;
