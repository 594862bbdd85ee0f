import type { ModelDescription, Vec3 } from 'limber';
import type { Bench } from 'limber/bench';
import type { View } from 'limber/three';
import type { SharedView } from './shared-view.ts';

/** What a reader can switch on and off. */
export const toggles = ['hinges', 'limits', 'direction', 'annealing', 'axes', 'arcs'] as const;
export type Toggle = (typeof toggles)[number];
export type Action = 'escape' | 'reset' | 'opposite';
/** What a view's panel can hold, in the order in which the scene lists it. */
export type Control = Toggle | 'sweeps' | 'turn' | Action;

/** The article's arm, reaching for a goal: plain data, nothing here needs three.js or the solver. */
export interface ArmScene {
  /** Names the view for screen readers. */
  readonly title: string;
  /** Where the goal is first. */
  readonly goal: Vec3;
  /** Where the camera stands and what it looks at. */
  readonly camera: { readonly position: Vec3; readonly target: Vec3 };
  /** What is on at first; the rest is off. */
  readonly on: readonly Toggle[];
  readonly controls: readonly Control[];
  /** Default: the article's arm as it is. */
  readonly description?: ModelDescription;
  /** Direction wanted at first; none: the scene has no arrow. */
  readonly direction?: Vec3;
  /**
   * Joint values at first, one a hinge (radians), or four a ball where the hinges are off; default zero, from where it
   * reaches for the goal.
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
  /** What its numbers are. */
  readonly readout: readonly string[];
}

export type Scene = ArmScene | RotationScene;

export const hasArm = (scene: Scene): scene is ArmScene => 'goal' in scene;

/** What the reader has chosen in a view's panel. */
export interface Choices {
  readonly on: Set<Toggle>;
  /** Sweeps per frame. */
  sweeps: number;
  /** How much of a rotation is shown, 0 to 1. */
  turn: number;
}

/** Numbers and words under a view. */
export interface Readout {
  set(index: number, text: string): void;
  /** One line in words. */
  say(text: string): void;
  /** Adds a point to the error's course; `fraction` is of the reach. */
  plot(fraction: number): void;
  clearPlot(): void;
}

/** What a scene gets to live in. */
export interface ScenePlace {
  readonly host: HTMLElement;
  readonly choices: Choices;
  readonly readout: Readout;
}

/** A scene that is running. Tests find it at `figure.limberScene`. */
export interface LiveScene {
  readonly view: View;
  /** Null: it solves nothing. */
  readonly bench: Bench | null;
  /** Nothing moves; false while frames are still solved. */
  readonly resting: boolean;
  /** All that is needed to show the same again, but for the view's name; null: nothing but the view. */
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
