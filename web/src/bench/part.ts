import type { Player, Run } from '../robots/run/index.ts';
import type { View } from '../three/view.ts';
import type { Exhibit, ExhibitSettings, WholeArm } from './exhibit.ts';

/** Iterations where an arm that is stepped is solved at once. */
export const atOnce = 400;

/** Something beside an arm: links that a hand moves, a comparison. */
export interface ArmPart {
  /** Moves something before each frame of the run, while it moves by itself. */
  before?: (() => void) | undefined;
  /** Called after each frame. */
  after?(): void;
  /** Called in a pause: solves for what was moved. */
  settle?(): void;
  draw?(): void;
  /** Other settings of the arm. */
  tune?(settings: ExhibitSettings): void;
  /** The exhibit starts over. */
  reset?(): void;
  /** Remaining distances of its goals in metres. */
  readonly residuals?: readonly number[];
  dispose(): void;
}

/** An arm that is known to fit. */
export interface ArmSubject {
  readonly run: Run;
  readonly arm: WholeArm;
  readonly exhibit: Exhibit;
  readonly settings: ExhibitSettings;
}

/** Makes a part that is known to fit. `onMove`: call it after a hand has moved something. */
export type MakePart = (place: { view: View; player: Player; onMove: () => void }) => ArmPart;
