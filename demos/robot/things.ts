/** What stands in a robot's way, at its size; and how a hand pushes it, so that the arm gives way. */
import { Model, Problem, type NearPair, type Obstacle, type ObstacleDescription, type Vec3 } from 'limber';
import { startOf } from 'limber/bench';
import { Quaternion, Vector3 } from 'three';
import type { RobotSource } from '../robot-files/catalogue.ts';
import { linksOf } from '../robot-files/robots.ts';
import {
  addFloor,
  addThings,
  ball,
  bowl,
  box,
  pillar,
  putThing,
  shelf,
  table,
  wall,
} from '../views/things.ts';
import type { Thing } from '../views/things.ts';

/** In metres, for a robot at the origin that reaches `usual` far, its hand towards x. */
const sets = {
  things: [
    ball(0.09, [0.42, 0.75, 0.3]),
    pillar(0.05, 0.7, [0.5, 0, -0.25]),
    box([0.16, 0.24, 0.16], [0.45, 0.14, 0.28]),
  ],
  ball: [ball(0.1, [0.45, 0.5, 0.35])],
  shelf: [shelf([0.95, 0, 0], [0.9, 0.95, 0.4], 0.15), ball(0.07, [0.5, 0.82, 0.3])],
  wall: [wall([0.66, 0.42, 0], [1.2, 0.85], [0.42, 0.36])],
  bowl: [bowl(0.22, [0.52, 0.03, 0])],
  table: [table([0.6, 0, 0], [0.5, 0.36, 0.9]), ball(0.08, [0.5, 0.5, 0.3])],
} satisfies Readonly<Record<string, readonly Thing[]>>;
const usual = 0.99;

export type SetName = keyof typeof sets;
export const titles: Readonly<Record<SetName, string>> = {
  ...{ things: 'A ball, a pillar, a box', ball: 'A ball', shelf: 'A shelf', wall: 'A wall with a window' },
  ...{ bowl: 'A bowl', table: 'A table' },
};
export const setNames = Object.keys(sets) as SetName[];

/** Numbers of a shape that are lengths. */
const lengths = ['position', 'size', 'positions', 'radius', 'length', 'rounding'];

type Shape = Thing['shapes'][number];

function scaled(shape: Shape, by: number): Shape {
  const entries = Object.entries(shape as object).map(([name, value]: [string, number | Vec3]) => {
    if (!lengths.includes(name)) return [name, value];
    return [name, typeof value === 'number' ? by * value : Array.from(value, (each) => by * each)];
  });
  return Object.fromEntries(entries) as Shape;
}

function placed(thing: Thing, size: number, turn: Quaternion): Thing {
  const shapes = thing.shapes.map((each): Shape => {
    const shape = scaled(each, size);
    const position = new Vector3(...shape.position!).applyQuaternion(turn);
    const rotation = turn.clone().multiply(new Quaternion(...(shape.rotation ?? [0, 0, 0, 1])));
    return { ...shape, position: position.toArray(), rotation: rotation.toArray() };
  });
  const grip = thing.grip && new Vector3(...thing.grip).multiplyScalar(size).applyQuaternion(turn);
  return { ...thing, shapes, ...(grip && { grip: grip.toArray() }) };
}

export interface Among {
  readonly robot: RobotSource;
  readonly among: SetName;
  /** Where hands have put the things: three numbers each. */
  readonly things: readonly number[];
}

/** Made once for each robot. */
const made = new WeakMap<RobotSource, Map<SetName, readonly Thing[]>>();

