import type { SolverName } from 'limber';
import { catalogue } from '../robot-files/catalogue.ts';
import { robotPicks } from '../robot-files/picks.ts';
import { toggle, word, type PicksOf } from '../shell/picks.ts';
import { programs } from './programs.ts';

const { robot, tip, at, q } = robotPicks(catalogue, [3, 7]);

export const schemaOf = (solvers: readonly SolverName[]) => ({
  robot,
  tip,
  solver: word<SolverName>('Solver', solvers, 'lm'),
  orientation: toggle('Orientation', true),
  limits: toggle('Joint limits', true),
  /** Arcs at the joints. */
  arcs: toggle('Show limits', true),
  /** The program that is shown. */
  program: word(
    'The program that does this',
    programs.map(({ name }) => name),
    'three',
    { title: (name) => programs.find((each) => each.name === name)!.title, at: 'picker' },
  ),
  at,
  q,
});

export type Schema = ReturnType<typeof schemaOf>;
export type Picks = PicksOf<Schema>;
