/**
 * Every way to tie two frames, for the form, the list and the JSON: loops by closure, goals by kind of wish.
 * A new kind needs one line in `ties`: its parts decide how it is described, read and worded.
 */
import {
  closures,
  poseAxes,
  type GoalDescription,
  type LoopDescription,
  type PoseAxis,
  type PoseDescription,
  type Problem,
  type Quat,
  type Vec3,
} from 'limber';
import { degrees, distance, list } from 'limber/bench';
import type { Side } from '../shell/sides.ts';
import { origin, pickOf, poseOf, turned, turnTo, unturned, zOf, type Pick } from './frames.ts';

/** The form's contents for any kind; each kind uses the fields it needs. */
export interface Draft {
  readonly kind: string;
  readonly a: Pick;
  /** For a direction, `position` is the direction. */
  readonly b: Pick;
  /** Single axes of b's frame that the closure holds. */
  readonly held: readonly PoseAxis[];
  readonly side: Side;
  /** Metres. */
  readonly distance: number;
  /** Index of the joint's motion, and its value (radians or metres). */
  readonly motion: number;
  readonly value: number;
  readonly weight: number;
}

/**
 * Parts of the form, and of a goal's target in this order: a point or direction, a turn, a distance, a value.
 */
export type FormPart = 'aPoint' | 'aAxis' | 'direction' | 'bPoint' | 'bAxis' | 'held' | 'distance' | 'motion';

export interface Tie {
  readonly name: string;
  /** Name in the list of kinds, and in sentences. */
  readonly title: string;
  /** Meaning of each frame's axis. */
  readonly axis: string;
  readonly parts: readonly FormPart[];
  /** Axes of b's frame that a pose goal leaves free. */
  readonly free?: readonly PoseAxis[];
}

const tie = (name: string, title: string, axis: string, parts: string, free?: readonly PoseAxis[]): Tie => ({
  name,
  title,
  axis,
  parts: parts.split(' ') as FormPart[],
  ...(free && { free }),
});

const both = 'aPoint aAxis bPoint bAxis';

export const closureKinds: readonly Tie[] = [
  tie('fixed', 'fixed', 'turned along', both),
  ...['revolute', 'prismatic', 'cylindrical', 'planar'].map((name) => tie(name, name, 'axis along', both)),
  tie('ball', 'ball', '', 'aPoint bPoint'),
  tie('axes', 'single axes', 'axis along', `${both} held`),
];

export const wishKinds: readonly Tie[] = [
  tie('pose', 'pose', 'turned along', 'aPoint bPoint bAxis'),
  tie('position', 'position', '', 'aPoint bPoint'),
  tie('orientation', 'orientation', 'turned along', 'bAxis'),
  tie('distance', 'distance', '', 'aPoint bPoint distance'),
  tie('lookAt', 'look-at', 'pointing along', 'aPoint aAxis bPoint'),
  tie('direction', 'direction', 'pointing along', 'aAxis direction'),
  // A point on a line or plane: a pose goal with the other axes free.
  tie('line', 'point on line', 'line along', 'aPoint bPoint bAxis', ['z', 'rx', 'ry', 'rz']),
  tie('plane', 'point on plane', 'normal along', 'aPoint bPoint bAxis', ['x', 'y', 'rx', 'ry', 'rz']),
  tie('joint', 'joint value', '', 'motion'),
];

export const isClosure = (kind: string): boolean => closureKinds.some(({ name }) => name === kind);

export const kindOf = (name: string): Tie =>
  [...closureKinds, ...wishKinds].find((each) => each.name === name)!;

/** Rotations and slides of a link's joint that can be given a value. */
export function settableMotions(
  { model }: Problem,
  link: string,
): { readonly index: number; readonly slides: boolean }[] {
  const motions = model.links[model.findLink(link)]?.motions ?? [];
  return motions.flatMap(({ isBall, mimics, w }, index) =>
    isBall || mimics ? [] : [{ index, slides: w.every((each) => each === 0) }],
  );
}

/** The axes of b's frame that a closure holds. */
function heldBy({ free = 'fixed' }: LoopDescription): readonly PoseAxis[] {
  const left: readonly PoseAxis[] = typeof free === 'string' ? closures[free] : free;
  return poseAxes.filter((axis) => !left.includes(axis));
}

/** Name of the closure; "axes" where it has none. */
function closureOf(loop: LoopDescription): string {
  const held = heldBy(loop).join();
  return (
    Object.keys(closures).find((free) => heldBy({ ...loop, free } as LoopDescription).join() === held) ??
    'axes'
  );
}

export function loopOf({ kind, a, b, held, weight }: Draft): LoopDescription {
  return {
    a: { link: a.link, ...poseOf(a) },
    b: { ...(b.link !== null && { link: b.link }), ...poseOf(b) },
    free: kind === 'axes' ? poseAxes.filter((axis) => !held.includes(axis)) : (kind as keyof typeof closures),
    ...(weight !== 1 && { weight }),
  };
}

export const draftOfLoop = (loop: LoopDescription): Partial<Draft> => ({
  kind: closureOf(loop),
  a: pickOf(loop.a),
  b: pickOf(loop.b),
  held: heldBy(loop),
  weight: loop.weight ?? 1,
});

/** A description with the optional properties of all types. */
export type AnyGoalDescription = GoalDescription & {
  readonly offset?: PoseDescription;
  readonly targetLink?: string;
  readonly free?: readonly PoseAxis[];
  readonly axis?: Vec3;
  readonly side?: Side;
  readonly motion?: number;
};