/** The things of a set at their first places: on the side where the robot's hand starts, at its size. */
function thingsAt(robot: RobotSource, among: SetName): readonly Thing[] {
  const known = made.get(robot) ?? new Map<SetName, readonly Thing[]>();
  made.set(robot, known);
  if (!known.has(among)) {
    const { upright, start, preset, tips } = robot;
    using model = Model.from(upright);
    using problem = new Problem(model);
    problem.state.q.set(preset?.q ?? (start.length > 0 ? start : startOf(upright)));
    problem.state.update();
    const hand = new Vector3();
    for (const link of linksOf(tips[0]!))
      hand.add(new Vector3().fromArray(problem.state.poses, 7 * model.findLink(link)));
    const reach = model.reach || 1;
    const angle = Math.hypot(hand.x, hand.z) > 0.1 * reach ? Math.atan2(-hand.z, hand.x) : 0;
    const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), angle);
    known.set(
      among,
      sets[among].map((thing) => placed(thing, reach / usual, turn)),
    );
  }
  return known.get(among)!;
}

/** The things of the picks, where hands have put them. */
export function thingsOf({ robot, among, things }: Among): readonly Thing[] {
  const first = thingsAt(robot, among);
  if (things.length !== 3 * first.length) return first;
  return first.map((thing, i) => {
    const by = things.slice(3 * i, 3 * i + 3).map((each, k) => each - thing.shapes[0]!.position![k]!);
    const move = (shape: Shape): Shape => {
      const position = shape.position!.map((each, k) => each + by[k]!) as unknown as Vec3;
      return { ...shape, position };
    };
    return { ...thing, shapes: thing.shapes.map(move) };
  });
}

/** The same as obstacles, Y up. */
export const obstaclesOf = (picks: Among): readonly ObstacleDescription[] =>
  thingsOf(picks).flatMap(({ shapes }) => shapes);

/** A thing's greatest move between two solves, relative to the reach: nothing is pushed through an arm. */
const stride = 0.01;
/** Least distance relative to the clearance: a thing that would come nearer stays put. */
const nearest = 0.5;
/** Solves after which a stuck thing gives up. */
const patience = 20;
/** Greatest number of strides by which a thing steps out of an arm. */
const mostSteps = 200;
const ahead = new Vector3();

/** A thing on its way to where a hand wants it. */
export class Mover {
  readonly at: Vector3;
  readonly wanted: Vector3;
  readonly #before = new Vector3();
  #stuck = 0;

  /** `shadows`: the same obstacles of another problem. */
  constructor(
    readonly thing: Thing,
    readonly obstacles: readonly Obstacle[],
    private readonly shadows: readonly Obstacle[],
    private readonly stride: number,
  ) {
    this.at = new Vector3().fromArray(obstacles[0]!.pose);
    this.wanted = this.at.clone();
  }

  get isUnderWay(): boolean {
    return !this.at.equals(this.wanted);
  }

  send(place: Vector3): void {
    this.wanted.copy(place);
    this.#stuck = 0;
  }

  /** Puts it there at once, whatever is in between. */
  put(place: Vector3): void {
    this.#write(place);
    this.wanted.copy(place);
  }

  advance(): void {
    this.#before.copy(this.at);
    const way = this.at.distanceTo(this.wanted);
    this.#write(ahead.copy(this.at).lerp(this.wanted, Math.min(1, this.stride / way)));
  }

  /** Undoes the last stride. */
  retreat(): void {
    this.#write(this.#before);
    this.#stuck += 1;
    if (this.#stuck > patience) this.wanted.copy(this.at);
  }

  #write(place: Vector3): void {
    for (const each of [this.obstacles, this.shadows]) putThing(each, place);
    this.at.copy(place);
  }
}

/** The links that never move, made loose: the core does not compare what is fixed to the world with the world. */
function standOf({ model, state }: Problem): Problem {
  const moves: boolean[] = [];
  for (const { nv, parent } of model.links) moves.push(nv > 0 || (moves[parent] ?? false));
  const links = model.links.flatMap(({ name, index, collision }) => {
    if (moves[index]) return [];
    const [x, y, z, ...rotation] = state.poses.slice(7 * index, 7 * index + 7);
    const origin = { position: [x!, y!, z!] as const, rotation: rotation as never };
    return [{ name, origin, collision, joint: { type: 'free' } as const }];
  });
  const stand = new Problem(Model.from({ links: links.length > 0 ? links : [{ name: 'none' }] }));
  stand.collisionPairs = [];
  return stand;
}

