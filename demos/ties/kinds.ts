/**
 * Every way to tie two frames, for the form, the list and the JSON: loops by closure, goals by kind of wish. A new
 * kind is one line here: its parts decide how it is described, read and worded.
 */
import { closures, poseAxes, type GoalDescription, type LoopDescription } from 'limber';
import type { PoseAxis, PoseDescription, Problem, Quat, Room, Vec3 } from 'limber';
import { degrees, distance, list, signed } from 'limber/bench';
import type { Side } from '../shell/sides.ts';
import { origin, pickOf, poseOf, turned, turnTo, unturned, zOf, type Pick } from './frames.ts';

/** A goal or a loop; one that is off keeps its place in the list. */
export type GoalTie = GoalDescription & { readonly target?: readonly number[] };
export type Tie = (GoalTie | LoopDescription) & { readonly off?: true };

export const isLoop = (tie: Tie): tie is LoopDescription & { readonly off?: true } => 'a' in tie;

/** What the core gets: without those that are off. `names`: of the goals. */
export function split(ties: readonly Tie[]): { goals: GoalTie[]; loops: LoopDescription[]; names: string[] } {
  const on = ties.filter(({ off }) => !off);
  const goals = on.filter((tie): tie is GoalTie & { off?: true } => !isLoop(tie));
  return { goals, loops: on.filter(isLoop), names: goals.map((goal) => nameOf(goal)) };
}

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

/** Parts of the form, and of a goal's target in this order: a point or direction, a turn, a distance, a value. */
export type FormPart = 'aPoint' | 'aAxis' | 'direction' | 'bPoint' | 'bAxis' | 'held' | 'distance' | 'motion';

export interface Kind {
  readonly name: string;
  /** Name in the list of kinds, and in sentences. */
  readonly title: string;
  /** Meaning of each frame's axis. */
  readonly axis: string;
  readonly parts: readonly FormPart[];
  /** Axes of b's frame that a pose goal leaves free. */
  readonly free: readonly PoseAxis[];
}

const kind = (
  name: string,
  title: string,
  axis: string,
  parts: string,
  free: readonly PoseAxis[] = [],
): Kind => ({ name, title, axis, parts: parts.split(' ') as FormPart[], free });

const both = 'aPoint aAxis bPoint bAxis';
export const closureKinds: readonly Kind[] = [
  kind('fixed', 'fixed', 'turned along', both),
  ...['revolute', 'prismatic', 'cylindrical', 'planar'].map((name) => kind(name, name, 'axis along', both)),
  kind('ball', 'ball', '', 'aPoint bPoint'),
  kind('axes', 'single axes', 'axis along', `${both} held`),
];
export const wishKinds: readonly Kind[] = [
  kind('pose', 'pose', 'turned along', 'aPoint bPoint bAxis'),
  kind('position', 'position', '', 'aPoint bPoint'),
  kind('orientation', 'orientation', 'turned along', 'bAxis'),
  kind('distance', 'distance', '', 'aPoint bPoint distance'),
  kind('lookAt', 'look-at', 'pointing along', 'aPoint aAxis bPoint'),
  kind('direction', 'direction', 'pointing along', 'aAxis direction'),
  // A point on a line or plane: a pose goal with the other axes free.
  kind('line', 'point on line', 'line along', 'aPoint bPoint bAxis', ['z', 'rx', 'ry', 'rz']),
  kind('plane', 'point on plane', 'normal along', 'aPoint bPoint bAxis', ['x', 'y', 'rx', 'ry', 'rz']),
  kind('joint', 'joint value', '', 'motion'),
];
const all = [...closureKinds, ...wishKinds];

export const isClosure = (name: string): boolean => closureKinds.some((each) => each.name === name);
export const kindOf = (name: string): Kind => all.find((each) => each.name === name)!;

/** A description with the optional properties of all types. */
type AnyGoal = GoalTie & {
  readonly offset?: PoseDescription;
  readonly targetLink?: string;
  readonly free?: readonly PoseAxis[];
  readonly axis?: Vec3;
  readonly side?: Side;
  readonly motion?: number;
  readonly within?: Room | Readonly<Record<string, Room>>;
  readonly tilt?: number | readonly number[];
  readonly twist?: Room;
};