/** Undefined: the form has no such kind. */
function wishOf({ type, free = [] }: AnyGoalDescription): Tie | undefined {
  if (type === 'joint' || type === 'slide') return kindOf('joint');
  return wishKinds.find(({ name, free: left = [] }) => {
    const isType = type === (left.length > 0 ? 'pose' : name);
    return isType && left.length === free.length && left.every((axis) => free.includes(axis));
  });
}

export function goalOf(draft: Draft, problem: Problem): GoalDescription {
  const { kind, a, b, weight, motion, value } = draft;
  const shared = { link: a.link, ...(weight !== 1 && { weight }) };
  if (kind === 'joint') {
    const isSlide = settableMotions(problem, a.link!).find(({ index }) => index === motion)?.slides;
    const type = isSlide ? 'slide' : 'joint';
    return { type, ...shared, ...(motion !== 0 && { motion }), target: [value] } as GoalDescription;
  }
  const { free, parts } = kindOf(kind);
  const has = (part: FormPart) => parts.includes(part);
  // Rotate the tool only where all its axes count, not just one of them.
  const offset = poseOf({ position: a.position, rotation: has('bAxis') && !free ? a.rotation : unturned });
  const isMoved = a.position.some((each) => each !== 0) || offset.rotation;
  return {
    type: free ? 'pose' : kind,
    ...shared,
    ...(isMoved && { offset }),
    ...(b.link !== null && { targetLink: b.link }),
    ...(free && { free }),
    ...(has('aAxis') && { axis: zOf(a.rotation) }),
    ...(has('distance') && { side: draft.side }),
    target: [
      ...(has('bPoint') || has('direction') ? b.position : []),
      ...(has('bAxis') ? b.rotation : []),
      ...(has('distance') ? [draft.distance] : []),
    ],
  } as GoalDescription;
}

/** Null: the form has no such kind. */
export function draftOfGoal(goal: AnyGoalDescription, target: readonly number[]): Partial<Draft> | null {
  const wish = wishOf(goal);
  if (!wish) return null;
  const { link, offset = {}, axis = [1, 0, 0], motion = 0, side = 'exact', targetLink = null } = goal;
  const has = (part: FormPart) => wish.parts.includes(part);
  const a = pickOf({ link, ...offset });
  const draft = { kind: wish.name, a, weight: goal.weight ?? 1 };
  if (has('motion')) return { ...draft, motion, value: target[0]! };
  const hasPlace = has('bPoint') || has('direction');
  const position = hasPlace ? (target.slice(0, 3) as unknown as Vec3) : origin;
  const rotation = has('bAxis') ? (target.slice(hasPlace ? 3 : 0).slice(0, 4) as unknown as Quat) : unturned;
  return {
    ...draft,
    // The tool's axis, as an axis of its link: then the tool needs no rotation of its own.
    ...(has('aAxis') && { a: { ...a, rotation: turnTo(turned(a.rotation, axis)) } }),
    b: { link: targetLink, position, rotation },
    ...(has('distance') && { side, distance: target[3]! }),
  };
}

export const world = 'world';

/** "coupler – rocker, revolute" or "tool – world, holding x, y and rz". */
export function loopWords(loop: LoopDescription): string {
  const [closure, held] = [closureOf(loop), heldBy(loop)];
  const holding = held.length > 0 ? `holding ${list(held)}` : 'holding nothing';
  return `${loop.a.link} – ${loop.b.link || world}, ${closure === 'axes' ? holding : closure}`;
}

const sideWords: Readonly<Record<Side, string>> = { exact: '', inside: 'at most ', outside: 'at least ' };

/** Numbers for reading: short, without rounding noise. */
const inMetres = (metres: number): string => `${Number(metres.toFixed(3)) + 0} m`;
const inDegrees = (radians: number): string => `${Number(((radians * 180) / Math.PI).toFixed(1)) + 0}°`;

/** "hand – world, distance at most 0.3 m" or "elbow, joint value 30°". */
export function goalWords(goal: AnyGoalDescription, target: readonly number[]): string {
  const { type, link, targetLink = world, free = [], side = 'exact' } = goal;
  const wish = wishOf(goal);
  const words = wish?.title ?? (free.length > 0 ? `${type}, free in ${list(free)}` : type);
  if (wish?.name === 'joint')
    return `${link}, ${words} ${(type === 'slide' ? inMetres : inDegrees)(target[0]!)}`;
  const more = wish?.name === 'distance' ? ` ${sideWords[side]}${inMetres(target[3]!)}` : '';
  return `${link} – ${targetLink}, ${words}${more}`;
}

interface Residual {
  readonly distance: number;
  readonly angle: number;
}

/** "0.12 mm", "0.12 mm, 1.5°". */
export function residualWords(residual: Residual, shown: readonly (keyof Residual)[]): string {
  const says = { distance, angle: degrees };
  return shown.map((each) => says[each](residual[each])).join(', ');
}

const residuals = (hasDistance: boolean, hasAngle: boolean): readonly (keyof Residual)[] => [
  ...(hasDistance ? (['distance'] as const) : []),
  ...(hasAngle ? (['angle'] as const) : []),
];

/** The residuals that apply to a loop. */
export function residualsOfLoop(loop: LoopDescription): readonly (keyof Residual)[] {
  const turns = heldBy(loop).filter((axis) => axis.startsWith('r')).length;
  return residuals(heldBy(loop).length > turns, turns > 0);
}

/** The residuals that apply to a goal; both where the form does not know its kind. */
export function residualsOfGoal(goal: GoalDescription): readonly (keyof Residual)[] {
  const wish = wishOf(goal);
  if (!wish) return residuals(true, true);
  const has = (part: FormPart) => wish.parts.includes(part);
  if (has('motion')) return residuals(goal.type === 'slide', goal.type === 'joint');
  return residuals(has('bPoint') && !has('aAxis'), has('aAxis') || (has('bAxis') && !wish.free));
}
