import { catalogue, type RobotSource } from '../robot-files/catalogue.ts';
import { choice, numbers, stops, toggle, word, type Before, type PicksOf } from '../shell/picks.ts';
import { scenes } from './scenes.ts';

/** Arms whose tool can take any orientation. */
export const arms = catalogue.filter(({ name }) => ['panda', 'ur5', 'iiwa14', 'puma560'].includes(name));

/** Meanings of the colours. */
const measures = {
  share: 'Share of orientations',
  manipulability: 'Manipulability',
  solutions: 'Number of solutions',
} as const;
export type Measure = keyof typeof measures;

/** The side from which the cloud is cut open. */
const cuts = { front: 'From the front', side: 'From the side', top: 'From above', none: 'Whole' } as const;
export type Cut = keyof typeof cuts;

/** Greatest distance of the base from the middle (metres). */
export const mostAway = 1.2;

const titled = <T extends string>(title: string, titles: Readonly<Record<T, string>>, first: NoInfer<T>) =>
  word(title, Object.keys(titles) as T[], first, { title: (each) => titles[each] });

/** No address can name a reader's own file. */
const when = ({ robot }: Before): boolean => arms.includes(robot as RobotSource);
const tips = ({ robot }: Before) => (robot as RobotSource).tips;

/** Distances between cells (metres). */
const spacings = [0.5, 0.2, 0.1, 0.05, 0.035, 0.02] as const;
/** Least number of cells along the reach, for arms from a file. */
const along = 8;

/** The initial cell size for an arm. */
export const spacingFor = (reach: number): number =>
  spacings.find((spacing) => along * spacing <= reach) ?? spacings.at(-1)!;

export const schema = {
  robot: choice('Robot', arms, arms[0]!, { always: false, when }),
  /** Applies to a file. */
  tip: choice('Tip', tips, (picks) => tips(picks)[0]!, { always: false, when }),
  scene: choice('In the way', scenes, scenes[0]!, { always: false }),
  colour: titled('Colour', measures, 'share'),
  cut: titled('Cut', cuts, 'front'),
  spacing: stops(
    'Cells',
    spacings,
    0.1,
    (metres) => `${metres === 0.035 ? 3.5 : Math.round(100 * metres)} cm`,
  ),
  orientations: stops('Orientations', [4, 10, 20, 50, 100], 20),
  targets: toggle('Targets', true),
  /** Position along the cut's axis (metres). */
  at: numbers<readonly number[]>(1, 10, []),
  /** Position of the base (metres, x and z). */
  base: numbers<readonly number[]>(2, 10, [0, 0]),
  /** Positions of the things (metres). */
  things: numbers<readonly number[]>(null, 100, []),
};

export type Schema = typeof schema;
export type Picks = PicksOf<Schema>;
