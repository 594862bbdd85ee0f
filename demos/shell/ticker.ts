import { doingOf } from '../../web/src/three/doing.ts';
import type { Ticking } from './shell.ts';

/** Greatest number of seconds that a frame counts for, and those of the first frame after a rest. */
const longest = 0.1;
const usual = 1 / 60;

/** Frames for a page that has no view of its own, or several. */
export class Ticker implements Ticking {
  onFrame: ((seconds: number) => boolean) | null = null;
  #frame = 0;
  #before = NaN;
  #end: (() => void) | null = null;

  /** `element`: what moves with it. */
  constructor(private readonly element: HTMLElement) {}

  readonly invalidate = (): void => {
    if (this.#frame !== 0) return;
    this.#end ??= doingOf(this.element).begin('moving');
    this.#frame = requestAnimationFrame(this.#tick);
  };

  readonly #tick = (now: number): void => {
    const passed = (now - this.#before) / 1000;
    this.#frame = 0;
    const goesOn = this.onFrame?.(Number.isNaN(passed) ? usual : Math.min(longest, passed));
    this.#before = goesOn ? now : NaN;
    if (goesOn) this.invalidate();
    if (this.#frame !== 0) return;
    this.#end?.();
    this.#end = null;
  };
}
