import type { ModelDescription, Vec3 } from 'limber';
import type { Bench } from 'limber/bench';
import type { View } from 'limber/three';
import type { SharedView } from './shared-view.ts';

/** Settings that a reader can switch on and off. */
export const toggles = ['hinges', 'limits', 'direction', 'annealing', 'axes', 'arcs'] as const;
export type Toggle = (typeof toggles)[number];
export type Action = 'escape' | 'reset' | 'opposite';
/** Controls of a view's panel, in the order in which the scene lists them. */
export type Control = Toggle | 'sweeps' | 'turn' | Action;

/** The article's arm, reaching for a goal: plain data; nothing here needs three.js or the solver. */
export interface ArmScene {
  /** Names the view for screen readers. */
  readonly title: string;
  /** Initial position of the goal. */
  readonly goal: Vec3;
  /** Where the camera stands and what it looks at. */
  readonly camera: { readonly position: Vec3; readonly target: Vec3 };
  /** Toggles that are on at first; the rest are off. */
  readonly on: readonly Toggle[];
  readonly controls: readonly Control[];
  /** Default: the article's arm. */
  readonly description?: ModelDescription;
  /** Initial direction wanted; without it, the scene has no arrow. */
  readonly direction?: Vec3;
  /**
   * Initial joint values: one per hinge (radians), or four per ball where the hinges are off. Default: zero,
   * from where the arm reaches for the goal.
   */
  readonly start?: readonly number[];
  /** Sweeps per frame at first; default 1. */
  readonly sweeps?: number;
  /** Rings around the goal show where to begin. */
  readonly hint?: boolean;
}

/** The rotation between two vectors, which needs no arm. */
export interface RotationScene {
  readonly title: string;
  readonly controls: readonly Control[];
  /** Names of its numbers. */
  readonly readout: readonly string[];
}

export type Scene = ArmScene | RotationScene;

export const hasArm = (scene: Scene): scene is ArmScene => 'goal' in scene;

/** The reader's choices in a view's panel. */
export interface Choices {
  readonly on: Set<Toggle>;
  /** Sweeps per frame. */
  sweeps: number;
  /** Share of the rotation that is shown, 0 to 1. */
  turn: number;
}

/** Numbers and words under a view. */
export interface Readout {
  set(index: number, text: string): void;
  /** One line in words. */
  say(text: string): void;
  /** Adds a point to the error's curve; `fraction` is relative to the reach. */
  plot(fraction: number): void;
  clearPlot(): void;
}

/** Everything that a scene needs from its figure. */
export interface ScenePlace {
  readonly host: HTMLElement;
  readonly choices: Choices;
  readonly readout: Readout;
}

/** A scene that is running. Tests find it at `figure.limberScene`. */
export interface LiveScene {
  readonly view: View;
  /** Null: there is nothing to solve. */
  readonly bench: Bench | null;
  /** True when nothing moves; false while frames are still solved. */
  readonly resting: boolean;
  /** Everything needed to show the same view again, except its name; null: nothing besides the view. */
  readonly shared: Omit<SharedView, 'view'> | null;
  /** The reader changed a toggle or a range. */
  changed(what: Control): void;
  act(action: Action): void;
}

declare global {
  interface HTMLElement {
    /** The running scene of a `figure.live`; not there before it is near the viewport. */
    limberScene?: LiveScene;
  }
}
