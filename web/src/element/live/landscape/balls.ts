/** A ball per solver: each has a problem of its own and goes down by its own iterations, one per stride. */
import { Model } from '../../../core/model.ts';
import { Problem } from '../../../core/problem.ts';
import type { Goal } from '../../../core/goal.ts';
import { solverNames, type SolveOptions, type SolverName, type Status } from '../../../index.ts';
import { errorAt, lengths, type Point, type Pose } from './ground.ts';
import { limits } from './presets.ts';

/** Strides after which a ball is left where it is. */
export const mostStrides = 40;
/** Annealing: short descents, so that all of them fit into a frame. */
const annealing: SolveOptions = { annealing: 30, maxIterations: 40 };

/** How each goes, and its colour. */
const looks: Readonly<Partial<Record<SolverName, readonly [colour: string, way: string]>>> = {
  ccd: ['#e5383b', 'one hinge at a time'],
  fabrik: ['#f77f00', 'pulls the points along'],
  transpose: ['#2a9d3f', 'straight down the slope'],
  pseudoinverse: ['#f2b705', 'strides of at most 5°'],
  dls: ['#7b2cbf', 'damped strides'],
  svd: ['#b68cf0', 'damped, like dls'],
  sdls: ['#d6336c', 'damped per direction'],
  lm: ['#8d5524', 'as far as it trusts'],
  autodiff: ['#7d8597', 'learns the curvature'],
  maximal: ['#00a896', 'takes the links apart'],
  itasc: ['#8ac926', 'speeds instead of steps'],
};
const jumping = ['#ff70d0', 'jumps where it is stuck'] as const;

/** The arm of the landscape. */
export function armOf(): Model {
  const hinge = (i: 0 | 1) => ({ type: 'revolute', axis: [0, 0, 1], limits: limits[i] }) as const;
  const along = (length: number) => ({ position: [length, 0, 0] as const });
  return Model.from({
    name: 'An arm of two hinges',
    links: [
      { name: 'upper arm', joint: hinge(0) },
      { name: 'forearm', parent: 'upper arm', origin: along(lengths[0]), joint: hinge(1) },
      { name: 'tip', parent: 'forearm', origin: along(lengths[1]) },
    ],
  });
}

/** Where balls start, and onto which ground. */
export interface Drop {
  readonly start: Pose;
  readonly goal: Point;
  /** True: limits are kept. */
  readonly walls: boolean;
}

/** How a ball has ended; null: it still rolls. */
export type End = Status | null;

export class Ball {
  readonly colour: string;
  readonly way: string;
  /** Places since the drop, two numbers each: one per stride, or one per turned hinge. */
  readonly path = new Float64Array(4 * mostStrides + 4);
  /** Number of places. */
  count = 0;
  /** The place at which the present stride begins. */
  from = 0;
  strides = 0;
  /** The place from which it jumped; −1: it has not. */
  jumpedFrom = -1;
  end: End = null;
  readonly problem: Problem;
  readonly #goal: Goal;
  #drop: Drop = { start: [0, 0], goal: [0, 0], walls: false };
  /** True if the solver keeps its ball on a limit. */
  #atWall = false;

  constructor(
    model: Model,
    readonly solver: SolverName,
    /** Leaves dead ends by annealing. */
    readonly shakes = false,
  ) {
    this.problem = new Problem(model);
    this.#goal = this.problem.addGoal({ type: 'position', link: 'tip', target: [0, 0, 0] });
    [this.colour, this.way] = shakes ? jumping : (looks[solver] ?? ['#888888', '']);
  }

  get name(): string {
    return this.shakes ? 'annealing' : this.solver;
  }

  /** The last place. */
  get pose(): Pose {
    return [this.path[2 * this.count - 2]!, this.path[2 * this.count - 1]!];
  }

