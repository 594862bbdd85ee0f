/** Joint values over time: recorded, sampled, written to files and read back. */
import { csvLine, parseCsv } from './csv.ts';
import { checkSize, LimberError, show } from '../describe/errors.ts';
import { asList, asObject, asString, isList, parseJson, three } from '../describe/flatten.ts';
import { mostNumbers, mostTrajectoryText } from '../describe/input-limits.ts';
import type { Motion } from '../core/any-model.ts';
import { lerp, shareOf, slerp } from './slerp.ts';

/** The part of a `Model` that a trajectory needs. */
export interface Moved {
  readonly name?: string;
  readonly links: readonly {
    readonly name: string;
    readonly joint?: { readonly name?: string };
    readonly motions: readonly Pick<Motion, 'isBall' | 'mimics' | 'w'>[];
  }[];
}

/** A trajectory as plain data: the content of its JSON file. */
export interface TrajectoryData {
  /** The model's name. */
  readonly name: string;
  /** Names of the model's links, in its order. */
  readonly links: readonly string[];
  /** A name for each number of a row of `q`, with its unit: `elbow [rad]`, `slide [m]`, `shoulder qx`. */
  readonly coordinates: readonly string[];
  /** Seconds, each greater than the one before. */
  readonly times: readonly number[];
  /** One row per frame: radians, metres, quaternions x y z w. */
  readonly q: readonly (readonly number[])[];
}

const quaternion = ['qx', 'qy', 'qz', 'qw'] as const;
/** The first column of a CSV. */
export const timeColumn = 'time [s]';
const coordinateEnding = / (?:\[rad\]|\[m\]|q[xyzw])$/;

function ofLink(value: unknown, index: number): string[] {
  const path = `the model's links[${index}]`;
  const { name, joint, motions } = asObject(value, path);
  const link = asString(name, `${path}.name`);
  const label = asString(asObject(joint ?? {}, `${path}.joint`).name ?? link, `${path}.joint.name`);
  const all = asList(motions, `${path}.motions`).map((each, i) => asObject(each, `${path}.motions[${i}]`));
  const own = all.filter(({ mimics }) => !mimics);
  return own.flatMap(({ isBall, w }, i) => {
    const numbered = own.length > 1 ? `${label} ${i + 1}` : label;
    if (isBall) return quaternion.map((part) => `${numbered} ${part}`);
    const turns = three(w, `${path}.motions[${i}].w`).some((each) => each !== 0);
    return [`${numbered} [${turns ? 'rad' : 'm'}]`];
  });
}

/**
 * Names of the numbers of the model's q, in order, with units: `elbow [rad]`, `slide [m]`, `shoulder qx`.
 * Each is the joint's name, or the link's if the joint has none.
 */
export function coordinateNames(model: Moved): string[] {
  const { links } = asObject(model, 'the model');
  return asList(links, "the model's links").flatMap(ofLink);
}

/** @internal */
export function refuse(text: string): never {
  throw new LimberError('badTrajectory', text);
}

/** `count` numbers of `list`, all finite. */
function checkRow(list: unknown, count: number, what: string): ArrayLike<number> {
  if (!isList(list) || list.length !== count) refuse(`${what} must be ${count} numbers, not ${show(list)}`);
  for (let i = 0; i < count; i += 1) {
    if (!Number.isFinite(list[i])) refuse(`${what}[${i}] must be a finite number, not ${show(list[i])}`);
  }
  return list as ArrayLike<number>;
}

function checkNames(list: unknown, what: string): readonly string[] {
  // Array.from, because `every` skips holes.
  const names: unknown[] = Array.isArray(list) ? Array.from(list) : [undefined];
  if (names.every((each) => typeof each === 'string')) return names;
  return refuse(`${what} must be an array of names, not ${show(list)}; is this the file of a trajectory?`);
}

/** Removes a byte order mark, which some editors and spreadsheets put before the text. */
function withoutMark(text: string): string {
  checkSize(text.length, mostTrajectoryText, "characters in the trajectory's text");
  return text.replace(/^\uFEFF/, '');
}

/**
 * Joint values over time: frames, each with a time in seconds and a row of q. JSON and CSV keep every digit.
 *
 * ```ts
 * const trajectory = new Trajectory(model);
 * trajectory.add(0, problem.state.q); // once per frame
 * trajectory.at(1.25, problem.state.q); // at any time, between frames too
 * problem.state.update();
 * ```
 */
