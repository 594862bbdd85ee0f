import { asObject, bad } from '../describe/flatten.ts';
import { LimberError, show } from '../describe/errors.ts';
import type { Input, Sample } from './input.ts';
import { jog, type JogOptions, readSpeed } from './keyboard-input.ts';

/** The part of a `Gamepad` that is read. */
export interface GamepadLike {
  readonly connected: boolean;
  readonly axes: readonly number[];
  readonly buttons: readonly { readonly value: number }[];
}

export interface GamepadOptions extends JogOptions {
  /** Share of a stick's way, 0 to below 1, that counts as rest; default 0.12. */
  readonly deadZone?: number;
  /** Gives the gamepad; default: `firstGamepad`. */
  readonly gamepad?: () => GamepadLike | null | undefined;
}

/**
 * The first of `navigator.getGamepads()`; null also where none may be asked for, as in some frames of other pages and in
 * Node.
 */
export function firstGamepad(): GamepadLike | null {
  try {
    return navigator.getGamepads().find((each) => each) ?? null;
  } catch {
    return null;
  }
}

/** Motions x, y, z, rx, ry, rz of the layout `standard`: sticks up and left are ahead, left and up. */
const axes = [1, 0, 3, -1, -1, 2] as const;
/** Buttons that turn about x, y: right and left, down and up on the cross. */
const crosses: readonly (readonly [motion: number, plus: number, minus: number])[] = [
  [3, 15, 14],
  [4, 12, 13],
];
const rightTrigger = 7;

/**
 * Sticks of a gamepad: the left one moves the target ahead and sideways, the right one up and about the vertical; the
 * cross tilts it, and the right trigger is the grip.
 */
export class GamepadInput implements Input {
  readonly #deadZone: number;
  readonly #gamepad: NonNullable<GamepadOptions['gamepad']>;
  readonly #speeds: readonly [number, number];
  readonly #shares = new Float64Array(6);

  /** @throws LimberError `badOption`, `badDescription`. */
  constructor(options: GamepadOptions = {}) {
    asObject(options, 'options', ['speed', 'turnSpeed', 'deadZone', 'gamepad']);
    const { deadZone = 0.12, gamepad = firstGamepad } = options;
    if (!(deadZone >= 0 && deadZone < 1))
      throw new LimberError(
        'badOption',
        `options.deadZone is ${show(deadZone)}; give a number from 0 to below 1`,
      );
    if (typeof gamepad !== 'function') bad('options.gamepad', 'a function', gamepad);
    this.#speeds = readSpeed(options);
    this.#deadZone = deadZone;
    this.#gamepad = gamepad;
  }

  read(time: number, sample: Sample): void {
    const pad = this.#gamepad();
    sample.time = time;
    sample.held = false;
    if (!pad?.connected) {
      sample.twist.fill(0);
      sample.lost = 'no gamepad is connected; press one of its buttons';
      return;
    }
    const pressed = (button: number): number => pad.buttons[button]?.value ?? 0;
    for (let i = 0; i < 6; ++i) this.#shares[i] = -this.#beyond(pad.axes[axes[i]!] ?? 0);
    for (const [motion, plus, minus] of crosses) this.#shares[motion] = pressed(plus) - pressed(minus);
    sample.held = jog(sample, this.#shares, this.#speeds);
    sample.grip = pressed(rightTrigger);
  }

  /** The part of a stick's way beyond the dead zone, −1 to 1. */
  #beyond(value: number): number {
    const way = (Math.abs(value) - this.#deadZone) / (1 - this.#deadZone);
    return way > 0 ? Math.sign(value) * Math.min(1, way) : 0;
  }
}
