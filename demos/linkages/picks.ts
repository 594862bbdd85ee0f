import type { SolverName } from 'limber';
import { choice, numbers, toggle, word, type PicksOf } from '../shell/picks.ts';
import { linkages, type Linkage } from './scenes/index.ts';

export const usualSolver = ({ misfits }: Linkage): SolverName => (misfits ? 'maximal' : 'lm');

export const schemaOf = (solvers: readonly SolverName[]) => ({
  linkage: choice('Linkage', linkages, linkages[0]!, { at: 'picker' }),
  solver: word<SolverName>('Solver', solvers, ({ linkage }) => usualSolver(linkage as Linkage)),
  trails: toggle('Trails', true),
  /** Joint values that were shared (radians, metres); null: the zero pose. */
  q: numbers<readonly number[] | null>(null, 1e3, null),
});

export type Schema = ReturnType<typeof schemaOf>;
export type Picks = PicksOf<Schema>;