/** "±2.00 cm", "−1.0° to 3.0°", "at most 2.00 cm", "free". */
function rangeWords([least, most]: Room, words: (number: number) => string): string {
  if (least === null) return most === null ? 'free' : `at most ${signed(most, words)}`;
  if (most === null) return `at least ${signed(least, words)}`;
  return least === -most ? `±${words(most)}` : `${signed(least, words)} to ${signed(most, words)}`;
}

/** ", x ±2.00 cm, tilt up to 10°", of a distance its ends: what short words do not say. */
function roomWords({ type, target = [], within = {}, tilt, twist }: AnyGoal): string {
  if (type === 'distance' && Array.isArray(within)) {
    const [least, most] = (within as Room).map((end) => (end === null ? null : target[3]! + end));
    return ` ${rangeWords([least!, most!], distance)}`;
  }
  const unit = (name: string) => (name.startsWith('r') || type === 'joint' ? degrees : distance);
  const rooms = Array.isArray(within) ? { '': within as Room } : (within as Readonly<Record<string, Room>>);
  const words = Object.entries(rooms).map(([name, room]) => `${name} ${rangeWords(room, unit(name))}`.trim());
  if (tilt) words.push(`tilt up to ${[tilt].flat().map(degrees).join(' and ')}`);
  if (twist) words.push(`twist ${rangeWords(twist, degrees)}`);
  return words.map((each) => `, ${each}`).join('');
}

/** Undefined: the form has no such kind. */
function wishOf({ type, free = [] }: AnyGoal): Kind | undefined {
  if (type === 'slide') return kindOf('joint');
  return wishKinds.find((each) => {
    const isType = type === (each.free.length > 0 ? 'pose' : each.name);
    return isType && each.free.length === free.length && each.free.every((axis) => free.includes(axis));
  });
}

/** Rotations and slides of a link's joint that can be given a value. */
export function settableMotions({ model }: Problem, link: string): { index: number; slides: boolean }[] {
  const motions = model.links[model.findLink(link)]?.motions ?? [];
  return motions.flatMap(({ isBall, mimics, w }, index) =>
    isBall || mimics ? [] : [{ index, slides: w.every((each) => each === 0) }],
  );
}

/** The axes of b's frame that a closure holds. */
function heldBy({ free = 'fixed' }: { readonly free?: LoopDescription['free'] }): readonly PoseAxis[] {
  const left: readonly PoseAxis[] = typeof free === 'string' ? closures[free] : free;
  return poseAxes.filter((axis) => !left.includes(axis));
}

/** Name of the closure; "axes" where it has none. */
function closureOf(loop: LoopDescription): string {
  const held = heldBy(loop).join();
  const names = Object.keys(closures) as (keyof typeof closures)[];
  return names.find((free) => heldBy({ free }).join() === held) ?? 'axes';
}

const weighed = (weight: number) => (weight !== 1 ? { weight } : {});

function loopOf({ kind: name, a, b, held, weight }: Draft): LoopDescription {
  return {
    a: { link: a.link, ...poseOf(a) },
    b: { ...(b.link !== null && { link: b.link }), ...poseOf(b) },
    free: name === 'axes' ? poseAxes.filter((axis) => !held.includes(axis)) : (name as keyof typeof closures),
    ...weighed(weight),
  };
}

function goalOf(
  { kind: name, a, b, weight, motion, value, side, distance: far }: Draft,
  problem: Problem,
): object {
  const shared = { link: a.link, ...weighed(weight) };
  const { free, parts } = kindOf(name);
  if (parts.includes('motion')) {
    const slides = settableMotions(problem, a.link!).find(({ index }) => index === motion)?.slides;
    return { type: slides ? 'slide' : 'joint', ...shared, ...(motion !== 0 && { motion }), target: [value] };
  }
  const has = (part: FormPart) => parts.includes(part);
  const isWhole = free.length === 0;
  // Rotate the tool only where all its axes count, not just one of them.
  const offset = poseOf({ ...a, rotation: has('bAxis') && isWhole ? a.rotation : unturned });
  return {
    type: isWhole ? name : 'pose',
    ...shared,
    ...((a.position.some((each) => each !== 0) || offset.rotation) && { offset }),
    ...(b.link !== null && { targetLink: b.link }),
    ...(!isWhole && { free }),
    ...(has('aAxis') && { axis: zOf(a.rotation) }),
    ...(has('distance') && { side }),
    target: [
      ...(has('bPoint') || has('direction') ? b.position : []),
      ...(has('bAxis') ? b.rotation : []),
      ...(has('distance') ? [far] : []),
    ],
  };
}

