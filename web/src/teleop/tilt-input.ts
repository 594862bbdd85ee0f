import { turn } from '../describe/poses.ts';
import { turnBy } from '../numbers/turns.ts';
import type { Input, Sample } from './input.ts';

/** The part of a `DeviceOrientationEvent` that is read: degrees; null without a sensor. */
export interface TiltLike {
  readonly alpha: number | null;
  readonly beta: number | null;
  readonly gamma: number | null;
}

/** On iPhones the class of the events asks. */
type Asking = { requestPermission?(): Promise<string> } | undefined;

const none = Float64Array.of(0, 0, 0, 1);
const forwards = Float64Array.of(0, 1, -1);
const heading = new Float64Array(3);
const by = new Float64Array(3);

function turnAbout(axis: 0 | 1 | 2, radians: number, q: Float64Array): void {
  by.fill(0);
  by[axis] = radians;
  turnBy(q, by);
}

/**
 * The turn of a phone in the hand; its place stays 0. A program says by `held` when it counts.
 *
 * Rz(α) Rx(β) Ry(γ) turns the device's axes, x right, y to its top, z out of its screen, to the earth's, with Z up (W3C,
 * Device Orientation). If the page is shown turned by θ, its right and top are the device's, turned by Rz(−θ). Where north
 * is depends on the phone, so each press of the clutch has axes of its own: X is where the phone points, Y left, Z up, as
 * those of keys. A phone that lies points with its top, y, one that stands with its back, −z, and one between with y − z.
 *
 * ```ts
 * button.onclick = () => tilt.ask(); // iPhones ask the reader, within a tap
 * button.onpointerdown = () => (tilt.held = true);
 * ```
 */
export class TiltInput implements Input {
  /** Whether the clutch is pressed; default false. */
  held = false;
  /** 0, open, to 1, closed; default 0. */
  grip = 0;
  #lost = 'the phone has not been asked how it is held';
  #wasHeld = false;
  #presses = 0;
  /** The screen's turn in the earth's axes, and in those of the last press. */
  readonly #earth = none.slice();
  readonly #turn = none.slice();
  #ahead = 0;
  readonly #listening = new AbortController();

  /** Why turns are not to be trusted; '': they are. */
  get lost(): string {
    return this.#lost;
  }

  /**
   * Asks for the phone's turns, and listens to them. Within a tap, or iPhones refuse. Returns whether they may come; if
   * not, `lost` says why.
   */
  async ask(): Promise<boolean> {
    const events = (globalThis as { DeviceOrientationEvent?: Asking }).DeviceOrientationEvent;
    if (!events) return this.#refuse('this browser does not say how it is held; phones do, over HTTPS');
    try {
      const answer = await (events.requestPermission?.() ?? 'granted');
      if (answer !== 'granted') return this.#refuse('the browser may not say how it is held; allow it');
    } catch (error) {
      return this.#refuse(`the browser does not say how it is held: ${(error as Error).message}`);
    }
    this.#lost = 'the phone has not yet said how it is held';
    const { signal } = this.#listening;
    globalThis.addEventListener('deviceorientation', this.#take, { signal });
    return true;
  }

  readonly #take = (event: Event): void => this.update(event as DeviceOrientationEvent);

  #refuse(lost: string): false {
    this.#lost = lost;
    return false;
  }

  /**
   * Takes an event; those of the window come by themselves after `ask`. `angle`: degrees by which the page is turned;
   * default: the screen's.
   */
  update({ alpha, beta, gamma }: TiltLike, angle = globalThis.screen?.orientation?.angle ?? 0): void {
    if (alpha === null || beta === null || gamma === null) {
      this.#lost = 'this device has no sensor for how it is held';
      return;
    }
    const isGood = Number.isFinite(alpha + beta + gamma + angle);
    this.#lost = isGood ? '' : 'its angles are not finite';
    if (!isGood) return;
    const q = this.#earth;
    const radian = Math.PI / 180;
    q.set(none);
    turnAbout(2, -angle * radian, q);
    turnAbout(1, gamma * radian, q);
    turnAbout(0, beta * radian, q);
    turnAbout(2, alpha * radian, q);
  }

  read(time: number, sample: Sample): void {
    if (this.held && !this.#wasHeld) this.#press();
    this.#wasHeld = this.held;
    this.#turn.set(this.#earth);
    turnAbout(2, -this.#ahead, this.#turn);
    sample.pose.set(this.#turn, 3);
    // A phone at rest sends nothing.
    sample.time = time;
    sample.held = this.held;
    sample.grip = this.grip;
    sample.lost = this.#lost;
    sample.source = this.#presses;
  }

  #press(): void {
    turn(this.#earth, 0, forwards, 0, heading, 0);
    this.#ahead = Math.atan2(heading[1]!, heading[0]!);
    this.#presses += 1;
  }

  /** Stops listening. */
  dispose(): void {
    this.#listening.abort();
    this.held = false;
  }
}
