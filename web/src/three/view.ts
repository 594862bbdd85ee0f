import type { Box3, Object3D, PerspectiveCamera, Scene, Vector2, Vector3 } from 'three';
import type { Vec3 } from '../description.ts';
import type { Palette, Theme, ThemeChoice } from './theme.ts';

export interface ViewOptions {
  /** Camera's position (metres); default: `frame()` aims it at what the view holds. */
  position?: Vec3;
  /** Point the camera looks at and orbits about (metres); default the origin. */
  target?: Vec3;
  /** Vertical field of view in degrees; default 45. A view narrower than it is high keeps this angle across. */
  fov?: number;
  /** The reader may orbit the camera (drag, arrow keys, + and −, ctrl + wheel); default true. */
  orbit?: boolean;
  /** What the view shows, for screen readers; also names the camera control. */
  label?: string;
  /** Default true: a pale floor at y = 0 with a faint grid, fading into the background. */
  floor?: boolean;
  /** Default `auto`. */
  theme?: ThemeChoice;
}

/**
 * A scene with a camera, light, soft shadow and floor in `host`, which gives the size (its CSS must). World: Y up,
 * metres, or whatever unit the model is in. Nothing is drawn until something calls `invalidate()`, the host is
 * resized, or the view scrolls into sight.
 *
 * DOM inside `host`: a canvas (z-index 1) and `overlay` (z-index 3) with the handles; both stay hidden until the first
 * frame, so a picture in the host shows until then. The host gets `data-drawn` with the first frame.
 */
export class View {
  readonly scene!: Scene;
  readonly camera!: PerspectiveCamera;
  readonly canvas!: HTMLCanvasElement;
  /** Handles put their DOM here; takes no pointer events itself. */
  readonly overlay!: HTMLElement;
  /** Settled with the first frame; never when WebGL is missing. */
  readonly ready!: Promise<void>;
  /**
   * Called before each frame with the seconds since the view's last one (at most 0.1; 1/60 after a rest).
   * Return true to be called in the next frame as well; false lets the view rest until `invalidate()`.
   */
  onFrame: ((dt: number) => boolean) | null = null;

  constructor(
    readonly host: HTMLElement,
    _options: ViewOptions = {},
  ) {}

  /** The theme in use. */
  get theme(): Theme {
    return 'light';
  }
  /** The colours in use. */
  get palette(): Palette {
    throw new Error('later');
  }
  /** `auto` (the default) follows the page. */
  setTheme(_choice: ThemeChoice): void {}
  /** Draw a frame soon; cheap, call it as often as you like. */
  invalidate(): void {}
  /** Adds objects to the scene, with this theme's colours. */
  add(..._objects: Object3D[]): this {
    return this;
  }
  remove(..._objects: Object3D[]): this {
    return this;
  }
  /** Aims the camera at a box (metres) from where it looks, so that it fills the view; scales floor, fog, light. */
  frame(_box: Box3): void {}
  /**
   * Size of what the view shows (metres), from which the floor, fog, shadow and clipping planes follow.
   * Default: the distance from the camera to its target / 2.
   */
  setExtent(_radius: number): void {}
  /** Moves the camera (metres). */
  look(_position: Vec3, _target: Vec3): void {}
  /** Where the camera was at first. */
  resetCamera(): void {}
  /** World point (metres) to CSS pixels from the view's upper left corner; false behind the camera. */
  project(_point: Vector3, _out: Vector2): boolean {
    return false;
  }
  /** Reads a short text to screen readers once it has stayed the same for a moment. */
  announce(_text: string): void {}
  /** Calls `listener` after each frame; returns the function that ends that. */
  onDrawn(_listener: () => void): () => void {
    return () => {};
  }
  /** Removes DOM, listeners and GPU memory of everything in the scene. */
  dispose(): void {}
}
