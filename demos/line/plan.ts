/** From a line to a timed motion, in the page's worker. Nothing here uses the document. */
import { type LimberError, Model, Problem } from 'limber';
import { moveTo, retime, type Move, type TimedMotion } from 'limber/moves';
import { Vector3 } from 'three';
import { arms, boxAt, tool, type DrawingArm } from './arms.ts';
import { Line, lines, spotsOf } from './lines.ts';
import { Surface, surfaces } from './surface.ts';

/** A plan to make, in names of the tables. */
export interface Job {
  readonly arm: string;
  readonly surface: string;
  /** Centre of the surface (metres). */
  readonly at: readonly number[];
  readonly line: string;
  /** The line's points on the surface, two numbers each (metres). */
  readonly points: readonly number[];
  /** Centre of a box (metres); null: no obstacle. */
  readonly box: readonly number[] | null;
  /** Bounds of the pen and of the joints: m/s and rad/s². */
  readonly speed: number;
  readonly acceleration: number;
}

/** How far the arm gets, and why no farther: `links` are those at the obstacle. */
export interface Reached extends Pick<Move, 'part' | 'ended' | 'joints'> {
  readonly links: readonly string[];
}

/** Derivatives of the joints' values. */
export const rates = ['speed', 'acceleration', 'jerk'] as const;
export type Rate = (typeof rates)[number];

/** A timed motion, as rows. */
export interface Motion {
  /** Seconds. */
  readonly times: Float64Array;
  /** One row per time. */
  readonly q: Float64Array;
  /** The derivatives in the same layout: absolute values relative to their bounds. */
  readonly shares: readonly Float64Array[];
  /** Length of the pen's way until each time (metres). */
  readonly ways: Float64Array;
  /** The nearest bound at each time. */
  readonly held: readonly string[];
}

export interface Plan extends Reached {
  readonly job: Job;
  /** Joint values at the end. */
  readonly q: Float64Array;
  /** Null where not even the beginning is reached. */
  readonly motion: Motion | null;
}

/** Clearance kept from the box (metres). */
const clearance = 0.01;
/** Frames per second. */
export const rate = 60;
/** Seconds for an acceleration to build up. */
const rise = 0.1;
/** Milliseconds; no line on the page needs as many, but a drawn one might. */
const maxTime = 4000;

/** The line of a job. */
export function lineOf({ surface, at, line, points }: Job): Line {
  const kind = surfaces.find(({ name }) => name === surface)!;
  const { isSmooth } = lines.find(({ name }) => name === line)!;
  return new Line(new Surface(kind, at), spotsOf(points), isSmooth);
}

/** Questions for the page's worker. @throws LimberError for errors that no page should cause. */
export const questions = {
  plan: (_: unknown, job: Job): Plan => plan(job, motionOf),
  /** How far each arm gets on the same line. */
  compare: (_: unknown, job: Job): Plan[] => arms.map(({ name }) => plan({ ...job, arm: name }, () => null)),
};

function plan(job: Job, timed: typeof motionOf): Plan {
  const arm = arms.find(({ name }) => name === job.arm)!;
  const problem = new Problem(Model.from(arm.description));
  problem.state.q.set(arm.q);
  problem.addGoal({ type: 'pose', link: tool });
  // Check the obstacle only: coarse shapes of neighbouring links overlap.
  problem.collisionPairs = [];
  if (job.box) problem.addObstacle(boxAt(job.box));
  const options = { start: 'free', maxTime, ...(job.box && { clearance }) } as const;
  const { part, ended, joints, pair, q, trajectory } = moveTo(problem, lineOf(job).move, options);
  const links = pair?.links.flatMap((link) => link ?? []) ?? [];
  const motion = trajectory.length > 1 ? timed(problem, trajectory, arm, job) : null;
  problem.dispose();
  problem.model.dispose();
  return { job, part, ended, joints, links, q, motion };
}

function motionOf(
  { model, state }: Problem,
  trajectory: Move['trajectory'],
  { velocity }: DrawingArm,
  { speed, acceleration }: Job,
): Motion | null {
  const jerk = acceleration / rise;
  const mostOf = (joint: number): number[] => [velocity[joint]!, acceleration, jerk];
  const bounds = { velocity, acceleration, jerk, tool: { link: tool, velocity: speed } };
  const found = timed(() => retime(trajectory, model, bounds, { rate }));
  if (!found) return null;
  const [times, q] = [found.trajectory.times.slice(), found.trajectory.q.slice()];
  const shares = rates.map(() => new Float64Array(q.length));
  const ways = new Float64Array(times.length);
  const row = () => new Float64Array(model.nq);
  const rows = { velocity: row(), acceleration: row(), jerk: row() };
  const [place, before, at] = [new Vector3(), new Vector3(), 7 * model.findLink(tool)];
  for (let i = 0; i < times.length; i += 1) {
    const first = i * model.nq;
    found.at(times[i]!, rows);
    [rows.velocity, rows.acceleration, rows.jerk].forEach((row, r) =>
      row.forEach((each, k) => (shares[r]![first + k] = Math.abs(each) / mostOf(k)[r]!)),
    );
    state.q.set(q.subarray(first, first + model.nq));
    state.update();
    place.fromArray(state.poses, at);
    if (i > 0) ways[i] = ways[i - 1]! + place.distanceTo(before);
    before.copy(place);
  }
  return { times, q, shares, ways, held: found.held };
}

/** Null: nothing moves, or the motion cannot be timed. */
function timed(make: () => TimedMotion): TimedMotion | null {
  try {
    const motion = make();
    return Number.isFinite(motion.duration) ? motion : null;
  } catch (error) {
    if ((error as LimberError).code === 'badTrajectory') return null;
    throw error;
  }
}

/** Speed of the pen at a frame (m/s). */
export function speedAt({ ways, times }: Motion, i: number): number {
  const [a, b] = [Math.max(0, i - 1), Math.min(times.length - 1, i + 1)];
  return (ways[b]! - ways[a]!) / (times[b]! - times[a]!);
}
