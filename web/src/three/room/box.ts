import { BoxGeometry, Quaternion, Vector3 } from 'three';
import type { Goal } from '../../core/goal.ts';
import type { Palette } from '../theme.ts';
import { endsOf, readerOf, type RoomEdge, type RoomMark } from './mark.ts';
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
  readonly edges: readonly RoomEdge[];
  readonly #within: () => ArrayLike<number>;
  readonly #thin: number;
  readonly #open: number;

  constructor(
    private readonly goal: Goal,
    size: number,
  ) {
    this.#within = readerOf(goal, 'within');
    [this.#thin, this.#open] = [thin * size, open * size];
    this.edges = axes.flatMap((name, i) => {
      const placeAt = (number: number, out: Vector3): void => {
        for (let k = 0; k < 3; k += 1) out.setComponent(k, k === i ? number : this.#middle(k));
        this.#toRoom(out);
      };
      return endsOf({ goal, parameter: 'within', name, index: 2 * i, turns: false, placeAt });
    });
  }

  update(): void {
    const { group } = this;
    const within = this.#within();
    const isOpen = (i: number) => within[2 * i] === -Infinity && within[2 * i + 1] === Infinity;
    const hasRoom = (i: number) => within[2 * i] !== within[2 * i + 1];
    group.visible = [0, 1, 2].some(hasRoom) && ![0, 1, 2].every(isOpen);
    if (!group.visible) return;
    for (let i = 0; i < 3; i += 1) {
      group.scale.setComponent(i, Math.max(this.#end(i, 1) - this.#end(i, 0), this.#thin));
      group.position.setComponent(i, this.#middle(i));
    }
    this.#toRoom(group.position);
    group.quaternion.copy(turn);
  }

  setHot(isAt: (name: string) => boolean): void {
    this.group.setHot(axes.some(isAt));
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

  /** The end of an axis as drawn. */
  #end(i: number, end: 0 | 1): number {
    const within = this.#within();
    const [number, other] = [within[2 * i + end]!, within[2 * i + 1 - end]!];
    if (Number.isFinite(number)) return number;
    return end === 0 ? Math.min(0, other) - this.#open : Math.max(0, other) + this.#open;
  }

  #middle(i: number): number {
    return (this.#end(i, 0) + this.#end(i, 1)) / 2;
  }
}

const place = new Vector3();
const turn = new Quaternion();
