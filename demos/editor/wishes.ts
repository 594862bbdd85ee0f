/** Goals as a reader fills them in, and back. */
import type { GoalDescription, PoseAxis, PoseDescription, Problem, Quat, Vec3 } from 'limber';
import type { Side } from '../shell/sides.ts';
import { inDegrees, inMetres } from './numbers.ts';
import { origin, pickOf, poseOf, turned, turnTo, unturned, zOf } from './frames.ts';
import { settableMotions, type Draft } from './kinds.ts';

/** A description with everything that one may have, whatever its type. */
export type AnyGoalDescription = GoalDescription & {
  readonly offset?: PoseDescription;
  readonly targetLink?: string;
  readonly free?: readonly PoseAxis[];
  readonly axis?: Vec3;
  readonly side?: Side;
  readonly motion?: number;
};

interface Wish {
  readonly name: string;
  isOf(goal: AnyGoalDescription): boolean;
  /** What it adds to link, tie and weight. */
  goal(draft: Draft, problem: Problem): Partial<AnyGoalDescription>;
  /** What it reads besides both links, the tool and the weight. */
  read(goal: AnyGoalDescription, target: readonly number[]): Partial<Draft>;
  /** After the names of both links. */
  words(goal: AnyGoalDescription, target: readonly number[]): string;
  /** Which of its two residuals says something. */
  readonly residuals: readonly ('distance' | 'angle')[];
}

const axesOfLine: readonly PoseAxis[] = ['z', 'rx', 'ry', 'rz'];
const axesOfPlane: readonly PoseAxis[] = ['x', 'y', 'rx', 'ry', 'rz'];

const point = (target: readonly number[]): Vec3 => target.slice(0, 3) as unknown as Vec3;
const turn = (target: readonly number[], first: number): Quat =>
  target.slice(first, first + 4) as unknown as Quat;
const leaves = ({ type, free = [] }: AnyGoalDescription, axes: readonly PoseAxis[]): boolean =>
  type === 'pose' && free.length === axes.length && axes.every((axis) => free.includes(axis));

/** A point on something that has a direction: a pose goal that leaves the rest. */
function pointOn(name: string, free: readonly PoseAxis[]): Wish {
  return {
    name,
    isOf: (goal) => leaves(goal, free),
    goal: ({ b }) => ({ type: 'pose', free, target: [...b.position, ...b.rotation] }),
    read: frameOf,
    words: () => `point on ${name}`,
    residuals: ['distance'],
  };
}

const frameOf = (goal: AnyGoalDescription, target: readonly number[]): Partial<Draft> => ({
  b: { link: goal.targetLink ?? null, position: point(target), rotation: turn(target, 3) },
});

const placeOf = (goal: AnyGoalDescription, target: readonly number[]): Partial<Draft> => ({
  b: { link: goal.targetLink ?? null, position: point(target), rotation: unturned },
});

/** The tool's axis, as an axis of its link: then the tool needs no turn of its own. */
function aimed({ link, offset = {}, axis = [1, 0, 0] }: AnyGoalDescription): Partial<Draft> {
  const rotation = turnTo(turned(offset.rotation ?? unturned, axis));
  return { a: { link, position: offset.position ?? origin, rotation } };
}

const distances: Readonly<Record<Side, string>> = { exact: '', inside: 'at most ', outside: 'at least ' };

/** The first that an entry of the list is of. */
export const wishes: readonly Wish[] = [
  pointOn('line', axesOfLine),
  pointOn('plane', axesOfPlane),
  {
    name: 'pose',
    isOf: ({ type, free = [] }) => type === 'pose' && free.length === 0,
    goal: ({ b }) => ({ type: 'pose', target: [...b.position, ...b.rotation] }),
    read: frameOf,
    words: () => 'pose',
    residuals: ['distance', 'angle'],
  },
  {
    name: 'position',
    isOf: ({ type }) => type === 'position',
    goal: ({ b }) => ({ type: 'position', target: b.position }),
    read: placeOf,
    words: () => 'position',
    residuals: ['distance'],
  },
  {
    name: 'orientation',
    isOf: ({ type }) => type === 'orientation',
    goal: ({ b }) => ({ type: 'orientation', target: b.rotation }),
    read: ({ targetLink }, target) => ({
      b: { link: targetLink ?? null, position: origin, rotation: turn(target, 0) },
    }),
    words: () => 'orientation',
    residuals: ['angle'],
  },
  {
    name: 'distance',
    isOf: ({ type }) => type === 'distance',
    goal: ({ b, side, distance }) => ({ type: 'distance', side, target: [...b.position, distance] }),
    read: (goal, target) => ({ ...placeOf(goal, target), side: goal.side ?? 'exact', distance: target[3]! }),
    words: ({ side = 'exact' }, target) => `distance ${distances[side]}${inMetres(target[3]!)}`,
    residuals: ['distance'],
  },
  {
    name: 'lookAt',
    isOf: ({ type }) => type === 'lookAt',
    goal: ({ a, b }) => ({ type: 'lookAt', axis: zOf(a.rotation), target: b.position }),
    read: (goal, target) => ({ ...aimed(goal), ...placeOf(goal, target) }),
    words: () => 'look-at',
    residuals: ['angle'],
  },
  {
    name: 'direction',
    isOf: ({ type }) => type === 'direction',
    goal: ({ a, b }) => ({ type: 'direction', axis: zOf(a.rotation), target: b.position }),
    read: (goal, target) => ({ ...aimed(goal), ...placeOf(goal, target) }),
    words: () => 'direction',
    residuals: ['angle'],
  },
  {
    name: 'joint',
    isOf: ({ type }) => type === 'joint' || type === 'slide',
    goal: ({ a, motion, value }, problem) => ({
      type: settableMotions(problem, a.link!).find(({ index }) => index === motion)?.slides
        ? 'slide'
        : 'joint',
      ...(motion === 0 ? {} : { motion }),
      target: [value],
    }),
    read: ({ motion = 0 }, [value]) => ({ motion, value: value! }),
    words: ({ type }, [value]) => `joint value ${(type === 'slide' ? inMetres : inDegrees)(value!)}`,
    residuals: ['distance', 'angle'],
  },
];

export const wishOf = (goal: AnyGoalDescription): Wish | null =>
  wishes.find((each) => each.isOf(goal)) ?? null;

/** Kinds whose tool is turned, because its axes count and not only one of them. */
const toolTurns = ['pose', 'orientation'];

export function goalOf(draft: Draft, problem: Problem): GoalDescription {
  const { kind, a, b, weight } = draft;
  const wish = wishes.find(({ name }) => name === kind)!;
  const rotation = toolTurns.includes(kind) ? a.rotation : unturned;
  const offset = poseOf({ position: a.position, rotation });
  const isMoved = a.position.some((each) => each !== 0) || offset.rotation;
  const { type, ...own } = wish.goal(draft, problem);
  return {
    type,
    link: a.link,
    ...(isMoved && kind !== 'joint' ? { offset } : {}),
    ...(b.link === null || kind === 'joint' ? {} : { targetLink: b.link }),
    ...own,
    ...(weight === 1 ? {} : { weight }),
  } as GoalDescription;
}

/** Null: it is of a kind that the form does not have. */
export function draftOfGoal(goal: AnyGoalDescription, target: readonly number[]): Partial<Draft> | null {
  const wish = wishOf(goal);
  if (!wish) return null;
  const a = pickOf({ link: goal.link, ...goal.offset });
  return { kind: wish.name, a, weight: goal.weight ?? 1, ...wish.read(goal, target) };
}
