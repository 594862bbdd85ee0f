/** What is set, and how it stands in the address: the example, and what differs from it. */
import { choice, numbers, point, readPicks, some, unlisted, word, type PicksOf } from '../shell/picks.ts';
import { examples, own, exampleSettings, type Example } from './examples.ts';
import { sides, type Side } from '../shell/sides.ts';
import { kinds, type Settings } from './kinds/index.ts';
import { bent } from './robot.ts';

/** Metres from the world's origin that the base may be. */
export const farthestRobot = 1.5;
/** Weights, and distances in metres, that can be set. */
export const weights: readonly [number, number] = [0.01, 100];
export const distances: readonly [number, number] = [0.05, 1];
/** Metres and radians: nothing on this page is further off. */
const most = 200;

const exampleOf = (before: Readonly<Record<string, unknown>>): Example => before.example as Example;
const indexOf = (name: string): number => kinds.findIndex((kind) => kind.name === name);
const numbersOf = ({ place, direction, distance, weight }: Settings): readonly number[] => [
  ...place,
  ...direction,
  distance,
  weight,
];
const within = (value: number, [least, most]: readonly [number, number]): number =>
  Math.min(Math.max(value, least), most);

/** Place, direction, distance and weight of a constraint. */
const numbersField = (name: string) =>
  numbers<readonly number[]>(8, most, (before) =>
    numbersOf(exampleSettings(exampleOf(before))[indexOf(name)]!),
  );

/** The constraint that has a side. */
const sided = kinds.findIndex(({ hasDistance }) => hasDistance);

export const schema = {
  example: choice('Example', [...examples, own], examples[0]!),
  on: some(
    kinds.map(({ name }) => name),
    (before) => exampleOf(before).on,
  ),
  side: unlisted(word<Side>('Side', sides, (before) => exampleSettings(exampleOf(before))[sided]!.side)),
  pose: numbersField('pose'),
  distance: numbersField('distance'),
  look: numbersField('look'),
  plane: numbersField('plane'),
  line: numbersField('line'),
  /** Where the base stands (metres). */
  stand: point([0, 0, 0], farthestRobot, 'base'),
  /** Joint values (radians). */
  joints: numbers<readonly number[]>(bent.length, 7, bent, { key: 'q' }),
};

export type Picks = PicksOf<typeof schema>;

function settingOf(picks: Picks, index: number): Settings {
  const { name, hasDistance, start } = kinds[index]!;
  const [x, y, z, dx, dy, dz, distance, weight] = picks[name as 'pose'];
  const length = Math.hypot(dx!, dy!, dz!);
  return {
    on: picks.on.includes(name),
    side: hasDistance ? picks.side : start.side,
    place: [x!, y!, z!],
    direction: length > 1e-6 ? [dx! / length, dy! / length, dz! / length] : start.direction,
    distance: hasDistance ? within(distance!, distances) : distance!,
    weight: within(weight!, weights),
  };
}

/** The settings of every constraint, in the order of `kinds`. */
export const settingsIn = (picks: Picks): Settings[] => kinds.map((_, i) => settingOf(picks, i));

/** The picks for these settings: the reader's own. */
export function picksOf(settings: readonly Settings[], { stand, joints }: Picks): Picks {
  const numbers = Object.fromEntries(kinds.map(({ name }, i) => [name, numbersOf(settings[i]!)]));
  const on = kinds.flatMap(({ name }, i) => (settings[i]!.on ? name : []));
  return { example: own, on, side: settings[sided]!.side, ...numbers, stand, joints } as unknown as Picks;
}

/** An example as it begins, with the robot where it is. */
export const picksOfExample = (
  example: Example,
  { stand, joints }: Pick<Picks, 'stand' | 'joints'>,
): Picks => ({ ...readPicks(schema, `?example=${example.name}`).picks, stand, joints });
