/** A slider over steps, and a button that plays them; between two steps it has a fraction. */
import { button, make, write } from '../../demos/shell/dom.ts';
import { Ticker } from '../../demos/shell/ticker.ts';

/** The item after some steps, the next one, and the part of the way that is done between them. */
export function between<T>(items: readonly T[], step: number): readonly [from: T, to: T, part: number] {
  const last = items.length - 1;
  const k = Math.min(Math.floor(step), last);
  return [items[k]!, items[Math.min(k + 1, last)]!, step - k];
}

export class Scrubber {
  readonly slider = make('input', { type: 'range', name: 'step', min: '0', step: 'any', ariaLabel: 'Step' });
  readonly play = button('Play', 'play', () => this.#toggle());
  readonly #ticker = new Ticker(this.slider);
  #isPlaying = false;
  /** Where it stops, and its steps per second. */
  #end = 0;
  #speed = 0;

  /** `pace`: steps per second while playing. `show`: draws the step that `at` has now. */
  constructor(
    private readonly pace: number,
    private readonly show: () => void,
  ) {
    this.slider.addEventListener('input', () => {
      this.pause();
      this.show();
    });
    this.#ticker.onFrame = (seconds) => this.#advance(seconds);
  }

  dispose(): void {
    this.#ticker.onFrame = null;
  }

  /** Number of steps passed. */
  get at(): number {
    return Number(this.slider.value);
  }

  /** Begins anew with other steps. */
  restart(end: number): void {
    this.slider.max = String(end);
    this.go(0);
  }

  go(step: number): void {
    this.pause();
    this.#move(step);
  }

  pause(): void {
    this.#isPlaying = false;
    write(this.play, 'Play');
  }

  playTo(end: number, speed = this.pace): void {
    [this.#end, this.#speed] = [end, speed];
    this.#isPlaying = true;
    write(this.play, 'Pause');
    this.#ticker.invalidate();
  }

  #move(step: number): void {
    this.slider.value = String(step);
    this.show();
  }

  #toggle(): void {
    if (this.#isPlaying) return this.pause();
    if (this.at >= Number(this.slider.max)) this.#move(0);
    this.playTo(Number(this.slider.max));
  }

  /** A frame of Play: returns whether another is needed. */
  #advance(seconds: number): boolean {
    if (!this.#isPlaying) return false;
    const next = Math.min(this.#end, this.at + this.#speed * seconds);
    this.#move(next);
    if (next === this.#end) this.pause();
    return this.#isPlaying;
  }
}
