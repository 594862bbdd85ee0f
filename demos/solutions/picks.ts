import { robotPicks } from '../robot-files/picks.ts';
import { toggle, type PicksOf } from '../shell/picks.ts';
import { catalogue } from './catalogue.ts';

/** Targets of the goals: metres, a direction, a quaternion. */
const { robot, tip, at, q } = robotPicks(catalogue, [3, 4, 6, 7]);

export const schema = {
  robot,
  tip,
  limits: toggle('Joint limits', true),
  ghosts: toggle('All poses at once', true),
  at,
  q,
};

export type Schema = typeof schema;
export type Picks = PicksOf<Schema>;
