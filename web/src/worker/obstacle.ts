import { LimberError, show } from '../errors.ts';
import type { NearPair, ObstacleDescription } from '../obstacle.ts';
import type { ObstaclePart } from './layout.ts';

/** Data for making an obstacle again in another worker. */
export interface ObstacleFacts {
  readonly description: ObstacleDescription;
  readonly pose: readonly number[];
  readonly size: readonly number[];
}

/** Two shapes and their distance, like `NearPair`. */
export type WorkerNearPair = Omit<NearPair, 'obstacles'> & {
  /** Obstacles of the pair; null for a shape of a link. */
  readonly obstacles: readonly [WorkerObstacle | null, WorkerObstacle | null];
};

/** An obstacle of a `WorkerProblem`. Values written go to the worker with the next request. */
export class WorkerObstacle {
  /** As it was added, as plain data for JSON. */
  readonly description: ObstacleDescription;
  readonly #pose: Float64Array;
  readonly #size: Float64Array;
  readonly #check: () => void;
  #removed = false;

  /** @internal */
  constructor({ description, pose, size }: ObstacleFacts, check: () => void) {
    this.description = description;
    this.#pose = Float64Array.from(pose);
    this.#size = Float64Array.from(size);
    this.#check = check;
  }

  #present(): void {
    this.#check();
    if (!this.#removed) return;
    throw new LimberError('disposed', `the ${show(this.description.type)} is removed; add it again`);
  }

  /** px py pz qx qy qz qw in its link's frame, or in the world. */
  get pose(): Float64Array {
    this.#present();
    return this.#pose;
  }

  /** Its numbers in the order of its description, in metres. */
  get size(): Float64Array {
    this.#present();
    return this.#size;
  }

  /** @internal */
  get facts(): ObstacleFacts {
    return { description: this.description, pose: [...this.#pose], size: [...this.#size] };
  }

  /** @internal */
  write({ pose, size }: ObstaclePart): void {
    pose.set(this.#pose);
    size.set(this.#size);
  }

  /** @internal */
  remove(): void {
    this.#removed = true;
  }
}
