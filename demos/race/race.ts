import type { SolverName } from 'limber';
import { RaceCourse } from './course.ts';
import type { Picks } from './picks.ts';
import { Racer, stages } from './racer.ts';

/** Milliseconds per frame for solving: least, and most where drawing takes long. A drag gets less. */
const [least, most, held] = [9, 60, 0.45];
/** Milliseconds in which all final poses should be there, so that no arm stands unsolved. */
const atOnce = 100;

/** All solvers on one course. Their work is done in slices of a frame. */
export class Race {
  readonly course: RaceCourse;
  readonly racers: readonly Racer[];
  /** A target is being dragged: curves are only drawn, and nothing is timed. */
  isHeld = false;
  /** Sum of the versions already reported. */
  #told = -1;
  /** Index of the racer to go first in the next frame: during a drag there may not be time for all. */
  #turn = 0;
  #before = performance.now();

  constructor(picks: Picks, names: readonly SolverName[]) {
    this.course = new RaceCourse(picks);
    this.racers = names.map((name) => new Racer(name, this.course, picks));
  }

  /** Nothing is left to solve or measure. */
  get resting(): boolean {
    return this.racers.every((racer) => racer.isAt(this.isHeld ? stages.drawn : stages.timed));
  }

  /** The targets have moved. */
  restart(): void {
    for (const racer of this.racers) racer.restart();
  }

  /** Does one frame's share of the work; returns whether there are new results. */
  work(): boolean {
    const now = performance.now();
    const slice = Math.min(most, Math.max(least, (now - this.#before) / 3)) * (this.isHeld ? held : 1);
    this.#before = now;
    const { solved, sketched, drawn, timed } = stages;
    // First all final poses, so that no arm stands at the start while others draw their curves.
    const due = this.isHeld ? [sketched, drawn] : [solved, sketched, drawn, timed];
    due.every((stage) => this.#advanceAll(now + (stage === solved ? atOnce : slice), stage));
    const version = this.racers.reduce((sum, racer) => sum + racer.version, 0);
    const isNew = version !== this.#told;
    this.#told = version;
    return isNew;
  }

  dispose(): void {
    for (const racer of this.racers) racer.dispose();
    this.course.dispose();
  }

  /** Advances every racer to a stage; false: time ran out first. */
  #advanceAll(deadline: number, stage: number): boolean {
    const { racers } = this;
    const first = this.#turn;
    for (let i = 0; i < racers.length; i += 1) {
      this.#turn = (first + i) % racers.length;
      // An unfinished racer goes on first in the next frame.
      if (!racers[this.#turn]!.advance(deadline, stage)) return false;
    }
    return racers.every((racer) => racer.isAt(stage));
  }
}
