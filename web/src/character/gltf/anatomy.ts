import { MathUtils, Vector3 } from 'three';
import type { Interval } from '../../describe/description.ts';
import type { BoneNode } from './bones.ts';
import type { HumanoidMap } from './humanoid.ts';
import type { BoneJoint } from './joints.ts';
import {
  bodyRoles,
  parts,
  roleLines,
  roleOf,
  type Ranges,
  type Role,
  type RoleLine,
  type Way,
} from './roles.ts';

/** Degrees of bend at rest above which a limb's bend determines its axis. */
const tellingBend = 15;
/** Degrees that stay free on either side of any rest pose. */
const leastRoom = 5;
/** Degrees by which twist bones turn, and other bones between two bones with a role. */
const twistRange = 40;
const smallRange = 15;
const otherWeight = 0.3;

/** Directions of a body in the rest pose, in world axes; `mirror` is −1 for a mirrored one. */
interface Body {
  readonly up: Vector3;
  readonly forward: Vector3;
  readonly mirror: number;
}

type Places = ReadonlyMap<Role, Vector3>;

/** Data that determines how the bones of a body move. */
interface BodyContext {
  readonly bones: readonly BoneNode[];
  readonly places: Places;
  readonly body: Body;
  /** Role of each bone. */
  readonly lines: readonly (RoleLine | undefined)[];
  /** Per bone, the role of the nearest bone above that has one, and of one below, preferably of the back. */
  readonly above: readonly (RoleLine | undefined)[];
  readonly below: readonly (RoleLine | undefined)[];
}

/** The joints of a humanoid by role, with signs from the skeleton's geometry. */
export function humanoidJoints(bones: readonly BoneNode[], map: HumanoidMap): Map<BoneNode, BoneJoint> {
  const context = contextOf(bones, map);
  const fingerOf = new Map(
    [...map].flatMap(([role, bone]) => (bodyRoles.includes(role) ? [] : [[bone, role]])),
  );
  const joints = bones.map((node, i) => {
    const line = context.lines[i];
    if (line) return jointOfRole(line, node, context);
    const finger = fingerOf.get(node.bone);
    return finger ? jointOfFinger(finger, context) : jointOfOther(i, context);
  });
  return new Map(bones.map((node, i) => [node, joints[i]!]));
}

/** Viewing direction of a humanoid at rest: a unit vector in the world. */
export function forwardOf(bones: readonly BoneNode[], map: HumanoidMap): Vector3 {
  return bodyOf(bones, map).body.forward;
}

function bodyOf(
  bones: readonly BoneNode[],
  map: HumanoidMap,
): Pick<BodyContext, 'bones' | 'places' | 'body'> {
  const nodeOf = new Map(bones.map((node) => [node.bone, node]));
  const places = new Map<Role, Vector3>();
  for (const [role, bone] of map) places.set(role, nodeOf.get(bone)!.world.position);
  const body = readBody(places, Math.sign(nodeOf.get(map.get('hips')!)!.world.scale));
  return { bones, places, body };
}

function contextOf(bones: readonly BoneNode[], map: HumanoidMap): BodyContext {
  const lineOf = new Map(roleLines.map((line) => [map.get(line.role), line]));
  const lines = bones.map(({ bone }) => lineOf.get(bone));
  const above: (RoleLine | undefined)[] = [];
  for (const { parent } of bones) above.push(lines[parent] ?? above[parent]);
  const below = bones.map((): RoleLine | undefined => undefined);
  for (let i = bones.length - 1; i > 0; --i) {
    const found = lines[i] ?? below[i];
    const parent = bones[i]!.parent;
    if (found && parent >= 0 && !(below[parent] && found.part.sided)) below[parent] = found;
  }
  return { ...bodyOf(bones, map), lines, above, below };
}

function readBody(places: Places, mirror: number): Body {
  const hips = places.get('hips')!;
  const top = places.get('head') ?? places.get('neck') ?? places.get('spine')!;
  const up = new Vector3().subVectors(top, hips).normalize();
  const pair = places.has('leftUpperLeg') && places.has('rightUpperLeg') ? 'upperLeg' : 'upperArm';
  const left = new Vector3().subVectors(
    places.get(roleOf(pair, 'left'))!,
    places.get(roleOf(pair, 'right'))!,
  );
  left.addScaledVector(up, -left.dot(up)).normalize();
  return { up, forward: new Vector3().crossVectors(left, up).multiplyScalar(mirror), mirror };
}

function jointOfRole(line: RoleLine, node: BoneNode, context: BodyContext): BoneJoint {
  const { part, side } = line;
  const { bones, body } = context;
  const along = directionOf(line, node, context);
  const hand = (side === 'right' ? -1 : 1) * body.mirror;
  const axis = along.clone().cross(wayOf(part.flexes, along, hand, body));
  const common = { along: along.toArray(), weight: part.weight };
  const ranges = part.ranges && shared(part.ranges, sharersOf(line, context));
  if (!ranges) return { ...common, axis: axis.toArray() };
  if (ranges.type === 'hinge') {
    const upper = parts.find(({ to }) => to === part.part)!.part;
    const before = context.places.get(roleOf(upper, side)) ?? bones[node.parent]?.world.position;
    const bend = before ? restBend(before, node, along, axis) : 0;
    return { ...common, type: 'hinge', axis: axis.toArray(), flex: fromStraight(ranges.flex, bend) };
  }
  const droop = ranges.level ? MathUtils.radToDeg(Math.asin(MathUtils.clamp(-along.dot(body.up), -1, 1))) : 0;
  return {
    ...common,
    axis: axis.toArray(),
    flex: radians(ranges.flex),
    side: signed(radians(shifted(ranges.side, droop)), hand),
    twist: signed(radians(ranges.twist), hand),
  };
}

