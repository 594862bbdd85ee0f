/** Poses over time, to be kept in a file and read back. */
import { csvLine, parseCsv } from './csv.ts';
import { LimberError, show } from './errors.ts';
import type { Link } from './model.ts';

/** What a trajectory needs to know of a model; `Model` has it. */
interface Moved {
  readonly name: string;
  readonly nq: number;
  readonly links: readonly Pick<Link, 'name' | 'joint' | 'motions'>[];
}

/** A trajectory as plain data, as its JSON file holds it. */
export interface TrajectoryData {
  /** Of the model. */
  readonly name: string;
  /** Names of the model's links, in its order. */
  readonly links: readonly string[];
  /** A name for each number of a row of `q`, with its unit: `elbow [rad]`, `slide [m]`, `shoulder qx`. */
  readonly coordinates: readonly string[];
  /** Seconds, each greater than the one before. */
  readonly times: readonly number[];
  /** A row a frame: radians, metres, quaternions x y z w. */
  readonly q: readonly (readonly number[])[];
}

const quaternion = ['qx', 'qy', 'qz', 'qw'] as const;
const timeColumn = 'time [s]';

function ofLink({ name: link, joint: { name = link }, motions }: Moved['links'][number]): string[] {
  const own = motions.filter(({ mimics }) => !mimics);
  return own.flatMap(({ isBall, w }, i) => {
    const label = own.length > 1 ? `${name} ${i + 1}` : name;
    if (isBall) return quaternion.map((part) => `${label} ${part}`);
    return [`${label} [${w.some((each) => each !== 0) ? 'rad' : 'm'}]`];
  });
}

/**
 * A name for each number of the model's q, in its order, with its unit: `elbow [rad]`, `slide [m]`, `shoulder qx`. The
 * name is that of the joint, or of its link where the joint has none.
 */
export function coordinateNames(model: Moved): string[] {
  return model.links.flatMap(ofLink);
}

function refuse(text: string): never {
  throw new LimberError('badTrajectory', text);
}

/** `count` numbers of `list`, all finite. */
function checkRow(list: unknown, count: number, what: string): ArrayLike<number> {
  const row = list as ArrayLike<unknown>;
  if (!(Array.isArray(list) || ArrayBuffer.isView(list)) || row.length !== count) {
    refuse(`${what} must be ${count} numbers, not ${show(list)}`);
  }
  for (let i = 0; i < count; i += 1) {
    if (!Number.isFinite(row[i])) refuse(`${what}[${i}] must be a finite number, not ${show(row[i])}`);
  }
  return list as ArrayLike<number>;
}

function checkNames(list: unknown, what: string): readonly string[] {
  if (Array.isArray(list) && list.every((each) => typeof each === 'string')) return list;
  return refuse(`${what} must be an array of names, not ${show(list)}; is this the file of a trajectory?`);
}

/**
 * Joint values over time: frames of a moment in seconds and a row of q. Written and read as JSON and CSV without loss:
 * every number comes back the same.
 *
 * ```ts
 * const trajectory = new Trajectory(model);
 * trajectory.add(0, problem.state.q); // once a frame
 * ```
 */
export class Trajectory {
  /** Of the model. */
  readonly name: string;
  /** Names of the model's links, in its order. CSV does not hold them: empty after `fromCSV`. */
  readonly links: readonly string[];
  /** A name for each number of a row of `q`, with its unit: `elbow [rad]`, `slide [m]`, `shoulder qx`. */
  readonly coordinates: readonly string[];
  #times = new Float64Array(0);
  #q = new Float64Array(0);
  #length = 0;

  /** Of no frames yet. `model`: whose q is to be added. */
  constructor(model: Moved) {
    this.name = model.name;
    this.links = model.links.map((link) => link.name);
    this.coordinates = coordinateNames(model);
  }

