import type { View } from './view.ts';

/**
 * The one WebGL context of a page. Every `View` is drawn by the stage's single renderer and copied onto the view's own
 * 2D canvas, so that a page may hold any number of views. Draws on demand: one animation-frame loop that runs only
 * while a visible view has something new.
 */
export class Stage {
  /** The page's stage, made at the first call; the WebGL context is made with the first drawing or `available()`. */
  static shared(): Stage {
    return (Stage.instance ??= new Stage());
  }
  private static instance: Stage | null = null;

  /**
   * Whether the page can have WebGL. Makes the shared context (once). False: leave pictures in place; a `View` made
   * all the same draws nothing and keeps its canvas and handles hidden.
   */
  static available(): boolean {
    return Stage.shared().available;
  }

  /** Views drawn since the stage was made. */
  framesDrawn = 0;
  /** WebGL contexts made since the stage was made: 0 or 1. */
  contextsCreated = 0;
  /** True between the loss of the context and its return. */
  contextLost = false;
  /** False when WebGL could not be made. */
  get available(): boolean {
    return false;
  }
  /** The reader prefers reduced motion: no camera damping; pages should not animate by themselves either. */
  get reducedMotion(): boolean {
    return false;
  }
  /** Whether an animation frame is scheduled: false on an idle page. */
  get running(): boolean {
    return false;
  }
  /** Used by `View`. */
  add(_view: View): void {}
  /** Used by `View`. */
  remove(_view: View): void {}
  /** Frees the context and all listeners; the next `shared()` is a new stage. Dispose the views first. */
  dispose(): void {}
}
