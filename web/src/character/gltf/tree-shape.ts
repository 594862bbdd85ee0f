import type { Vector3 } from 'three';
import type { BoneNode } from './bones.ts';

/** Bones deeper than this below a limb's first bone do not belong to a body. */
const deepest = 16;

/** Geometry of a tree of bones at rest. Bones are identified by their index in the list. */
export class TreeShape {
  readonly children: readonly (readonly number[])[];
  /** Length of the longest path from a bone to an end below it. */
  readonly branch: readonly number[];

  constructor(readonly nodes: readonly BoneNode[]) {
    const children: number[][] = nodes.map(() => []);
    nodes.forEach(({ parent }, i) => children[parent]?.push(i));
    this.children = children;
    const branch = nodes.map(() => 0);
    for (let i = nodes.length - 1; i >= 0; --i) {
      const above = nodes[i]!.parent;
      if (above >= 0) branch[above] = Math.max(branch[above]!, branch[i]! + this.distance(above, i));
    }
    this.branch = branch;
  }

  at(i: number): Vector3 {
    return this.nodes[i]!.world.position;
  }

  distance(i: number, k: number): number {
    return this.at(i).distanceTo(this.at(k));
  }

  parent(i: number): number {
    return this.nodes[i]!.parent;
  }

  /** Length of the longest path from the bone above to an end. */
  reach(i: number): number {
    return this.branch[i]! + this.distance(this.parent(i), i);
  }

  isAbove(upper: number, lower: number): boolean {
    let at = lower;
    while (at > upper) at = this.parent(at);
    return at === upper;
  }

  /** The lowest bone above both, which may be one of them; −1: none. */
  joins(i: number, k: number): number {
    let [a, b] = [i, k];
    while (a !== b) [a, b] = a > b ? [this.parent(a), b] : [a, this.parent(b)];
    return a;
  }

  /** Bones from one to one below it, both included; empty if the second is above the first. */
  way(from: number, to: number): number[] {
    const way: number[] = [];
    for (let at = to; at >= from && at >= 0; at = this.parent(at)) way.unshift(at);
    return way;
  }

  /** Length of the path from a bone to one below it. */
  lengthOf(from: number, to: number): number {
    let length = 0;
    for (let at = to; at > from; at = this.parent(at)) length += this.distance(at, this.parent(at));
    return length;
  }

  /** A bone and all bones below it, except those too deep to matter, with the path to each. */
  *below(first: number): Generator<readonly number[]> {
    const way: number[] = [];
    const open: (readonly [number, number])[] = [[first, 0]];
    for (let next = open.pop(); next; next = open.pop()) {
      const [i, depth] = next;
      way.length = depth;
      way.push(i);
      yield [...way];
      if (depth < deepest) for (const child of this.children[i]!) open.push([child, depth + 1]);
    }
  }
}
