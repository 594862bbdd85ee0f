import { choice, numbers, toggle, type Before, type PicksOf } from '../shell/picks.ts';
import type { RobotSource } from '../robot-files/catalogue.ts';
import { catalogue } from './catalogue.ts';

/** No address can name a file of the reader's. */
const when = ({ robot }: Before): boolean => catalogue.includes(robot as RobotSource);
const tips = ({ robot }: Before) => (robot as RobotSource).tips;

export const schema = {
  robot: choice('Robot', catalogue, catalogue[0]!, { always: false, when }),
  tip: choice('Tip', tips, (picks) => tips(picks)[0]!, { always: false, when }),
  limits: toggle('Joint limits', true),
  ghosts: toggle('All poses at once', true),
  /** What the goals want: metres, a direction, a quaternion; empty: what they want at first. */
  at: numbers<readonly number[]>([3, 4, 6, 7], 1e4, [], { when }),
  /** Joint values then. */
  q: numbers<readonly number[]>(null, 1e6, [], { when }),
};

export type Schema = typeof schema;
export type Picks = PicksOf<Schema>;
