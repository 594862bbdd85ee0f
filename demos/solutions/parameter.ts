import type { Model, Redundancy } from 'limber';
import { rangeOf, type Hinge } from './hinges.ts';
import { swivelOf } from './swivel.ts';
import type { Line } from './names.ts';

/** The number that tells apart the slices of the poses that seven hinges have: the elbow's swivel, or a joint's value. */
export class Parameter {
  /** In a sentence. */
  readonly title: string;
  readonly least: number;
  readonly greatest: number;
  private readonly hinge: Hinge | null;

  /** `name`: as `solutions().parameter` has it. */
  constructor(
    private readonly name: string,
    private readonly model: Model,
    hinges: readonly Hinge[],
  ) {
    this.hinge = hinges.find(({ link }) => model.links[link]!.name === name) ?? null;
    this.title = this.hinge?.name ?? 'the elbow’s swivel';
    [this.least, this.greatest] = this.hinge ? rangeOf(this.hinge) : [-Math.PI, Math.PI];
  }

  slice(value: number): Redundancy {
    return this.hinge ? { joint: this.name, value } : { swivel: value };
  }

  /** Its value in a pose. */
  of(q: ArrayLike<number>, lines: readonly Line[]): number {
    return this.hinge ? q[this.hinge.qIndex]! : swivelOf(lines, this.model.reach);
  }
}
