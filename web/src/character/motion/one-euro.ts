/** A filter that is slow at rest and quick in motion (Casiez, Roussel and Vogel 2012). */
import { Vector3 } from 'three';

/** Cut-off frequencies in hertz: at rest, more per leg length a second, and of the speed itself. */
const atRest = 2.5;
const perSpeed = 3.3;
const ofSpeed = 1;

/** The share of a step that passes below a frequency. */
const passing = (frequency: number, dt: number) => 1 / (1 + 1 / (2 * Math.PI * frequency * dt));

export class OneEuro {
  readonly #speed = new Vector3();
  readonly #at = new Vector3();

  /** `leg`: length of a leg, in the points' unit. */
  constructor(readonly leg: number) {}

  /** Replaces a point by the filtered one, after `begin`. `dt`: seconds since the last. */
  apply(point: Vector3, dt: number): void {
    if (dt <= 0) {
      point.copy(this.#at);
      return;
    }
    const speed = step.subVectors(point, this.#at).divideScalar(dt);
    this.#speed.lerp(speed, passing(ofSpeed, dt));
    this.#at.lerp(point, passing(atRest + (perSpeed * this.#speed.length()) / this.leg, dt));
    point.copy(this.#at);
  }

  /** Begins anew at a point. */
  begin(point: Vector3): void {
    this.#speed.set(0, 0, 0);
    this.#at.copy(point);
  }
}

const step = new Vector3();
