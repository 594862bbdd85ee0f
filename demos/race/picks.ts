/** The reader's picks. Labels of options are the API's names where there is one. */
import type { SolverName } from 'limber';
import { choice, numbers, some, stops, titled, toggle, type Before, type PicksOf } from '../shell/picks.ts';
import { peerArms, raceArms } from './arms.ts';
import { power } from './numbers.ts';

const panels = { solvers: 'Limber’s solvers', peers: 'Other libraries' };
const starts = { mid: 'Middle of limits', zero: 'Zero', singular: 'Near a singularity', random: 'Random' };
const targets = {
  near: 'Within reach',
  axis: 'On the arm’s axis',
  far: 'Out of reach',
  hand: 'Where I put it',
};
const goals = { position: 'Position', direction: 'Position and direction', pose: 'Pose' };
const modes = { track: 'track: from the start alone', find: 'find: with restarts' };
const axes = { iterations: 'iterations', us: 'microseconds' };

/** Numbers in a range. */
const range = (from: number, to: number, step = 1): number[] =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);

/** λ relative to the reach; 0: each solver's default. */
const dampings = [0, ...range(-4, 0, 0.25).map((exponent) => Number((10 ** exponent).toPrecision(3)))];

const when = ({ panel }: Before): boolean => panel === 'solvers';
const only = { when, shows: when };
const more = { at: 'more', ...only } as const;
export const armsOf = ({ panel }: Before) => (panel === 'peers' ? peerArms : raceArms);

export const schemaOf = (solvers: readonly SolverName[]) => ({
  panel: titled('Compare', panels, { at: 'picker' }),
  arm: choice('Arm', armsOf, (picks) => armsOf(picks)[0]!, { always: false }),
  goal: titled('Goal', goals, only),
  target: titled('Target', targets, only),
  /** What the chart and the replay run along. */
  axis: titled('over', axes, { at: 'transport', ...only }),
  start: titled('Start', starts, more),
  mode: titled('Mode', modes, more),
  maxIterations: stops('Iterations at most', range(10, 400, 10), 100, String, more),
  /** Exponent of ten: parts of the reach, and radians. */
  tolerance: stops('Tolerance', range(-10, -2), -4, (exponent) => power(10 ** exponent), more),
  damping: stops(
    'Damping',
    dampings,
    0,
    (value) => (value === 0 ? 'auto' : String(Number(value.toPrecision(2)))),
    more,
  ),
  /** For the random start and the random target. */
  seed: stops('Random seed', range(1, 99), 22, String, more),
  limits: toggle('Joint limits', true, more),
  off: some(solvers, [], { when }),
  /** Targets as left by the reader: seven numbers per effector, position and quaternion. */
  at: numbers<readonly number[]>(null, 1e3, [], { when: (picks) => when(picks) && picks.target === 'hand' }),
});

export type Schema = ReturnType<typeof schemaOf>;
export type Picks = PicksOf<Schema>;
export type Axis = Picks['axis'];
