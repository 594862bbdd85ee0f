/** What pages of one robot let the reader pick of it, and have in the address. */
import { choice, numbers, type Before } from '../shell/picks.ts';
import type { RobotSource, Tip } from './catalogue.ts';

/** `counts`: how many numbers the goals want. */
export function robotPicks(catalogue: readonly RobotSource[], counts: readonly number[]) {
  // No address can name a file of the reader's.
  const when = ({ robot }: Before): boolean => catalogue.includes(robot as RobotSource);
  const tips = ({ robot }: Before) => (robot as RobotSource).tips;
  return {
    robot: choice('Robot', catalogue, catalogue[0]!, { always: false, when }),
    tip: choice('Tip', tips, (picks) => tips(picks)[0]!, { always: false, when }),
    /** Where the hand left the goals; empty: nowhere yet. */
    at: numbers<readonly number[]>(counts, 1e4, [], { when }),
    /** Joint values then. */
    q: numbers<readonly number[]>(null, 1e6, [], { when }),
  };
}

interface RobotPicks {
  readonly robot: RobotSource;
  readonly tip: Tip;
  readonly at: readonly number[];
  readonly q: readonly number[];
}

/** Another robot has its usual tip; and what the hand has left was meant for the robot and the tip before. */
export function nextRobot<P extends RobotPicks>(picks: P, before: RobotPicks | null): P {
  const { robot, tip } = picks;
  if (!before || (robot === before.robot && tip === before.tip)) return picks;
  return { ...picks, tip: robot === before.robot ? tip : robot.tips[0]!, at: [], q: [] };
}
