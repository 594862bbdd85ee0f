/**
 * Mechanisms, goals and options drawn from the core's own tables, so that new ones are included. Uses only
 * operations that IEEE rounds identically everywhere: of `Math` only `sqrt`, which is correctly rounded.
 */
import {
  closures,
  LimberError,
  Model,
  type ClosureName,
  type CollisionMesh,
  type CollisionShape,
  type FrameDescription,
  type GoalDescription,
  type JointDescription,
  type LinkDescription,
  type LoopDescription,
  type ModelDescription,
  type ObstacleDescription,
  type Problem,
  type Quat,
  type SolveOptions,
  type Vec3,
} from 'limber';
import type { Tables } from '../../web/src/core/loader.ts';
import { fromNumbers } from '../../web/src/describe/parameter.ts';
import type { OptionTable, Parameter } from '../../web/src/describe/tables.ts';
import { Random } from '../bench/random.ts';

/** Random decisions from a seed. */
export class Draw extends Random {
  /** The seed comes from the letters, so that a new group does not change others. */
  constructor(word: string) {
    super([...word].reduce((seed, letter) => (Math.imul(seed, 31) + letter.charCodeAt(0)) | 0, 1));
  }

  below(count: number): number {
    return Math.floor(this.between(0, count));
  }

  oneIn(count: number): boolean {
    return this.below(count) === 0;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  vector(most: number): Vec3 {
    return [this.between(-most, most), this.between(-most, most), this.between(-most, most)];
  }

  quaternion(): Quat {
    const parts = Array.from({ length: 4 }, () => this.between(-1, 1));
    const length = Math.sqrt(parts.reduce((sum, each) => sum + each * each, 0));
    return parts.map((each) => each / length) as unknown as Quat;
  }
}

/** Result of `make`, or undefined if the core refuses it. */
export function accepted<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof LimberError) return undefined;
    throw error;
  }
}

const interval = (draw: Draw, most: number) => [draw.between(-most, 0), draw.between(0, most)] as const;

/** Optional parts of a joint; the core decides which types accept which. */
const parts: readonly ((draw: Draw) => Partial<JointDescription>)[] = [
  (draw) => ({ axis2: draw.vector(1) }),
  (draw) => ({ pitch: draw.between(-0.5, 0.5) }),
  (draw) => ({ limits: interval(draw, 3) }),
  (draw) => ({ limits: [interval(draw, 3), interval(draw, 3)] }),
  (draw) => ({ limits: [interval(draw, 2), interval(draw, 2), interval(draw, 3)] }),
  (draw) => ({ swing: { x: interval(draw, 3), y: interval(draw, 3) } }),
  (draw) => ({ twist: interval(draw, 3) }),
];

/** Whether the core accepts a model of these links. */
export const fits = (links: readonly LinkDescription[]): boolean =>
  accepted(() => {
    Model.from({ links }).dispose();
    return true;
  }) ?? false;

function joint(draw: Draw, types: readonly string[]): JointDescription {
  let made = { type: draw.pick(types), axis: draw.vector(1) } as JointDescription;
  for (const part of parts) {
    const more = { ...made, ...part(draw) };
    if (draw.oneIn(2) && fits([{ name: 'only', joint: more }])) made = more;
  }
  return made;
}

/** A tree of random joints, some of them mimics, with links `l0`, `l1` … and parents first. */
export function tree(draw: Draw, { jointTypes }: Tables): ModelDescription {
  const links: LinkDescription[] = [];
  const count = 3 + draw.below(6);
  for (let i = 0; i < count; ++i) {
    const parent = i === 0 || draw.oneIn(12) ? null : `l${draw.oneIn(4) ? draw.below(i) : i - 1}`;
    const origin = { position: draw.vector(1), rotation: draw.quaternion() };
    const link = { name: `l${i}`, parent, origin, joint: joint(draw, jointTypes) };
    const mimic = {
      limits: 'cut' as const,
      link: `l${draw.below(i + 1)}`,
      multiplier: draw.between(-2, 2),
      offset: draw.between(-1, 1),
    };
    const follower = { ...link, joint: { ...link.joint, mimic } };
    const follows = draw.oneIn(6) && fits([...links, follower]);
    links.push(follows ? follower : link);
  }
  return { links };
}

/** A chain of balls without limits, which every solver supports. */
export function rope(draw: Draw): ModelDescription {
  const count = 3 + draw.below(8);
  const link = (_: unknown, i: number): LinkDescription => ({
    name: `l${i}`,
    parent: i === 0 ? null : `l${i - 1}`,
    origin: { position: [0, draw.between(0.1, 0.6), 0] },
    joint: i === count ? { type: 'fixed' } : { type: 'ball' },
  });
  return { links: Array.from({ length: count + 1 }, link) };
}

/** Joint values of order one. */
export function coordinates(draw: Draw, { nq }: Model): number[] {
  return Array.from({ length: nq }, () => draw.between(-1.5, 1.5));
}

function numbers(draw: Draw, { kind, count, min, max, words }: Parameter): number[] {
  const isWhole = kind !== 'number';
  const most = kind === 'set' ? 1 : kind === 'choice' ? words.length - 1 : Math.min(max, 3);
  const least = Math.max(min, -3);
  return Array.from({ length: count }, () =>
    isWhole ? least + draw.below(most - least + 1) : draw.between(least, most),
  );
}

