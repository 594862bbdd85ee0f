import type { Goal, Model, ModelDescription, Problem, Vec3 } from 'limber';
import type { SharedView } from './shared-view.ts';
import type { DirectionHandle, GoalHandle, View } from 'limber/three';

/** What a reader can switch on and off. */
export type Toggle = 'hinges' | 'limits' | 'direction' | 'annealing' | 'axes' | 'arcs';

/** What a view's panel can hold, in the order in which the scene lists it. */
export type Control = Toggle | 'sweeps' | 'turn' | 'opposite' | 'escape' | 'reset';

/** Where the camera stands and what it looks at. */
export interface CameraPlace {
  readonly position: Vec3;
  readonly target: Vec3;
}

/** An arm that reaches for a goal: plain data, nothing here needs three.js or the solver. */
export interface ArmScene {
  readonly kind: 'arm';
  readonly description: ModelDescription;
  /** Link that reaches, and the tool's axis in it. */
  readonly effector: string;
  readonly toolAxis: Vec3;
  /** Where the goal is first, and the edge of its cube. */
  readonly goal: Vec3;
  readonly goalSize: number;
  /** The goal stays above this height while the limits are on. */
  readonly floor: number;
  /** Direction wanted at first; none: the scene has no arrow. */
  readonly direction?: Vec3;
  readonly camera: CameraPlace;
  /** On a narrow screen, where the text stands above the view and not beside it. */
  readonly narrowCamera?: CameraPlace;
  /** What is on at first; the rest is off. */
  readonly on: readonly Toggle[];
  readonly controls: readonly Control[];
  /**
   * Joint values at first, one a hinge (radians), or four a ball where the hinges are off; default zero, from where it
   * reaches for the goal.
   */
  readonly start?: readonly number[];
  /** Sweeps per frame at first; default 1. */
  readonly sweeps?: number;
  /** Rings around the goal show where to begin. */
  readonly hint?: boolean;
  /** Seed of the annealing. */
  readonly seed?: number;
}

/** Anything else: it builds its own view. */
export interface CustomScene {
  readonly kind: 'custom';
  readonly controls: readonly Control[];
  readonly readout: readonly string[];
  mount(place: ScenePlace): Promise<LiveScene>;
}

export type SceneSetup = ArmScene | CustomScene;

/** What a file in `scenes/` exports; `<figure class="live" data-scene="its file name">` shows it. */
export interface SceneModule {
  /** Names the view for screen readers. */
  readonly title: string;
  build(): SceneSetup;
}

/** State of a view's panel: the page writes what the reader chose, the scene reads it. */
export interface Choices {
  readonly on: Set<Toggle>;
  /** Sweeps per frame. */
  sweeps: number;
  /** How much of a rotation is shown, 0 to 1. */
  turn: number;
}

export type Action = 'escape' | 'reset' | 'opposite';

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
  readonly title: string;
  readonly host: HTMLElement;
  readonly figure: HTMLElement;
  readonly choices: Choices;
  readonly readout: Readout;
}

/** A scene that is running. Tests find it at `figure.limberScene`. */
export interface LiveScene {
  readonly view: View;
  readonly goal: GoalHandle;
  readonly arrow: DirectionHandle | null;
  /** Of the arm as it is solved now; another pair after the hinges were switched. */
  readonly problem: Problem | null;
  readonly model: Model | null;
  /** The wish that the tip be at the goal. */
  readonly position: Goal | null;
  /** All that is needed to show the same again, but for the view's name; null: nothing but the view. */
  readonly shared: Omit<SharedView, 'view'> | null;
  /** Nothing moves; false while frames are still solved. */
  readonly resting: boolean;
  /** The reader changed a toggle or a range. */
  changed(what: Control): void;
  act(action: Action): void;
  dispose(): void;
}

declare global {
  interface HTMLElement {
    /** The running scene of a `figure.live`; not there before it is near the viewport. */
    limberScene?: LiveScene;
  }
}
