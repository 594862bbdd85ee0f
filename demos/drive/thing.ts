/** A loose thing of a scene: it goes where it is put, and falls otherwise. Metres; Y up. */
import type { Problem } from 'limber';
import { Quaternion, Vector3 } from 'three';

/** m/s². */
const gravity = 9.81;
/** Share of the way to where hands hold it, per step. */
export const ease = 0.15;
const upright = new Quaternion();

export class Thing {
  readonly place = new Vector3();
  readonly turn = new Quaternion();
  /** m/s, downwards. */
  speed = 0;
  /** Its first coordinate. */
  readonly #at: number;

  constructor(
    private readonly problem: Problem,
    readonly name: string,
  ) {
    const { model } = problem;
    this.#at = model.links[model.findLink(name)]!.qIndex;
  }

  read(): this {
    const { q } = this.problem.state;
    this.place.fromArray(q, this.#at);
    this.turn.fromArray(q, this.#at + 3);
    return this;
  }

  write(): void {
    const { q } = this.problem.state;
    this.place.toArray(q, this.#at);
    this.turn.normalize().toArray(q, this.#at + 3);
  }

  /** Its middle falls to a height (metres), and it becomes upright; returns whether it has moved. */
  fall(floor: number, dt: number): boolean {
    const { place, turn } = this;
    upright.set(0, turn.y, 0, turn.w).normalize();
    if (place.y <= floor + 1e-6 && turn.angleTo(upright) < 1e-3) {
      this.speed = 0;
      return false;
    }
    this.speed += gravity * dt;
    place.y = Math.max(floor, place.y - this.speed * dt);
    if (place.y === floor) this.speed = 0;
    turn.slerp(upright, 2 * ease);
    return true;
  }
}
