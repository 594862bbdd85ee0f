import type { Problem } from '../core/problem.ts';
import type { Status } from '../core/result.ts';
import type { ExhibitSettings } from './exhibit.ts';

/** Data of a solved frame. */
export interface SolveDetail {
  /** How the solve ended; see `Status`. */
  readonly status: Status;
  /** Iterations since the previous event. */
  readonly iterations: number;
  /** Distance from each effector to its target, in metres (the article's arm: centimetres). */
  readonly residuals: readonly number[];
  /** True if nothing will move until something changes. */
  readonly resting: boolean;
  /** Joint values in the model's order: radians, metres, quaternions x y z w. */
  readonly q: readonly number[];
  /** Three numbers per target: metres (the article's arm: centimetres), Y up. */
  readonly targets: readonly number[];
}

/** Calls from an actor to its bench. */
export interface ActorEvents {
  solved(detail: SolveDetail): void;
  /** A target, a direction or an obstacle was moved by hand. */
  moved(): void;
}

/** State of an exhibit. Another bench, or another run of the same arm, continues from it. */
export interface Memory {
  readonly q: Float64Array;
  /** World poses of the links, seven numbers each. */
  readonly poses: Float64Array;
  readonly targets: readonly number[];
}

/** An arm or a character in a view, with its handles. */
export interface Actor {
  readonly problem: Problem;
  /** Links or bones that have a target. */
  readonly effectors: readonly string[];
  readonly memory: Memory;
  /** Resolves with the meshes that could not be drawn. */
  readonly missing: Promise<readonly string[]>;
  /** True if targets follow a track by themselves. */
  readonly follows: boolean;
  playing: boolean;
  /** True if nothing will move until something changes. */
  readonly resting: boolean;
  /** True if reached as far as a reader can see: within a thousandth of the reach, and half a degree. */
  readonly reached: boolean;
  /** True if it rests off its target and is not being dragged: only a reset helps. */
  readonly stuck: boolean;
  /** "Reached." or "2.1 cm away, joint 3 at its limit." */
  readonly words: string;
  /** Applies settings that need no new run. @throws LimberError `unsupported`, `unknownSolver`. */
  tune(settings: ExhibitSettings): void;
  /**
   * Turns the joints to these values within the given seconds, then continues solving from there. For arms.
   */
  go?(q: ArrayLike<number>, seconds?: number): void;
  /** Aims the camera at the whole actor. */
  look(): void;
  /** Returns to the initial pose and targets. */
  reset(): void;
  dispose(): void;
}
