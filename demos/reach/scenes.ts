/** Things in the arm's way. */
import { ball, box, pillar, shelf, type Thing } from '../views/things.ts';

export interface Scene {
  /** Name in the address. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly things: readonly Thing[];
}

/** In the first scene nothing counts as an obstacle, neither the floor nor the arm itself. */
export const scenes: readonly Scene[] = [
  {
    name: 'nothing',
    title: 'Nothing',
    text: 'The arm may pass through everything, including itself.',
    things: [],
  },
  {
    name: 'things',
    title: 'A ball, a pillar, a box',
    text: 'Drag a violet thing: the cloud is filled again.',
    things: [
      ball(0.12, [0.42, 0.7, 0.3]),
      pillar(0.06, 0.8, [0.5, 0, -0.3]),
      box([0.2, 0.3, 0.2], [0.5, 0.16, 0.15]),
    ],
  },
  {
    name: 'shelf',
    title: 'A shelf',
    text: 'The arm gets between the boards, but not in every orientation.',
    things: [shelf([0.85, 0, 0], [0.9, 0.95, 0.4], 0.15)],
  },
];
