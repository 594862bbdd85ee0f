/** Moves of an arm: all joints at once, or its tool along a path. */
import { LimberError, show } from '../describe/errors.ts';
import { asNumbers, asObject, bad } from '../describe/flatten.ts';
import type { Goal } from '../core/goal.ts';
import { checkMaxTime } from '../core/options.ts';
import { Problem } from '../core/problem.ts';
import { Trajectory } from './trajectory.ts';
import { done, explain, late, type Move } from './explain.ts';
import { Follower, type Tolerances } from './follower.ts';
import { Frames } from './frames.ts';
import { moveJoints } from './joint-move.ts';
import { angleBetween, JointSpace } from './joint-space.ts';
import { followChain, isRedundant, LookAhead } from './look-ahead.ts';
import {
  readPath,
  typeOf,
  type MoveDescription,
  type PathSource,
  type ToolMove,
  type ToolPath,
} from './paths.ts';

/** Options of `moveTo`. */
export interface MoveOptions {
  /**
   * Start of the joints: nq numbers; 'state': the current values; 'free': wherever the path can be followed
   * best, for paths of the tool. Default 'state'.
   */
  readonly start?: ArrayLike<number> | 'state' | 'free';
  /**
   * The goal whose target moves along the path, of type pose, position or orientation; others stay. Default:
   * the first.
   */
  readonly goal?: Goal;
  /**
   * Metres that the tool may be off its path between frames, at least 1e-11 of the model's size. Frames are
   * 100 times as exact. Default 1e-4 of the size.
   */
  readonly deviation?: number;
  /** The same for its orientation, in radians, at least 1e-11. Default 1e-3. */
  readonly angleDeviation?: number;
  /** Keep the joints' limits. Default true. */
  readonly limits?: boolean;
  /** Metres to keep between collision shapes, as in `solve`. Default: they may touch. */
  readonly clearance?: number;
  /**
   * Milliseconds: a path that is not found by then ends at the point reached so far, with `ended: 'maxTime'`.
   * With a finite value the same input may give another path on another machine. Default Infinity.
   */
  readonly maxTime?: number;
}

const known = ['start', 'goal', 'deviation', 'angleDeviation', 'limits', 'clearance', 'maxTime'];

/** Stations per model size of path length or per radian; fewest; most; number of doublings. */
const [density, fewest, mostStations, doublings] = [20, 4, 48, 1];
/**
 * Smallest deviation, in radians and as a fraction of the size: rounding keeps frames from being more exact
 * than a hundredth of it.
 */
const finest = 1e-11;
/** Number of pieces of a path whose lengths are added. */
const measured = 64;
/** Error of the start on the path, in units of the allowed deviation. */
const startSlack = 1;

function readDeviation(value: unknown, name: string, initial: number, least: number): number {
  if (value === undefined) return initial;
  if (typeof value === 'number' && value >= least && value < Infinity) return value;
  throw new LimberError('badOption', `${name} is ${show(value)}; give a number, at least ${least}`);
}

function readTolerances(options: MoveOptions, size: number): Tolerances {
  const { limits = true, clearance } = options;
  if (typeof limits !== 'boolean')
    throw new LimberError('badOption', `limits is ${show(limits)}; give true or false`);
  if (clearance !== undefined && !(typeof clearance === 'number' && clearance >= 0 && clearance < Infinity))
    throw new LimberError('badOption', `clearance is ${show(clearance)}; give metres from 0 up`);
  return {
    deviation: readDeviation(options.deviation, 'deviation', 1e-4 * size, finest * size),
    angleDeviation: readDeviation(options.angleDeviation, 'angleDeviation', 1e-3, finest),
    limits,
    clearance,
  };
}

/** Joint values at the start; undefined: free. */
function readStart({ start = 'state' }: MoveOptions, problem: Problem): Float64Array | undefined {
  const { nq } = problem.model;
  if (start === 'free') return undefined;
  if (start === 'state') return Float64Array.from(problem.state.q);
  if (typeof start === 'string')
    throw new LimberError('badOption', `start is ${show(start)}; give joint values, 'state' or 'free'`);
  return finite(Float64Array.from(asNumbers(start, nq, 'start')), 'start');
}

