/** The hinges and slides between a link and its root, and goals for them. */
import type { GoalDescription, Model } from 'limber';
import { familyOf } from 'limber/robots';
import { Quaternion, Vector3 } from 'three';
import type { Line } from './names.ts';

const whole = 2 * Math.PI;

/** A joint with one number, in radians or metres. */
export interface Joint {
  /** Name of the joint. */
  readonly name: string;
  readonly link: number;
  readonly slides: boolean;
  readonly axis: Vector3;
  readonly qIndex: number;
  readonly vIndex: number;
  readonly least: number;
  readonly greatest: number;
}

/** The joints that can move, from the root on. */
function jointsTo(model: Model, tip: string): readonly Joint[] {
  const found: Joint[] = [];
  for (let at = model.findLink(tip); at >= 0; at = model.links[at]!.parent) {
    const { joint, name, motions, isLocked } = model.links[at]!;
    const [motion] = motions;
    if (motions.length !== 1 || !motion || motion.isBall || motion.mimics || isLocked) continue;
    const slides = motion.w.every((each) => each === 0);
    const [least, greatest] = motion.limits;
    const { qIndex, vIndex } = motion;
    const axis = new Vector3(...(slides ? motion.v : motion.w)).normalize();
    found.unshift({ name: joint.name ?? name, link: at, slides, axis, qIndex, vIndex, least, greatest });
  }
  return found;
}

/** The closed forms take so many joints. */
const mostJoints = 7;

/** The joints next to a tip that closed forms take, and those that are held: a slide among seven, and others before. */
export function chainTo(
  model: Model,
  tip: string,
): { readonly joints: readonly Joint[]; readonly held: readonly Joint[] } {
  const all = jointsTo(model, tip);
  const last = all.slice(-mostJoints);
  const rail = last.length === mostJoints ? last.find(({ slides }) => slides) : undefined;
  const joints = last.filter((each) => each !== rail);
  return { joints, held: all.filter((each) => !joints.includes(each)) };
}

/** Goals that constrain as many degrees of freedom as the joints have, except one that may be left over. */
export function goalsFor(model: Model, joints: readonly Joint[], link: string): readonly GoalDescription[] {
  const { goal, reason } = familyOf(model, link);
  if (goal === 'orientation') return [{ type: 'orientation', link }];
  if (goal === 'pose without tilt' && reason === '') return [{ type: 'pose', link, free: ['rx', 'ry'] }];
  if (joints.length < 5) return [{ type: 'position', link }];
  if (joints.length > 5) return [{ type: 'pose', link }];
  return [
    { type: 'position', link },
    { type: 'direction', link, axis: [1, 0, 0] },
  ];
}

/** Range of values; one whole turn for an angle without limits. */
export function rangeOf({ least, greatest }: Pick<Joint, 'least' | 'greatest'>): readonly [number, number] {
  const low = Math.max(least, Math.min(-Math.PI, greatest - whole));
  return [low, Math.min(greatest, low + whole)];
}

const turn = new Quaternion();

/** Position and direction of a link's axis. */
export function lineOf(
  { axis, link, slides }: Pick<Joint, 'axis' | 'link' | 'slides'>,
  poses: ArrayLike<number>,
): Line {
  turn.fromArray(poses, 7 * link + 3);
  return {
    point: new Vector3().fromArray(poses, 7 * link),
    axis: axis.clone().applyQuaternion(turn),
    slides,
  };
}

/** Tolerance for limits exceeded by rounding (radians). */
const rounding = 1e-9;

/** The angle, by whole turns, nearest to another. */
export const nearestTurn = (angle: number, near: number): number =>
  angle + whole * Math.round((near - angle) / whole);

/**
 * The nearest whole turn of an angle within the limits; null: there is none. A slide has only its own value.
 */
export function turnInside({ least, greatest, slides }: Joint, angle: number): number | null {
  if (slides) return angle >= least - rounding && angle <= greatest + rounding ? angle : null;
  const [below, above] = [least - rounding - angle, angle - greatest - rounding];
  const turns = below > 0 ? Math.ceil(below / whole) : above > 0 ? -Math.ceil(above / whole) : 0;
  const inside = angle + whole * turns;
  return inside >= least - rounding && inside <= greatest + rounding ? inside : null;
}
