import { hiddenText } from './dom.ts';

/** A text is read once it has stayed unchanged for this long (milliseconds). */
const settleTime = 600;

/** A polite live region: reads the last text once it has settled, and never the same text twice in a row. */
export class Announcer {
  readonly element = hiddenText('');
  #text = '';
  #changedAt = 0;
  #timer = 0;

  constructor() {
    this.element.setAttribute('role', 'status');
    this.element.setAttribute('aria-live', 'polite');
  }

  /** Cheap enough to call every frame. */
  say(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#changedAt = performance.now();
    if (!this.#timer) this.#timer = window.setTimeout(this.#onTimer, settleTime);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.element.remove();
  }

  readonly #onTimer = (): void => {
    const left = this.#changedAt + settleTime - performance.now();
    this.#timer = left > 1 ? window.setTimeout(this.#onTimer, left) : 0;
    if (!this.#timer && this.element.textContent !== this.#text) this.element.textContent = this.#text;
  };
}
