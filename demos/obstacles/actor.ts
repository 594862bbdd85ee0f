/** Who has to keep clear: one robot or several, or a character. */
import type { Problem, SolveOptions, Status } from 'limber';
import type { Object3D, Vector3 } from 'three';

/** A point that the reader drags. */
export interface Grip {
  readonly label: string;
  /** Where its handle is (metres, world). */
  readonly target: { readonly x: number; readonly y: number; readonly z: number };
  /** The hand has taken it, moved it, let it go. */
  take?(): void;
  move(place: Vector3): void;
  letGo?(): void;
  /** Metres that it is away from where it is to be. */
  readonly distance: number;
  /** The hand holds it, or it is on its way to where it was left. */
  readonly isHeld: boolean;
}

export interface Actor {
  readonly problem: Problem;
  readonly object: Object3D;
  readonly grips: readonly Grip[];
  /** Metres: edge of a grip's cube. */
  readonly cube: number;
  /** Solves from where it is. */
  solve(options: SolveOptions): Status;
  /** Brings what is drawn to where it is. */
  show(): void;
  /** Stands somewhere, without solving. */
  stand(q: ArrayLike<number>): void;
  /** To the start, with its grips. */
  reset(): void;
  dispose(): void;
}
