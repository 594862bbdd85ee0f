import type { GoalDescription, Vec3 } from 'limber';
import type { Object3D, Vector3 } from 'three';
import type { Side } from '../../shell/sides.ts';

/** What a reader sets of one constraint. */
export interface Settings {
  readonly on: boolean;
  readonly weight: number;
  /** The point that can be dragged (metres, world). */
  readonly place: Vec3;
  /** The arrow that can be turned (unit vector, world); without meaning where there is none. */
  readonly direction: Vec3;
  /** Metres, where the constraint has a distance. */
  readonly distance: number;
  /** Where the tool may be of that distance. */
  readonly side: Side;
}

/** What is drawn of a constraint besides its handles; takes part in the theme where it has colours. */
export interface Marker {
  readonly object: Object3D;
  /** `tool`: metres, world. */
  readonly update: (settings: Settings, tool: Vector3) => void;
}

/** A constraint that can be picked: one file, and one line in the table. */
export interface ConstraintKind {
  /** One word, for addresses. */
  readonly name: string;
  readonly title: string;
  /** One sentence. */
  readonly text: string;
  readonly start: Pick<Settings, 'place' | 'direction' | 'distance' | 'side'>;
  /** Names for screen readers; without one there is no arrow. */
  readonly handles: { readonly place: string; readonly direction?: string };
  readonly hasDistance?: boolean;
  /** Which of its two residuals says something. */
  readonly residuals: readonly ('distance' | 'angle')[];
  readonly goal: (link: string, settings: Settings) => GoalDescription;
  /** Writes where it is to be into the goal's target. */
  readonly aim: (settings: Settings, target: Float64Array) => void;
  /** Where the tool would have to be, if only this constraint mattered (metres, world); none for a pure turn. */
  readonly nearest?: (settings: Settings, tool: Vector3, out: Vector3) => void;
  readonly mark: () => Marker;
}
