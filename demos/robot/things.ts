/** What stands in a robot's way, at its size; and how a hand pushes it, so that the arm gives way. */
import { Model, Problem, type NearPair, type Obstacle, type Vec3 } from 'limber';
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

interface ThingSet {
  readonly title: string;
  /** The camera's direction. */
  readonly side: Vec3;
  readonly things: readonly Thing[];
}

/** In metres, for a robot at the origin that reaches `usual` far, its hand towards x. */
const sets = {
  things: {
    title: 'A ball, a pillar, a box',
    side: [1, 0.45, 0.35],
    things: [
      ball(0.09, [0.42, 0.75, 0.3]),
      pillar(0.05, 0.7, [0.5, 0, -0.25]),
      box([0.16, 0.24, 0.16], [0.45, 0.14, 0.28]),
    ],
  },
  ball: { title: 'A ball', side: [0.12, 0.36, 1], things: [ball(0.08, [0, 1.05, 0.15])] },
  shelf: {
    title: 'A shelf',
    side: [-0.5, 0.45, 1],
    things: [shelf([0.95, 0, 0], [0.9, 0.95, 0.4], 0.15), ball(0.07, [0.5, 0.82, 0.3])],
  },
  wall: {
    title: 'A wall with a window',
    side: [-0.55, 0.5, 1],
    things: [wall([0.66, 0.42, 0], [1.2, 0.85], [0.42, 0.36])],
  },
  bowl: { title: 'A bowl', side: [0.6, 0.55, 1], things: [bowl(0.22, [0.52, 0.03, 0])] },
  table: {
    title: 'A table',
    side: [0.75, 0.3, 1],
    things: [table([0.6, 0, 0], [0.5, 0.36, 0.9]), ball(0.08, [0.5, 0.5, -0.3])],
  },
} satisfies Readonly<Record<string, ThingSet>>;
const usual = 0.99;

export type SetName = keyof typeof sets;
export const setNames = Object.keys(sets) as SetName[];
export const titleOf = (name: SetName): string => sets[name].title;

/** Where a set stands: sizes relative to the usual across and up, the floor's height, and a turn about the vertical. */
interface Standing {
  readonly across: number;
  readonly up: number;
  readonly floor: number;
  readonly turn: Quaternion;
}

/** On the side where the robot's hand starts; as high as a robot whose root is above its feet. */
function standingOf({ upright, start, preset, tips }: RobotSource): Standing {
  using model = Model.from(upright);
  using problem = new Problem(model);
  const { state } = problem;
  state.q.set(preset?.q ?? (start.length > 0 ? start : startOf(upright)));
  state.update();
  const hand = new Vector3();
  for (const link of linksOf(tips[0]!)) hand.add(ahead.fromArray(state.poses, 7 * model.findLink(link)));
  const reach = model.reach || 1;
  const floor = floorOf(problem);
  const angle = Math.hypot(hand.x, hand.z) > 0.1 * reach ? Math.atan2(-hand.z, hand.x) : 0;
  const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), angle);
  return { across: reach / usual, up: (reach - floor) / usual, floor, turn };
}

/** Height of the lowest link, at most 0. */
const floorOf = ({ state }: Problem): number => Math.min(0, ...state.poses.filter((_, i) => i % 7 === 1));

type Shape = Thing['shapes'][number];

function scaled(shape: Shape, { across, up }: Standing): Shape {
  const by: Readonly<Record<string, number>> = { radius: across, rounding: across, length: up };
  const points = ['position', 'size', 'positions'];
  const entries = Object.entries(shape as object).map(([name, value]: [string, number & Vec3]) => {
    if (points.includes(name))
      return [name, Array.from(value, (each, k) => each * (k % 3 === 1 ? up : across))];
    return [name, name in by ? by[name]! * value : value];
  });
  return Object.fromEntries(entries) as Shape;
}

function placed(thing: Thing, standing: Standing): Thing {
  const { across, up, floor, turn } = standing;
  const shapes = thing.shapes.map((each): Shape => {
    const shape = scaled(each, standing);
    const [x, y, z] = new Vector3(...shape.position!).applyQuaternion(turn).toArray();
    const rotation = turn.clone().multiply(new Quaternion(...(shape.rotation ?? [0, 0, 0, 1])));
    return { ...shape, position: [x, y + floor, z], rotation: rotation.toArray() };
  });
  const grip = thing.grip && new Vector3(...thing.grip).multiply(ahead.set(across, up, across));
  return { ...thing, shapes, ...(grip && { grip: grip.applyQuaternion(turn).toArray() }) };
}

export interface Among {
  readonly robot: RobotSource;
  readonly among: SetName;
  /** Where hands have put the things: three numbers each. */
  readonly things: readonly number[];
}

/** A set at its first place. */
export function setAt(robot: RobotSource, name: SetName): Omit<ThingSet, 'title'> {
  const standing = standingOf(robot);
  const { side, things }: ThingSet = sets[name];
  return {
    side: new Vector3(...side).applyQuaternion(standing.turn).toArray(),
    things: things.map((thing) => placed(thing, standing)),
  };
}

/** The things of the picks, where hands have put them. */
export function thingsOf({ robot, among, things }: Among): readonly Thing[] {
  const { things: first } = setAt(robot, among);
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

/** A thing's greatest move between two solves, relative to the reach: nothing is pushed through an arm. */
const stride = 0.01;
/** Least distance relative to the clearance: a thing that would come nearer stays put. */
const nearest = 0.5;
/** Greatest number of strides by which a thing steps out of an arm. */
const mostSteps = 200;
/** A link this near to the floor, relative to the reach, stands on it. */
const standing = 0.1;
const ahead = new Vector3();

/** A thing on its way to where a hand wants it. */
export class Mover {
  readonly at: Vector3;
  readonly wanted: Vector3;
  readonly #before = new Vector3();

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

  /** Undoes the last stride, and stays there: from the same pose the next would end the same. */
  retreat(): void {
    this.put(this.#before);
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

  /** `clearance`: what is nearer to the present pose at first steps aside; null: nothing does. */
  constructor(
    readonly problem: Problem,
    things: readonly Thing[],
    clearance: number | null,
  ) {
    const { reach } = problem.model;
    this.#stand = standOf(problem);
    this.#names.set(this.#addFloor(), 'the floor');
    const shadows = addThings(this.#stand, things);
    this.movers = addThings(problem, things).map((obstacles, i) => {
      for (const each of obstacles) this.#names.set(each, `the ${things[i]!.name}`);
      return new Mover(things[i]!, obstacles, shadows[i]!, stride * (reach || 1));
    });
    if (clearance !== null) for (const mover of this.movers) this.#stepAside(mover, clearance);
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

  /** The floor, which links that begin near it may touch. */
  #addFloor(): Obstacle {
    const { problem } = this;
    const height = floorOf(problem);
    const first = addFloor(problem, [], height);
    const near = problem
      .nearestPairs(300)
      .filter((pair) => pair.obstacles.includes(first) && pair.distance < standing * problem.model.reach);
    problem.removeObstacle(first);
    const ignored = near.flatMap(({ links }) => links.filter((link) => link !== null));
    return addFloor(problem, ignored, height);
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
