import type { Vec3 } from 'limber';
import { choice, numbers, point, speed, stops, toggle, type PicksOf } from '../shell/picks.ts';
import { trackingArms } from './arms.ts';
import { courses } from './courses.ts';

export const gains: readonly number[] = [2, 5, 10, 20, 40, 80];
export const substepCounts: readonly number[] = [1, 2, 4, 8, 16];

/** Metres from the world's origin that the base may be. */
export const farthestStand = 1.2;

/** Where the base stands at first (metres). */
export const home: Vec3 = [0.36, 0, -0.06];

export const schema = {
  course: choice('Course', courses, courses[0]!),
  arm: choice('Arm', trackingArms, trackingArms[0]!),
  speed: speed([0.25, 0.5, 1, 2, 4]),
  gain: stops('Gain K', gains, 10, (value) => `${value} /s`),
  substeps: stops('Substeps per frame', substepCounts, 4),
  frames: toggle('Loop of frames', false),
  trails: toggle('Trails', true),
  /** Where the base stands (metres). */
  stand: point(home, farthestStand, 'base'),
  /** Where the reader holds the target (metres); null: it moves along its course. */
  held: numbers<Vec3 | null>(3, 3, null),
};

export type Picks = PicksOf<typeof schema>;