export class Trajectory {
  /** The model's name. */
  readonly name: string;
  /** Names of the model's links, in order. Empty after `fromCSV`, because CSV does not contain them. */
  readonly links: readonly string[];
  /** A name for each number of a row of `q`, with its unit: `elbow [rad]`, `slide [m]`, `shoulder qx`. */
  readonly coordinates: readonly string[];
  /** Indices of quaternions in a row; null: not yet determined. */
  #quaternions: readonly number[] | null = null;
  #times = new Float64Array(0);
  #q = new Float64Array(0);
  #length = 0;

  /**
   * Starts without frames. `model`: the model whose q will be added. @throws LimberError `badDescription` for
   * anything else.
   */
  constructor(model: Moved) {
    this.coordinates = coordinateNames(model);
    this.name = asString(model.name ?? '', "the model's name");
    this.links = model.links.map((link) => link.name);
  }

  static #of(name: string, links: readonly string[], coordinates: readonly string[]): Trajectory {
    return Object.assign(new Trajectory({ name, links: [] }), { links, coordinates });
  }

  /** Count of numbers per row of `q`. */
  get nq(): number {
    return this.coordinates.length;
  }

  /** Number of frames. */
  get length(): number {
    return this.#length;
  }

  /** Seconds from the first frame to the last. */
  get duration(): number {
    return this.#length === 0 ? 0 : this.#times[this.#length - 1]! - this.#times[0]!;
  }

  /** Seconds, one per frame, each greater than the one before. A view: read it again after `add`. */
  get times(): Float64Array {
    return this.#times.subarray(0, this.#length);
  }

  /** All rows, one after another: nq numbers per frame. A view: read it again after `add`. */
  get q(): Float64Array {
    return this.#q.subarray(0, this.#length * this.nq);
  }

  /**
   * The row of a frame, counted from 0: radians, metres, quaternions x y z w. A view. @throws LimberError
   * `badTrajectory`.
   */
  row(frame: number): Float64Array {
    if (!(Number.isInteger(frame) && frame >= 0 && frame < this.#length)) {
      refuse(`there is no frame ${show(frame)}; frames are 0 to ${this.#length - 1}`);
    }
    return this.#q.subarray(frame * this.nq, (frame + 1) * this.nq);
  }

  /**
   * Joint values at a time in seconds, written to `out` (nq numbers) and returned. Between two frames balls
   * turn the short way at constant speed; turns and slides change linearly, so whole turns are kept. Before
   * the first frame it returns the first row, after the last frame the last.
   *
   * @throws LimberError `badTrajectory` for a time that is not a number, an `out` of another length, or no
   * frames.
   */
  at(time: number, out: Float64Array = new Float64Array(this.nq)): Float64Array {
    if (typeof time !== 'number' || Number.isNaN(time)) refuse(`the time is ${show(time)}; give seconds`);
    if (!(out instanceof Float64Array)) refuse(`out is ${show(out)}; give a Float64Array`);
    if (out.length !== this.nq) refuse(`out holds ${out.length} numbers; give it ${this.nq}`);
    if (this.#length === 0) refuse('the trajectory has no frames; add some first');
    const next = this.#frameAfter(time);
    const start = this.#times[next - 1]!;
    if (next === 0 || next === this.#length || start === time) {
      out.set(this.row(Math.max(0, next - 1)));
      return out;
    }
    const share = shareOf(start, this.#times[next]!, time);
    const [a, b] = [(next - 1) * this.nq, next * this.nq];
    for (let i = 0; i < this.nq; i += 1) {
      out[i] = lerp(this.#q[a + i]!, this.#q[b + i]!, share);
    }
    this.#quaternions ??= [...this.coordinates.keys()].filter((i) => this.coordinates[i]!.endsWith(' qx'));
    for (const i of this.#quaternions) slerp(this.#q, a + i, b + i, share, out, i);
    return out;
  }

  /** Index of the first frame later than `time`, or the number of frames. */
  #frameAfter(time: number): number {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#times[middle]! > time) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /**
   * Adds a frame: copies `q` (nq finite numbers).
   *
   * @throws LimberError `badTrajectory` for a time (seconds) that is not after the last frame's, or a wrong
   * row; the trajectory is not changed.
   */
  add(time: number, q: ArrayLike<number>): void {
    const last = this.#length === 0 ? -Infinity : this.#times[this.#length - 1]!;
    if (!(Number.isFinite(time) && time > last)) {
      refuse(`the time of frame ${this.#length} is ${show(time)}; give seconds after ${last}`);
    }
    const row = checkRow(q, this.nq, `q of frame ${this.#length}`);
    checkSize((this.#length + 1) * (this.nq + 1), mostNumbers, 'numbers in the trajectory');
    if (this.#length === this.#times.length) this.#grow();
    this.#times[this.#length] = time;
    this.#q.set(row, this.#length * this.nq);
    this.#length += 1;
  }

  #grow(): void {
    const [times, q] = [this.#times, this.#q];
    this.#times = new Float64Array(Math.max(64, 2 * times.length));
    this.#times.set(times);
    this.#q = new Float64Array(this.#times.length * this.nq);
    this.#q.set(q);
  }

  /**
   * Checks that its rows fit the q of `model`.
   *
   * @throws LimberError `badTrajectory` that names the first coordinate that differs.
   */
  checkFits(model: Moved): void {
    const names = coordinateNames(model);
    const i = names.findIndex((name, k) => name !== this.coordinates[k]);
    if (i < 0 && names.length === this.nq) return;
    const [own, other] =
      i < 0 ? [this.coordinates[names.length], undefined] : [this.coordinates[i], names[i]];
    refuse(
      `coordinate ${i < 0 ? names.length : i} is ${show(own)} here and ${show(other)} in the model ` +
        `${show(model.name)}; use the model that the trajectory was recorded from`,
    );
  }

  /** Returns plain data. `JSON.stringify(trajectory)` calls this to write the text that `fromJSON` reads. */
  toJSON(): TrajectoryData {
    const { name, links, coordinates, times } = this;
    const q = Array.from(times, (_, frame) => Array.from(this.row(frame)));
    return { name, links, coordinates, times: Array.from(times), q };
  }

  /** A header, then one line per frame: time [s] and the coordinates. */
  toCSV(): string {
    return [...this.lines()].join('');
  }

  /** The lines of `toCSV`. @internal */
  *lines(): Generator<string> {
    yield csvLine([timeColumn, ...this.coordinates]);
    for (const time of this.times) yield csvLine([time, ...this.at(time)]);
  }

  /**
   * @param json JSON text written by `toJSON` or the command line, or the parsed object.
   * @throws LimberError `badTrajectory` for anything else, naming the place.
   */
  static fromJSON(json: string | TrajectoryData): Trajectory {
    const data = (
      typeof json === 'string' ? parseJson(withoutMark(json), 'badTrajectory') : json
    ) as Partial<TrajectoryData> | null;
    if (typeof data !== 'object' || data === null)
      refuse(`a trajectory must be an object, not ${show(data)}`);
    const coordinates = checkNames(data.coordinates, 'coordinates');
    const links = checkNames(data.links, 'links');
    if (typeof data.name !== 'string') refuse(`name must be a string, not ${show(data.name)}`);
    const { times, q } = data;
    if (!Array.isArray(times) || !Array.isArray(q) || times.length !== q.length) {
      refuse(`times and q must be arrays of one length, not ${show(times)} and ${show(q)}`);
    }
    checkSize(times.length * (coordinates.length + 1), mostNumbers, 'numbers in the trajectory');
    const trajectory = Trajectory.#of(data.name, [...links], [...coordinates]);
    for (const [i, time] of times.entries()) trajectory.add(time as number, q[i] as number[]);
    return trajectory;
  }

  /**
   * Reads the CSV of `toCSV` or of the command line: `time [s]`, then the coordinates with their units. The
   * first column without a unit and all columns after it are ignored.
   *
   * @throws LimberError `badTrajectory` for anything else, naming the line.
   */
  static fromCSV(text: string): Trajectory {
    const lines = typeof text === 'string' ? parseCsv(withoutMark(text)) : null;
    if (!lines) refuse('the CSV ends within a quoted cell; is the file whole?');
    const [header = [], ...rows] = lines;
    if (!text.endsWith('\n')) refuse('the last line of the CSV has no end; is the file whole?');
    if (header[0] !== timeColumn) {
      refuse(`the CSV starts with ${show(header[0])}; its first column must be ${show(timeColumn)}`);
    }
    const end = header.findIndex((name, i) => i > 0 && !coordinateEnding.test(name));
    if (end === 1) {
      refuse(`column 2 of the CSV is ${show(header[1])}; a coordinate has a unit, as in "elbow [rad]"`);
    }
    const trajectory = Trajectory.#of('', [], header.slice(1, end < 0 ? undefined : end));
    for (const [i, row] of rows.entries()) {
      if (row.length !== header.length) {
        refuse(`line ${i + 2} has ${row.length} cells, the header ${header.length}; is the file whole?`);
      }
      const numbers = row.slice(0, 1 + trajectory.nq);
      const [time, ...q] = numbers.map((each) => (each.trim() === '' ? NaN : Number(each)));
      trajectory.add(time!, q);
    }
    return trajectory;
  }
}