/** A robot among things, none of which it touches. */
export class Surroundings {
  readonly movers: readonly Mover[];
  readonly #names = new Map<Obstacle, string>();
  readonly #stand: Problem;

  /** `clearance`: what is nearer to the present pose at first steps aside. Owns neither problem nor model. */
  constructor(
    readonly problem: Problem,
    things: readonly Thing[],
    clearance: number,
  ) {
    const { reach } = problem.model;
    this.#stand = standOf(problem);
    this.#names.set(this.#addFloor(clearance), 'the floor');
    const shadows = addThings(this.#stand, things);
    this.movers = addThings(problem, things).map((obstacles, i) => {
      for (const each of obstacles) this.#names.set(each, `the ${things[i]!.name}`);
      return new Mover(things[i]!, obstacles, shadows[i]!, stride * (reach || 1));
    });
    for (const mover of this.movers) this.#stepAside(mover, clearance);
  }

  get movesThings(): boolean {
    return this.movers.some(({ isUnderWay }) => isUnderWay);
  }

  get places(): readonly number[] {
    return this.movers.flatMap(({ at }) => at.toArray());
  }

  /**
   * Moves what is under way by one stride while the arm gives way by `solve`; where it cannot, the thing stays.
   * `clearance`: null where nothing keeps clear.
   */
  push(solve: () => void, clearance: number | null): void {
    const { problem } = this;
    const { state } = problem;
    const [before, q] = [this.#clearance, state.q.slice()];
    const movers = this.movers.filter(({ isUnderWay }) => isUnderWay);
    for (const mover of movers) mover.advance();
    solve();
    if (clearance === null || this.#clearance >= Math.min(before, nearest * clearance)) return;
    for (const mover of movers) mover.retreat();
    state.q.set(q);
    state.update();
  }

  /** Names of both parts of a pair for the reader. */
  namesOf({ links, obstacles }: NearPair): readonly [string, string] {
    const nameOf = (i: 0 | 1) => (obstacles[i] && this.#names.get(obstacles[i])) ?? links[i] ?? 'the base';
    return [nameOf(0), nameOf(1)];
  }

  dispose(): void {
    this.#stand.dispose();
    this.#stand.model.dispose();
  }

  /** Least distance of all, also of things to links that never move. */
  get #clearance(): number {
    return Math.min(this.problem.clearance(), this.#stand.clearance());
  }

  /** The floor, which links that begin there may touch. */
  #addFloor(clearance: number): Obstacle {
    const { problem } = this;
    const { poses } = problem.state;
    const height = Math.min(0, ...poses.filter((_, i) => i % 7 === 1));
    const first = addFloor(problem, [], height);
    const near = problem
      .nearestPairs(300)
      .filter(({ obstacles, distance }) => obstacles.includes(first) && distance < 2 * clearance);
    problem.removeObstacle(first);
    return addFloor(
      problem,
      near.flatMap(({ links }) => links.filter((link) => link !== null)),
      height,
    );
  }

  /** Moves a thing away from the middle until it is clear. */
  #stepAside(mover: Mover, clearance: number): void {
    const isNear = ({ obstacles }: NearPair) => obstacles.some((each) => mover.obstacles.includes(each!));
    const way = mover.at.clone().setY(0);
    if (way.length() < 1e-6) way.set(1, 0, 0);
    way.setLength(2 * stride * (this.problem.model.reach || 1));
    for (let i = 0; i < mostSteps; i += 1) {
      const near = this.problem.nearestPairs(300).find(isNear);
      if (!near || near.distance > 1.5 * clearance) return;
      mover.put(mover.at.clone().add(way));
    }
  }
}
