/** Collision shapes: of links, and obstacles. */
import { copy } from '../describe/copy.ts';
import type { ObstacleDescription, Vec3 } from '../describe/description.ts';
import { show } from '../describe/errors.ts';
import { checkPresent, type Owner, type View } from './part.ts';

/** A pair of links, by name. */
export type CollisionPair = readonly [string, string];

/** Two shapes and their distance. */
export interface NearPair {
  /** Names of the links that carry them; null: the world. */
  readonly links: readonly [string | null, string | null];
  /** Obstacles of the pair; null for a shape of a link. */
  readonly obstacles: readonly [Obstacle | null, Obstacle | null];
  /** Metres; negative where they overlap. */
  readonly distance: number;
  /** Nearest points, in the world. */
  readonly points: readonly [Vec3, Vec3];
  /** Unit vector from the second point to the first, in the world. */
  readonly normal: Vec3;
}

/** An obstacle of a problem. Its numbers may be written at any time; the next solve reads them. */
export class Obstacle {
  /** As it was added, as plain data for JSON. */
  readonly description: ObstacleDescription;
  readonly #owner: Owner;
  readonly #pose: View;
  readonly #size: View;
  /** Index among the problem's obstacles; −1 once removed. @internal */
  index: number;

  /** @internal */
  constructor(owner: Owner, description: ObstacleDescription, index: number, pose: View, size: View) {
    this.#owner = owner;
    // The caller's objects may change later.
    this.description = copy(description);
    this.index = index;
    this.#pose = pose;
    this.#size = size;
  }

  #present(): void {
    checkPresent(this.#owner, this, nameOf);
  }

  /** px py pz qx qy qz qw in its link's frame, or in the world: a view, not to be kept. */
  get pose(): Float64Array {
    this.#present();
    return this.#pose.show();
  }

  /** Its numbers in the order of its description, in metres: a view, not to be kept. */
  get size(): Float64Array {
    this.#present();
    return this.#size.show();
  }
}

const nameOf = ({ description }: Obstacle): string => `the ${show(description.type)}`;
