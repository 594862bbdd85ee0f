import type { SolverName } from 'limber';
import { catalogue } from '../robot-files/catalogue.ts';
import { robotPicks } from '../robot-files/picks.ts';
import { toggle, word, type PicksOf } from '../shell/picks.ts';

/** Goal values: three metres, or seven numbers of a pose. */
const { robot, tip, at, q } = robotPicks(catalogue, [3, 7]);

export const schemaOf = (solvers: readonly SolverName[]) => ({
  robot,
  tip,
  // Solvers that do not support the goal are left out.
  solver: word<SolverName>('Solver', solvers, 'lm'),
  orientation: toggle('Orientation', false),
  limits: toggle('Joint limits', true),
  /** Arcs at the joints. */
  arcs: toggle('Show limits', true),
  /** Meshes of a file. */
  meshes: toggle('Meshes', true),
  at,
  q,
});

export type Schema = ReturnType<typeof schemaOf>;
export type Picks = PicksOf<Schema>;
