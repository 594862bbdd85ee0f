import { choice, numbers, speed, stops, toggle, word, type Before, type PicksOf } from '../shell/picks.ts';
import { arms } from './arms.ts';
import { lines } from './lines.ts';
import { scenes, type Scene } from './scenes.ts';
import { surfaces } from './surface.ts';

/** Derivatives to plot, each relative to its bound. */
export const rates = ['speed', 'acceleration', 'jerk'] as const;

const sceneOf = ({ scene }: Before): Scene => scene as Scene;

export const schema = {
  arm: choice('Arm', arms, arms[0]!, { always: false, at: 'picker' }),
  scene: choice('Scene', scenes, scenes[0]!, { always: false }),
  line: choice('Line', lines, (picks) => sceneOf(picks).line, { always: false }),
  surface: choice('On', surfaces, (picks) => sceneOf(picks).surface, { always: false }),
  rates: word('Chart', rates, 'speed', {
    title: (each) => each.replace(/^./, (first) => first.toUpperCase()),
  }),
  /** Greatest speed of the pen (m/s). */
  most: stops('Speed of the pen', [0.05, 0.1, 0.2, 0.3, 0.5, 1, 2], 0.3, (value) => `${value} m/s`),
  acceleration: stops('Acceleration of joints', [1, 2, 5, 10, 20], 5, (value) => `${value} rad/s²`),
  inTheWay: toggle('A box in the way', (picks) => sceneOf(picks).box.length > 0, { key: 'blocked' }),
  speed: speed([0.25, 0.5, 1, 2, 4]),
  /** The line’s points on the surface (metres), two numbers each; empty: the line's own. */
  points: numbers<readonly number[]>(null, 1, []),
  /** Centre of the surface (metres); empty: the surface's own. */
  at: numbers<readonly number[]>(3, 2, []),
  /** Centre of the box (metres); empty: the scene's own. */
  box: numbers<readonly number[]>(3, 2, []),
};

export type Schema = typeof schema;
export type Picks = PicksOf<Schema>;