/** Instead of room its short word, if it has one: the digest is that of goals without room. */
function wordOf(parameter: Parameter): Parameter | undefined {
  const { name, short } = parameter;
  if (!short) return ['within', 'tilt', 'twist', 'about'].includes(name) ? undefined : parameter;
  const count = short.kind === 'set' ? short.words.length : 1;
  return { ...parameter, ...short, count, initial: [0], min: 0 };
}

/** Attempts to replace something that the core refuses. */
const tries = 12;

/** A goal of a type for a random link; undefined if the model seems to have no suitable joint. */
export function addGoal(
  draw: Draw,
  { parameters }: Tables,
  problem: Problem,
  type: string,
): GoalDescription | undefined {
  const { links } = problem.model;
  for (let i = 0; i < tries; ++i) {
    const goal: Record<string, unknown> = { type, link: draw.pick(links.slice(-2)).name };
    if (draw.oneIn(4)) goal.offset = { position: draw.vector(0.3), rotation: draw.quaternion() };
    if (draw.oneIn(4)) goal.priority = draw.below(2);
    if (draw.oneIn(8)) goal.targetLink = draw.pick(links).name;
    for (const parameter of parameters.get(type)!) {
      const drawn = wordOf(parameter);
      if (drawn && draw.oneIn(2)) goal[drawn.name] = fromNumbers(drawn, numbers(draw, drawn));
    }
    // Goals of type joint and slide need a motion of that type, which not every link has.
    if (draw.oneIn(2)) goal.link = draw.pick(links).name;
    const description = goal as unknown as GoalDescription;
    if (accepted(() => problem.addGoal(description))) return description;
  }
  return undefined;
}

/** Holds a link in its place, with some axes free. */
export function addLoop(draw: Draw, problem: Problem): LoopDescription | undefined {
  const { model, state } = problem;
  for (let i = 0; i < tries; ++i) {
    const { name, index } = draw.pick(model.links);
    const pose = [...state.poses.slice(7 * index, 7 * index + 7)];
    const b = { position: pose.slice(0, 3), rotation: pose.slice(3) } as unknown as FrameDescription;
    const free = draw.pick(Object.keys(closures) as ClosureName[]);
    const loop = { a: { link: name }, b, free };
    if (accepted(() => problem.addLoop(loop))) return loop;
  }
  return undefined;
}

/** Adds a capsule to each link. */
export const withShapes = (draw: Draw, { links }: ModelDescription): ModelDescription => ({
  links: links.map((link) => ({
    ...link,
    collision: [
      { type: 'capsule', radius: draw.between(0.02, 0.1), length: draw.between(0, 0.4), ...place(draw, 0.3) },
    ],
  })),
});

const place = (draw: Draw, most: number) => ({ position: draw.vector(most), rotation: draw.quaternion() });

const length = (draw: Draw): number => draw.between(0.05, 0.4);
const corners = (draw: Draw): Vec3[] => Array.from({ length: 6 }, () => draw.vector(0.3));

const shapes: readonly ((draw: Draw) => CollisionShape | CollisionMesh)[] = [
  (draw) => ({ type: 'sphere', radius: length(draw) }),
  (draw) => ({ type: 'capsule', radius: length(draw), length: length(draw) }),
  (draw) => ({ type: 'box', size: [length(draw), length(draw), length(draw)], rounding: length(draw) }),
  (draw) => ({ type: 'cylinder', radius: length(draw), length: length(draw) }),
  (draw) => ({ type: 'hull', points: corners(draw) }),
  (draw) => ({ type: 'mesh', positions: corners(draw).flat(), index: [0, 1, 2, 3, 4, 5] }),
];

/** One obstacle per shape, and the floor. */
export const obstacles = (draw: Draw): ObstacleDescription[] => [
  ...shapes.map((shape) => ({ ...shape(draw), ...place(draw, 2) })),
  { type: 'halfSpace', position: [0, 0, -2] },
];

/** Ranges of options that would depend on the clock or take too long. */
const bounded: Readonly<Record<string, readonly [number, number] | null>> = {
  maxTime: null,
  maxIterations: [1, 40],
  annealing: [0, 2],
  maxRestarts: [0, 3],
  minTimeStep: [0.001, 0.01],
  substeps: [0, 4],
};

/** Not drawn, so that answers to all others stay the same. */
const undrawn = ['maxAcceleration', 'maxJerk'];

function option(draw: Draw, { name, kind, min, max, words }: OptionTable): unknown {
  if (kind === 'choice') return draw.pick(words);
  if (kind === 'boolean') return draw.oneIn(2);
  const [least, most] = bounded[name] ?? [Math.max(min, -2), Math.min(max, 2)];
  return kind === 'whole' ? least + draw.below(most - least + 1) : draw.between(least, most);
}

/** A few random options. */
export function options(draw: Draw, { options: all }: Tables): SolveOptions {
  const made: Record<string, unknown> = { maxIterations: 40, maxRestarts: 3 };
  for (const each of all) {
    if (!undrawn.includes(each.name) && draw.oneIn(10) && bounded[each.name] !== null)
      made[each.name] = option(draw, each);
  }
  return made;
}
