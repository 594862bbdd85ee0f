import { Model, Problem, type Vec3 } from 'limber';
import { boxOf } from 'limber/three';
import { Vector3 } from 'three';
import { Random } from '../../tests/bench/random.ts';
import { rounded } from '../shell/picks.ts';
import { Wishes } from './goals.ts';
import type { Picks } from './picks.ts';
import { midPosture, randomPosture } from './pose.ts';

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
  /** Has the goals of the race, for the handles; solved by nobody. */
  readonly problem: Problem;
  readonly #wishes: Wishes;

  constructor(readonly picks: Picks) {
    const { arm, goal, target } = picks;
    this.model = Model.from(arm.describe());
    this.axis = arm.toolAxis;
    const parents = new Set(this.model.links.map(({ parent }) => parent));
    this.effectors = this.model.links.filter(({ index }) => !parents.has(index)).map(({ name }) => name);
    this.problem = new Problem(this.model);
    this.start = starts[picks.start](this);
    this.targets = targets[target](this);
    if (target === 'hand') this.#round();
    this.#wishes = new Wishes(this.problem, this.effectors, goal, this.axis);
    this.#wishes.aim(this.targets);
  }

  /** Place of the first joint: world, metres. */
  get root(): Vector3 {
    const first = this.model.links.find(({ nv }) => nv > 0)!;
    return new Vector3().fromArray(this.problem.state.poses, 7 * first.index);
  }

  /** The handles have moved the goals of `problem`. Rounded, so that a shared address gives the same race. */
  moved(): void {
    this.#wishes.read(this.targets);
    this.#round();
  }

  /** The posture that `write` makes from zero, clamped to the limits. */
  posture(write: (q: Float64Array) => void): Float64Array {
    const { state } = this.problem;
    state.q.fill(0);
    write(state.q);
    state.update();
    if (this.picks.limits) state.projectOntoLimits();
    return state.q.slice();
  }

  /** Poses of all links in a posture, until the next call. */
  linksAt(q: Float64Array): Float64Array {
    const { state } = this.problem;
    state.q.set(q);
    state.update();
    return state.poses;
  }

  /** Poses of the effectors in a posture. */
  posesAt(q: Float64Array): Float64Array {
    const poses = this.linksAt(q);
    const first = this.effectors.map((name) => 7 * this.model.findLink(name));
    return Float64Array.from(first.flatMap((at) => [...poses.subarray(at, at + 7)]));
  }

  /** The posture nearest to far-away points: as straight as the arm can be. */
  stretched(): Float64Array {
    const { problem } = this;
    const from = this.posture(() => {});
    const wishes = new Wishes(problem, this.effectors, 'position', this.axis);
    wishes.aim(this.moveTo(this.posesAt(from), pull));
    problem.solve({ maxIterations: 300, limits: this.picks.limits });
    for (const goal of [...problem.goals]) problem.removeGoal(goal);
    return problem.state.q.slice();
  }

  /** The same poses, moved along their rays from the root, to `share` times the reach or the way. */
  moveTo(poses: Float64Array, share: number, of: 'reach' | 'way' = 'reach'): Float64Array {
    const moved = poses.slice();
    const { root } = this;
    const way = new Vector3();
    for (let i = 0; i < moved.length; i += 7) {
      way.fromArray(moved, i).sub(root);
      if (of === 'way') way.multiplyScalar(share);
      else way.setLength(share * this.model.reach);
      way.add(root).toArray(moved, i);
    }
    return moved;
  }

  dispose(): void {
    this.problem.dispose();
    this.model.dispose();
  }

  #round(): void {
    this.targets.forEach((value, i) => (this.targets[i] = rounded(value)));
  }
}

const starts: Readonly<Record<Picks['start'], (course: RaceCourse) => Float64Array>> = {
  mid: (course) => course.posture((q) => midPosture(course.model, q)),
  zero: (course) => course.posture(() => {}),
  singular: (course) => {
    const straight = course.stretched();
    const random = new Random(course.picks.seed);
    const off = () => nudge * random.between(-0.5, 0.5);
    return course.posture((q) => straight.forEach((value, i) => (q[i] = value + off())));
  },
  random: (course) => {
    const random = new Random(course.picks.seed);
    return course.posture((q) => randomPosture(course.model, random, q));
  },
};

/**
 * Reachable targets, if possible above the floor: the poses of a random posture, other than the random start.
 */
function within(course: RaceCourse): Float64Array {
  const random = new Random(1000 + Math.floor(new Random(course.picks.seed).between(0, 1e6)));
  const draw = () => course.posesAt(course.posture((q) => randomPosture(course.model, random, q)));
  let poses = draw();
  for (let i = 1; i < most && boxOf(poses).min.y < aboveFloor * course.model.reach; i += 1) poses = draw();
  return poses;
}

const targets: Readonly<Record<Picks['target'], (course: RaceCourse) => Float64Array>> = {
  near: within,
  far: (course) => course.moveTo(within(course), beyond),
  axis: (course) => course.moveTo(course.posesAt(course.start), onTheWay, 'way'),
  hand: (course) => {
    const { at } = course.picks;
    return at.length === 7 * course.effectors.length ? Float64Array.from(at) : within(course);
  },
};
