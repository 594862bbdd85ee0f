import type { SolverName } from 'limber';
import type { Vector3 } from 'three';
import { RaceCourse } from './course.ts';
import type { Picks } from './picks.ts';
import { pointTo } from './pose.ts';
import { Racer } from './racer.ts';

/** Milliseconds per frame for solving, and while a target is dragged; the rest is for drawing. */
const [slice, heldSlice] = [9, 4];

/** All solvers on one course. Their work is done in slices of a frame. */
export class Race {
  readonly course: RaceCourse;
  readonly racers: readonly Racer[];
  #held = false;
  /** Sum of the versions already reported. */
  #told = -1;
  /** Index of the racer to go first in the next frame: during a drag there may not be time for all. */
  #turn = 0;

  /** `onWork`: called when there is work to do again. */
  constructor(
    picks: Picks,
    names: readonly SolverName[],
    private readonly onWork: () => void,
  ) {
    this.course = new RaceCourse(picks);
    this.racers = names.map((name) => new Racer(name, this.course, picks));
  }

  /** A target is being dragged. */
  get isHeld(): boolean {
    return this.#held;
  }

  /** Nothing is left to solve or measure. */
  get resting(): boolean {
    const stage = this.#held ? 'curve' : 'done';
    return this.racers.every((racer) => racer.isAt(stage));
  }

  /** Null: switched off. */
  racerOf(name: string): Racer | null {
    return this.racers.find((racer) => racer.name === name) ?? null;
  }

  begin(): void {
    for (const racer of this.racers) racer.restart();
    this.onWork();
  }

  /** While a target is held, curves are only sketched, and nothing is timed. */
  hold(on: boolean): void {
    this.#held = on;
    this.onWork();
  }

  moveTarget(effector: number, to: Vector3): void {
    to.toArray(this.course.targets, 7 * effector);
    this.course.roundTargets();
    this.begin();
  }

  turnTarget(effector: number, to: Vector3): void {
    const { targets, axis } = this.course;
    pointTo(targets.subarray(7 * effector, 7 * effector + 7), axis, to);
    this.course.roundTargets();
    this.begin();
  }

  dispose(): void {
    for (const racer of this.racers) racer.dispose();
    this.course.dispose();
  }

  /** Does one frame's share of the work; returns whether there are new results. */
  work(): boolean {
    const deadline = performance.now() + (this.#held ? heldSlice : slice);
    if (this.#advanceAll(deadline, 'curve') && !this.#held) this.#advanceAll(deadline, 'done');
    const version = this.racers.reduce((sum, racer) => sum + racer.version, 0);
    const isNew = version !== this.#told;
    this.#told = version;
    return isNew;
  }

  /** Advances every racer to a stage; false: time ran out first. */
  #advanceAll(deadline: number, stage: 'curve' | 'done'): boolean {
    const { racers } = this;
    const first = this.#turn;
    for (let i = 0; i < racers.length && performance.now() < deadline; i += 1) {
      const index = (first + i) % racers.length;
      racers[index]!.advance(deadline, stage);
      // An unfinished racer goes on first; a finished one has had its turn.
      this.#turn = racers[index]!.isSketching ? index : (index + 1) % racers.length;
    }
    return racers.every((racer) => racer.isAt(stage));
  }
}