function finite(q: Float64Array, name: string): Float64Array {
  const at = q.findIndex((each) => !Number.isFinite(each));
  if (at < 0) return q;
  throw new LimberError('notFinite', `${name}[${at}] is ${show(q[at])}; give finite numbers`);
}

/**
 * Moves joints or tool and tells how far the move got. The state and the goals' targets are left as they
 * were.
 *
 * A path of the tool is followed with all goals of the problem reached at every frame, within the limits,
 * with `clearance` kept, and without a jump: while the joints move straight from frame to frame, the tool is
 * off its path by no more than `deviation`. With a start it continues from pose to pose. If that fails, or
 * the start is free, it looks ahead: it takes the poses known from closed forms at stations along the path,
 * or those of many random starts, and among all ways through them the one that minimises the largest joint
 * step (dynamic programming).
 *
 * @throws LimberError `badOption` for options, also for a start that is not on the path; `badGoal` without a
 * goal to move; `badDescription`, `notFinite`, `notUnit`, `tooLarge` for a wrong move; `disposed`. An
 * impossible path is a result, not an error.
 */
export function moveTo(problem: Problem, move: MoveDescription, options: MoveOptions = {}): Move {
  if (!(problem instanceof Problem)) bad('the problem', 'a Problem', problem);
  const type = typeOf(move);
  asObject(options, 'options', known);
  const tolerances = readTolerances(options, problem.model.size);
  const start = readStart(options, problem);
  const until = performance.now() + checkMaxTime(options.maxTime);
  const kept = Float64Array.from(problem.state.q);
  const targets = problem.goals.map((goal) => [goal, Float64Array.from(goal.target)] as const);
  try {
    if (type !== 'joints') return moveTool(problem, move as ToolMove, { options, tolerances, start, until });
    const { q } = asObject(move, 'move', ['type', 'q']);
    const to = finite(Float64Array.from(asNumbers(q, problem.model.nq, 'move.q')), 'move.q');
    if (!start) throw new LimberError('badOption', "start is 'free'; a joint move needs one");
    return moveJoints(problem, start, to, tolerances, until);
  } finally {
    // A path's function may have added or removed goals.
    for (const [goal, target] of targets) if (problem.goals.includes(goal)) goal.target.set(target);
    problem.state.q.set(kept);
    problem.state.update();
  }
}

/** Index of the quaternion in a target. Types not listed cannot be moved. */
const turnAt: Readonly<Record<string, number | undefined>> = { pose: 3, position: -1, orientation: 0 };

interface Read {
  readonly options: MoveOptions;
  readonly tolerances: Tolerances;
  readonly start: Float64Array | undefined;
  readonly until: number;
}

function movedGoal(problem: Problem, given: Goal | undefined): Goal {
  const goal = given ?? problem.goals[0];
  if (!goal || !problem.goals.includes(goal))
    throw new LimberError(
      'badGoal',
      'there is no goal to move along the path; add one of type pose, position or orientation',
    );
  if (turnAt[goal.type] === undefined)
    throw new LimberError(
      'badGoal',
      `a goal of type ${goal.type} cannot go along a path; use pose, position or orientation`,
    );
  return goal;
}

/** Tool pose of the goal at these joint values, as a target. */
function toolAt(problem: Problem, goal: Goal, q: Float64Array): Float64Array {
  problem.state.q.set(q);
  problem.state.update();
  // A goal without a target takes its tool's current pose.
  const { type, link, offset, targetLink } = goal;
  const probe = problem.addGoal({
    type: type as 'pose',
    link,
    offset,
    weight: 0,
    ...(targetLink !== undefined && { targetLink }),
  });
  const here = Float64Array.from(probe.target);
  problem.removeGoal(probe);
  return here;
}

/** Number of stations for a path, from its length in model sizes and its rotation in radians. */
function countStations({ at }: ToolPath, { width, turnAt: turn }: PathSource, size: number): number {
  const [a, b] = [new Float64Array(width), new Float64Array(width)];
  const end = turn < 0 ? width : turn;
  let length = 0;
  at(0, a);
  for (let i = 1; i <= measured; ++i) {
    at(i / measured, b);
    length += Math.hypot(...b.subarray(0, end).map((each, k) => each - a[k]!)) / size;
    if (turn >= 0) length += angleBetween(a, turn, b, turn);
    a.set(b);
  }
  // Infinite or NaN: a path that overflows.
  if (!(length < mostStations)) return mostStations;
  return Math.min(mostStations, Math.max(fewest, Math.ceil(density * length)));
}

