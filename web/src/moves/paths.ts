/** Paths of a tool: kinds of moves and their curves, one line per kind in `kinds`. */
import { checkSize, LimberError, show } from '../describe/errors.ts';
import { asList, asObject, bad, type Path } from '../describe/flatten.ts';
import { mostPoses } from '../describe/input-limits.ts';
import { slerp } from './slerp.ts';
import { naturalSpline, type Spline } from './spline.ts';

/**
 * In the form of the moved goal's target: px py pz qx qy qz qw of a pose, x y z of a position, x y z w of an
 * orientation.
 */
export type ToolPose = ArrayLike<number>;

/** All joints at once, each moving straight to its value. */
export interface JointMove {
  /** All joints at once, not a path of the tool. */
  readonly type: 'joints';
  /** nq numbers, like `state.q`: the destination. */
  readonly q: ArrayLike<number>;
}

/** A straight line with constant rotation. */
export interface LineMove {
  /** A straight line. */
  readonly type: 'line';
  /** Default: the tool's place at the start. */
  readonly from?: ToolPose;
  /** Destination. */
  readonly to: ToolPose;
}

/** An arc of the circle through three points. Rotates evenly from the first orientation to the last. */
export interface ArcMove {
  /** An arc of a circle. */
  readonly type: 'arc';
  /** Default: the tool's place at the start. */
  readonly from?: ToolPose;
  /** A pose on the arc; only its position counts. */
  readonly via: ToolPose;
  /** Destination. */
  readonly to: ToolPose;
}

/** A curve with continuous curvature through all poses (a natural cubic spline over the chords). */
export interface SplineMove {
  /** A smooth curve. */
  readonly type: 'spline';
  /** Default: the tool's place at the start. */
  readonly from?: ToolPose;
  /** Poses to pass, in order. */
  readonly through: readonly ToolPose[];
}

/** Straight lines from each pose to the next. The part of the path advances evenly per pose. */
export interface PosesMove {
  /** A polyline. */
  readonly type: 'poses';
  /** Two or more poses: a list, or their numbers in sequence. */
  readonly poses: readonly ToolPose[] | Float64Array;
}

/** Any other path. */
export interface FunctionMove {
  /** A curve given by a function. */
  readonly type: 'function';
  /** Writes the pose at a part of the path from 0 to 1; equal parts must give equal poses. */
  readonly at: (part: number, out: Float64Array) => void;
}

/** A path of the tool. */
export type ToolMove = LineMove | ArcMove | SplineMove | PosesMove | FunctionMove;
/** Second argument of `moveTo`. */
export type MoveDescription = JointMove | ToolMove;

/** A curve of targets over 0 to 1. */
export interface ToolPath {
  /** Writes the target at a part of the path. */
  readonly at: (part: number, out: Float64Array) => void;
  /** Parts that need a frame, ascending, from 0 to 1. */
  readonly knots: readonly number[];
}

/** Data for reading a path: the layout of a target, and the tool's place. */
export interface PathSource {
  /** Count of a target's numbers. */
  readonly width: number;
  /** Index of its quaternion; −1: none. */
  readonly turnAt: number;
  /** The tool's place; undefined: the start is free. */
  readonly here: Float64Array | undefined;
}

/** Largest deviation of a quaternion's length from 1; it is normalised. */
const mostOff = 1e-3;

function refuse(path: Path, text: string): never {
  throw new LimberError('badGoal', `${path} ${text}`);
}

/** Reads a finite target and normalises its quaternion. */
export function readPose(value: unknown, { width, turnAt }: PathSource, path: Path): Float64Array {
  const given = value as ArrayLike<unknown>;
  const isList = (Array.isArray(value) || ArrayBuffer.isView(value)) && given.length === width;
  if (!isList) bad(path, `${width} numbers, like the goal's target`, value);
  const pose = new Float64Array(width);
  for (let i = 0; i < width; ++i) {
    if (typeof given[i] !== 'number') bad(`${path}[${i}]`, 'a number', given[i]);
    if (!Number.isFinite(given[i]))
      throw new LimberError('notFinite', `${path}[${i}] is ${show(given[i])}; give a finite number`);
    pose[i] = given[i] as number;
  }
  if (turnAt < 0) return pose;
  const length = Math.hypot(...pose.subarray(turnAt));
  if (Math.abs(length - 1) > mostOff)
    throw new LimberError('notUnit', `${path} has a quaternion of length ${length}; give a unit quaternion`);
  for (let i = turnAt; i < width; ++i) pose[i] = pose[i]! / length;
  return pose;
}

