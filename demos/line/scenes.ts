/** Lines on surfaces to begin with, and the page's picks. A new scene needs one entry. */
import {
  choice,
  numbers,
  place,
  speed,
  stops,
  toggle,
  word,
  type Before,
  type PicksOf,
} from '../shell/picks.ts';
import { capital } from '../shell/units.ts';
import { arms } from './arms.ts';
import { lines, spotsOf } from './lines.ts';
import { rates, type Job } from './plan.ts';
import { surfaces } from './surface.ts';

const scene = (name: string, title: string, text: string, [line, surface]: string[], box: number[] = []) => ({
  ...{ name, title, text, box },
  line: lines.find((each) => each.name === line)!,
  surface: surfaces.find((each) => each.name === surface)!,
});
export type Scene = ReturnType<typeof scene>;

/** Centre of the box (metres), also where a scene has none. */
const usualBox = [0.35, 0.35, -0.17];

// prettier-ignore
export const scenes: readonly Scene[] = [
  scene('letter', 'A robot that writes', 'Bend the line, or draw another one on the board.', ['letter', 'desk']),
  scene(
    'box', 'Past a box', 'Seven joints get past the box, six do not: pick the UR5 to see where it gets stuck.',
    ['letter', 'table'], usualBox,
  ),
  scene('ball', 'On a ball', 'The pen stands upright on the ball all the way round.', ['spiral', 'ball']),
  scene('corners', 'Corners', 'At each corner the arm has to stop: its speed falls to zero.', ['zigzag', 'desk']),
  scene(
    'upright', 'Upright', 'Here the Panda reaches limits of its joints; the iiwa and the UR5 do not.',
    ['circle', 'wall'],
  ),
];

const sceneOf = ({ scene }: Before): Scene => scene as Scene;

export const schema = {
  arm: choice('Robot', arms, arms[0]!, { always: false }),
  scene: choice('Scene', scenes, scenes[0]!, { always: false }),
  line: choice('Line', lines, (picks) => sceneOf(picks).line, { always: false }),
  surface: choice('On', surfaces, (picks) => sceneOf(picks).surface, { always: false }),
  rates: word('Chart', rates, 'speed', { title: capital }),
  /** Greatest speed of the pen (m/s). */
  most: stops('Speed of the pen', [0.05, 0.1, 0.2, 0.3, 0.5, 1, 2], 0.3, (value) => `${value} m/s`),
  acceleration: stops('Acceleration of joints', [1, 2, 5, 10, 20], 5, (value) => `${value} rad/s²`),
  inTheWay: toggle('A box in the way', (picks) => sceneOf(picks).box.length > 0, { key: 'blocked' }),
  speed: speed([0.25, 0.5, 1, 2, 4]),
  finger: toggle('Draw by finger', false, { at: 'transport', when: () => false }),
  /** The line’s points on the surface (metres), two numbers each; empty: the line's own. */
  points: numbers<readonly number[]>(null, 1, []),
  /** Centre of the surface (metres); empty: the surface's own. */
  at: numbers<readonly number[]>(3, 2, []),
  /** Centre of the box (metres); empty: the scene's own. */
  box: numbers<readonly number[]>(3, 2, []),
  ...place,
  /** The plan poses the arm. */
  q: { ...place.q, when: () => false },
};

export type Schema = typeof schema;
export type Picks = PicksOf<Schema>;

/** What the picks ask of the planner. */
export const jobOf = ({ arm, surface, at, line, points, inTheWay, box, most, acceleration }: Picks): Job => ({
  arm: arm.name,
  surface: surface.name,
  at: at.length === 3 ? at : surface.at,
  line: line.name,
  points: spotsOf(points).length > 1 ? points : line.points.flat(),
  box: inTheWay ? (box.length === 3 ? box : usualBox) : null,
  speed: most,
  acceleration,
});

/** The scene's own picks; moved points and boxes are reset, as they belonged to the old surface. */
export const beginning = ({ scene: { line, surface, box } }: Picks): Partial<Picks> => ({
  ...{ line, surface, inTheWay: box.length > 0 },
  ...{ points: [], at: [], box: [] },
});

/** Another scene brings its own line; another line its own points, and another surface its own place. */
export function next(picks: Picks, before: Picks | null): Picks {
  if (!before) return picks;
  const isOther = (name: keyof Picks): boolean => picks[name] !== before[name];
  if (isOther('scene')) return { ...picks, ...beginning(picks) };
  let { at, points } = picks;
  // A hand-drawn line starts with the present points.
  if (isOther('line') && !isOther('points')) points = picks.line.name === 'hand' ? jobOf(before).points : [];
  if (isOther('surface') && !isOther('at')) at = [];
  return { ...picks, at, points };
}
