/** Results for the cells of a region. */
import type { NumbersLike, Vec3 } from '../describe/description.ts';
import { checkSize } from '../describe/errors.ts';
import {
  asList,
  asNumber,
  asNumbers,
  asObject,
  asWhole,
  bad,
  parseJson,
  three,
} from '../describe/flatten.ts';
import { mostCells, mostMapText, mostOrientations } from '../describe/input-limits.ts';
import { checkFinite, Lattice } from './lattice.ts';
import { writeNpy, type NpyData } from './npy.ts';

/** Names of the arrays with one number per cell. */
export const layerNames = ['reached', 'manipulability', 'solutions', 'turn', 'done'] as const;
/** One of `layerNames`. */
export type LayerName = (typeof layerNames)[number];

/** A map as plain data: the content of its JSON file. */
export interface ReachMapData {
  readonly format: 'limber reach';
  readonly version: 1;
  /** As in `ReachMap`. */
  readonly min: readonly number[];
  readonly spacing: number;
  readonly shape: readonly number[];
  readonly kind: MapKind;
  readonly total: number;
  readonly clearance: number | null;
  readonly turns: number;
  /** One number per cell; null: unknown. */
  readonly layers: { readonly [Name in LayerName]: readonly number[] | null };
}

/** The counted things: `orientations` of the tool in each cell, or `targets` with the base in each cell. */
export type MapKind = 'orientations' | 'targets';

/** Properties of a map. */
export interface MapFacts {
  readonly kind: MapKind;
  readonly total: number;
  readonly clearance: number | null;
  readonly turns: number;
  readonly hasSolutions: boolean;
}

/**
 * Results for every cell of a region, in typed arrays. Cell i j k, counted from the smallest x, y and z, has
 * number (i · ny + j) · nz + k, and its centre is at `min + spacing · [i, j, k]`. While the map is filled,
 * `done` tells which cells are known.
 */
export class ReachMap {
  /** The counted things. */
  readonly kind: MapKind;
  /** Number of orientations or targets tried per cell. */
  readonly total: number;
  /** Metres kept between collision shapes; null: none. */
  readonly clearance: number | null;
  /** Number of yaws of the base tried per cell; 1 for orientations. */
  readonly turns: number;
  /** Number reached per cell; for `targets`, at the best yaw. */
  readonly reached: Uint16Array;
  /**
   * Largest manipulability of the poses found, √det(J Jᵀ) (Yoshikawa 1985), as in `problem.solve`; otherwise
   * 0.
   */
  readonly manipulability: Float32Array;
  /**
   * Number of poses for all orientations together, as counted by `problem.solutions`; null if unknown or not
   * counted.
   */
  readonly solutions: Uint32Array | null;
  /** For targets: index of the best yaw among `turns`, from 0; the first of several equally good ones. */
  readonly turn: Uint8Array;
  /** 1 for a known cell. */
  readonly done: Uint8Array;
  readonly #lattice: Lattice;

  /** @internal */
  constructor(lattice: Lattice, { kind, total, clearance, turns, hasSolutions }: MapFacts) {
    const { count } = lattice;
    this.#lattice = lattice;
    this.kind = kind;
    this.total = total;
    this.clearance = clearance;
    this.turns = turns;
    this.reached = new Uint16Array(count);
    this.manipulability = new Float32Array(count);
    this.solutions = hasSolutions ? new Uint32Array(count) : null;
    this.turn = new Uint8Array(count);
    this.done = new Uint8Array(count);
  }

  /** Centre of the first cell, in metres. */
  get min(): Vec3 {
    return this.#lattice.min;
  }

  /** Distance between neighbouring cells, in metres. */
  get spacing(): number {
    return this.#lattice.spacing;
  }

  /** Number of cells along x, y and z. */
  get shape(): Vec3 {
    return this.#lattice.shape;
  }

  /** Number of cells. */
  get count(): number {
    return this.#lattice.count;
  }

  /** Centre of a cell, in metres. @throws LimberError `badDescription` for a number that no cell has. */
  point(cell: number): Vec3 {
    asWhole(cell, 0, this.count - 1, 'cell');
    const point: [number, number, number] = [0, 0, 0];
    this.#lattice.point(cell, point);
    return point;
  }

  /** The cell whose cube contains a point, in metres; −1: none. */
  cellAt(point: NumbersLike): number {
    return this.#lattice.cellAt(asNumbers(point, 3, 'point'));
  }

  /** Best yaw of the base in a cell of a map of targets, in radians from 0. */
  yaw(cell: number): number {
    asWhole(cell, 0, this.count - 1, 'cell');
    return (2 * Math.PI * this.turn[cell]!) / this.turns;
  }

