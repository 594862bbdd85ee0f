/** Where the cube goes by itself: a slow knot about where it starts, once in eight seconds. */
import type { Vec3 } from 'limber';

const round = 8;
/** Metres across, up, and towards the viewer; radians of the turn. */
const across = 0.16;
const up = 0.1;
const near = 0.12;
const turn = 0.3;

export interface CoursePoint {
  readonly place: Vec3;
  /** Unit vector: the way that the front of the box shows. */
  readonly direction: Vec3;
}

/** `time`: seconds; at 0 it is at the start and shows to the front. */
export function courseAt(time: number, [x, y, z]: Vec3): CoursePoint {
  const angle = (2 * Math.PI * time) / round;
  const yaw = turn * Math.sin(angle);
  return {
    place: [
      x + across * Math.sin(angle),
      y + up * Math.sin(2 * angle),
      z + near * (Math.cos(angle) - 1) * 0.5,
    ],
    direction: [Math.sin(yaw), 0, Math.cos(yaw)],
  };
}
