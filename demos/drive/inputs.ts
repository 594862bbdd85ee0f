/** What leads beside handles. Another input is a line in `of`. */
import {
  firstGamepad,
  GamepadInput,
  type GamepadLike,
  type Input,
  KeyboardInput,
  type Sample,
  type XRFrameLike,
  XRInput,
  zUp,
} from 'limber/teleop';
import { Quaternion, Vector3 } from 'three';
import { camera } from './camera.ts';
import type { HandOf } from './led.ts';
import { turnPose } from './turn-pose.ts';
import { tilt } from './tilt.ts';

/** Keys and sticks are one for all hands: they lead those that are chosen. */
const onlyIf = (isChosen: () => boolean, input: Input): Input => ({
  read(time, sample) {
    if (isChosen()) return input.read(time, sample);
    sample.twist.fill(0);
    Object.assign(sample, { held: false, time });
  },
});

/** Axes along which all inputs lead in a headset: the robot's, whose x is ahead. */
export const roomAxes = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), -Math.PI / 2);
const toInput = roomAxes
  .clone()
  .multiply(new Quaternion(...zUp))
  .invert();

/** Whose hand of a headset leads a hand, by its name. */
const sides: Readonly<Record<string, 'left' | 'right'>> = { left: 'left', right: 'right', hand: 'right' };

/** A hand of a headset, or a phone as a wand, from the world's axes to those of keys. */
class RoomHand extends XRInput {
  lost = '';

  constructor(readonly hand: 'left' | 'right' | 'phone') {
    super({ hand });
  }

  override read(time: number, sample: Sample): void {
    super.read(time, sample);
    this.lost = sample.lost;
    turnPose(sample.pose, toInput);
  }
}

type RoomFrame = XRFrameLike & { readonly session: { readonly interactionMode?: string | undefined } };

export class Inputs {
  /** The robot is seen in a headset, whose hands lead, or in the room behind a phone. */
  isInRoom = false;
  #isPhone = false;
  readonly #hands: RoomHand[] = [];
  readonly #keys: KeyboardInput[] = [];

  /** `target`: whose keys count. */
  constructor(
    private readonly target: EventTarget | null = null,
    private readonly pad: () => GamepadLike | null = firstGamepad,
  ) {}

  /** Those of a hand, the first first. */
  of({ name }: HandOf, isChosen: () => boolean): readonly Input[] {
    const keys = new KeyboardInput(this.target);
    this.#keys.push(keys);
    const pad = new GamepadInput({ gamepad: this.pad });
    const hand = sides[name];
    const inRoom = hand ? [new RoomHand(hand)] : [];
    const phone = new RoomHand('phone');
    this.#hands.push(...inRoom, phone);
    return [...[keys, pad, tilt, camera, phone].map((each) => onlyIf(isChosen, each)), ...inRoom];
  }

  /** Whether one may lead at any time, so that steps are always due. */
  get isLive(): boolean {
    return this.isInRoom || this.pad()?.connected === true || tilt.held || camera.state === 'on';
  }

  /** Reads a frame of a headset or phone. */
  see(frame: RoomFrame, space: object, time: number): void {
    this.isInRoom = true;
    this.#isPhone = frame.session.interactionMode === 'screen-space';
    for (const hand of this.#hands) hand.update(frame, space, time);
  }

  leaveRoom(): void {
    this.isInRoom = false;
    for (const hand of this.#hands) hand.end();
  }

  /** Why a hand in the headset is lost; '' if none is. */
  get lost(): string {
    if (!this.isInRoom) return '';
    return this.#hands.find(({ hand, lost }) => (hand === 'phone') === this.#isPhone && lost)?.lost ?? '';
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
