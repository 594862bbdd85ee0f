import { frameTime } from '../shell/clock.ts';
import type { Picks } from './picks.ts';
import { goAlong } from './courses.ts';
import { Follower } from './follower.ts';

/** Frames that a steady error is the mean of. */
const window = Math.round(1 / frameTime);
/** Time constants 1 / K that an arm has to settle after a change. */
const settling = 6;

/** Two copies of an arm that follow one target. Only the first has feed-forward. */
export class Chase {
  readonly followers: readonly [Follower, Follower];
  /** Where the target is (metres, world). */
  readonly target = new Float64Array(3);
  /** Seconds. */
  time = 0;
  /** Seconds along the course at speed 1. */
  private along = 0;
  /** Errors of the last frames, two numbers a frame. */
  private readonly recent: number[] = [];
  /** From when on errors count as steady. */
  private settled = 0;

  constructor(private picks: Picks) {
    this.followers = [new Follower(picks.arm, true), new Follower(picks.arm, false)];
    this.moveTarget();
    for (const follower of this.followers) follower.begin(picks.stand, this.target);
    this.change(picks);
  }

  /** Other settings of the same arm. */
  change(picks: Picks): void {
    this.picks = picks;
    // The hand has moved it at once; on a course it goes on with the next frame.
    if (picks.held) this.moveTarget();
    for (const follower of this.followers) {
      follower.settings = picks;
      follower.stands[0]!.place(...picks.stand);
    }
    this.recent.length = 0;
    this.settled = this.time + settling / picks.gain;
  }

  /** Brings both arms to the target while time stands still. */
  solve(): void {
    this.recent.length = 0;
    for (const follower of this.followers) follower.reach(this.target);
  }

  step(): void {
    this.time += frameTime;
    this.along += this.picks.speed * frameTime;
    this.moveTarget();
    for (const follower of this.followers) follower.follow(this.target);
    if (this.time >= this.settled) this.record();
  }

  /** Metres of one of the two, as a mean over the last second; null: not steady yet. */
  steady(index: number): number | null {
    if (this.recent.length < 2 * window) return null;
    let sum = 0;
    for (let i = index; i < this.recent.length; i += 2) sum += this.recent[i]!;
    return sum / window;
  }

  /** Metres from the target, of both. */
  get errors(): readonly [number, number] {
    return [this.followers[0].error, this.followers[1].error];
  }

  dispose(): void {
    for (const follower of this.followers) follower.dispose();
  }

  private moveTarget(): void {
    const { held, course } = this.picks;
    if (held) this.target.set(held);
    else goAlong(course, this.along, this.target);
  }

  private record(): void {
    this.recent.push(...this.errors);
    if (this.recent.length > 2 * window) this.recent.splice(0, 2);
  }
}
