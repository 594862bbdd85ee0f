/** The reader's picks. Labels of options are the API's names where there is one. */
import type { SolverName } from 'limber';
import { choice, numbers, some, stops, toggle, word, type PicksOf } from '../shell/picks.ts';
import { raceArms } from './arms.ts';
import { goals } from './goals.ts';
import { power } from './units.ts';

const starts = { mid: 'Middle of limits', zero: 'Zero', singular: 'Near a singularity', random: 'Random' };
const targets = {
  near: 'Within reach',
  axis: 'On the arm’s axis',
  far: 'Out of reach',
  hand: 'Where I put it',
};
const modes = { track: 'track: from the start alone', find: 'find: with restarts' };
const axes = { iterations: 'iterations', us: 'microseconds' };

/** Numbers in a range. */
const range = (from: number, to: number, step = 1): number[] =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);

/** One of the names in a table of titles. */
function named<Titles extends Readonly<Record<string, string>>>(
  label: string,
  titles: Titles,
  fallback: keyof Titles & string,
  more = {},
) {
  const names = Object.keys(titles) as (keyof Titles & string)[];
  return word(label, names, fallback, { title: (name) => titles[name]!, ...more });
}

/** λ relative to the reach; 0: each solver's default. */
const dampings = [0, ...range(-4, 0, 0.25).map((exponent) => Number((10 ** exponent).toPrecision(3)))];

export const schemaOf = (solvers: readonly SolverName[]) => ({
  /** Axis of the chart. */
  axis: named('Residual over', axes, 'iterations', { at: 'picker' }),
  arm: choice('Arm', raceArms, raceArms[0]!, { always: false }),
  goal: word('Goal', Object.keys(goals) as (keyof typeof goals)[], 'position', {
    title: (name) => goals[name].title,
  }),
  start: named('Start', starts, 'mid'),
  target: named('Target', targets, 'near'),
  mode: named('Mode', modes, 'track'),
  maxIterations: stops('Iterations at most', range(10, 400, 10), 100),
  /** Exponent of ten: parts of the reach, and radians. */
  tolerance: stops('Tolerance', range(-10, -2), -4, (exponent) => power(10 ** exponent)),
  damping: stops('Damping', dampings, 0, (value) =>
    value === 0 ? 'auto' : String(Number(value.toPrecision(2))),
  ),
  /** For the random start and the random target. */
  seed: stops('Random seed', range(1, 99), 7),
  limits: toggle('Joint limits', true),
  off: some(solvers, []),
  /** Targets as left by the reader: seven numbers per effector, position and quaternion. */
  at: numbers<readonly number[]>(null, 1e3, [], { when: ({ target }) => target === 'hand' }),
});

export type Schema = ReturnType<typeof schemaOf>;
export type Picks = PicksOf<Schema>;
export type Axis = Picks['axis'];
