/** Goals, loops and obstacles on the page: their numbers go to the worker with the next request. */
import { copy } from '../copy.ts';
import { poseFrom, type Seven } from '../flatten.ts';
import type { GoalDescription, GoalStore } from '../goal.ts';
import { Loop, type LoopDescription, type LoopStore } from '../loop.ts';
import type { ObstacleStore } from '../obstacle.ts';
import { fromNumbers } from '../parameter.ts';
import type { Store } from '../part.ts';
import {
  placeOfOffset,
  placeOfParameters,
  placeOfPriority,
  type GoalPart,
  type ObstaclePart,
} from './layout.ts';
import type { GoalAnswer, ObstacleFacts } from './questions.ts';

/** What they have in common. */
class PageStore implements Store {
  index = 0;
  constructor(readonly check: () => void) {}
}

export class PageGoal extends PageStore implements GoalStore, GoalPart {
  readonly target: Float64Array;
  readonly velocity = new Float64Array(6).fill(NaN);
  readonly numbers: Float64Array;
  readonly #parameters: readonly Float64Array[];

  constructor(
    check: () => void,
    private readonly described: GoalDescription,
    private readonly answer: GoalAnswer,
  ) {
    super(check);
    this.target = Float64Array.from(answer.target);
    this.numbers = Float64Array.from(answer.numbers);
    let first = placeOfParameters;
    this.#parameters = answer.parameters.map(({ count }) => this.numbers.subarray(first, (first += count)));
  }

  residual(part: 0 | 1): number {
    return this.numbers[part]!;
  }

  read(place: number): Float64Array {
    return this.#parameters[place]!;
  }

  write(place: number, numbers: ArrayLike<number>): void {
    this.read(place).set(numbers);
  }

  setOffset(offset: Seven): void {
    this.numbers.set(offset, placeOfOffset);
  }

  setPriority(priority: number): void {
    this.numbers[placeOfPriority] = priority;
  }

  /** For making it again in another worker. */
  get description(): GoalDescription {
    const parameters = this.answer.parameters.map((each, i) => [each.name, fromNumbers(each, this.read(i))]);
    return copy({
      ...this.described,
      ...Object.fromEntries(parameters),
      offset: poseFrom(this.numbers.subarray(placeOfOffset, placeOfParameters)),
      priority: this.numbers[placeOfPriority],
      target: this.target,
    }) as GoalDescription;
  }
}

export class PageLoop extends PageStore implements LoopStore<Promise<void>> {
  /** As in a block: closed, distance, angle. */
  readonly numbers: Float64Array;

  constructor(
    check: () => void,
    public description: LoopDescription,
    numbers: readonly number[],
    readonly route: LoopStore<Promise<void>>['route'],
  ) {
    super(check);
    this.numbers = Float64Array.from(numbers);
  }

  get closed(): boolean {
    return this.numbers[0] === 1;
  }

  set closed(closed: boolean) {
    this.numbers[0] = Number(closed);
  }

  residual(part: 0 | 1): number {
    return this.numbers[1 + part]!;
  }
}

/** A loop of a `WorkerProblem`. */
export class WorkerLoop extends Loop<Promise<void>> {
  /** Changes frames or free axes; omitted ones stay. Rejects with the LimberErrors of `Loop.route`. */
  override async route(change: Partial<LoopDescription>): Promise<void> {
    return super.route(change);
  }
}

export class PageObstacle extends PageStore implements ObstacleStore, ObstaclePart {
  readonly pose: Float64Array;
  readonly size: Float64Array;

  constructor(check: () => void, { pose, size }: ObstacleFacts) {
    super(check);
    this.pose = Float64Array.from(pose);
    this.size = Float64Array.from(size);
  }
}
