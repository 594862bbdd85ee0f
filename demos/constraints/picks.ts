/** The settings, and their form in the address: the example, and the differences from it. */
import type { Vec3 } from 'limber';
import { choice, numbers, point, readPicks, some, unlisted, word, type PicksOf } from '../shell/picks.ts';
import { sides, type Side } from '../shell/sides.ts';
import { examples, kinds, own, type ConstraintKind, type Example, type Settings } from './kinds.ts';
import { bent } from './robot.ts';

/** Greatest distance of the base from the world's origin (metres). */
export const farthestRobot = 1.5;
/** Ranges of weights, and of distances (metres). */
export const weights: readonly [number, number] = [0.01, 100];
export const distances: readonly [number, number] = [0.05, 1];
/** Metres and radians: no number on this page is larger. */
const most = 200;

/** A constraint in the address, apart from whether it is on. */
export type Wish = Omit<Settings, 'on' | 'side'>;

const within = (value: number, [least, most]: readonly [number, number]): number =>
  Math.min(Math.max(value, least), most);

/** Initial settings of a constraint in an example. */
const wishIn = ({ other = {} }: Example, { name, start }: ConstraintKind): Wish => ({
  ...start,
  weight: 1,
  ...other[name],
});

/** Place, direction, distance and weight. */
function wish(name: ConstraintKind['name']) {
  const kind = kinds.find((each) => each.name === name)!;
  const plain = numbers<readonly number[]>(8, most, []);
  return unlisted<Wish>({
    ...plain,
    fallback: ({ example }) => wishIn(example as Example, kind),
    write: ({ place, direction, distance, weight }) =>
      plain.write([...place, ...direction, distance, weight]),
    read(text) {
      const given = plain.read(text);
      if (!given) return undefined;
      const [x, y, z, dx, dy, dz, distance, weight] = given as unknown as readonly [
        ...Vec3,
        ...Vec3,
        number,
        number,
      ];
      const length = Math.hypot(dx, dy, dz);
      return {
        place: [x, y, z],
        direction: length > 1e-6 ? [dx / length, dy / length, dz / length] : kind.start.direction,
        distance: kind.hasDistance ? within(distance, distances) : distance,
        weight: within(weight, weights),
      };
    },
  });
}

export const schema = {
  example: choice('Example', [...examples, own], examples[0]!),
  on: some(
    kinds.map(({ name }) => name),
    ({ example }) => (example as Example).on,
  ),
  side: unlisted(
    word<Side>('Side', sides, ({ example }) => (example as Example).other?.distance?.side ?? 'inside'),
  ),
  pose: wish('pose'),
  distance: wish('distance'),
  look: wish('look'),
  plane: wish('plane'),
  line: wish('line'),
  /** Position of the base (metres). */
  stand: point([0, 0, 0], farthestRobot, 'base'),
  /** Joint values (radians). */
  joints: numbers<readonly number[]>(bent.length, 7, bent, { key: 'q' }),
};

export type Picks = PicksOf<typeof schema>;

/** The settings of every constraint, in the order of `kinds`. */
export const settingsIn = ({ on, side, ...picks }: Picks): Settings[] =>
  kinds.map(({ name }) => ({ ...picks[name], on: on.includes(name), side }));

/** Changes one constraint: from now on the picks are the reader's own. */
export function changed(picks: Picks, name: ConstraintKind['name'], change: Partial<Settings>): Picks {
  const { on: isOn = picks.on.includes(name), side = picks.side, ...wish } = change;
  const on = kinds.flatMap((kind) =>
    (kind.name === name ? isOn : picks.on.includes(kind.name)) ? kind.name : [],
  );
  return { ...picks, example: own, on, side, [name]: { ...picks[name], ...wish } };
}

/** The initial picks of an example, with the robot where it is. */
export const picksOfExample = (
  { name }: Example,
  { stand, joints }: Pick<Picks, 'stand' | 'joints'>,
): Picks => ({ ...readPicks(schema, `?example=${name}`).picks, stand, joints });
