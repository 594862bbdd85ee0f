import { asObject } from '../describe/flatten.ts';
import { LimberError, show } from '../describe/errors.ts';
import type { Input, Sample } from './input.ts';

/** Motions that keys and sticks give: along an axis, or about it; the grip opens and closes. */
export const motionNames = ['x', 'y', 'z', 'rx', 'ry', 'rz', 'grip'] as const;
/** One of `motionNames`, with a sign. */
export type SignedMotion = `${'+' | '-'}${(typeof motionNames)[number]}`;

/** How fast keys and sticks move a target. */
export interface JogOptions {
  /** m/s; default 0.15. */
  readonly speed?: number;
  /** rad/s; default 1. */
  readonly turnSpeed?: number;
}

export interface KeyboardOptions extends JogOptions {
  /** Motion of a key, by `KeyboardEvent.code`; default: `keyboardKeys`. */
  readonly keys?: Readonly<Record<string, SignedMotion>>;
}

/** W and S: x; A and D: y; E and Q: z; K and I: about y; L and J: about x; U and O: about z; G and H: the grip. */
export const keyboardKeys: Readonly<Record<string, SignedMotion>> = {
  ...{ KeyW: '+x', KeyS: '-x', KeyA: '+y', KeyD: '-y', KeyE: '+z', KeyQ: '-z' },
  ...{ KeyL: '+rx', KeyJ: '-rx', KeyI: '-ry', KeyK: '+ry', KeyU: '+rz', KeyO: '-rz' },
  ...{ KeyG: '+grip', KeyH: '-grip' },
};

/** Share of the way that a grip goes a second. */
const gripSpeed = 2;
/** Share of the speed with Shift. */
const fine = 0.2;

/** @throws LimberError `badOption`. @internal */
export function readSpeed({ speed = 0.15, turnSpeed = 1 }: JogOptions): readonly [number, number] {
  for (const [name, value] of Object.entries({ speed, turnSpeed }))
    if (!(value > 0 && value < Infinity))
      throw new LimberError('badOption', `options.${name} is ${show(value)}; give a number above 0`);
  return [speed, turnSpeed];
}

/** Adds shares of the motions, −1 to 1, to a sample; returns whether a motion of the target is among them. @internal */
export function jog(
  sample: Sample,
  shares: ArrayLike<number>,
  [speed, turnSpeed]: readonly [number, number],
): boolean {
  for (let i = 0; i < 6; ++i) sample.twist[i] = shares[i]! * (i < 3 ? speed : turnSpeed);
  return sample.twist.some((each) => each !== 0);
}

/** Keys that move a target while they are down. */
export class KeyboardInput implements Input {
  readonly #keys: Readonly<Record<string, SignedMotion>>;
  readonly #speeds: readonly [number, number];
  readonly #down = new Set<string>();
  readonly #shares = new Float64Array(motionNames.length);
  readonly #listening = new AbortController();
  #isFine = false;
  #time = NaN;

  /**
   * `target`: whose keys count, such as `window` or an element; null: those given to `press` and `release`.
   *
   * @throws LimberError `badOption`, `badDescription`.
   */
  constructor(target: EventTarget | null = null, options: KeyboardOptions = {}) {
    asObject(options, 'options', ['keys', 'speed', 'turnSpeed']);
    this.#keys = asObject(options.keys ?? keyboardKeys, 'options.keys') as Record<string, SignedMotion>;
    this.#speeds = readSpeed(options);
    for (const [key, motion] of Object.entries(this.#keys))
      if (!(/^[+-]/.test(motion) && motionNames.some((name) => name === motion.slice(1))))
        throw new LimberError(
          'badOption',
          `options.keys.${key} is ${show(motion)}; give a sign and one of ${motionNames.join(', ')}`,
        );
    if (target) this.#listen(target);
  }

  #listen(target: EventTarget): void {
    const { signal } = this.#listening;
    target.addEventListener(
      'keydown',
      (event) => {
        const { code, shiftKey, ctrlKey, metaKey, altKey } = event as KeyboardEvent;
        // While such a key is down, some systems tell of no other that is let go.
        if (ctrlKey || metaKey || altKey) this.releaseAll();
        if (ctrlKey || metaKey || altKey || isTyping(event.target)) return;
        this.#isFine = shiftKey;
        if (this.press(code)) event.preventDefault();
      },
      { signal },
    );
    target.addEventListener(
      'keyup',
      (event) => {
        this.#isFine = (event as KeyboardEvent).shiftKey;
        this.release((event as KeyboardEvent).code);
      },
      { signal },
    );
    // Keys that are let go elsewhere are never reported.
    for (const type of ['blur', 'focusout'])
      target.addEventListener(type, () => this.releaseAll(), { signal });
  }

  /** A key goes down; returns whether it moves anything. */
  press(code: string): boolean {
    if (!Object.hasOwn(this.#keys, code)) return false;
    this.#down.add(code);
    return true;
  }

  /** A key goes up. */
  release(code: string): void {
    this.#down.delete(code);
  }

  /** All keys go up. */
  releaseAll(): void {
    this.#down.clear();
  }

  read(time: number, sample: Sample): void {
    const dt = time > this.#time ? time - this.#time : 0;
    this.#shares.fill(0);
    for (const code of this.#down) {
      const motion = this.#keys[code]!;
      const at = motionNames.indexOf(motion.slice(1) as (typeof motionNames)[number]);
      this.#shares[at] = this.#shares[at]! + (motion.startsWith('-') ? -1 : 1) * (this.#isFine ? fine : 1);
    }
    sample.held = jog(sample, this.#shares, this.#speeds);
    sample.grip = Math.min(1, Math.max(0, sample.grip + gripSpeed * dt * this.#shares[6]!));
    sample.time = time;
    this.#time = time;
  }

  /** Stops listening. */
  dispose(): void {
    this.#listening.abort();
    this.releaseAll();
  }
}

/** Whether keys are text where they go. */
function isTyping(target: EventTarget | null): boolean {
  const { tagName = '', isContentEditable = false } = (target ?? {}) as Partial<HTMLElement>;
  return isContentEditable || /^(input|textarea|select)$/i.test(tagName);
}
