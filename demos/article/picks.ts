/** What a reader picks in a view of the article: its controls, and its address. */
import type { Vec3 } from 'limber';
import { numbers, readPicks, stops, toggle, unlisted, type PicksOf } from '../shell/picks.ts';

/** Farther than any goal or joint value. */
const most = 1e9;
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

export const schema = {
  /** Name of the scene. */
  view: unlisted({ fallback: '', read: String, write: String, wanted: 'the views of this page' }),
  hinges: toggle('Hinges', false),
  limits: toggle('Limits', false),
  direction: toggle('Direction', false),
  annealing: toggle('Anneal when stuck', false),
  axes: toggle('Show hinge axes', false),
  arcs: toggle('Show limits', false),
  sweeps: stops('Sweeps per frame', range(1, 20), 1),
  /** Percentage of the rotation that is shown. */
  turn: stops('Turn', range(0, 100), 100, (value) => `${value} %`),
  goal: numbers<Vec3 | null>(3, most, null),
  /** Unit vector, where the scene has an arrow. */
  arrow: numbers<Vec3 | null>(3, most, null),
  /** Joint values: radians, or quaternions where the hinges are off. */
  q: numbers<readonly number[]>(null, most, []),
};

export type Picks = PicksOf<typeof schema>;

/** Null: the address names no view, or is invalid. */
export function readShared(query: string): Picks | null {
  const { picks } = readPicks(schema, query);
  return picks.view && picks.goal ? picks : null;
}
