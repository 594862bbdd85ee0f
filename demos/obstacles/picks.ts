import { choice, numbers, stops, toggle, type Before, type PicksOf } from '../shell/picks.ts';
import { decade } from '../shell/units.ts';
import { scenes, type Scene } from './scenes.ts';

/** No address can name a reader's own file. */
const when = ({ scene }: Before): boolean => scenes.includes(scene as Scene);

export const schema = {
  scene: choice('Scene', scenes, scenes[0]!, { always: false, when }),
  avoid: toggle('Keep clear', true),
  clearance: stops('Clearance', [0.001, 0.005, 0.01, 0.02, 0.05], 0.01, (metres) =>
    metres === 0.05 ? '5 cm' : metres === 0.005 ? '5 mm' : metres === 0.02 ? '2 cm' : decade(metres),
  ),
  /** Applies to a file with meshes. */
  parts: stops('Shapes per mesh', [1, 2, 3, 4, 6, 8], 1),
  shapes: toggle('Show shapes', false),
  lines: toggle('Nearest points', true),
  /** Positions of the goals (metres); empty: the initial ones. */
  at: numbers<readonly number[]>(null, 100, [], { when }),
  /** Positions of the things (metres). */
  things: numbers<readonly number[]>(null, 100, [], { when }),
  /** Joint values to match. */
  q: numbers<readonly number[]>(null, 1e6, [], { when }),
};

export type Schema = typeof schema;
export type Picks = PicksOf<Schema>;
