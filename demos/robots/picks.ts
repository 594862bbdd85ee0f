import type { SolverName } from 'limber';
import { choice, numbers, toggle, word, type Before, type PicksOf } from '../shell/picks.ts';
import { catalogue, type RobotSource } from '../robot-files/catalogue.ts';

/** No address can name a file of the reader's. */
const when = ({ robot }: Before): boolean => catalogue.includes(robot as RobotSource);
const tips = ({ robot }: Before) => (robot as RobotSource).tips;

export const schemaOf = (solvers: readonly SolverName[]) => ({
  robot: choice('Robot', catalogue, catalogue[0]!, { always: false, when }),
  tip: choice('Tip', tips, (picks) => tips(picks)[0]!, { always: false, when }),
  // Those that do not support the goal are left out.
  solver: word<SolverName>('Solver', solvers, 'lm'),
  orientation: toggle('Orientation', false),
  limits: toggle('Joint limits', true),
  /** At the joints. */
  arcs: toggle('Show limits', true),
  /** Those of a file. */
  meshes: toggle('Meshes', true),
  /** Where the hand left the goal: three metres, or seven numbers of a pose; empty: nowhere yet. */
  at: numbers<readonly number[]>([3, 7], 1e4, [], { when }),
  /** Joint values then. */
  q: numbers<readonly number[]>(null, 1e6, [], { when }),
});

export type Schema = ReturnType<typeof schemaOf>;
export type Picks = PicksOf<Schema>;
