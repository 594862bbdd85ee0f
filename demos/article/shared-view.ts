/** The state of an article's view, as written in the address. */
import type { Vec3 } from 'limber';
import { numbers, readPicks, some, stops, unlisted, writePicks, type PicksOf } from '../shell/picks.ts';
import { toggles, type ArmScene } from './scene.ts';

/** Farther than any goal or joint value. */
const most = 1e9;

export const sweeps = stops(
  'Sweeps per frame',
  Array.from({ length: 20 }, (_, i) => i + 1),
  1,
);

const schema = {
  /** Name of the scene. */
  view: unlisted({ fallback: '', read: String, write: String, wanted: 'the views of this page' }),
  on: { ...some(toggles, [], { always: true }), read: (text: string) => toggles.filter(isIn(text)) },
  sweeps,
  goal: numbers<Vec3 | null>(3, most, null),
  /** Unit vector, where the scene has an arrow. */
  direction: numbers<Vec3 | null>(3, most, null),
  /** Joint values: radians, or quaternions where the hinges are off. */
  q: numbers<readonly number[]>(null, most, [], { always: true }),
};

export type SharedView = PicksOf<typeof schema>;

const isIn = (text: string) => (word: string) => text.split(',').includes(word);

export const writeSharedView = (shared: SharedView): string => writePicks(schema, shared);

/** Null: the address names no view, or is invalid. */
export function readSharedView(text: string): SharedView | null {
  const { picks } = readPicks(schema, text);
  return picks.view && picks.goal ? picks : null;
}

/** The scene as it was shared. */
export function asShared(scene: ArmScene, { on, sweeps, goal, direction, q }: SharedView): ArmScene {
  const arrow = scene.direction && direction ? { direction } : {};
  return { ...scene, ...arrow, on, sweeps, goal: goal ?? scene.goal, start: q };
}
