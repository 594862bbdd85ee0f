/** What is set, and how it stands in the address: every constraint that is not as it starts, base and posture. */
import type { Vec3 } from 'limber';
import { QueryReader, writeNumbers } from '../shell/query.ts';
import { examples, settingsOf } from './examples.ts';
import { kinds, sides, type Settings } from './kinds/index.ts';
import { bent } from './rig.ts';

/** Metres from the world's origin that the base may be. */
export const farthest = 1.5;
/** Weights, and distances in metres, that can be set. */
export const weights: readonly [number, number] = [0.01, 100];
export const distances: readonly [number, number] = [0.05, 1];
/** Metres and radians: anything further off is no address of this page. */
const most = 200;

export interface Scene {
  /** In the order of `kinds`. */
  readonly settings: readonly Settings[];
  readonly stand: Vec3;
  /** Joint values (radians). */
  readonly joints: readonly number[];
}

export interface Reading {
  readonly scene: Scene;
  readonly complaints: readonly string[];
}

const numbersOf = ({ place, direction, distance, weight }: Settings): readonly number[] => [
  ...place,
  ...direction,
  distance,
  weight,
];

const within = (value: number, [least, most]: readonly [number, number]): number =>
  Math.min(Math.max(value, least), most);

function readSettings(reader: QueryReader, index: number, before: Settings): Settings {
  const { name, hasDistance } = kinds[index]!;
  const side = hasDistance ? reader.oneOf('side', sides, before.side) : before.side;
  const numbers = reader.numbers(name, 8, most);
  if (!numbers) return { ...before, side };
  const [x, y, z, dx, dy, dz, distance, weight] = numbers as unknown as Record<number, number> & number[];
  const length = Math.hypot(dx!, dy!, dz!);
  return {
    ...{ on: before.on, side, place: [x!, y!, z!] },
    direction: length > 1e-6 ? [dx! / length, dy! / length, dz! / length] : before.direction,
    distance: hasDistance ? within(distance!, distances) : before.distance,
    weight: within(weight!, weights),
  };
}

export function fromQuery(query: string): Reading {
  const reader = new QueryReader(query);
  const first = examples[0]!;
  const names = kinds.map(({ name }) => name);
  const on = reader.some('on', names, first.on);
  const start = reader.has('on') ? settingsOf({ ...first, on, other: {} }) : settingsOf(first);
  const settings = start.map((each, i) => readSettings(reader, i, each));
  const stand = reader.point('base', [0, 0, 0], farthest);
  const joints = reader.numbers('q', bent.length, 7) ?? bent;
  return { scene: { settings, stand, joints }, complaints: reader.complaints };
}

export function toQuery({ settings, stand, joints }: Scene): string {
  const query = new URLSearchParams();
  query.set('on', kinds.flatMap(({ name }, i) => (settings[i]!.on ? name : [])).join(','));
  settings.forEach((each, i) => {
    const { name, start, hasDistance } = kinds[i]!;
    const numbers = writeNumbers(numbersOf(each));
    if (numbers !== writeNumbers(numbersOf({ ...each, ...start, weight: 1 }))) query.set(name, numbers);
    if (hasDistance && each.side !== start.side) query.set('side', each.side);
  });
  if (stand.some((each) => each !== 0)) query.set('base', writeNumbers(stand));
  query.set('q', writeNumbers(joints));
  return `?${query.toString().replaceAll('%2C', ',')}`;
}
