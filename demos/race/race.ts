import type { SolverName } from 'limber';
import type { Vector3 } from 'three';
import type { RaceArm } from './arms.ts';
import { Course } from './course.ts';
import type { Picks } from './picks.ts';
import { pointTo } from './pose.ts';
import { Racer } from './racer.ts';

/** Milliseconds of a frame that solving may take; the rest is for drawing. */
const slice = 9;

/** All solvers on one course. Works in slices of an animation frame, and asks for no frames once all is measured. */
export class Race {
  readonly course: Course;
  readonly racers: readonly Racer[];
  /** Something has come out; `rest`: nothing more will. */
  onProgress: ((rest: boolean) => void) | null = null;
  private frame = 0;
  private held = false;
  /** Sum of the versions that were told of. */
  private told = -1;
  /** Who goes first in the next frame: while a target is dragged there may not be time for all. */
  private turn = 0;

  constructor(arm: RaceArm, picks: Picks, names: readonly SolverName[]) {
    this.course = new Course(arm, picks);
    this.racers = names.map((name) => new Racer(name, this.course, picks));
  }

  /** A target is in somebody's hand. */
  get isHeld(): boolean {
    return this.held;
  }

  /** Nothing is left to be solved or measured. */
  get resting(): boolean {
    return this.frame === 0;
  }

  /** Null: it is switched off. */
  racerOf(name: string): Racer | null {
    return this.racers.find((racer) => racer.name === name) ?? null;
  }

  begin(): void {
    for (const racer of this.racers) racer.restart();
    this.schedule();
  }

  /** A target is in somebody's hand: curves are sketched, and nothing is timed, until it is let go. */
  hold(on: boolean): void {
    this.held = on;
    this.schedule();
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
    cancelAnimationFrame(this.frame);
    this.onProgress = null;
    for (const racer of this.racers) racer.dispose();
    this.course.dispose();
  }

  private schedule(): void {
    this.frame ||= requestAnimationFrame(this.onFrame);
  }

  private readonly onFrame = (): void => {
    this.frame = 0;
    const deadline = performance.now() + slice;
    const sketched = this.advanceAll(deadline, 'curve');
    const rest = sketched && (this.held || this.advanceAll(deadline, 'done'));
    if (!rest) this.schedule();
    const version = this.racers.reduce((sum, racer) => sum + racer.version, 0);
    if (version === this.told && !rest) return;
    this.told = version;
    this.onProgress?.(rest && !this.held);
  };

  /** Brings every racer to a stage; false: the time was over before. */
  private advanceAll(deadline: number, stage: 'curve' | 'done'): boolean {
    const { racers } = this;
    const first = this.turn;
    for (let i = 0; i < racers.length && performance.now() < deadline; i += 1) {
      const index = (first + i) % racers.length;
      racers[index]!.advance(deadline, stage);
      // Who is in the middle goes on first; who is through has had its turn.
      this.turn = racers[index]!.isSketching ? index : (index + 1) % racers.length;
    }
    return racers.every((racer) => racer.isAt(stage));
  }
}
