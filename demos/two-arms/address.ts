/** What a reader picks, and how it stands in the address. */
import type { Vec3 } from 'limber';
import { QueryReader, writeNumbers, writeSwitch } from '../shell/query.ts';
import { modes, start, type Mode } from './modes.ts';

export interface Picks {
  readonly mode: Mode;
  /** K (1/s). */
  readonly gain: number;
  readonly feedForward: boolean;
  /** Where the two bases stand (metres). */
  readonly stands: readonly [Vec3, Vec3];
  /** Where the cube is, and the way that the front of the box shows (unit vector). */
  readonly place: Vec3;
  readonly direction: Vec3;
}

export const gains = [2, 5, 10, 20, 40, 80] as const;
/** Metres from the world's origin that a base may be. */
export const farthest = 1.6;

export const defaults: Picks = {
  ...{ mode: modes[0]!, gain: 20, feedForward: true },
  stands: [
    [-0.8, 0, 0],
    [0.8, 0, 0],
  ],
  place: start,
  direction: [0, 0, 1],
};

export interface Reading {
  readonly picks: Picks;
  readonly complaints: readonly string[];
}

export function fromQuery(query: string): Reading {
  const reader = new QueryReader(query);
  const names = modes.map(({ name }) => name);
  const mode = modes.find(({ name }) => name === reader.oneOf('mode', names, defaults.mode.name))!;
  const [dx, dy, dz] = reader.point('front', defaults.direction);
  const length = Math.hypot(dx, dy, dz);
  const picks: Picks = {
    mode,
    gain: reader.oneOf('gain', gains, defaults.gain),
    feedForward: reader.isOn('forward', defaults.feedForward),
    stands: [
      reader.point('left', defaults.stands[0], farthest),
      reader.point('right', defaults.stands[1], farthest),
    ],
    place: reader.point('cube', start, 2),
    direction: length > 1e-6 ? [dx / length, dy / length, dz / length] : defaults.direction,
  };
  return { picks, complaints: reader.complaints };
}

/** What differs from the defaults; the mode always. */
export function toQuery(picks: Picks): string {
  const query = new URLSearchParams({ mode: picks.mode.name });
  if (picks.gain !== defaults.gain) query.set('gain', String(picks.gain));
  if (picks.feedForward !== defaults.feedForward) query.set('forward', writeSwitch(picks.feedForward));
  const points: readonly [string, Vec3, Vec3][] = [
    ['left', picks.stands[0], defaults.stands[0]],
    ['right', picks.stands[1], defaults.stands[1]],
    ['cube', picks.place, start],
    ['front', picks.direction, defaults.direction],
  ];
  for (const [name, value, usual] of points) {
    if (writeNumbers(value) !== writeNumbers(usual)) query.set(name, writeNumbers(value));
  }
  return `?${query.toString().replaceAll('%2C', ',')}`;
}
