import { Group, SphereGeometry, Vector3 } from 'three';
import type { Goal } from '../../core/goal.ts';
import type { Palette } from '../theme.ts';
import { endsOf, readerOf, type RoomEdge, type RoomMark } from './mark.ts';
import { Surface } from './surface.ts';

const basis = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)] as const;
/** Circles of radius 1 about the three axes, as one line. */
const circles = (): Vector3[] => {
  const circle = (axis: Vector3, from: Vector3, turns = 1): Vector3[] =>
    Array.from({ length: 96 * turns + 1 }, (_, i) => from.clone().applyAxisAngle(axis, (i * Math.PI) / 48));
  const [x, y, z] = basis;
  return [...circle(y, x), ...circle(z, x, 1.25), ...circle(x, y)];
};

/** Room of a distance: all between two spheres about the target. */
export class ShellMark implements RoomMark {
  readonly group = new Group();
  readonly edges: readonly RoomEdge[];
  readonly #within: () => ArrayLike<number>;
  readonly #spheres = [0, 1].map(() => new Surface(new SphereGeometry(1, 48, 32), circles()));

  constructor(
    private readonly goal: Goal,
    private readonly size: number,
  ) {
    this.#within = readerOf(goal, 'within');
    this.group.add(...this.#spheres);
    const placeAt = (number: number, out: Vector3): void => {
      out.fromArray(goal.target);
      out.y += Math.max(0, goal.target[3]! + number);
    };
    const bounds = () => [-goal.target[3]!, Infinity] as const;
    const end = { goal, parameter: 'within', name: 'within', index: 0, turns: false, bounds };
    this.edges = endsOf({ ...end, placeAt });
  }

  update(): void {
    this.group.position.fromArray(this.goal.target);
    const within = this.#within();
    this.#spheres.forEach((sphere, i) => {
      const radius = this.goal.target[3]! + within[i]!;
      const isSeen = Number.isFinite(radius) && radius > 1e-3 * this.size;
      sphere.visible = isSeen && (i === 1 || within[0] !== within[1]);
      if (sphere.visible) sphere.scale.setScalar(radius);
    });
  }

  setHot(isAt: (name: string) => boolean): void {
    for (const sphere of this.#spheres) sphere.setHot(isAt('within'));
  }

  setPalette(palette: Palette): void {
    for (const sphere of this.#spheres) sphere.setPalette(palette);
  }

  dispose(): void {
    for (const sphere of this.#spheres) sphere.dispose();
  }
}