function moveTool(problem: Problem, move: ToolMove, { options, tolerances, start, until }: Read): Move {
  const goal = movedGoal(problem, options.goal);
  const here = start && toolAt(problem, goal, start);
  const source: PathSource = { width: goal.target.length, turnAt: turnAt[goal.type]!, here };
  const path = readPath(move, source);
  const space = new JointSpace(problem.model);
  const follower = new Follower(problem, goal, path, space, tolerances, until);
  if (start) checkStart(follower, start);
  const stations = countStations(path, source, problem.model.size);
  let farthest = follower.frames;
  for (const way of waysThrough(follower, start, stations)) {
    follower.frames = new Frames(space.nq);
    if (way()) return moved(follower);
    if (follower.frames.length > 0 && (farthest.length === 0 || follower.frames.part > farthest.part))
      farthest = follower.frames;
  }
  follower.frames = farthest;
  // Between stations, up to the actual end.
  if (farthest.length > 0) follower.followOn(1 / stations);
  return moved(follower);
}

/** Attempts in order; each returns whether it reached the end. */
function waysThrough(
  follower: Follower,
  start: Float64Array | undefined,
  stations: number,
): (() => boolean)[] {
  const lookAhead = (count: number) => () => new LookAhead(follower, start, count).run();
  const counts = Array.from({ length: doublings + 1 }, (_, i) => stations * 2 ** i);
  return [...(start ? [() => follow(follower, start, stations)] : []), ...counts.map(lookAhead)];
}

function checkStart(follower: Follower, start: Float64Array): void {
  if (follower.deviation(0, start) <= startSlack) return;
  throw new LimberError(
    'badOption',
    "start: the tool is not where the path begins, or another goal is not reached; leave out the path's first pose, " +
      "solve for it before, or give start: 'free'",
  );
}

/** Follows from pose to pose. Smooths the result of a redundant arm if possible. */
function follow(follower: Follower, start: Float64Array, stations: number): boolean {
  follower.frames.add(0, start);
  if (!follower.followOn(1 / stations)) return false;
  const { frames, space } = follower;
  if (!isRedundant(follower, start)) return true;
  const chosen = frames.parts.map((_, i) => i).filter((i) => i === 0 || isAbout(frames.parts, i, stations));
  const rows = new Float64Array(chosen.length * space.nq);
  for (const [k, i] of chosen.entries()) rows.set(frames.row(i), k * space.nq);
  follower.frames = new Frames(space.nq);
  if (
    followChain(
      follower,
      chosen.map((i) => frames.parts[i]!),
      rows,
      false,
    ) >= 0
  )
    follower.frames = frames;
  return true;
}

/** True if a part is the first in one of `count` equal intervals, or the last of all. */
function isAbout(parts: readonly number[], i: number, count: number): boolean {
  return i === parts.length - 1 || Math.floor(parts[i]! * count) > Math.floor(parts[i - 1]! * count);
}

/** Result from the follower's frames. */
function moved(follower: Follower): Move {
  const { frames, problem } = follower;
  const trajectory = new Trajectory(problem.model);
  for (const [i, part] of frames.parts.entries()) trajectory.add(part, frames.row(i));
  const { part, length } = frames;
  const q = length > 0 ? frames.row(length - 1).slice() : nearest(follower);
  const isDone = length > 0 && part === 1;
  const end = isDone ? done : explain(follower, part, q);
  // Once late, no solve finds anything, so its explanation would be meaningless.
  return { trajectory, part, q, ...(!isDone && follower.isLate ? late : end) };
}

/** Nearest joint values if not even the start of the path is reached. */
function nearest(follower: Follower): Float64Array {
  const q = new Float64Array(follower.space.nq);
  const { problem, tolerances } = follower;
  follower.aim(0);
  problem.solve({ mode: 'find', limits: tolerances.limits, ...follower.time });
  q.set(problem.state.q);
  return q;
}
