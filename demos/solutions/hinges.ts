/** The hinges between a link and its root, and what they are asked for. */
import type { GoalDescription, Model } from 'limber';
import { familyOf } from 'limber/family';
import { Quaternion, Vector3 } from 'three';
import type { Line } from './names.ts';

const whole = 2 * Math.PI;

/** A joint that turns, with one number. */
export interface Hinge {
  /** Of the joint. */
  readonly name: string;
  readonly link: number;
  readonly axis: Vector3;
  readonly qIndex: number;
  readonly vIndex: number;
  readonly least: number;
  readonly greatest: number;
}

/** Those that can turn, from the root on. */
export function hingesTo(model: Model, tip: string): readonly Hinge[] {
  const found: Hinge[] = [];
  for (let at = model.findLink(tip); at >= 0; at = model.links[at]!.parent) {
    const { joint, name, motions, isLocked } = model.links[at]!;
    const [motion] = motions;
    if (motions.length !== 1 || !motion || motion.isBall || motion.mimics || isLocked) continue;
    if (motion.w.every((each) => each === 0)) continue;
    const [least, greatest] = motion.limits;
    const { qIndex, vIndex } = motion;
    const axis = new Vector3(...motion.w);
    found.unshift({ name: joint.name ?? name, link: at, axis, qIndex, vIndex, least, greatest });
  }
  return found;
}

/** A goal that asks for as much as so many hinges can do, but for one that may be left over. */
export function goalsFor(model: Model, hinges: readonly Hinge[], link: string): readonly GoalDescription[] {
  if (familyOf(model, link).goal === 'orientation') return [{ type: 'orientation', link }];
  if (hinges.length < 5) return [{ type: 'position', link }];
  if (hinges.length > 5) return [{ type: 'pose', link }];
  return [
    { type: 'position', link },
    { type: 'direction', link, axis: [1, 0, 0] },
  ];
}

/** Values that it can have; a turn without limits once round. */
export function rangeOf({ least, greatest }: Pick<Hinge, 'least' | 'greatest'>): readonly [number, number] {
  const low = Math.max(least, Math.min(-Math.PI, greatest - whole));
  return [low, Math.min(greatest, low + whole)];
}

const turn = new Quaternion();

/** Where a hinge's axis is. */
export function lineOf({ axis, link }: Pick<Hinge, 'axis' | 'link'>, poses: ArrayLike<number>): Line {
  turn.fromArray(poses, 7 * link + 3);
  return { point: new Vector3().fromArray(poses, 7 * link), axis: axis.clone().applyQuaternion(turn) };
}

/** Radians: beyond limits by rounding. */
const rounding = 1e-9;

/** The whole turn of an angle that is nearest to another. */
export const nearestTurn = (angle: number, near: number): number =>
  angle + whole * Math.round((near - angle) / whole);

/** The nearest whole turn of an angle within the limits; null: there is none. */
export function turnInside({ least, greatest }: Hinge, angle: number): number | null {
  const [below, above] = [least - rounding - angle, angle - greatest - rounding];
  const turns = below > 0 ? Math.ceil(below / whole) : above > 0 ? -Math.ceil(above / whole) : 0;
  const inside = angle + whole * turns;
  return inside >= least - rounding && inside <= greatest + rounding ? inside : null;
}

/** A value within limits, such that an arm is neither straight nor folded. */
export function somewhere({ least, greatest }: Pick<Hinge, 'least' | 'greatest'>, index: number): number {
  const low = Math.max(least, Math.min(-Math.PI / 2, greatest - Math.PI));
  const high = Math.min(greatest, low + Math.PI);
  return low + (high - low) * (0.3 + 0.4 * ((index * 0.618) % 1));
}
