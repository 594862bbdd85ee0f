import type { Goal } from 'limber';
import { frameTime } from '../shell/clock.ts';
import { Simulation } from '../views/simulation.ts';
import { baseName, pointOf, tip, type Picks } from './scene.ts';

/** Number of frames over which a steady error is averaged. */
const window = Math.round(1 / frameTime);
/** Time constants 1 / K for an arm to settle after a change. */
const settling = 6;

/** An arm whose effector follows a target, one step per frame. */
class Follower extends Simulation {
  readonly goal: Goal;
  readonly effector: number;

  /** Starts on its base, with its effector exactly at the target. */
  constructor({ arm, stand }: Picks, target: ArrayLike<number>, feedForward: boolean) {
    super(arm.description, [baseName], { feedForward, gain: 20, substeps: 4, dampingRange: 0.05 });
    this.effector = this.model.findLink(tip);
    this.goal = this.problem.addGoal({ type: 'position', link: tip });
    this.stands[0]!.place(...stand);
    for (const [name, angle] of Object.entries(arm.bent)) this.#bend(name, angle);
    this.reach(target);
    // The first step assumes that everything was at rest, which is true here.
    this.follow(target);
  }

  /** Moves to the target at once, without time passing. */
  reach(target: ArrayLike<number>): void {
    this.goal.target.set(target);
    this.solve(400, 1e-12);
  }

  /** Follows a target that arrives at `target` at the end of the frame. */
  follow(target: ArrayLike<number>): void {
    this.goal.target.set(target);
    this.step();
  }

  #bend(name: string, angle: number): void {
    const { qIndex, nq } = this.model.links[this.model.findLink(name)]!;
    const values = nq === 1 ? [angle] : [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
    this.problem.state.q.set(values, qIndex);
  }
}

/** Two copies of an arm that follow one target. Only the first has feed-forward. */
export class Chase {
  readonly followers: readonly [Follower, Follower];
  /** Position of the target (metres, world). */
  readonly target = new Float64Array(3);
  /** Seconds. */
  time = 0;
  /** Seconds along the course at speed 1. */
  #along = 0;
  /** Errors of the last frames, two numbers per frame. */
  readonly #recent: number[] = [];
  /** Time from which errors count as steady. */
  #settled = 0;

  constructor(private picks: Picks) {
    this.#moveTarget();
    this.followers = [new Follower(picks, this.target, true), new Follower(picks, this.target, false)];
    this.change(picks);
  }

  /** Applies other settings of the same arm. */
  change(picks: Picks): void {
    this.picks = picks;
    const { gain, substeps, stand, held } = picks;
    // A target held by the reader moves at once; on a course, with the next frame.
    if (held) this.#moveTarget();
    for (const follower of this.followers) {
      Object.assign(follower.options, { gain, substeps });
      follower.stands[0]!.place(...stand);
    }
    this.#recent.length = 0;
    this.#settled = this.time + settling / gain;
  }

  /** Moves both arms to the target while time is paused. */
  solve(): void {
    this.#recent.length = 0;
    for (const follower of this.followers) follower.reach(this.target);
  }

  step(): void {
    this.time += frameTime;
    this.#along += this.picks.speed * frameTime;
    this.#moveTarget();
    for (const follower of this.followers) follower.follow(this.target);
    if (this.time < this.#settled) return;
    this.#recent.push(...this.errors);
    if (this.#recent.length > 2 * window) this.#recent.splice(0, 2);
  }

  /** Mean error of one of the two over the last second (metres); null: not steady yet. */
  steady(index: number): number | null {
    if (this.#recent.length < 2 * window) return null;
    return this.#recent.reduce((sum, each, i) => (i % 2 === index ? sum + each : sum), 0) / window;
  }

  /** Distances of both from the target (metres). */
  get errors(): readonly [number, number] {
    const [fed, unfed] = this.followers;
    return [fed.goal.distance, unfed.goal.distance];
  }

  dispose(): void {
    for (const follower of this.followers) follower.dispose();
  }

  #moveTarget(): void {
    const { held, course } = this.picks;
    this.target.set(held ?? pointOf(course, this.#along));
  }
}
