/** What leads beside handles. Another input is a line in `of`. */
import { firstGamepad, GamepadInput, type GamepadLike, type Input, KeyboardInput } from 'limber/teleop';
import { camera } from './camera.ts';
import type { HandOf } from './led.ts';
import { tilt } from './tilt.ts';

/** Keys and sticks are one for all hands: they lead those that are chosen. */
const onlyIf = (isChosen: () => boolean, input: Input): Input => ({
  read(time, sample) {
    if (isChosen()) return input.read(time, sample);
    sample.twist.fill(0);
    Object.assign(sample, { held: false, time });
  },
});

export class Inputs {
  readonly #keys: KeyboardInput[] = [];

  /** `target`: whose keys count. */
  constructor(
    private readonly target: EventTarget | null = null,
    private readonly pad: () => GamepadLike | null = firstGamepad,
  ) {}

  /** Those of a hand, the first first. */
  of(_hand: HandOf, isChosen: () => boolean): readonly Input[] {
    const keys = new KeyboardInput(this.target);
    this.#keys.push(keys);
    const pad = new GamepadInput({ gamepad: this.pad });
    return [keys, pad, tilt, camera].map((each) => onlyIf(isChosen, each));
  }

  /** Whether one may lead at any time, so that steps are always due. */
  get isLive(): boolean {
    return this.pad()?.connected === true || tilt.held || camera.state === 'on';
  }

  press(code: string): void {
    for (const keys of this.#keys) keys.press(code);
  }

  release(code: string): void {
    for (const keys of this.#keys) keys.release(code);
  }

  dispose(): void {
    for (const keys of this.#keys) keys.dispose();
    tilt.held = false;
  }
}
