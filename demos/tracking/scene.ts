/** The arms, the courses of the target, and the picks. */
import type { ModelDescription, Vec3 } from 'limber';
import { articleArm, ballChain, iiwa14, yUp } from 'limber/presets';
import { choice, numbers, point, speed, stops, toggle, type PicksOf } from '../shell/picks.ts';
import { onBase, scaled } from '../views/robots.ts';

/** An arm on a movable base. */
export interface TrackingArm {
  /** One word, for addresses. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly description: ModelDescription;
  /** Initial joint angles (radians); balls turn about their z. */
  readonly bent: Readonly<Record<string, number>>;
}

export const baseName = 'stand';
export const tip = 'effector';
/** Height of the plinth (metres). */
export const lowPlinth = 0.07;

const stand = (description: ModelDescription): ModelDescription => ({
  ...description,
  links: onBase(baseName, description, lowPlinth),
});

export const trackingArms: readonly TrackingArm[] = [
  {
    name: 'balls',
    title: 'Five ball joints',
    text: 'Five links of 20 cm each.',
    description: stand(ballChain(5)),
    bent: { 'ball 1': -0.5, 'ball 2': 0.6, 'ball 3': 0.7, 'ball 4': 0.6, 'ball 5': 0.5 },
  },
  {
    name: 'article',
    title: 'The article’s arm',
    text: 'Five hinges with limits, a little over a metre long.',
    description: stand(scaled(articleArm, 0.0125)),
    bent: { 'joint 1': -1, 'joint 2': 0.4, 'joint 3': 0.9, 'joint 4': 0.6 },
  },
  {
    name: 'seven',
    title: 'Seven hinges',
    text: 'A KUKA iiwa 14 with its limits, at 90 % of its size.',
    description: stand(scaled(yUp(iiwa14), 0.9)),
    bent: { 'joint 2': -0.6, 'joint 4': 1.3, 'joint 6': -0.9 },
  },
];

/** A closed course; at speed 1, a round takes four seconds. */
export interface TargetCourse {
  /** One word, for addresses. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** Position in radii from the centre, after a number of rounds. */
  at(rounds: number): readonly [x: number, y: number];
}

/** Seconds per round at speed 1. */
export const round = 4;
/** Metres. */
export const courseCentre: Vec3 = [-0.08, 0.52, 0.12];
export const radius = 0.22;

/** Along the sides of a square at constant speed, from the middle of the right side. */
function square(rounds: number): readonly [number, number] {
  const way = 8 * (rounds - Math.floor(rounds)) + 1;
  const along = (way % 2) - 1;
  const sides = [
    [1, along],
    [-along, 1],
    [-1, -along],
    [along, -1],
  ] as const;
  return sides[Math.floor(way / 2) % 4]!;
}

export const courses: readonly TargetCourse[] = [
  {
    name: 'circle',
    title: 'Circle',
    text: 'At constant speed, always turning.',
    at: (rounds) => [Math.cos(2 * Math.PI * rounds), Math.sin(2 * Math.PI * rounds)],
  },
  {
    name: 'eight',
    title: 'Figure eight',
    text: 'Sometimes faster, sometimes slower.',
    at: (rounds) => [Math.cos(2 * Math.PI * rounds), 0.5 * Math.sin(4 * Math.PI * rounds)],
  },
  { name: 'square', title: 'Square', text: 'Straight lines; the velocity jumps at each corner.', at: square },
  { name: 'hand', title: 'By hand', text: 'The target stays where it is put.', at: () => [0, 0] },
];
export const byHand = courses.at(-1)!;

/** The point at `time` (seconds), in metres. */
export function pointOf(course: TargetCourse, time: number): Vec3 {
  const [x, y] = course.at(time / round);
  return [courseCentre[0] + radius * x, courseCentre[1] + radius * y, courseCentre[2]];
}

/** The whole course, three numbers per point. */
export const lineOf = (course: TargetCourse, points = 400): Float32Array =>
  Float32Array.from(
    Array.from({ length: points + 1 }, (_, i) => pointOf(course, (round * i) / points)).flat(),
  );

/** Mean speed over a round, in metres per second at speed 1. */
export function speedOf(course: TargetCourse): number {
  const line = lineOf(course);
  let length = 0;
  for (let i = 3; i < line.length; i += 3)
    length += Math.hypot(line[i]! - line[i - 3]!, line[i + 1]! - line[i - 2]!, line[i + 2]! - line[i - 1]!);
  return length / round;
}

export const gains: readonly number[] = [2, 5, 10, 20, 40, 80];
export const substepCounts: readonly number[] = [1, 2, 4, 8, 16];

/** Greatest distance of the base from the world's origin (metres). */
export const farthestStand = 1.2;
/** Initial position of the base (metres). */
export const home: Vec3 = [0.36, 0, -0.06];

export const schema = {
  course: choice('Course', courses, courses[0]!),
  arm: choice('Arm', trackingArms, trackingArms[0]!),
  speed: speed([0.25, 0.5, 1, 2, 4]),
  gain: stops('Gain K', gains, 10, (value) => `${value} /s`),
  substeps: stops('Substeps per frame', substepCounts, 4),
  frames: toggle('Loop of frames', false),
  trails: toggle('Trails', true),
  /** Position of the base (metres). */
  stand: point(home, farthestStand, 'base'),
  /** Position of the target in the reader's hold (metres); null: it moves along its course. */
  held: numbers<Vec3 | null>(3, 3, null),
};

export type Picks = PicksOf<typeof schema>;
