import type { Model, Redundancy } from 'limber';
import { rangeOf, type Joint } from './joints.ts';
import { swivelOf } from './swivel.ts';
import type { Line } from './names.ts';

/**
 * The free parameter of seven joints, which selects a slice of their poses: the elbow's swivel, or a joint's
 * value.
 */
export class Parameter {
  /** Title for use in a sentence. */
  readonly title: string;
  readonly least: number;
  readonly greatest: number;
  readonly #joint: Joint | null;

  /** `name`: as in `solutions().parameter`. */
  constructor(
    private readonly name: string,
    private readonly model: Model,
    joints: readonly Joint[],
  ) {
    this.#joint = joints.find(({ link }) => model.links[link]!.name === name) ?? null;
    this.title = this.#joint?.name ?? 'the elbow’s swivel';
    [this.least, this.greatest] = this.#joint ? rangeOf(this.#joint) : [-Math.PI, Math.PI];
  }

  slice(value: number): Redundancy {
    return this.#joint ? { joint: this.name, value } : { swivel: value };
  }

  /** Its value in a pose. */
  of(q: ArrayLike<number>, lines: readonly Line[]): number {
    return this.#joint ? q[this.#joint.qIndex]! : swivelOf(lines, this.model.reach);
  }
}
