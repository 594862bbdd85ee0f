/** The cells of a region, from coarse to fine. */
import type { Vec3 } from '../describe/description.ts';
import { checkSize, LimberError, show } from '../describe/errors.ts';
import { asObject, bad, three } from '../describe/flatten.ts';
import { mostCells } from '../describe/input-limits.ts';

/** A box aligned with the world's axes; metres. */
export interface Region {
  /** Smallest x, y and z: the centre of the first cell. */
  readonly min: Vec3;
  /** Largest x, y and z, not below `min`; equal values make the region flat. No cell's centre lies beyond. */
  readonly max: Vec3;
}

/** @throws LimberError `badDescription` or `notFinite`. */
export function checkRegion(value: unknown): Region {
  const region = asObject(value, 'options.region', ['min', 'max']);
  const corner = (key: 'min' | 'max'): Vec3 =>
    checkFinite(three(region[key], `options.region.${key}`), `options.region.${key}`);
  const [min, max] = [corner('min'), corner('max')];
  for (const axis of [0, 1, 2] as const)
    if (max[axis] < min[axis])
      bad(`options.region.max[${axis}]`, `at least that of min, ${min[axis]}`, max[axis]);
  return { min, max };
}

/** @throws LimberError `notFinite`. */
export function checkFinite<T extends ArrayLike<number>>(numbers: T, path: string): T {
  const at = Array.from(numbers).findIndex((value) => !Number.isFinite(value));
  if (at < 0) return numbers;
  throw new LimberError(
    'notFinite',
    `${path}[${at}] is ${show(numbers[at])}; give finite numbers, in metres`,
  );
}

/** @throws LimberError `badDescription`. */
export function checkSpacing(value: unknown): number {
  const isGood = typeof value === 'number' && value > 0 && Number.isFinite(value);
  return isGood ? value : bad('options.spacing', 'metres, more than 0', value);
}

/** Rounding error of a length that is a whole number of cells. */
const slack = 1e-9;

/** Points at equal distances along x, y and z. Point i j k has number (i · ny + j) · nz + k. */
export class Lattice {
  readonly min: Vec3;
  readonly spacing: number;
  /** nx, ny, nz. */
  readonly shape: Vec3;
  readonly count: number;

  /** @throws LimberError `tooLarge` for more than 10,000,000 cells. */
  constructor({ min, max }: Region, spacing: number) {
    const along = (axis: 0 | 1 | 2): number => Math.floor((max[axis] - min[axis]) / spacing + slack) + 1;
    this.min = min;
    this.spacing = spacing;
    this.shape = [along(0), along(1), along(2)];
    this.count = this.shape[0] * this.shape[1] * this.shape[2];
    checkSize(
      this.count,
      mostCells,
      `cells of ${spacing} m in the region; take wider cells or a smaller region`,
    );
  }

  /** Writes the cell's centre to the first three places of `out`. */
  point(cell: number, out: { [at: number]: number }): void {
    const places = this.#places(cell);
    for (const axis of [0, 1, 2] as const) out[axis] = this.min[axis] + places[axis] * this.spacing;
  }

  /** The cell that contains a point, or −1. */
  cellAt(point: ArrayLike<number>): number {
    const places = [0, 1, 2].map((axis) => Math.round((point[axis]! - this.min[axis]!) / this.spacing));
    const isInside = places.every((place, axis) => place >= 0 && place < this.shape[axis]!);
    return isInside ? this.#number(places as unknown as Vec3) : -1;
  }

  #places(cell: number): Vec3 {
    const [, ny, nz] = this.shape;
    return [Math.floor(cell / (ny * nz)), Math.floor(cell / nz) % ny, cell % nz];
  }

  #number([i, j, k]: Vec3): number {
    return (i * this.shape[1] + j) * this.shape[2] + k;
  }

  /**
   * Steps of the levels, in cells: powers of two from the longest that fits into the region down to 1. A
   * lattice with twice the spacing has the same steps in metres, except the last. So a fine map has a coarse
   * map's cells, found in the same way.
   */
  get steps(): number[] {
    const levels = Math.floor(Math.log2(Math.max(1, ...this.shape.map((count) => count - 1))));
    return Array.from({ length: levels + 1 }, (_, level) => 2 ** (levels - level));
  }

  /** Cells of a level, without those of coarser levels. */
  *level(step: number): Generator<number, void, undefined> {
    const [nx, ny, nz] = this.shape;
    const isFirst = step === this.steps[0];
    for (let i = 0; i < nx; i += step)
      for (let j = 0; j < ny; j += step)
        for (let k = 0; k < nz; k += step) if (isFirst || (i | j | k) & step) yield this.#number([i, j, k]);
  }

  /** The nearest cells of coarser levels: up to eight, at equal distances. */
  parents(cell: number, step: number): number[] {
    // Along an axis: the cell's own place if it is on the coarser lattice, else both sides.
    const choices = this.#places(cell).map((place, axis) =>
      place & step ? [place - step, place + step].filter((each) => each < this.shape[axis]!) : [place],
    ) as [number[], number[], number[]];
    const [is, js, ks] = choices;
    return is.flatMap((i) => js.flatMap((j) => ks.map((k) => this.#number([i, j, k]))));
  }
}
