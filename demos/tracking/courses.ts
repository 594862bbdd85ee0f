/** Where the target goes: closed courses, gone round once in four seconds at speed 1. */
import type { Vec3 } from 'limber';

export interface TargetCourse {
  /** One word, for addresses. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** From its centre in radii, after so many rounds. */
  at(rounds: number): readonly [x: number, y: number];
}

/** Seconds of a round at speed 1. */
export const round = 4;

/** Metres. */
export const courseCentre: Vec3 = [-0.08, 0.52, 0.12];
export const radius = 0.22;

/** Along the sides at an even pace, from the middle of the right one. */
function square(rounds: number): readonly [number, number] {
  const way = 8 * (rounds - Math.floor(rounds));
  const corner = Math.floor((way + 1) / 2) % 4;
  const along = ((way + 1) % 2) - 1;
  const sides = [
    [1, along],
    [-along, 1],
    [-1, -along],
    [along, -1],
  ] as const;
  return sides[corner]!;
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

/** Writes the point at `time` (seconds) into `out` (metres). */
export function goAlong(course: TargetCourse, time: number, out: Float64Array): void {
  const [x, y] = course.at(time / round);
  out[0] = courseCentre[0] + radius * x;
  out[1] = courseCentre[1] + radius * y;
  out[2] = courseCentre[2];
}

/** The whole course, three numbers a point. */
export function lineOf(course: TargetCourse): Float32Array {
  const points = 400;
  const line = new Float32Array(3 * (points + 1));
  const point = new Float64Array(3);
  for (let i = 0; i <= points; i += 1) {
    goAlong(course, (round * i) / points, point);
    line.set(point, 3 * i);
  }
  return line;
}

/** Metres a second at speed 1, as a mean over a round. */
export function speedOf(course: TargetCourse): number {
  const line = lineOf(course);
  let length = 0;
  for (let i = 3; i < line.length; i += 3) {
    length += Math.hypot(line[i]! - line[i - 3]!, line[i + 1]! - line[i - 2]!, line[i + 2]! - line[i - 1]!);
  }
  return length / round;
}
