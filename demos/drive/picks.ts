import { choice, place, stops, titled, toggle } from '../shell/picks.ts';
import { type Led, ledIn, type Scene } from './led.ts';
import { scenes } from './scenes.ts';

const ways = { view: 'along the view', robot: 'along the robot' } as const;
const inScene = ({ scene }: object & { readonly scene?: unknown }): readonly Led[] => ledIn(scene as Scene);

export const schema = {
  scene: choice('Scene', scenes, scenes[0]!, { at: 'picker', always: false }),
  hand: choice('Keys lead', inScene, (picks) => inScene(picks)[0]!, {
    always: false,
    shows: (picks) => inScene(picks).length > 1,
  }),
  along: titled('Keys', ways),
  velocity: stops('Joint speed', [0.25, 0.5, 1, 2, 4], 2, (value) => `${value} rad/s`),
  acceleration: stops('Acceleration', [2, 5, 10, 20, 50], 20, (value) => `${value} rad/s²`),
  jerk: stops('Jerk', [20, 50, 100, 200, 500, 2000], 500, (value) => `${value} rad/s³`),
  scale: stops('Scale of the hand', [0.25, 0.5, 1, 2], 1, (value) => `${value} ×`),
  filter: toggle('Filter', true),
  shaky: toggle('A shaky hand', false),
  ...place,
};

export type Schema = typeof schema;
