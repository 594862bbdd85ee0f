/** The motion of a robot that follows a person, as fast as its joints are. */
import type { Model } from '../../core/model.ts';
import { Trajectory } from '../../moves/trajectory.ts';
import type { Figures } from './clip-source.ts';
import { reaching } from './core.ts';
import {
  type Departure,
  type PoseSeen,
  reportOf,
  type RobotReport,
  spansOf,
  type Speeding,
  worstOf,
} from './motion-report.ts';
import type { RobotBody } from './robot-body.ts';

export interface RobotMotion {
  /** Joint values of the body. */
  readonly trajectory: Trajectory;
  readonly report: RobotReport;
}

/** A person's whole motion: joint values, then by frame metres that hands and feet missed, and contacts. */
export interface PersonRows {
  readonly q: Float64Array;
  readonly missed: Float64Array;
  readonly contact: Float64Array;
}

/** Metres, and radians. */
const [placeTolerance, turnTolerance] = [0.05, Math.PI / 18];
/** Speeds that were kept may be this much above by rounding. */
const rounding = 1 + 1e-6;

const unbounded =
  'no joint of the robot has a maxVelocity, as <limit velocity=…/> of a URDF, so speeds are not limited';

/** The poses of both are left anywhere. */
export function followPerson(
  robot: RobotBody,
  figures: Figures,
  rows: PersonRows,
  options: { readonly maxVelocity?: boolean; readonly onFrame?: (done: number) => void },
): RobotMotion {
  const { model, problem } = robot;
  const { times } = figures;
  const { state } = problem;
  const bounds = boundsOf(model);
  const asked = new Float64Array(model.nq * times.length);
  const trajectory = new Trajectory(model);
  const missed = rows.missed.slice();
  const root: PoseSeen[] = [];
  const trunk: PoseSeen[] = [];
  /** Takes the robot's pose, where its goals are the frame's. */
  const take = (i: number): void => {
    trajectory.add(times[i]!, state.q);
    reaching.forEach((role, k) => {
      missed[4 * i + k] = Math.max(missed[4 * i + k]!, robot.missed(role));
    });
    root.push(robot.seen('hips'));
    if (robot.roles.has('spine')) trunk.push(robot.seen('spine'));
  };
  times.forEach((_, i) => {
    pose(robot, rows, i);
    robot.follow(i === 0);
    asked.set(state.q, model.nq * i);
    if (!options.maxVelocity) take(i);
    options.onFrame?.(i + 1);
  });
  const kept = options.maxVelocity ? asked.slice() : asked;
  if (options.maxVelocity) {
    for (const bound of bounds) slowDown(kept, model.nq, bound, times);
    times.forEach((_, i) => {
      pose(robot, rows, i);
      robot.aim();
      state.q.set(kept.subarray(model.nq * i, model.nq * (i + 1)));
      state.update();
      robot.moveRoot();
      take(i);
    });
  }
  const speeds = bounds.flatMap((bound) => speedingOf(asked, kept, model.nq, bound, times));
  const { warnings, ...report } = reportOf(figures, missed, rows.contact);
  const told = [...warnings, ...robot.warnings];
  if (options.maxVelocity && bounds.length === 0) told.push(unbounded);
  return {
    trajectory,
    report: {
      ...report,
      warnings: told,
      root: departuresOf(root, times, moved),
      trunk: departuresOf(trunk, times, turned),
      speeds,
    },
  };
}

/** Poses the person as in a frame. */
function pose({ person }: RobotBody, { q }: PersonRows, frame: number): void {
  const { nq } = person.model;
  const { state } = person.problem;
  state.q.set(q.subarray(nq * frame, nq * (frame + 1)));
  state.update();
}

/** A coordinate that has a `maxVelocity`. */
interface Bound {
  /** Its joint's name. */
  readonly joint: string;
  /** Index in q. */
  readonly at: number;
  readonly allowed: number;
}

/** A leader is as slow as its followers have to be. */
function boundsOf({ links }: Model): Bound[] {
  const least = new Map<number, number>();
  for (const { motions, joint } of links)
    for (const { qIndex, ratio } of motions) {
      const allowed = (joint.maxVelocity ?? Infinity) / Math.abs(ratio);
      least.set(qIndex, Math.min(least.get(qIndex) ?? Infinity, allowed));
    }
  return links
    .flatMap(({ name, motions, joint: { name: joint = name } }) =>
      motions
        .filter(({ isBall, mimics }) => !isBall && !mimics)
        .map(({ qIndex: at }) => ({ joint, at, allowed: least.get(at)! })),
    )
    .filter(({ allowed }) => allowed < Infinity);
}

/**
 * The middle between the least path above and the largest path below whose slopes are bounded: of all such paths it is
 * nearest at its worst, it does not lag, and stays within the joint's limits.
 */
function slowDown(q: Float64Array, nq: number, { at, allowed }: Bound, times: ArrayLike<number>): void {
  const n = times.length;
  const below = Float64Array.from({ length: n }, (_, i) => q[nq * i + at]!);
  const above = below.slice();
  const spread = (from: number, to: number) => {
    const most = allowed * Math.abs(times[to]! - times[from]!);
    below[to] = Math.min(below[to]!, below[from]! + most);
    above[to] = Math.max(above[to]!, above[from]! - most);
  };
  for (let i = 1; i < n; i += 1) spread(i - 1, i);
  for (let i = n - 1; i > 0; i -= 1) spread(i, i - 1);
  for (let i = 0; i < n; i += 1) q[nq * i + at] = 0.5 * (below[i]! + above[i]!);
}

function speedingOf(
  asked: Float64Array,
  kept: Float64Array,
  nq: number,
  { joint, at, allowed }: Bound,
  times: ArrayLike<number>,
): Speeding[] {
  const speed = (q: Float64Array) => (i: number) =>
    Math.abs(q[nq * (i + 1) + at]! - q[nq * i + at]!) / (times[i + 1]! - times[i]!);
  const [would, does] = [speed(asked), speed(kept)];
  return spansOf(times.length - 1, (i) => would(i) > rounding * allowed).map((span) => ({
    joint,
    from: times[span[0]]!,
    to: times[span[1] + 1]!,
    asked: would(worstOf(span, would)),
    kept: does(worstOf(span, does)),
    allowed,
  }));
}

/** How far off a pose is; beyond 1 it is told. */
type Measure = (seen: PoseSeen) => number;
const turned: Measure = ({ angle }) => angle / turnTolerance;
const moved: Measure = (seen) => Math.max(seen.distance / placeTolerance, turned(seen));

/** @internal */
export function departuresOf(
  seen: readonly PoseSeen[],
  times: ArrayLike<number>,
  measure: Measure,
): Departure[] {
  const off = (i: number) => measure(seen[i]!);
  return spansOf(seen.length, (i) => off(i) > 1).map((span) => {
    const most = (size: 'distance' | 'angle') => seen[worstOf(span, (i) => seen[i]![size])]![size];
    const worst = worstOf(span, off);
    return {
      ...seen[worst]!,
      from: times[span[0]]!,
      to: times[span[1]]!,
      distance: most('distance'),
      angle: most('angle'),
      at: times[worst]!,
    };
  });
}
