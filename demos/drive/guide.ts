/** A handle leads a hand, or several by the same motion. */
import { Vector3 } from 'three';
import type { Hand } from './hand.ts';
import type { Led } from './led.ts';

/** Metres per step by which a handle leads at most: a pointer leaps, a hand does not. */
const stride = 0.03;

export class Guide {
  /** Where the handle is, while it leads. */
  readonly handle = new Vector3();
  /** Whether the handle leads. */
  isHeld = false;
  readonly #last = new Vector3();
  /** It was moved by keys: the clutch opens when the tool has arrived. */
  arrives = false;

  constructor(
    readonly led: Led,
    readonly hands: readonly Hand[],
  ) {}

  /** Writes the middle of its tools. */
  tool(out: Vector3): Vector3 {
    out.set(0, 0, 0);
    for (const hand of this.hands) out.add(hand.tool(place));
    return out.divideScalar(this.hands.length);
  }

  /** `arrives`: it leads until the tool has arrived, and not until it is let go. */
  take(arrives: boolean): void {
    if (!this.isHeld) this.tool(this.#last);
    this.arrives = arrives;
    this.#hold(true);
  }

  letGo(): void {
    if (!this.arrives) this.drop();
  }

  /** The tools have come to rest. */
  rest(): void {
    if (this.arrives) this.drop();
  }

  drop(): void {
    if (this.isHeld) this.#hold(false);
  }

  #hold(on: boolean): void {
    this.isHeld = on;
    for (const { manual } of this.hands) manual.held = on;
  }

  /** Its hands go after the handle. `restrain`: shortens a step. */
  follow(scale: number, restrain: (step: Vector3) => boolean): void {
    // Motions count from where the clutch has closed.
    if (!this.isHeld || !this.hands.every(({ isDragged }) => isDragged)) return;
    step.subVectors(this.handle, this.#last).clampLength(0, stride).multiplyScalar(scale);
    const isStretched = restrain(step);
    for (const hand of this.hands) {
      hand.isStretched = isStretched;
      hand.move(step, scale);
    }
    this.#last.addScaledVector(step, 1 / scale);
  }
}

const step = new Vector3();
const place = new Vector3();