  /** Cells with the largest count, in order; empty while nothing is reached. */
  best(): number[] {
    const most = this.reached.reduce((greatest, each) => Math.max(greatest, each), 0);
    return most === 0 ? [] : [...this.reached.keys()].filter((cell) => this.reached[cell] === most);
  }

  /** Returns plain data. `JSON.stringify(map)` calls this to write the text that `fromJSON` reads. */
  toJSON(): ReachMapData {
    const { min, spacing, shape, kind, total, clearance, turns } = this;
    const listOf = (name: LayerName): [LayerName, number[] | null] => [
      name,
      this[name] && Array.from(this[name], shorter),
    ];
    const layers = Object.fromEntries(layerNames.map(listOf)) as unknown as ReachMapData['layers'];
    return { format: 'limber reach', version: 1, min, spacing, shape, kind, total, clearance, turns, layers };
  }

  /**
   * The bytes of a NumPy file with one layer: `np.load(file)[i, j, k]`.
   *
   * @throws LimberError `badDescription` for an unknown layer, or solutions that are unknown.
   */
  toNPY(layer: LayerName = 'reached'): Uint8Array {
    const data: NpyData | null = layerNames.includes(layer)
      ? this[layer]
      : bad('layer', layerNames.join(' or '), layer);
    return writeNpy({ shape: this.shape, data: data ?? bad('layer', 'one that this map has', layer) });
  }

  /**
   * @param json the text of a map's JSON, or the parsed object.
   * @throws LimberError `badDescription`, `notFinite` or `tooLarge` for anything else, naming the place.
   */
  static fromJSON(json: string | ReachMapData): ReachMap {
    const data = asObject(typeof json === 'string' ? parse(json) : json, 'the map');
    if (data.format !== 'limber reach')
      bad('format', '"limber reach"; is this the file of a map?', data.format);
    if (data.version !== 1) bad('version', '1, which this version of limber reads', data.version);
    const { kind } = data;
    if (kind !== 'orientations' && kind !== 'targets') bad('kind', '"orientations" or "targets"', kind);
    const lattice = latticeOf(data);
    const layers = asObject(data.layers, 'layers', layerNames);
    const map = new ReachMap(lattice, {
      kind,
      total: asWhole(data.total, 1, mostOrientations, 'total'),
      clearance: data.clearance === null ? null : clearanceOf(data.clearance),
      turns: asWhole(data.turns, 1, mostTurns, 'turns'),
      hasSolutions: layers.solutions !== null,
    });
    for (const name of layerNames) if (map[name]) readLayer(map, name, layers[name]);
    return map;
  }
}

/** Most yaws of a base. */
export const mostTurns = 255;

/** Rounds to 9 digits, enough to read back the same in single precision. */
const shorter = (value: number): number => Number(value.toPrecision(9));

function latticeOf({ min, spacing, shape }: Readonly<Record<string, unknown>>): Lattice {
  const first = checkFinite(three(min, 'min'), 'min');
  const step = asNumber(spacing, 'spacing');
  if (!(step > 0 && Number.isFinite(step))) bad('spacing', 'metres, more than 0', step);
  const counts = three(shape, 'shape').map((each, axis) => asWhole(each, 1, mostCells, `shape[${axis}]`));
  const max = first.map((least, axis) => least + step * (counts[axis]! - 1)) as unknown as Vec3;
  return new Lattice({ min: first, max }, step);
}

function clearanceOf(given: unknown): number {
  const metres = asNumber(given, 'clearance');
  return metres >= 0 && Number.isFinite(metres) ? metres : bad('clearance', 'null, or metres from 0', metres);
}

function readLayer(map: ReachMap, name: LayerName, value: unknown): void {
  const list = asList(value, `layers.${name}`);
  const layer = map[name]!;
  if (list.length !== layer.length)
    bad(`layers.${name}`, `${layer.length} numbers, one for each cell`, value);
  const most: Partial<Record<LayerName, number>> = { reached: map.total, turn: map.turns - 1, done: 1 };
  const greatest = most[name] ?? 2 ** 32 - 1;
  // Not forEach, which skips holes.
  for (const [i, each] of list.entries()) {
    const path = `layers.${name}[${i}]`;
    if (name !== 'manipulability') layer[i] = asWhole(each, 0, greatest, path);
    else if (typeof each === 'number' && each >= 0 && each <= greatest) layer[i] = each;
    else bad(path, `a number from 0 to ${greatest}`, each);
  }
}

function parse(text: string): unknown {
  checkSize(text.length, mostMapText, "characters in the map's JSON");
  return parseJson(text.replace(/^\uFEFF/, ''));
}
