/** Bounds on the motion of joints and tool. */
import type { PoseDescription } from '../describe/description.ts';
import { LimberError, show } from '../describe/errors.ts';
import { asObject, asPose, asString, bad } from '../describe/flatten.ts';
import type { Model } from '../core/model.ts';

/** Bounds on a tool's motion. An omitted value is unbounded. All numbers are from 1e-9 to 1e9. */
export interface ToolBounds {
  /** Name of the link that carries it. */
  readonly link: string;
  /** Tool frame on that link. Default: the link's own frame. */
  readonly offset?: PoseDescription;
  /** m/s. */
  readonly velocity?: number;
  /** m/s². */
  readonly acceleration?: number;
  /** m/s³. */
  readonly jerk?: number;
  /** rad/s. */
  readonly angularVelocity?: number;
  /** rad/s². */
  readonly angularAcceleration?: number;
  /** rad/s³. */
  readonly angularJerk?: number;
}

/** One number for all coordinates or nv numbers, from 1e-9 to 1e9; turns in radians, slides in metres. */
export interface MotionBounds {
  /** rad/s or m/s. */
  readonly velocity: number | ArrayLike<number>;
  /** rad/s² or m/s². */
  readonly acceleration: number | ArrayLike<number>;
  /** rad/s³ or m/s³. Default: none. */
  readonly jerk?: number | ArrayLike<number>;
  /** Bounds on a tool's position and orientation as well. */
  readonly tool?: ToolBounds;
}

/** Bounded time derivatives: the first three. */
export const orders = ['velocity', 'acceleration', 'jerk'] as const;

/** Values bounded together: a coordinate, or the length of a vector of three. */
export interface BoundedGroup {
  /** Name for `held`. */
  readonly name: string;
  /** Index of the first in a row of the curve, and their number. */
  readonly at: number;
  readonly width: 1 | 3;
  /** Bounds on velocity, acceleration and jerk; Infinity: none. */
  readonly most: readonly [number, number, number];
}

/** Range of a bound: beyond it, squares and cubes would overflow or vanish. */
const [leastBound, mostBound] = [1e-9, 1e9];

/** @throws LimberError `badOption`. */
export function between(value: unknown, least: number, most: number, name: string): number {
  if (typeof value === 'number' && value >= least && value <= most) return value;
  throw new LimberError('badOption', `${name} is ${show(value)}; give a number from ${least} to ${most}`);
}

const asBound = (value: unknown, name: string): number => between(value, leastBound, mostBound, name);

function each(value: unknown, count: number, name: string): number[] {
  if (typeof value === 'number') return new Array<number>(count).fill(asBound(value, name));
  const list = value as ArrayLike<unknown>;
  if (!(Array.isArray(value) || ArrayBuffer.isView(value)) || list.length !== count)
    bad(name, `a number, or ${count} of them`, value);
  return Array.from(list, (one, i) => asBound(one, `${name}[${i}]`));
}

/** The tool whose motion is bounded. */
export interface BoundedTool {
  readonly link: string;
  readonly offset: PoseDescription;
}

/**
 * Groups in the order of a row: coordinates, then the tool's position and rotation. @throws LimberError
 * `badOption`.
 */
export function readBounds(
  given: unknown,
  model: Model,
  names: readonly string[],
): { readonly groups: readonly BoundedGroup[]; readonly tool: BoundedTool | undefined } {
  const bounds = asObject(given, 'bounds', [...orders, 'tool']);
  const { nv } = model;
  const [velocity, acceleration, jerk] = orders.map((order) =>
    order === 'jerk' && bounds.jerk === undefined
      ? new Array<number>(nv).fill(Infinity)
      : each(bounds[order], nv, `bounds.${order}`),
  ) as [number[], number[], number[]];
  const groups: BoundedGroup[] = names.map((name, i) => ({
    name,
    at: i,
    width: 1,
    most: [velocity[i]!, acceleration[i]!, jerk[i]!],
  }));
  if (bounds.tool === undefined) return { groups, tool: undefined };
  const linear = orders;
  const angular = ['angularVelocity', 'angularAcceleration', 'angularJerk'];
  const tool = asObject(bounds.tool, 'bounds.tool', ['link', 'offset', ...linear, ...angular]);
  const link = asString(tool.link, 'bounds.tool.link');
  if (model.findLink(link) < 0)
    throw new LimberError('unknownLink', `bounds.tool.link is ${show(link)}, which is unknown`);
  asPose(tool.offset ?? {}, 'bounds.tool.offset');
  const most = (keys: readonly string[]): [number, number, number] =>
    keys.map((key) => (tool[key] === undefined ? Infinity : asBound(tool[key], `bounds.tool.${key}`))) as [
      number,
      number,
      number,
    ];
  groups.push({ name: 'tool', at: nv, width: 3, most: most(linear) });
  groups.push({ name: "tool's rotation", at: nv + 3, width: 3, most: most(angular) });
  return { groups, tool: { link, offset: tool.offset ?? {} } };
}
