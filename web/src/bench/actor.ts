import type { Problem } from '../problem.ts';
import type { Status } from '../result.ts';
import type { ExhibitSettings } from './exhibit.ts';

/** A frame was solved. */
export interface SolveDetail {
  /** How it ended; see `Status`. */
  readonly status: Status;
  /** Iterations since the frame before. */
  readonly iterations: number;
  /** From each effector to its target, in metres (the article's arm: centimetres). */
  readonly residuals: readonly number[];
  /** Nothing will move until something changes. */
  readonly resting: boolean;
  /** Joint values in the model's order: radians, metres, quaternions x y z w. */
  readonly q: readonly number[];
  /** Three numbers a target: metres (the article's arm: centimetres), Y up. */
  readonly targets: readonly number[];
}

/** What an actor tells its bench. */
export interface ActorEvents {
  solved(detail: SolveDetail): void;
  /** A target, a direction or an obstacle was moved by hand. */
  moved(): void;
}

/** Where an exhibit is: with it another bench, or another run of the same arm, goes on from there. */
export interface Memory {
  readonly q: Float64Array;
  /** World poses of the links, seven numbers each. */
  readonly poses: Float64Array;
  readonly targets: readonly number[];
}

/** An arm or a character in a view, with its handles. */
export interface Actor {
  readonly problem: Problem;
  /** The links or bones that have a target. */
  readonly effectors: readonly string[];
  readonly memory: Memory;
  /** Meshes that could not be drawn. */
  readonly missing: Promise<readonly string[]>;
  /** Targets go along a track by themselves. */
  readonly follows: boolean;
  playing: boolean;
  /** Nothing will move until something changes. */
  readonly resting: boolean;
  /** As far as a reader sees: to a thousandth of the reach, and half a degree. */
  readonly reached: boolean;
  /** It rests where it should not be, in nobody's hand: only a reset helps. */
  readonly stuck: boolean;
  /** "Reached." or "2.1 cm away, joint 3 at its limit." */
  readonly words: string;
  /** Applies settings that need no new run. @throws LimberError `unsupported`, `unknownSolver`. */
  tune(settings: ExhibitSettings): void;
  /** Turns the joints until they have these values, within so many seconds; it solves on from there. For arms. */
  go?(q: ArrayLike<number>, seconds?: number): void;
  /** Aims the camera at all of it. */
  look(): void;
  /** Back to the initial pose and targets. */
  reset(): void;
  dispose(): void;
}
