/** Denavit–Hartenberg tables, the form in which manufacturers publish their arms. */
import type {
  Interval,
  LinkDescription,
  ModelDescription,
  PoseDescription,
  Quat,
  Vec3,
} from './description.ts';
import { checkSize, LimberError } from './errors.ts';
import { asList, asNumber, asObject, asPose, asString, bad } from './flatten.ts';
import { mostLinks } from './input-limits.ts';

/**
 * standard: a row maps its joint's frame to the next, T = Rz(θ) Tz(d) Tx(a) Rx(α). modified (Craig): a row's
 * a and α belong to the joint before, T = Rx(α) Tx(a) Rz(θ) Tz(d).
 */
export type DHConvention = 'standard' | 'modified';

/** One row of a table, in metres and radians. Omitted numbers are 0. */
export interface DHJoint {
  /** Name of the link; default "joint 1", "joint 2" … */
  readonly name?: string;
  /** Default 'revolute'. The joint's value is added to `theta`; a prismatic joint's, to `d`. */
  readonly type?: 'revolute' | 'continuous' | 'prismatic';
  /** Length along x. */
  readonly a?: number;
  /** Length along z at joint value zero. */
  readonly d?: number;
  /** Turn about x. */
  readonly alpha?: number;
  /** Turn about z at joint value zero. */
  readonly theta?: number;
  /** Limits of the joint's value (not of θ or d): radians or metres. Default: none. */
  readonly limits?: Interval;
  /** Joint value in the ready pose; default 0, or the nearest value within the limits. */
  readonly rest?: number;
}

/** A Denavit–Hartenberg table: metres and radians. */
export interface DHTable {
  /** Name of the model. */
  readonly name?: string;
  /** Which of the two conventions its rows follow. */
  readonly convention: DHConvention;
  /** Rows from the base to the tip. */
  readonly joints: readonly DHJoint[];
  /** Pose of the effector in the frame of the last row; default: that frame itself. */
  readonly flange?: PoseDescription;
}

interface Row extends Required<Omit<DHJoint, 'limits' | 'rest'>> {
  readonly limits: unknown;
  readonly rest: unknown;
}

/** Links at the ends of every arm made from a table. */
const [base, effector] = ['base', 'effector'] as const;
const conventions: readonly unknown[] = ['standard', 'modified'] satisfies DHConvention[];
const types: readonly unknown[] = ['revolute', 'continuous', 'prismatic'] satisfies DHJoint['type'][];
const lengthsAndAngles = ['a', 'd', 'alpha', 'theta'] as const;

function finite(value: unknown, path: string): number {
  const number = asNumber(value, path);
  if (Number.isFinite(number)) return number;
  throw new LimberError('notFinite', `${path} is ${number}; give a finite number of metres or radians`);
}

function checkRow(value: unknown, index: number): Row {
  const path = `table.joints[${index}]`;
  const row = asObject(value, path, ['name', 'type', ...lengthsAndAngles, 'limits', 'rest']);
  const type = row.type ?? 'revolute';
  if (!types.includes(type)) bad(`${path}.type`, `one of ${types.join(', ')}`, type);
  const name = asString(row.name ?? `joint ${index + 1}`, `${path}.name`);
  if (name === base || name === effector) bad(`${path}.name`, 'another name', name);
  const [a, d, alpha, theta] = lengthsAndAngles.map((key) => finite(row[key] ?? 0, `${path}.${key}`));
  const { limits, rest } = row;
  return { name, type: type as Row['type'], a: a!, d: d!, alpha: alpha!, theta: theta!, limits, rest };
}

/** Tx(a) Rx(α) Rz(θ) Tz(d). Turn and slide along one axis commute, so both conventions contain this. */
function between(a: number, alpha: number, theta: number, d: number): { position: Vec3; rotation: Quat } {
  const [sx, cx] = [Math.sin(alpha / 2), Math.cos(alpha / 2)];
  const [sz, cz] = [Math.sin(theta / 2), Math.cos(theta / 2)];
  return {
    position: [a, -d * Math.sin(alpha), d * Math.cos(alpha)],
    rotation: [sx * cz, -sx * sz, cx * sz, cx * cz],
  };
}

/** Tx(a) Rx(α), then the pose px py pz qx qy qz qw. */
function beyond(a: number, alpha: number, pose: readonly number[]): PoseDescription {
  const [px, py, pz, qx, qy, qz, qw] = pose as [number, number, number, number, number, number, number];
  const [sine, cosine] = [Math.sin(alpha), Math.cos(alpha)];
  const [s, c] = [Math.sin(alpha / 2), Math.cos(alpha / 2)];
  return {
    position: [a + px, cosine * py - sine * pz, sine * py + cosine * pz],
    rotation: [c * qx + s * qw, c * qy - s * qz, c * qz + s * qy, c * qw - s * qx],
  };
}

/**
 * Builds an arm from a table: the fixed link 'base', one link per row, which turns about or slides along its z,
 * then the fixed link 'effector'. With the convention 'modified' a link's frame is its row's frame; with 'standard' its row's a
 * and α come after it.
 *
 * @throws LimberError `badDescription` for a wrong type or word, `notFinite`, `tooLarge`. `Model.from` checks
 * limits and names.
 */
export function fromDH(table: DHTable): ModelDescription {
  const whole = asObject(table, 'table', ['name', 'convention', 'joints', 'flange']);
  if (!conventions.includes(whole.convention)) {
    bad('table.convention', conventions.map((each) => `"${String(each)}"`).join(' or '), whole.convention);
  }
  const given = asList(whole.joints, 'table.joints');
  checkSize(given.length, mostLinks, 'rows of the table');
  // `map` on the list itself would skip holes.
  const rows = [...given].map(checkRow);
  if (rows.length === 0) bad('table.joints', 'at least one row', whole.joints);
  const flange = asPose(whole.flange ?? {}, 'table.flange').map((each) => finite(each, 'table.flange'));

  // Offsets between the axes: a and α of the row before, or of the row itself.
  const none = { a: 0, alpha: 0 };
  const steps = whole.convention === 'standard' ? [none, ...rows] : [...rows, none];
  const links = rows.map(({ name, type, theta, d, limits, rest }, i): LinkDescription => {
    const { a, alpha } = steps[i]!;
    return {
      name,
      parent: i === 0 ? base : rows[i - 1]!.name,
      origin: between(a, alpha, theta, d),
      joint: {
        type,
        ...(limits !== undefined && { limits: limits as Interval }),
        ...(rest !== undefined && { rest: rest as number }),
      },
    };
  });
  const { a, alpha } = steps[rows.length]!;
  const last = { name: effector, parent: rows.at(-1)!.name, origin: beyond(a, alpha, flange) };
  return { name: asString(whole.name ?? '', 'table.name'), links: [{ name: base }, ...links, last] };
}
