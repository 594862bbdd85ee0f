/** The robots of the first page, without their pictures. */
import { Model, type ModelDescription, Problem, type Vec3 } from 'limber';
import { Pursuit, robots, yUp } from 'limber/robots';

/** Metres: the top of the robot's plinth, and the cube's range, all of which robot and figure reach. */
export const plinth: Vec3 = [0.54, 0.62, 0.12];
export const least: Vec3 = [-0.15, 0.85, 0.15];
export const most: Vec3 = [0.4, 1.35, 0.45];

/** Its joints at first (radians). */
export const ready = [0, -0.4, 0, -2.2, 0, 1.9, 0.785];
const options = { solver: 'lm', maxIterations: 8 } as const;

/** An arm whose tip goes to a point. */
export class ReachingArm extends Pursuit {
  readonly #goal;

  constructor(description: ModelDescription, link: string, start: readonly number[]) {
    super(new Problem(Model.from(description)));
    this.#goal = this.problem.addGoal({ type: 'position', link });
    this.problem.state.q.set(start);
    this.problem.state.update();
  }

  /** Metres from its place. */
  get distance(): number {
    return this.#goal.distance;
  }

  /** A frame of `dt` seconds towards a place. */
  follow(place: Vec3, dt: number): void {
    if (place.some((each, i) => each !== this.#goal.target[i])) {
      this.#goal.target.set(place);
      this.wake();
    }
    if (!this.resting) this.pursue(dt, options);
  }
}

/** A Panda on its plinth, whose flange goes to a point. */
export class HeroArm extends ReachingArm {
  constructor() {
    const upright = yUp(robots.panda);
    const [root, ...links] = upright.links;
    const origin = { ...root!.origin, position: plinth };
    super({ ...upright, links: [{ ...root!, origin }, ...links] }, 'effector', ready);
  }
}
