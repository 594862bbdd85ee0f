/** Words for a map. */
import type { ReachMap } from 'limber/reach';
import type { Measure } from './picks.ts';
import type { Target } from './station.ts';

const whole = (value: number): string => value.toLocaleString('en');

/** Numbers of known cells. */
export interface Tally {
  readonly reached: number;
  readonly inAll: number;
}

export function tallyOf({ reached, total }: ReachMap): Tally {
  let [some, all] = [0, 0];
  for (const each of reached) {
    if (each > 0) some += 1;
    if (each === total) all += 1;
  }
  return { reached: some, inAll: all };
}

/** Volume that the hand reaches, in litres. */
export function litresOf(map: ReachMap, { reached }: Tally): string {
  return `${whole(Math.round(1000 * reached * map.spacing ** 3))} l`;
}

/** "The hand gets to 1,234 of 5,000 cells, to 12 of them in all 20 orientations." */
export function wordsOf(map: ReachMap, { reached, inAll }: Tally): string {
  if (reached === 0) return 'The hand gets to no cell that is known so far.';
  const every = inAll === 0 ? 'to none of them' : `to ${whole(inAll)} of them`;
  return `The hand gets to ${whole(reached)} of ${whole(map.count)} cells, ${every} in all ${map.total} orientations.`;
}

/** "4 of 6 targets are reached." */
export function targetWords(targets: readonly Target[]): string {
  const count = targets.filter(({ isReached }) => isReached).length;
  if (count === targets.length) return 'All targets are reached from here.';
  return `${count} of ${targets.length} targets ${count === 1 ? 'is' : 'are'} reached from here.`;
}

/** Colour value of a cell, relative to the legend's upper end. */
export function measureOf(
  map: ReachMap,
  measure: Measure,
): { readonly most: number; of(cell: number): number } {
  if (measure === 'manipulability') {
    const most = map.manipulability.reduce((greatest, each) => Math.max(greatest, each), 0) || 1;
    return { most, of: (cell) => map.manipulability[cell]! / most };
  }
  if (measure === 'solutions' && map.solutions) {
    const { solutions, total } = map;
    const most = solutions.reduce((greatest, each) => Math.max(greatest, each), 0) / total || 1;
    return { most, of: (cell) => solutions[cell]! / total / most };
  }
  return { most: 1, of: (cell) => map.reached[cell]! / map.total };
}

/** Labels at both ends of the legend. */
export function endsOf(measure: Measure, most: number): readonly [string, string] {
  if (measure === 'share') return ['one orientation', 'all'];
  if (measure === 'manipulability') return ['0: singular', most.toPrecision(2)];
  return ['0', `${most.toFixed(1)} per orientation`];
}