  static #of(name: string, links: readonly string[], coordinates: readonly string[]): Trajectory {
    const trajectory = new Trajectory({ name, nq: 0, links: [] });
    return Object.assign(trajectory, { links, coordinates });
  }

  /** Numbers in a row of `q`. */
  get nq(): number {
    return this.coordinates.length;
  }

  /** Frames. */
  get length(): number {
    return this.#length;
  }

  /** Seconds from the first frame to the last. */
  get duration(): number {
    return this.#length === 0 ? 0 : this.#times[this.#length - 1]! - this.#times[0]!;
  }

  /** Seconds, one a frame, each greater than the one before. A view: `add` may leave it behind. */
  get times(): Float64Array {
    return this.#times.subarray(0, this.#length);
  }

  /** All rows after one another: nq numbers a frame. A view: `add` may leave it behind. */
  get q(): Float64Array {
    return this.#q.subarray(0, this.#length * this.nq);
  }

  /** The row of a frame, from 0: radians, metres, quaternions x y z w. A view. @throws LimberError `badTrajectory`. */
  at(frame: number): Float64Array {
    if (!(Number.isInteger(frame) && frame >= 0 && frame < this.#length)) {
      refuse(`there is no frame ${show(frame)}; frames are 0 to ${this.#length - 1}`);
    }
    return this.#q.subarray(frame * this.nq, (frame + 1) * this.nq);
  }

  /**
   * One more frame: copies `q` (nq finite numbers).
   *
   * @throws LimberError `badTrajectory` for a time (seconds) that is not after the last frame's, or a wrong row; the
   * trajectory stays as it was.
   */
  add(time: number, q: ArrayLike<number>): void {
    const last = this.#length === 0 ? -Infinity : this.#times[this.#length - 1]!;
    if (!(Number.isFinite(time) && time > last)) {
      refuse(`the time of frame ${this.#length} is ${show(time)}; give seconds after ${last}`);
    }
    const row = checkRow(q, this.nq, `q of frame ${this.#length}`);
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
   * Whether its rows are q of `model`.
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
        `${show(model.name)}; take the model that the trajectory was recorded of`,
    );
  }

  /** Plain data; `JSON.stringify(trajectory)` makes the text that `fromJSON` reads. */
  toJSON(): TrajectoryData {
    const { name, links, coordinates, times } = this;
    const q = Array.from(times, (_, frame) => Array.from(this.at(frame)));
    return { name, links, coordinates, times: Array.from(times), q };
  }

  /** A header, then a line a frame: time [s] and the coordinates. */
  toCSV(): string {
    const lines = Array.from(this.times, (time, frame) => csvLine([time, ...this.at(frame)]));
    return csvLine([timeColumn, ...this.coordinates]) + lines.join('');
  }

  /**
   * @param json text, or what `JSON.parse` makes of it.
   * @throws LimberError `badTrajectory` for what is no trajectory, naming the place.
   */
  static fromJSON(json: string | TrajectoryData): Trajectory {
    const data = (typeof json === 'string' ? parseJson(json) : json) as Partial<TrajectoryData> | null;
    if (typeof data !== 'object' || data === null)
      refuse(`a trajectory must be an object, not ${show(data)}`);
    const coordinates = checkNames(data.coordinates, 'coordinates');
    const links = checkNames(data.links, 'links');
    if (typeof data.name !== 'string') refuse(`name must be a string, not ${show(data.name)}`);
    const { times, q } = data;
    if (!Array.isArray(times) || !Array.isArray(q) || times.length !== q.length) {
      refuse(`times and q must be arrays of one length, not ${show(times)} and ${show(q)}`);
    }
    const trajectory = Trajectory.#of(data.name, [...links], [...coordinates]);
    for (const [i, time] of times.entries()) trajectory.add(time as number, q[i] as number[]);
    return trajectory;
  }

  /** @throws LimberError `badTrajectory` for text that `toCSV` did not write, naming the line. */
  static fromCSV(text: string): Trajectory {
    const lines = typeof text === 'string' ? parseCsv(text) : null;
    if (!lines) refuse('the CSV ends within a quoted cell; is the file whole?');
    const [header = [], ...rows] = lines;
    if (!text.endsWith('\n')) refuse('the last line of the CSV has no end; is the file whole?');
    if (header[0] !== timeColumn) {
      refuse(`the CSV starts with ${show(header[0])}; its first column must be ${show(timeColumn)}`);
    }
    const trajectory = Trajectory.#of('', [], header.slice(1));
    for (const [i, row] of rows.entries()) {
      if (row.length !== header.length) {
        refuse(`line ${i + 2} has ${row.length} cells, the header ${header.length}; is the file whole?`);
      }
      const [time, ...q] = row.map((each) => (each.trim() === '' ? NaN : Number(each)));
      trajectory.add(time!, q);
    }
    return trajectory;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return refuse(`the text is not JSON (${(error as Error).message}); is the file whole?`);
  }
}
