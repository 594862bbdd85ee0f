/** Picks that pages with a single robot share, and keep in the address. */
import { choice, numbers, type Before } from '../shell/picks.ts';
import type { RobotSource, Tip } from './catalogue.ts';

/** `counts`: possible numbers of values for the goals. */
export function robotPicks(catalogue: readonly RobotSource[], counts: readonly number[]) {
  // No address can name a reader's own file.
  const when = ({ robot }: Before): boolean => catalogue.includes(robot as RobotSource);
  const tips = ({ robot }: Before) => (robot as RobotSource).tips;
  return {
    robot: choice('Robot', catalogue, catalogue[0]!, { always: false, when }),
    tip: choice('Tip', tips, (picks) => tips(picks)[0]!, { always: false, when }),
    /** Goals as left by the reader; empty: not moved yet. */
    at: numbers<readonly number[]>(counts, 1e4, [], { when }),
    /** Joint values to match. */
    q: numbers<readonly number[]>(null, 1e6, [], { when }),
  };
}

export interface RobotPicks {
  readonly robot: RobotSource;
  readonly tip: Tip;
  readonly at: readonly number[];
  readonly q: readonly number[];
}

/**
 * Another robot gets its usual tip; moved goals are reset, as they belonged to the previous robot and tip.
 */
export function nextRobot<P extends RobotPicks>(picks: P, before: RobotPicks | null): P {
  const { robot, tip } = picks;
  if (!before || (robot === before.robot && tip === before.tip)) return picks;
  return { ...picks, tip: robot === before.robot ? tip : robot.tips[0]!, at: [], q: [] };
}