/** Fingers are left to animations. They flex as the hand does, a thumb across the palm. */
function jointOfFinger(role: Role, context: BodyContext): BoneJoint {
  const at = context.lines.findIndex((line) => line?.part.part === 'hand' && role.startsWith(line.side));
  if (at < 0) return { type: 'fixed' };
  const { along, axis } = jointOfRole(context.lines[at]!, context.bones[at]!, context);
  const across = new Vector3(...axis!);
  if (role.includes('Thumb')) across.cross(new Vector3(...along!));
  return { type: 'fixed', axis: across.toArray() };
}

/** Direction to the next part of the body; a foot without toes points forward, a hand along the arm. */
function directionOf(
  { part, side, role }: RoleLine,
  node: BoneNode,
  { bones, places, body }: BodyContext,
): Vector3 {
  const following = part.sided ? [roleOf(part.to, side)] : middle.slice(middle.indexOf(role) + 1);
  const next = following.map((each) => places.get(each)).find((place) => place !== undefined);
  const { position } = node.world;
  const direction = new Vector3();
  if (next) direction.subVectors(next, position);
  if (direction.length() > 1e-9) return direction.normalize();
  if (part.flexes === 'up') return body.forward.clone();
  if (!part.sided) return body.up.clone();
  const parent = bones[node.parent];
  if (parent) direction.subVectors(position, parent.world.position);
  return direction.length() > 1e-9 ? direction.normalize() : body.up.clone();
}

/** Roles of the trunk and head, from the hips up. */
const middle = roleLines.filter(({ part }) => !part.sided).map(({ role }) => role);

/** The direction in which a positive flex moves the end of the bone. */
function wayOf(way: Way, along: Vector3, hand: number, { forward, up }: Body): Vector3 {
  if (way === 'forward') return forward;
  if (way === 'backward') return forward.clone().negate();
  if (way === 'up') return up;
  return along.clone().cross(forward).multiplyScalar(hand);
}

/** Degrees by which a hinge is bent at rest. A clear bend also determines the axis and changes it. */
function restBend(before: Vector3, node: BoneNode, along: Vector3, axis: Vector3): number {
  const upper = new Vector3().subVectors(node.world.position, before).normalize();
  axis.normalize();
  const bent = upper.clone().cross(along);
  const bend = MathUtils.radToDeg(Math.atan2(bent.length(), upper.dot(along))) * Math.sign(bent.dot(axis));
  if (bend > tellingBend && bent.normalize().dot(axis) > 0.5) axis.copy(bent);
  return bend;
}

/** Converts degrees from straight to radians from a bent rest pose. */
const fromStraight = ([min, max]: Interval, bend: number): Interval =>
  radians([Math.min(min - bend, 0), Math.max(max - bend, leastRoom)]);

const shared = ({ flex, side, twist, ...ranges }: Ranges, by: number): Ranges => {
  const share = Math.sqrt(by);
  const part = ([min, max]: Interval): Interval => [min / share, max / share];
  return { ...ranges, flex: part(flex), side: part(side), twist: part(twist) };
};

const shifted = ([min, max]: Interval, by: number): Interval =>
  by === 0
    ? [min, max]
    : [Math.max(-180, Math.min(min - by, -leastRoom)), Math.min(180, Math.max(max - by, leastRoom))];

const radians = ([min, max]: Interval): Interval => [MathUtils.degToRad(min), MathUtils.degToRad(max)];
const signed = ([min, max]: Interval, sign: number): Interval => (sign < 0 ? [-max, -min] : [min, max]);

/**
 * Number of bones that share the ranges of a role of the back or neck: its own, and those up to the next
 * role.
 */
function sharersOf(line: RoleLine, { lines, above, below }: BodyContext): number {
  if (line.part.sided) return 1;
  const own = lines.includes(line) ? 1 : 0;
  const isBetween = (i: number): boolean =>
    !lines[i] && lineOfBack(above[i]) === line && below[i]?.part.sided === false;
  return Math.max(1, own + lines.filter((_, i) => isBetween(i)).length);
}

/** Bones without a role between the hips and the spine count as the spine's. */
const lineOfBack = (line: RoleLine | undefined): RoleLine | undefined =>
  line?.part.part === 'hips' ? roleLines.find(({ role }) => role === 'spine') : line;

/**
 * Joints of bones without a role between two that have one: those of the back share its ranges, those on the
 * line of a limb only twist, others (at the hips, between two collar bones) turn a little. Fingers, hair and
 * clothes are fixed.
 */
function jointOfOther(at: number, context: BodyContext): BoneJoint {
  const { bones, places } = context;
  const node = bones[at]!;
  const [above, below] = [context.above[at], context.below[at]];
  if (!above || !below) return { type: 'fixed' };
  if (!above.part.sided && !below.part.sided) return jointOfRole(lineOfBack(above)!, node, context);
  const bone = new Vector3().subVectors(places.get(below.role)!, places.get(above.role)!);
  const off = new Vector3().subVectors(node.world.position, places.get(above.role)!);
  const part = off.dot(bone) / bone.lengthSq();
  const isOnLine =
    part > -0.1 && part < 1.1 && off.addScaledVector(bone, -part).length() < 0.1 * bone.length();
  const isLong = /(Arm|Leg)$/.test(above.part.part);
  const [swing, twist] = isLong && isOnLine ? [0, twistRange] : [smallRange, smallRange];
  const along = bone.length() > 1e-9 ? { along: bone.normalize().toArray() } : {};
  const [across, about] = [radians([-swing, swing]), radians([-twist, twist])];
  return { ...along, flex: across, side: across, twist: about, weight: otherWeight };
}
