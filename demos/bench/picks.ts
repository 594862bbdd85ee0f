import { word, type PicksOf } from '../shell/picks.ts';

/** Arms whose axes lie along X, Y and Z: CCDIKSolver has limits for these only. */
const titles = {
  panda: 'Panda, 7 hinges',
  ur5: 'UR5, 6 hinges',
  iiwa14: 'iiwa 14, 7 hinges',
  puma560: 'Puma 560, 6 hinges',
} as const;
export type ArmName = keyof typeof titles;

export const schema = {
  arm: word('Arm', Object.keys(titles) as ArmName[], 'panda', {
    title: (name) => titles[name],
    at: 'picker',
  }),
};

export type Schema = typeof schema;
export type Picks = PicksOf<Schema>;
