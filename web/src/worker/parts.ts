/** Goals, loops and obstacles on the page: their numbers go to the worker with the next request. */
import { copy } from '../describe/copy.ts';
import { poseFrom } from '../describe/flatten.ts';
import type { GoalDescription, GoalViews } from '../core/goal.ts';
import { Loop } from '../core/loop.ts';
import type { LoopDescription } from '../describe/description.ts';
import { fromNumbers, withoutShort } from '../describe/parameter.ts';
import type { View } from '../core/part.ts';
import { placeOfOffset, placeOfParameters, placeOfPriority, type GoalPart } from './layout.ts';
import type { GoalAnswer } from './messages.ts';

export const viewOf = (numbers: Float64Array): View => ({ get: () => numbers, show: () => numbers });

export class PageGoal implements GoalPart {
  readonly target: Float64Array;
  readonly velocity: Float64Array = new Float64Array(6).fill(NaN);
  readonly numbers: Float64Array;
  readonly views: GoalViews;

  constructor(
    private readonly described: GoalDescription,
    private readonly answer: GoalAnswer,
  ) {
    this.target = Float64Array.from(answer.target);
    this.numbers = Float64Array.from(answer.numbers);
    let first = placeOfParameters;
    const next = (count: number): Float64Array => this.numbers.subarray(first, (first += count));
    this.views = {
      target: viewOf(this.target),
      velocity: viewOf(this.velocity),
      residuals: viewOf(this.numbers),
      parameters: answer.parameters.map(({ count }) => viewOf(next(count))),
    };
  }

  /** For making it again in another worker. */
  get description(): GoalDescription {
    const { answer, views, numbers, target } = this;
    const own = answer.parameters.map((each, i) => [
      each.name,
      fromNumbers(each, views.parameters[i]!.get()),
    ]);
    const offset = poseFrom(numbers.subarray(placeOfOffset, placeOfParameters));
    const priority = numbers[placeOfPriority];
    return copy({
      ...withoutShort(this.described, answer.parameters, 'goal'),
      ...Object.fromEntries(own),
      offset,
      priority,
      target,
    }) as GoalDescription;
  }
}

/** A loop of a `WorkerProblem`. */
export class WorkerLoop extends Loop<Promise<void>> {
  /** Changes frames or free axes; omitted ones stay. Rejects with the LimberErrors of `Loop.route`. */
  override async route(change: Partial<LoopDescription>): Promise<void> {
    return super.route(copy(change));
  }
}
