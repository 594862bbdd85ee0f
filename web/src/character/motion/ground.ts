import type { Vec3 } from '../../describe/description.ts';
import { bad } from '../../describe/flatten.ts';

/** The ground at a place. */
export interface Ground {
  /** Metres over the ground on which the body stands at rest. */
  readonly height: number;
  /** Direction away from the ground, of any length; default: up. */
  readonly normal?: Vec3;
}

/** The ground under a place of the world, in metres, with +Y up: stairs, a slope. Also for a robot whose up is +Z. */
export type GroundAt = (x: number, z: number) => Ground;

const level: Vec3 = [0, 1, 0];

/** @throws LimberError `badDescription` for a height that is not finite or a normal that does not point up. */
export function groundUnder(at: GroundAt, x: number, z: number): Required<Ground> {
  const ground = at(x, z) as Partial<Ground> | undefined;
  const { height = NaN, normal = level } = ground ?? {};
  const [nx, ny, nz] = normal;
  if (!(Number.isFinite(height + nx + ny + nz) && ny > 0))
    bad(
      `the ground at ${x.toFixed(2)}, ${z.toFixed(2)}`,
      'a finite height and a normal that points up',
      ground,
    );
  return { height, normal };
}

/** Replaces places, x y z and a spare number each, by the ground there: height and normal. As `groundUnder`. */
export function askGround(at: GroundAt, places: Float64Array): void {
  for (let i = 0; i < places.length; i += 4) {
    const { height, normal } = groundUnder(at, places[i]!, places[i + 2]!);
    places[i] = height;
    places.set(normal, i + 1);
  }
}
