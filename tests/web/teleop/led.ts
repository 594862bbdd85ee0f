/** Arms that are led by a program's hand, frame by frame. */
import { Model, Problem, type ModelDescription } from 'limber';
import { robots } from 'limber/robots';
import { type LeadOptions, ManualInput, Teleop, type TeleopOptions } from 'limber/teleop';

/** Seconds per frame of a headset. */
export const dt = 1 / 90;

/** An arm with a pose goal, led by hand. */
export class Led {
  readonly problem: Problem;
  readonly goal;
  readonly input = new ManualInput();
  readonly teleop: Teleop;
  readonly lead;

  constructor(
    description: ModelDescription = robots.so101,
    lead: LeadOptions = {},
    options: TeleopOptions = {},
    place: (problem: Problem) => void = () => {},
  ) {
    this.problem = new Problem(Model.from(description));
    place(this.problem);
    this.goal = this.problem.addGoal({ type: 'pose', link: description.links.at(-1)!.name });
    this.teleop = new Teleop(this.problem, options);
    this.lead = this.teleop.lead(this.input, this.goal, lead);
  }

  /** The tool's place in the world. */
  get tool(): Float64Array {
    return this.problem.pose(this.goal.link).slice(0, 3);
  }

  /** Steps `count` frames; `each` comes before a step. */
  run(count: number, each: (frame: number) => void = () => {}): void {
    for (let frame = 0; frame < count; ++frame) {
      each(frame);
      this.teleop.step(dt);
    }
  }
}

/** The largest difference of two lists. */
export const farthest = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.max(...Array.from(a, (each, i) => Math.abs(each - b[i]!)));
