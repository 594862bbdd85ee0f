import type { Axis } from './chart.ts';
import { microseconds } from './words.ts';

/** Seconds that a replay takes from the start to the end. */
const duration = 5;
const steps = 1000;

/** Where the race stands that the views show: at its end, or anywhere before while it is replayed. */
export class Replay {
  /** Another moment is to be shown; null: the end. */
  onMove: ((x: number | null) => void) | null = null;
  private axis: Axis = 'iterations';
  private range: readonly [number, number] = [0, 1];
  private frame = 0;
  private before = 0;

  constructor(
    private readonly button: HTMLButtonElement,
    private readonly slider: HTMLInputElement,
    private readonly output: HTMLOutputElement,
  ) {
    slider.max = slider.value = String(steps);
    button.addEventListener('click', () => (this.frame ? this.stop() : this.play()));
    slider.addEventListener('input', () => {
      this.stop();
      this.tell();
    });
    this.show();
  }

  /** Iterations or microseconds; null at the end. */
  get moment(): number | null {
    const part = Number(this.slider.value) / steps;
    if (part >= 1) return null;
    const [least, most] = this.range;
    return this.axis === 'us' ? least * (most / least) ** part : Math.floor(least + part * (most - least));
  }

  /** The chart's axis: a replay runs along it evenly. */
  setRange(axis: Axis, range: readonly [number, number]): void {
    this.axis = axis;
    this.range = range;
    this.show();
  }

  /** To the end. */
  finish(): void {
    this.stop();
    if (this.moment === null) return;
    this.slider.value = String(steps);
    this.tell();
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.button.textContent = 'Replay';
  }

  private play(): void {
    if (this.moment === null) this.slider.value = '0';
    this.button.textContent = 'Pause';
    this.before = performance.now();
    this.frame = requestAnimationFrame(this.onFrame);
    this.tell();
  }

  private readonly onFrame = (now: number): void => {
    const passed = Math.max(0, now - this.before) / 1000;
    this.before = now;
    // A slider holds whole steps only: move it in whole ones, and keep what is left for the next frame.
    const moved = Math.floor((passed / duration) * steps);
    this.before -= 1000 * (passed - (moved * duration) / steps);
    this.slider.value = String(Math.min(steps, Number(this.slider.value) + moved));
    this.frame = requestAnimationFrame(this.onFrame);
    if (this.moment === null) this.stop();
    this.tell();
  };

  private tell(): void {
    this.show();
    this.onMove?.(this.moment);
  }

  private show(): void {
    const { moment } = this;
    const words = (x: number) =>
      this.axis === 'us' ? `${microseconds(x)} µs` : `iteration ${x.toLocaleString('en')}`;
    const text = moment === null ? 'at the end' : words(moment);
    if (this.output.textContent !== text) this.output.textContent = text;
    this.slider.setAttribute('aria-valuetext', text);
  }
}
