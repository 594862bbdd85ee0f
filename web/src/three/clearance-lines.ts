import {
  Color,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import type { NearPair } from '../core/obstacle.ts';
import { type Palette, palettes, type Theme, type Themed } from './theme.ts';

/** Options for lines between nearest points. */
export interface ClearanceLinesOptions {
  /** Most lines; default 8. */
  most?: number;
  /** Radius of a line (metres). */
  radius: number;
}

/** Radius of the balls at a line's ends, relative to the line's radius. */
const ballSize = 2.2;

/**
 * Lines between the nearest points of pairs of shapes. They take the warning colour when a pair is at its
 * clearance.
 */
export class ClearanceLines extends Group implements Themed {
  readonly #material = new MeshBasicMaterial({ fog: false, depthTest: false, transparent: true });
  readonly #rods: InstancedMesh;
  readonly #balls: InstancedMesh;
  readonly #most: number;
  readonly #usual = new Color();
  readonly #warning = new Color();
  #pairs: readonly NearPair[] = [];
  #clearance = 0;

  constructor({ most = 8, radius }: ClearanceLinesOptions) {
    super();
    this.name = 'clearance';
    this.#most = most;
    const rod = new CylinderGeometry(radius, radius, 1, 8, 1, true).rotateX(Math.PI / 2);
    this.#rods = new InstancedMesh(rod, this.#material, most);
    this.#balls = new InstancedMesh(new SphereGeometry(ballSize * radius, 12, 8), this.#material, 2 * most);
    for (const each of [this.#rods, this.#balls]) {
      // No culling, because they are where their instances are. Drawn last, because shapes would hide the
      // shortest lines.
      each.frustumCulled = false;
      each.renderOrder = 2;
      each.count = 0;
      this.add(each);
    }
    this.setTheme('light');
  }

  /**
   * Shows pairs from `problem.nearestPairs`. `clearance`: metres that they keep; pairs at most a tenth above
   * it get the warning colour.
   */
  update(pairs: readonly NearPair[], clearance = 0): void {
    this.#pairs = pairs;
    this.#clearance = clearance;
    const count = Math.min(pairs.length, this.#most);
    for (let i = 0; i < count; ++i) this.#place(i, pairs[i]!);
    this.#rods.count = count;
    this.#balls.count = 2 * count;
    for (const each of [this.#rods, this.#balls]) {
      each.instanceMatrix.needsUpdate = true;
      if (each.instanceColor) each.instanceColor.needsUpdate = true;
    }
  }

  setTheme(theme: Theme, palette: Palette = palettes[theme]): void {
    this.#usual.set(palette.obstacle);
    this.#warning.set(palette.warning);
    this.update(this.#pairs, this.#clearance);
  }

  /** Frees the GPU memory; remove it from its view first. */
  dispose(): void {
    for (const each of [this.#rods, this.#balls]) {
      each.geometry.dispose();
      each.dispose();
    }
    this.#material.dispose();
  }

  #place(i: number, { points: [a, b], distance }: NearPair): void {
    const colour = distance <= 1.1 * this.#clearance ? this.#warning : this.#usual;
    from.fromArray(a);
    to.fromArray(b);
    this.#balls.setMatrixAt(2 * i, matrix.makeTranslation(from.x, from.y, from.z));
    this.#balls.setMatrixAt(2 * i + 1, matrix.makeTranslation(to.x, to.y, to.z));
    this.#balls.setColorAt(2 * i, colour);
    this.#balls.setColorAt(2 * i + 1, colour);
    along.subVectors(to, from);
    const length = along.length();
    turn.setFromUnitVectors(unitZ, along.divideScalar(length || 1));
    from.add(to).multiplyScalar(0.5);
    this.#rods.setMatrixAt(i, matrix.compose(from, turn, stretch.set(1, 1, Math.max(length, 1e-9))));
    this.#rods.setColorAt(i, colour);
  }
}

const from = new Vector3();
const to = new Vector3();
const along = new Vector3();
const stretch = new Vector3();
const unitZ = new Vector3(0, 0, 1);
const turn = new Quaternion();
const matrix = new Matrix4();
