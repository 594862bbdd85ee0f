/** A way from its line to its times: what the page's worker does. Nothing here touches the document. */
import type { LimberError } from 'limber';
import { moveTo, retime, type Move, type MoveEnd, type TimedMotion } from 'limber/moves';
import { arms, Drawer, tool } from './arms.ts';
import { Line, lines, spotsOf } from './lines.ts';
import { Surface, surfaces } from './surface.ts';

/** What is to be planned, by the names of the tables. */
export interface Job {
  readonly arm: string;
  readonly surface: string;
  /** Where the surface's middle is (metres). */
  readonly at: readonly number[];
  readonly line: string;
  /** Its points on the surface, two numbers each (metres). */
  readonly points: readonly number[];
  /** Where the middle of a box is (metres); null: nothing is in the way. */
  readonly box: readonly number[] | null;
  /** m/s and rad/s²; null: only how far it comes is asked for. */
  readonly bounds: { readonly speed: number; readonly acceleration: number } | null;
}

/** How far it comes, and why not farther. */
export interface Reached {
  /** Of the line's length. */
  readonly part: number;
  readonly ended: MoveEnd;
  readonly reason: string;
  /** Of a limit. */
  readonly joints: readonly string[];
  /** Of an obstacle: links. */
  readonly links: readonly string[];
}

/** Its motion, as rows. */
export interface Motion {
  /** Seconds. */
  readonly times: Float64Array;
  /** A row for each time. */
  readonly q: Float64Array;
  /** The same of velocity, acceleration and jerk, as parts of their bounds, without sign. */
  readonly shares: readonly [Float64Array, Float64Array, Float64Array];
  /** m/s of the pen, for each time. */
  readonly speeds: Float64Array;
  /** The bound that is nearest at each time. */
  readonly held: readonly string[];
  /** Seconds at which it stands still. */
  readonly stops: readonly number[];
}

export interface Plan extends Reached {
  /** Where the arm stands at the end. */
  readonly q: Float64Array;
  /** Null where not even the beginning is reached, or times are not asked for. */
  readonly motion: Motion | null;
}

/** Metres: what is kept from the box. */
export const clearance = 0.01;
/** Frames a second. */
const rate = 60;
/** Seconds in which an acceleration is built up. */
const rise = 0.1;

/** The line of a job. */
export function lineOf({ surface, at, line, points }: Omit<Job, 'arm' | 'box' | 'bounds'>): Line {
  const kind = surfaces.find(({ name }) => name === surface)!;
  const { isSmooth } = lines.find(({ name }) => name === line)!;
  return new Line(new Surface(kind, at), spotsOf(points), isSmooth);
}

/** Plans jobs; the last way of each arm is kept, for other bounds. */
export class Planner {
  private readonly drawers = new Map<string, Drawer>();
  private readonly kept = new Map<string, { readonly key: string; readonly move: Move }>();

  /** @throws LimberError what no page should come to. */
  plan(job: Job): Plan {
    const drawer = this.drawerOf(job.arm);
    const line = lineOf(job);
    const move = this.moveOf(job, drawer, line);
    const { ended, reason, joints, pair, q, trajectory } = move;
    const links = pair?.links.flatMap((link) => link ?? []) ?? [];
    const motion = job.bounds && trajectory.length > 1 ? motionOf(drawer, move, job.bounds) : null;
    return { part: line.partOf(move.part), ended, reason, joints, links, q, motion };
  }

  private drawerOf(name: string): Drawer {
    const drawer = this.drawers.get(name) ?? new Drawer(arms.find((arm) => arm.name === name)!);
    this.drawers.set(name, drawer);
    return drawer;
  }

  private moveOf(job: Job, drawer: Drawer, line: Line): Move {
    const key = JSON.stringify({ ...job, bounds: null });
    const kept = this.kept.get(job.arm);
    if (kept?.key === key) return kept.move;
    drawer.putBox(job.box);
    const move = moveTo(drawer.problem, line.move, { start: 'free', ...(job.box && { clearance }) });
    this.kept.set(job.arm, { key, move });
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

/** Null: nothing moves, or there are no times. */
function timed(make: () => TimedMotion): TimedMotion | null {
  try {
    const motion = make();
    return Number.isFinite(motion.duration) ? motion : null;
  } catch (error) {
    if ((error as LimberError).code === 'badTrajectory') return null;
    throw error;
  }
}

/** From the places before and after each time. */
function speedsOf(places: Float64Array, times: Float64Array): Float64Array {
  const last = times.length - 1;
  return times.map((_, i) => {
    const [a, b] = [Math.max(0, i - 1), Math.min(last, i + 1)];
    const way = Math.hypot(...[0, 1, 2].map((k) => places[3 * b + k]! - places[3 * a + k]!));
    return way / (times[b]! - times[a]!);
  });
}
