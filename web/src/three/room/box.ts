import { BoxGeometry, Quaternion, Vector3 } from 'three';
import type { Goal } from '../../core/goal.ts';
import type { Palette } from '../theme.ts';
import { endsOf, numbersOf, type RoomEdge, type RoomMark } from './mark.ts';
import { Surface } from './surface.ts';

/** Sizes, as fractions of the exhibit's: of an open end, and of an exact axis. */
const [open, thin] = [0.36, 0.006];
const axes = ['x', 'y', 'z'] as const;
/** A walk along all edges of a cube; bits of a corner: x, y, z. */
const walk = [0, 1, 3, 2, 0, 4, 5, 1, 5, 7, 3, 7, 6, 2, 6, 4];

/** Room along three axes of the target: a box, or a plane or a line where some are open and others exact. */
export class BoxMark implements RoomMark {
  readonly group = new Surface(
    new BoxGeometry(1, 1, 1),
    walk.map((corner) => new Vector3(...[1, 2, 4].map((bit) => (corner & bit ? 0.5 : -0.5)))),
  );
  readonly names = new Set<string>(axes);
  readonly edges: readonly RoomEdge[];
  readonly #thin: number;
  readonly #open: number;

  constructor(
    private readonly goal: Goal,
    size: number,
  ) {
    [this.#thin, this.#open] = [thin * size, open * size];
    this.edges = axes.flatMap((name, i) => {
      const placeAt = (number: number, out: Vector3): void => {
        axes.forEach((_, k) => out.setComponent(k, k === i ? number : this.#middle(k)));
        this.#toRoom(out);
      };
      return endsOf({ goal, parameter: 'within', name, index: 2 * i, turns: false, placeAt });
    });
  }

  update(): void {
    const { group, goal } = this;
    const numbers = numbersOf(goal, 'within');
    group.visible = axes.some((_, i) => numbers[2 * i] !== numbers[2 * i + 1]);
    if (!group.visible) return;
    for (let i = 0; i < 3; i += 1) {
      const [least, most] = this.#drawn(i);
      group.scale.setComponent(i, Math.max(most - least, this.#thin));
      group.position.setComponent(i, this.#middle(i));
    }
    this.#toRoom(group.position);
    group.quaternion.copy(turn);
  }

  setHot(hot: boolean): void {
    this.group.setHot(hot);
  }

  setPalette(palette: Palette): void {
    this.group.setPalette(palette);
  }

  dispose(): void {
    this.group.dispose();
  }

  /** From the target's frame to that of its link. */
  #toRoom(point: Vector3): void {
    const { target, type } = this.goal;
    if (type === 'pose') turn.fromArray(target, 3).normalize();
    else turn.identity();
    point.applyQuaternion(turn).add(place.fromArray(target));
  }

  /** The drawn part of an axis. */
  #drawn(i: number): [least: number, most: number] {
    const [least, most] = [0, 1].map((end) => numbersOf(this.goal, 'within')[2 * i + end]!);
    const from = Number.isFinite(least) ? least! : Math.min(0, most!) - this.#open;
    return [from, Number.isFinite(most) ? most! : Math.max(0, least!) + this.#open];
  }

  #middle(i: number): number {
    const [least, most] = this.#drawn(i);
    return (least + most) / 2;
  }
}

const place = new Vector3();
const turn = new Quaternion();