function begin(from: unknown, source: PathSource): Float64Array {
  if (from !== undefined) return readPose(from, source, 'move.from');
  if (source.here) return source.here;
  return refuse('move.from', "is missing; a start that is 'free' needs it");
}

const places = ({ turnAt, width }: PathSource): number => (turnAt < 0 ? width : turnAt);

/** A straight line between rows `a` and `b` of `rows`. */
function between(
  rows: Float64Array,
  source: PathSource,
  [a, b]: readonly [number, number],
  part: number,
  out: Float64Array,
): void {
  const { width, turnAt } = source;
  const [p, q] = [a * width, b * width];
  for (let i = 0; i < places(source); ++i) out[i] = rows[p + i]! + part * (rows[q + i]! - rows[p + i]!);
  if (turnAt >= 0) slerp(rows, p + turnAt, q + turnAt, part, out, turnAt);
}

function polygon(rows: Float64Array, source: PathSource): ToolPath {
  const last = rows.length / source.width - 1;
  return {
    at: (part, out) => {
      const from = Math.min(last - 1, Math.max(0, Math.floor(part * last + 1e-9)));
      between(rows, source, [from, from + 1], Math.max(0, part * last - from), out);
    },
    knots: Array.from({ length: last + 1 }, (_, i) => i / last),
  };
}

function joined(poses: readonly Float64Array[], { width }: PathSource): Float64Array {
  const rows = new Float64Array(poses.length * width);
  for (const [i, pose] of poses.entries()) rows.set(pose, i * width);
  return rows;
}

function readPoses(value: unknown, source: PathSource, path: Path): Float64Array[] {
  if (value instanceof Float64Array) {
    const { width } = source;
    if (value.length % width !== 0) bad(path, `rows of ${width} numbers`, `${value.length} numbers`);
    checkSize(value.length / width, mostPoses, `poses in ${path}`);
    return Array.from({ length: value.length / width }, (_, i) =>
      readPose(value.subarray(i * width, (i + 1) * width), source, `${path}[${i}]`),
    );
  }
  const list = asList(value, path);
  checkSize(list.length, mostPoses, `poses in ${path}`);
  return Array.from(list, (pose, i) => readPose(pose, source, `${path}[${i}]`));
}

/** Circle and angle of an arc: c + r (cos φ u + sin φ v), φ from 0 to `angle`. */
function circleThrough(a: Float64Array, b: Float64Array, c: Float64Array) {
  const minus = (x: Float64Array, y: Float64Array): number[] => [0, 1, 2].map((i) => x[i]! - y[i]!);
  const dot = (x: number[], y: number[]): number => x[0]! * y[0]! + x[1]! * y[1]! + x[2]! * y[2]!;
  const cross = (x: number[], y: number[]): number[] => [
    x[1]! * y[2]! - x[2]! * y[1]!,
    x[2]! * y[0]! - x[0]! * y[2]!,
    x[0]! * y[1]! - x[1]! * y[0]!,
  ];
  // The centre a + m is equally far from all three: m · p = p²/2, m · q = q²/2, m · n = 0.
  const [p, q] = [minus(b, a), minus(c, a)];
  const n = cross(p, q);
  const [pp, qq, nn] = [dot(p, p), dot(q, q), dot(n, n)];
  if (!(nn > 1e-16 * pp * qq)) refuse('move', 'is an arc through points on a line; use a line, or move via');
  const [pn, nq] = [cross(n, p), cross(q, n)];
  const m = [0, 1, 2].map((i) => (qq * pn[i]! + pp * nq[i]!) / (2 * nn));
  const radius = Math.sqrt(dot(m, m));
  const u = m.map((each) => -each / radius);
  const v = cross(n, u).map((each) => each / Math.sqrt(nn));
  const end = q.map((each, i) => each - m[i]!);
  const turn = Math.atan2(dot(end, v), dot(end, u));
  return {
    centre: m.map((each, i) => a[i]! + each),
    radius,
    u,
    v,
    angle: turn > 0 ? turn : turn + 2 * Math.PI,
  };
}

