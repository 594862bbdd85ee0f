/** From a line to a timed motion: the work of the page's worker. Nothing here uses the document. */
import type { LimberError } from 'limber';
import { moveTo, retime, type Move, type MoveEnd, type TimedMotion } from 'limber/moves';
import { arms, Drawer, tool } from './arms.ts';
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
  /** m/s and rad/s²; null: no times are needed, only how far the arm gets. */
  readonly bounds: { readonly speed: number; readonly acceleration: number } | null;
}

/** How far the arm gets, and why no farther. */
export interface Reached {
  /** Share of the line's length. */
  readonly part: number;
  readonly ended: MoveEnd;
  readonly reason: string;
  /** Joints at the limit that ended it. */
  readonly joints: readonly string[];
  /** Links at the obstacle that ended it. */
  readonly links: readonly string[];
}

/** A timed motion, as rows. */
export interface Motion {
  /** Seconds. */
  readonly times: Float64Array;
  /** One row per time. */
  readonly q: Float64Array;
  /** Velocity, acceleration and jerk in the same layout: absolute values relative to their bounds. */
  readonly shares: readonly [Float64Array, Float64Array, Float64Array];
  /** Speed of the pen at each time (m/s). */
  readonly speeds: Float64Array;
  /** The nearest bound at each time. */
  readonly held: readonly string[];
  /** Times of standstill (seconds). */
  readonly stops: readonly number[];
}

export interface Plan extends Reached {
  /** Joint values at the end. */
  readonly q: Float64Array;
  /** Null where not even the beginning is reached, or no times were requested. */
  readonly motion: Motion | null;
}

/** Clearance kept from the box (metres). */
export const clearance = 0.01;
/** Frames per second. */
const rate = 60;
/** Seconds for an acceleration to build up. */
const rise = 0.1;

/** The line of a job. */
export function lineOf({ surface, at, line, points }: Omit<Job, 'arm' | 'box' | 'bounds'>): Line {
  const kind = surfaces.find(({ name }) => name === surface)!;
  const { isSmooth } = lines.find(({ name }) => name === line)!;
  return new Line(new Surface(kind, at), spotsOf(points), isSmooth);
}

/** Plans jobs; keeps each arm's last move, to retime it for other bounds. */
export class Planner {
  readonly #drawers = new Map<string, Drawer>();
  readonly #kept = new Map<string, { readonly key: string; readonly move: Move }>();

  /** @throws LimberError for errors that no page should cause. */
  plan(job: Job): Plan {
    const drawer = this.#drawerOf(job.arm);
    const line = lineOf(job);
    const move = this.#moveOf(job, drawer, line);
    const { ended, reason, joints, pair, q, trajectory } = move;
    const links = pair?.links.flatMap((link) => link ?? []) ?? [];
    const motion = job.bounds && trajectory.length > 1 ? motionOf(drawer, move, job.bounds) : null;
    return { part: line.partOf(move.part), ended, reason, joints, links, q, motion };
  }

  #drawerOf(name: string): Drawer {
    const drawer = this.#drawers.get(name) ?? new Drawer(arms.find((arm) => arm.name === name)!);
    this.#drawers.set(name, drawer);
    return drawer;
  }

  #moveOf(job: Job, drawer: Drawer, line: Line): Move {
    const key = JSON.stringify({ ...job, bounds: null });
    const kept = this.#kept.get(job.arm);
    if (kept?.key === key) return kept.move;
    drawer.putBox(job.box);
    const move = moveTo(drawer.problem, line.move, { start: 'free', ...(job.box && { clearance }) });
    this.#kept.set(job.arm, { key, move });
    return move;
  }
}

function motionOf(
  { arm, problem }: Drawer,
  { trajectory }: Move,
  { speed, acceleration }: NonNullable<Job['bounds']>,
): Motion | null {
  const { model, state } = problem;
  const jerk = acceleration / rise;
  const bounds = { velocity: arm.velocity, acceleration, jerk };
  const found = timed(() =>
    retime(trajectory, model, { ...bounds, tool: { link: tool, velocity: speed } }, { rate }),
  );
  if (!found) return null;
  const { times, q } = found.trajectory;
  const nq = model.nq;
  const rows = [0, 1, 2].map(() => new Float64Array(nq));
  const [v, a, j] = rows as [Float64Array, Float64Array, Float64Array];
  const all = [0, 1, 2].map(() => new Float64Array(q.length)) as [Float64Array, Float64Array, Float64Array];
  const places = new Float64Array(3 * times.length);
  const at = 7 * model.findLink(tool);
  for (let i = 0; i < times.length; i += 1) {
    found.at(times[i]!, { velocity: v, acceleration: a, jerk: j });
    for (let k = 0; k < nq; k += 1) {
      const most = [arm.velocity[k]!, acceleration, jerk];
      for (const [order, row] of rows.entries()) all[order]![i * nq + k] = Math.abs(row[k]!) / most[order]!;
    }
    state.q.set(q.subarray(i * nq, (i + 1) * nq));
    state.update();
    places.set(state.poses.subarray(at, at + 3), 3 * i);
  }
  const { held, stops } = found;
  return { times: times.slice(), q: q.slice(), shares: all, speeds: speedsOf(places, times), held, stops };
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

/** Speeds from the positions before and after each time. */
function speedsOf(places: Float64Array, times: Float64Array): Float64Array {
  const last = times.length - 1;
  return times.map((_, i) => {
    const [a, b] = [Math.max(0, i - 1), Math.min(last, i + 1)];
    const way = Math.hypot(...[0, 1, 2].map((k) => places[3 * b + k]! - places[3 * a + k]!));
    return way / (times[b]! - times[a]!);
  });
}
