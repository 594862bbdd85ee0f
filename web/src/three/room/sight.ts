import { Group, Vector3 } from 'three';
import type { Goal } from '../../core/goal.ts';
import { PlainLine } from '../plain-line.ts';
import type { Palette } from '../theme.ts';
import type { RoomMark } from './mark.ts';

/** The line from a tool to the point at which it should look. */
export class SightMark implements RoomMark {
  readonly group = new Group();
  readonly names = new Set<string>();
  readonly edges = [];
  readonly #line = new PlainLine('direction', { fog: false });

  constructor(private readonly goal: Goal) {
    this.#line.geometry.setFromPoints([new Vector3(), new Vector3(0, 0, 1)]);
    this.group.add(this.#line);
  }

  update(place: Vector3): void {
    const { group } = this;
    group.position.fromArray(this.goal.target);
    group.lookAt(place);
    group.scale.z = Math.max(1e-6, group.position.distanceTo(place));
  }

  setHot(): void {}

  setPalette(palette: Palette): void {
    this.#line.material.color.set(palette.direction);
  }

  dispose(): void {
    this.#line.dispose();
  }
}