/** @throws LimberError for a draft that fits no joint. */
export const tieOf = (draft: Draft, problem: Problem): Tie =>
  isClosure(draft.kind) ? loopOf(draft) : (goalOf(draft, problem) as GoalTie);

/** Null: the form has no such kind, or no fields for its room. */
export function draftOf(tie: Tie): Partial<Draft> | null {
  const { weight = 1 } = tie;
  if (isLoop(tie))
    return { kind: closureOf(tie), a: pickOf(tie.a), b: pickOf(tie.b), held: heldBy(tie), weight };
  const wish = wishOf(tie);
  if (!wish || roomWords(tie)) return null;
  const {
    link,
    target = [],
    offset,
    axis = [1, 0, 0],
    motion = 0,
    side = 'exact',
    targetLink,
  } = tie as AnyGoal;
  const has = (part: FormPart) => wish.parts.includes(part);
  const a = pickOf({ link, ...offset });
  if (has('motion')) return { kind: wish.name, a, weight, motion, value: target[0]! };
  const hasPlace = has('bPoint') || has('direction');
  return {
    kind: wish.name,
    weight,
    // The tool's axis, as an axis of its link: then the tool needs no rotation of its own.
    a: has('aAxis') ? { ...a, rotation: turnTo(turned(a.rotation, axis)) } : a,
    b: {
      link: targetLink ?? null,
      position: hasPlace ? (target.slice(0, 3) as unknown as Vec3) : origin,
      rotation: has('bAxis') ? (target.slice(hasPlace ? 3 : 0) as unknown as Quat) : unturned,
    },
    ...(has('distance') && { side, distance: target[3]! }),
  };
}

export const world = 'world';
const sideWords: Readonly<Record<Side, string>> = { exact: '', inside: 'at most ', outside: 'at least ' };

/**
 * "coupler – rocker, revolute", "tool – world, holding x, y and rz", "hand – world, distance at most 0.3 m" or "elbow,
 * joint value 30°".
 */
export const tieWords = (tie: Tie): string => nameOf(tie) + (isLoop(tie) ? '' : roomWords(tie));

/** The same without its room. */
function nameOf(tie: Tie): string {
  if (isLoop(tie)) {
    const [closure, held] = [closureOf(tie), heldBy(tie)];
    const holding = held.length > 0 ? `holding ${list(held)}` : 'holding nothing';
    return `${tie.a.link} – ${tie.b.link || world}, ${closure === 'axes' ? holding : closure}`;
  }
  const { type, link, target = [], targetLink = world, free = [], side = 'exact', within } = tie as AnyGoal;
  const wish = wishOf(tie);
  const words = wish?.title ?? (free.length > 0 ? `${type}, free in ${list(free)}` : type);
  if (wish?.name === 'joint')
    return `${link}, ${words} ${(type === 'slide' ? distance : degrees)(target[0]!)}`;
  const more = type === 'distance' && !within ? ` ${sideWords[side]}${distance(target[3]!)}` : '';
  return `${link} – ${targetLink}, ${words}${more}`;
}

/** Whether a tie has an error in metres, and one in radians; both where the form does not know its kind. */
function errorsOf(tie: Tie): readonly [metres: boolean, radians: boolean] {
  if (isLoop(tie)) {
    const turns = heldBy(tie).filter((axis) => axis.startsWith('r')).length;
    return [heldBy(tie).length > turns, turns > 0];
  }
  const wish = wishOf(tie);
  if (!wish) return [true, true];
  const has = (part: FormPart) => wish.parts.includes(part);
  if (has('motion')) return [tie.type === 'slide', tie.type === 'joint'];
  return [has('bPoint') && !has('aAxis'), has('aAxis') || (has('bAxis') && wish.free.length === 0)];
}

/** "0.12 mm", "0.12 mm, 1.5°". */
export function residualWords(
  tie: Tie,
  residual: { readonly distance: number; readonly angle: number },
): string {
  const [metres, radians] = errorsOf(tie);
  const words = [metres && distance(residual.distance), radians && degrees(residual.angle)];
  return words.filter((each) => each !== false).join(', ');
}
