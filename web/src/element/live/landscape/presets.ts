/** Where balls are dropped, and onto which ground. */
import type { Point, Pose } from './ground.ts';

export interface Preset {
  readonly name: string;
  readonly title: string;
  readonly start: Pose;
  /** Metres. */
  readonly goal: Point;
  /** True: the limits are walls. */
  readonly walls: boolean;
  /** What to see. */
  readonly text: string;
}

const radians = (...degrees: readonly [number, number]): Pose => [
  (degrees[0] * Math.PI) / 180,
  (degrees[1] * Math.PI) / 180,
];

/** Limits of both hinges, where they count. */
export const limits = [radians(-120, 120), radians(-150, 150)] as const;

const goal: Point = [0.42, 0.44];
/** Straight, and away from the goal: where the error is largest, without a slope. */
const summit: Pose = [Math.atan2(goal[1], goal[0]) - Math.PI, 0];

/** The nearest pose within the limits. */
export const within = (pose: Pose): Pose =>
  [0, 1].map((i) => Math.min(Math.max(pose[i]!, limits[i]![0]), limits[i]![1])) as unknown as Pose;

export const presets: readonly Preset[] = [
  {
    name: 'valleys',
    title: 'Two valleys',
    start: radians(100, 15),
    goal,
    walls: false,
    text: 'The same start, two ends: each solver takes its own steps, and they decide which valley it reaches.',
  },
  {
    name: 'wall',
    title: 'A wall',
    start: radians(-90, -120),
    goal,
    walls: true,
    text: 'Limits are walls. A ball that only rolls downhill stops where one stands between it and the valley. Annealing jumps.',
  },
  {
    name: 'ridge',
    title: 'The ridge',
    start: summit,
    goal,
    walls: false,
    text: 'The arm is straight and points away from the goal. The slope is zero: some stay, others are nudged off and roll.',
  },
  {
    name: 'far',
    title: 'Out of reach',
    start: radians(-86, 86),
    goal: [0.7, 0.75],
    walls: false,
    text: 'The goal is too far, so no ground is at height zero. All roll to the one lowest place, where the arm is straight.',
  },
];
