import { Model, Problem, type SolveOptions, type Vec3 } from 'limber';
import { boxOf } from 'limber/three';
import { Vector3 } from 'three';
import { rounded } from '../shell/picks.ts';
import type { Picks } from './picks.ts';
import { midPosture, pointing, randomPosture } from './pose.ts';
import { random } from './random.ts';

/**
 * Relative to the reach or the way: distance of unreachable targets, share of the way to the effector, and
 * distance of a pull.
 */
const beyond = 1.3;
const onTheWay = 0.6;
const pull = 3;
/** Offset from a singularity that counts as near (radians, or parts of the reach). */
const nudge = 1e-3;
/** Least height of a target above the floor (parts of the reach), and the tries to find one. */
const aboveFloor = 0.1;
const most = 40;

/** The common setup of all solvers in a race: the arm, the initial posture, the poses to reach. */
export class RaceCourse {
  readonly model: Model;
  /** Names of the effectors' links: the leaves of the tree. */
  readonly effectors: readonly string[];
  readonly axis: Vec3;
  /** Initial joint values. */
  readonly start: Float64Array;
  /** Target poses, seven numbers per effector. */
  readonly targets: Float64Array;
  readonly #scout: Problem;

  constructor(private readonly picks: Picks) {
    const { arm } = picks;
    this.model = Model.from(arm.describe());
    this.axis = arm.toolAxis;
    const parents = new Set(this.model.links.map(({ parent }) => parent));
    this.effectors = this.model.links.filter(({ index }) => !parents.has(index)).map(({ name }) => name);
    this.#scout = new Problem(this.model);
    this.start = starts[picks.start](this);
    this.targets = targets[picks.target](this);
    if (picks.target === 'hand') this.roundTargets();
  }

  /** Place of the first joint: world, metres. */
  get root(): Vector3 {
    const first = this.model.links.find(({ nv }) => nv > 0)!;
    return new Vector3().fromArray(this.#scout.state.poses, 7 * first.index);
  }

  get random(): () => number {
    return random(this.picks.seed);
  }

  get handPlaced(): readonly number[] {
    return this.picks.at;
  }

  /** The posture that `write` makes from zero, clamped to the limits. */
  posture(write: (q: Float64Array) => void): Float64Array {
    const { state } = this.#scout;
    state.q.fill(0);
    write(state.q);
    state.update();
    if (this.picks.limits) state.projectOntoLimits();
    state.update();
    return state.q.slice();
  }

  /** Poses of the effectors in a posture. */
  posesAt(q: Float64Array): Float64Array {
    const { state } = this.#scout;
    state.q.set(q);
    state.update();
    const poses = state.poses;
    return Float64Array.from(
      this.effectors.flatMap((name) => {
        const first = 7 * this.model.findLink(name);
        return [...poses.subarray(first, first + 7)];
      }),
    );
  }

  /** The posture nearest to far-away points: as straight as the arm can be. */
  stretched(): Float64Array {
    const from = this.posture(() => {});
    const aims = this.away(this.posesAt(from), pull);
    const problem = this.#scout;
    const added = this.effectors.map((link, i) =>
      problem.addGoal({ type: 'position', link, target: aims.subarray(7 * i, 7 * i + 3) }),
    );
    const options: SolveOptions = { maxIterations: 300, limits: this.picks.limits };
    problem.state.q.set(from);
    problem.solve(options);
    const q = problem.state.q.slice();
    for (const goal of added) problem.removeGoal(goal);
    return q;
  }

  /** The same poses, moved along their ray from the root to a distance of `share` times the reach. */
  away(poses: Float64Array, share: number): Float64Array {
    const moved = poses.slice();
    const way = new Vector3();
    for (let i = 0; i < moved.length; i += 7) {
      way.fromArray(moved, i).sub(this.root);
      if (way.lengthSq() === 0) way.set(0, 1, 0);
      way.setLength(share * this.model.reach).add(this.root);
      way.toArray(moved, i);
    }
    return moved;
  }

  /** Direction of the tool's axis at an effector's target: unit vector, world. */
  pointing(effector: number): Vec3 {
    return pointing(this.targets.subarray(7 * effector, 7 * effector + 7), this.axis);
  }

  /** Rounds to the address's precision. */
  roundTargets(): void {
    this.targets.forEach((value, i) => (this.targets[i] = rounded(value)));
  }

  dispose(): void {
    this.#scout.dispose();
    this.model.dispose();
  }
}

const starts: Readonly<Record<Picks['start'], (course: RaceCourse) => Float64Array>> = {
  mid: (course) => course.posture((q) => midPosture(course.model, q)),
  zero: (course) => course.posture(() => {}),
  singular: (course) => {
    const straight = course.stretched();
    const next = course.random;
    return course.posture((q) => straight.forEach((value, i) => (q[i] = value + nudge * (next() - 0.5))));
  },
  random: (course) => {
    const next = course.random;
    return course.posture((q) => randomPosture(course.model, next, q));
  },
};

/**
 * Reachable targets, if possible above the floor: the poses of a random posture, other than the random start.
 */
function within(course: RaceCourse): Float64Array {
  const next = random(1000 + Math.floor(1e6 * course.random()));
  let poses: Float64Array;
  let tries = 0;
  do {
    poses = course.posesAt(course.posture((q) => randomPosture(course.model, next, q)));
    tries += 1;
  } while (tries < most && boxOf(poses).min.y < aboveFloor * course.model.reach);
  return poses;
}

const targets: Readonly<Record<Picks['target'], (course: RaceCourse) => Float64Array>> = {
  near: within,
  far: (course) => course.away(within(course), beyond),
  axis: (course) => {
    const poses = course.posesAt(course.start);
    const { root } = course;
    const point = new Vector3();
    for (let i = 0; i < poses.length; i += 7) {
      point.fromArray(poses, i).sub(root).multiplyScalar(onTheWay).add(root).toArray(poses, i);
    }
    return poses;
  },
  hand: (course) => {
    const given = course.handPlaced;
    return given.length === 7 * course.effectors.length ? Float64Array.from(given) : within(course);
  },
};
