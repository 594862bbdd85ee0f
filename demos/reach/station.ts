/** A robot on a movable base, its obstacles and its targets. */
import { Model, Problem, type Goal, type ModelDescription, type Obstacle } from 'limber';
import type { Region } from 'limber/reach';
import { compareFromHere, withCapsules } from 'limber/presets';
import { Vector3 } from 'three';
import { bend } from '../robot-files/bend.ts';
import type { RobotSource } from '../robot-files/catalogue.ts';
import { sizeOf } from '../robot-files/shaped.ts';
import { addFloor, addThings } from '../views/things.ts';
import { LooseLink } from '../views/loose-link.ts';
import { onBase, plinth } from '../views/robots.ts';
import type { Scene } from './scenes.ts';

/** Clearance from obstacles (metres). */
const clearance = 0.01;
/** Metres: radius of the links; least distance between links at the start. */
const [thick, free] = [0.05, 0.03];
/** Random starts per target. */
const restarts = 12;
/** A name that no file's link has. */
const baseName = 'what it stands on';
/** Positions of the targets, relative to the reach. */
const places = [
  [0.45, 0.15, -0.55],
  [0.6, 0.2, -0.2],
  [0.6, 0.2, 0.2],
  [0.45, 0.15, 0.55],
  [0.75, 0.4, 0],
  [0.9, 0.2, 0],
] as const;
/** The tool points down: a quarter turn about x. */
const down = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;

/** A pose for the tool to reach. */
export interface Target {
  /** px py pz qx qy qz qw, in the world. */
  readonly pose: Float64Array;
  isReached: boolean;
}

export class Station {
  readonly problem: Problem;
  readonly base = new Vector3();
  readonly targets: readonly Target[];
  /** Obstacles of each thing. */
  readonly obstacles: readonly (readonly Obstacle[])[];
  /** With collision shapes; the robot stands at its origin. */
  readonly description: ModelDescription;
  /** Metres, from the first joint. */
  readonly reach: number;
  readonly #goal: Goal;
  readonly #loose: LooseLink;
  readonly #home: Float64Array;

  constructor(
    readonly robot: RobotSource,
    /** The link that has to reach. */
    readonly tip: string,
    readonly scene: Scene,
  ) {
    this.description = robot.own ? robot.upright : withCapsules(robot.upright, thick);
    this.reach = sizeOf(this.description) || 1;
    const model = Model.from({ links: onBase(baseName, this.description) });
    this.problem = new Problem(model);
    this.#loose = new LooseLink(this.problem, baseName);
    this.#loose.driven = true;
    const { state } = this.problem;
    state.reset();
    const { qIndex, nq } = model.links[this.#loose.index]!;
    if (robot.start.length > 0) state.q.set(robot.start, qIndex + nq);
    else bend(model, state.q);
    state.update();
    compareFromHere(this.problem, free);
    this.#home = state.q.slice();
    this.#goal = this.problem.addGoal({ type: 'pose', link: this.tip });
    const roots = [baseName, ...robot.upright.links.filter(({ parent }) => !parent).map(({ name }) => name)];
    if (this.heeds) addFloor(this.problem, roots);
    this.obstacles = addThings(this.problem, scene.things);
    this.targets = places.map((place) => ({
      pose: Float64Array.of(...place.map((each) => each * this.reach), ...down),
      isReached: false,
    }));
  }

  /** Whether obstacles count. */
  get heeds(): boolean {
    return this.scene.things.length > 0;
  }

  /** Region of the map in the robot's frame: all around it, above the floor. */
  get region(): Region {
    const [r, top] = [this.reach, this.reach + 0.35];
    return { min: [-r, 0, -r], max: [r, top, r] };
  }

  /** Options for filling a map; obstacles are moved into the frame of a robot at `from` in the world. */
  searchFrom(from: Vector3) {
    const { heeds, problem, tip: link } = this;
    if (!heeds) return { link };
    const obstacles = problem.obstacles.map(({ description, pose }) => ({
      ...description,
      position: [pose[0]! - from.x, pose[1]! - from.y, pose[2]! - from.z] as const,
      rotation: [pose[3]!, pose[4]!, pose[5]!, pose[6]!] as const,
      ignore: (description.ignore ?? []).filter((each) => each !== baseName),
    }));
    const collisionPairs = problem.collisionPairs.filter((pair) => !pair.includes(baseName));
    return { link, clearance, obstacles, collisionPairs };
  }

  /** Position of the robot's own frame in the world. */
  get origin(): Vector3 {
    return new Vector3(this.base.x, plinth, this.base.z);
  }

  /** Moves the base. */
  stand(x: number, z: number): void {
    this.base.set(x, 0, z);
    this.#pose(this.#home);
  }

  /** Checks whether a target is reached; the arm's pose is restored. */
  check(target: Target): void {
    this.#pose(this.#home);
    this.#goal.target.set(target.pose);
    const limits = { mode: 'find', maxRestarts: restarts } as const;
    const { status } = this.problem.solve(this.heeds ? { ...limits, clearance } : limits);
    target.isReached = status === 'converged';
    this.#pose(this.#home);
  }

  dispose(): void {
    this.problem.dispose();
    this.problem.model.dispose();
  }

  #pose(q: ArrayLike<number>): void {
    const { state } = this.problem;
    state.q.set(q);
    this.#loose.place(this.base.x, this.base.y, this.base.z);
    state.update();
  }
}