function arc(from: Float64Array, via: Float64Array, to: Float64Array, source: PathSource): ToolPath {
  const { centre, radius, u, v, angle } = circleThrough(from, via, to);
  const rows = joined([from, to], source);
  return {
    at: (part, out) => {
      between(rows, source, [0, 1], part, out);
      const [c, s] = [radius * Math.cos(part * angle), radius * Math.sin(part * angle)];
      for (let i = 0; i < 3; ++i) out[i] = centre[i]! + c * u[i]! + s * v[i]!;
    },
    knots: [0, 1],
  };
}

/**
 * A spline over the chords. Consecutive quaternions are put on one half of the sphere, and results
 * normalised.
 */
function smooth(poses: readonly Float64Array[], source: PathSource): ToolPath {
  const { width, turnAt } = source;
  const times = [0];
  for (const [i, pose] of poses.entries()) {
    const before = poses[i - 1];
    if (!before) continue;
    if (turnAt >= 0) {
      const dot = pose.subarray(turnAt).reduce((sum, each, k) => sum + each * before[turnAt + k]!, 0);
      if (dot < 0) for (let k = turnAt; k < width; ++k) pose[k] = -pose[k]!;
    }
    const chord = Math.hypot(...pose.map((each, k) => each - before[k]!));
    if (chord === 0) refuse(`move.through[${i - 1}]`, 'is the pose before it; leave it out');
    times.push(times[i - 1]! + chord);
  }
  const spline: Spline = naturalSpline(Float64Array.from(times), joined(poses, source), width);
  const all = times.at(-1)!;
  return {
    at: (part, out) => {
      spline.at(part * all, out);
      if (turnAt < 0) return;
      const length = Math.hypot(...out.subarray(turnAt, width));
      for (let i = turnAt; i < width; ++i) out[i] = out[i]! / length;
    },
    knots: times.map((time) => time / all),
  };
}

type Reader<M> = (move: M, source: PathSource) => ToolPath;

/** Keys besides the type, and how the path is built from them. */
const kinds: {
  readonly [T in ToolMove['type']]: {
    readonly keys: readonly string[];
    readonly read: Reader<Extract<ToolMove, { type: T }>>;
  };
} = {
  line: {
    keys: ['from', 'to'],
    read: ({ from, to }, source) =>
      polygon(joined([begin(from, source), readPose(to, source, 'move.to')], source), source),
  },
  arc: {
    keys: ['from', 'via', 'to'],
    read: ({ from, via, to }, source) => {
      if (places(source) !== 3) refuse('move', 'is an arc, but the goal has no position');
      return arc(
        begin(from, source),
        readPose(via, source, 'move.via'),
        readPose(to, source, 'move.to'),
        source,
      );
    },
  },
  spline: {
    keys: ['from', 'through'],
    read: ({ from, through }, source) => {
      const rest = readPoses(through, source, 'move.through');
      if (rest.length === 0) refuse('move.through', 'is empty; give at least one pose');
      return smooth([begin(from, source), ...rest], source);
    },
  },
  poses: {
    keys: ['poses'],
    read: ({ poses }, source) => {
      const rows = readPoses(poses, source, 'move.poses');
      if (rows.length < 2) refuse('move.poses', `has ${rows.length} poses; give at least two`);
      return polygon(joined(rows, source), source);
    },
  },
  function: {
    keys: ['at'],
    read: ({ at }, source) => {
      if (typeof at !== 'function') bad('move.at', 'a function', at);
      return {
        at: (part, out) => {
          at(part, out);
          out.set(readPose(out, source, `the pose at ${part}`));
        },
        knots: [0, 1],
      };
    },
  },
};

/** Names of all kinds of moves. */
export const moveTypes: readonly MoveDescription['type'][] = [
  'joints',
  ...(Object.keys(kinds) as ToolMove['type'][]),
];

/**
 * @throws LimberError `badDescription` for an unknown type or key; `badGoal`, `notFinite`, `notUnit` or
 * `tooLarge`.
 */
export function readPath(move: ToolMove, source: PathSource): ToolPath {
  const { type } = move;
  const kind = kinds[type];
  asObject(move, 'move', ['type', ...kind.keys]);
  return (kind.read as Reader<ToolMove>)(move, source);
}

/** The type of a move. @throws LimberError `badDescription`. */
export function typeOf(move: unknown): MoveDescription['type'] {
  const { type } = asObject(move, 'the move');
  if (moveTypes.includes(type as 'line')) return type as MoveDescription['type'];
  return bad('move.type', moveTypes.join(', '), type);
}
