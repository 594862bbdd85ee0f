import type { Vec3 } from '../../describe/description.ts';

/** The ground at a place. */
export interface Ground {
  /** Metres over the ground on which the body stands at rest. */
  readonly height: number;
  /** Direction away from the ground, of any length; default: up. */
  readonly normal?: Vec3;
}

/** The ground under a place of the world, in metres, with +Y up: stairs, a slope. Also for a robot whose up is +Z. */
export type GroundAt = (x: number, z: number) => Ground;

/** Replaces places, x y z and a spare number each, by the ground there: height and normal. */
export function askGround(at: GroundAt, places: Float64Array): void {
  for (let i = 0; i < places.length; i += 4) {
    const { height, normal: [x, y, z] = [0, 1, 0] } = at(places[i]!, places[i + 2]!);
    places[i] = height;
    places[i + 1] = x;
    places[i + 2] = y;
    places[i + 3] = z;
  }
}