  get error(): number {
    return errorAt(this.pose, this.#drop.goal);
  }

  /** True if the present stride is a jump. */
  get isJump(): boolean {
    return this.moves && this.from === this.jumpedFrom;
  }

  /** True if the present stride moves it. */
  get moves(): boolean {
    return this.from < this.count - 1;
  }

  /** Puts it at the start. */
  lift(drop: Drop): void {
    this.#drop = drop;
    this.#goal.target.set([...drop.goal, 0]);
    this.count = this.from = this.strides = 0;
    this.jumpedFrom = -1;
    this.end = null;
    this.#atWall = false;
    this.#add(drop.start);
  }

  /** Makes the next stride; false if it stays. */
  stride(): boolean {
    this.from = this.count - 1;
    if (this.end !== null) return false;
    const before = this.pose;
    const { status } = this.#solve(this.strides + 1);
    const [first, second] = this.problem.state.q as unknown as [number, number];
    const stays = status === 'stalled' && first === before[0] && second === before[1];
    if (stays && this.shakes) return this.#jump();
    if (!stays) {
      this.strides += 1;
      // A sweep goes from the tip to the base.
      if (this.solver === 'ccd') this.#add([before[0], second]);
      this.#add([first, second]);
    }
    this.#touch();
    const waits = this.shakes && status === 'stalled';
    if ((status !== 'maxIterations' && !waits) || this.strides === mostStrides) this.end = status;
    return !stays;
  }

  /** The place at a part of the present stride, from 0 to 1. */
  at(part: number, out: [number, number]): void {
    const last = this.count - 1;
    const along = this.from + (last - this.from) * part;
    const i = Math.min(Math.floor(along), Math.max(last - 1, 0));
    const rest = along - i;
    const j = Math.min(i + 1, last);
    for (const k of [0, 1] as const)
      out[k] = (1 - rest) * this.path[2 * i + k]! + rest * this.path[2 * j + k]!;
  }

  /** What it does, in words. */
  get words(): string {
    const { end, strides } = this;
    const away = `${(100 * this.error).toFixed(this.error < 0.0995 ? 1 : 0)} cm`;
    if (end === null) return strides ? (this.isJump ? 'jumps' : `step ${strides}`) : 'ready';
    if (end === 'converged' && this.jumpedFrom >= 0) return 'jumps, and arrives';
    if (end === 'converged') return `arrives after ${strides} step${strides === 1 ? '' : 's'}`;
    if (end === 'unreachable') return `as near as it gets: ${away}`;
    if (end === 'maxIterations') return `still ${away} away`;
    if (this.#atWall) return 'stopped by the wall';
    return strides ? `stops ${away} away` : 'feels no slope, stays';
  }

  dispose(): void {
    this.problem.dispose();
  }

  /** The whole descent anew, one iteration longer: so it keeps what it has learnt on the way. */
  #solve(maxIterations: number, more: SolveOptions = {}) {
    const { problem, solver } = this;
    problem.state.q.set(this.#drop.start);
    problem.state.update();
    return problem.solve({ solver, limits: this.#drop.walls, maxIterations, ...more });
  }

  #jump(): boolean {
    const { problem } = this;
    problem.state.q.set(this.pose);
    problem.state.update();
    const { status } = problem.solve({ solver: this.solver, limits: this.#drop.walls, ...annealing });
    this.end = status;
    this.#touch();
    const [first, second] = problem.state.q as unknown as [number, number];
    if (this.#goal.distance > this.error - 1e-3) return false;
    this.jumpedFrom = this.from;
    this.strides += 1;
    this.#add([first, second]);
    return true;
  }

  #touch(): void {
    this.#atWall = this.#drop.walls && this.problem.linksAtLimit().length > 0;
  }

  #add(pose: Pose): void {
    this.path.set(pose, 2 * this.count);
    this.count += 1;
  }
}

export interface Balls {
  readonly balls: readonly Ball[];
  /** A sentence per solver that has no ball. */
  readonly without: readonly string[];
}

/** A ball for every solver that supports the arm, and one that also jumps. */
export function ballsOf(model: Model): Balls {
  const all = solverNames().map((name) => new Ball(model, name));
  const reasons = all.map(({ problem, solver }) => problem.supports(solver));
  const balls = all.filter((_, i) => reasons[i] === true);
  const without = all.flatMap((ball, i) => {
    const reason = reasons[i];
    if (reason === true) return [];
    ball.dispose();
    const why = String(reason).replace(/; use .*$/, '');
    return why.startsWith(ball.solver) ? why : `${ball.solver}: ${why}`;
  });
  return { balls: [...balls, new Ball(model, 'ccd', true)], without };
}
