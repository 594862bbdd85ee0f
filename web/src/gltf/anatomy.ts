import { MathUtils, Vector3 } from 'three';
import type { Interval } from '../description.ts';
import type { BoneNode } from './bones.ts';
import type { HumanoidMap } from './humanoid.ts';
import type { BoneJoint } from './joints.ts';
import { isAbove } from './similarity.ts';
import { roleLines, roleOf, type Role, type RoleLine, type Way } from './roles.ts';

/** Degrees of bend at rest from which a limb's bend determines its axis. */
const tellingBend = 15;
/** Degrees that stay free on either side of any rest pose. */
const leastRoom = 5;

/** Directions of a body in the rest pose, in world axes; `mirror` is −1 for a mirrored one. */
interface Body {
  readonly up: Vector3;
  readonly forward: Vector3;
  readonly mirror: number;
}

type Places = ReadonlyMap<Role, Vector3>;

/** The joints of a humanoid by role, with signs from the skeleton's geometry. */
export function humanoidJoints(bones: readonly BoneNode[], map: HumanoidMap): Map<BoneNode, BoneJoint> {
  const { nodeOf, places, body } = bodyOf(bones, map);
  const joints = new Map<BoneNode, BoneJoint>();
  for (const line of roleLines) {
    const bone = map.get(line.role);
    if (bone) joints.set(nodeOf.get(bone)!, jointOfRole(line, nodeOf.get(bone)!, bones, places, body));
  }
  for (const node of bones) if (!joints.has(node)) joints.set(node, jointOfOther(node, bones, joints, map));
  return joints;
}

/** Where a humanoid looks at rest: a unit vector in the world. */
export function forwardOf(bones: readonly BoneNode[], map: HumanoidMap): Vector3 {
  return bodyOf(bones, map).body.forward;
}

function bodyOf(bones: readonly BoneNode[], map: HumanoidMap) {
  const nodeOf = new Map(bones.map((node) => [node.bone, node]));
  const places = new Map<Role, Vector3>();
  for (const [role, bone] of map) places.set(role, nodeOf.get(bone)!.world.position);
  const body = readBody(places, Math.sign(nodeOf.get(map.get('hips')!)!.world.scale));
  return { nodeOf, places, body };
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

function jointOfRole(
  line: RoleLine,
  node: BoneNode,
  bones: readonly BoneNode[],
  places: Places,
  body: Body,
): BoneJoint {
  const { part, side } = line;
  const along = directionOf(line, node, bones, places, body);
  const hand = (side === 'right' ? -1 : 1) * body.mirror;
  const axis = along.clone().cross(wayOf(part.flexes, along, hand, body));
  const shared = { along: along.toArray(), weight: part.weight };
  const { ranges } = part;
  if (!ranges) return { ...shared, axis: axis.toArray() };
  if (ranges.type === 'hinge') {
    const before = bones[node.parent];
    const bend = before ? restBend(before, node, along, axis) : 0;
    return { ...shared, type: 'hinge', axis: axis.toArray(), flex: fromStraight(ranges.flex, bend) };
  }
  const droop = ranges.level ? MathUtils.radToDeg(Math.asin(MathUtils.clamp(-along.dot(body.up), -1, 1))) : 0;
  return {
    ...shared,
    axis: axis.toArray(),
    flex: radians(ranges.flex),
    side: signed(radians(shifted(ranges.side, droop)), hand),
    twist: signed(radians(ranges.twist), hand),
  };
}

/** Towards the next part of the body; a foot without toes points forward, a hand along the arm. */
function directionOf(
  { part, side, role }: RoleLine,
  node: BoneNode,
  bones: readonly BoneNode[],
  places: Places,
  body: Body,
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

/** From the hips up. */
const middle = roleLines.filter(({ part }) => !part.sided).map(({ role }) => role);

/** The direction in which a positive flex moves the end of the bone. */
function wayOf(way: Way, along: Vector3, hand: number, { forward, up }: Body): Vector3 {
  if (way === 'forward') return forward;
  if (way === 'backward') return forward.clone().negate();
  if (way === 'up') return up;
  return along.clone().cross(forward).multiplyScalar(hand);
}

/** Degrees by which a hinge is bent at rest. A clear bend also determines the axis, which is changed then. */
function restBend(before: BoneNode, node: BoneNode, along: Vector3, axis: Vector3): number {
  const upper = new Vector3().subVectors(node.world.position, before.world.position).normalize();
  axis.normalize();
  const bent = upper.clone().cross(along);
  const bend = MathUtils.radToDeg(Math.atan2(bent.length(), upper.dot(along))) * Math.sign(bent.dot(axis));
  if (bend > tellingBend && bent.normalize().dot(axis) > 0.5) axis.copy(bent);
  return bend;
}

/** From degrees from straight to radians from a bent rest pose. */
const fromStraight = ([min, max]: Interval, bend: number): Interval =>
  radians([Math.min(min - bend, 0), Math.max(max - bend, leastRoom)]);

const shifted = ([min, max]: Interval, by: number): Interval =>
  by === 0 ? [min, max] : [Math.max(-180, Math.min(min - by, -leastRoom)), Math.max(max - by, leastRoom)];

const radians = ([min, max]: Interval): Interval => [MathUtils.degToRad(min), MathUtils.degToRad(max)];
const signed = ([min, max]: Interval, sign: number): Interval => (sign < 0 ? [-max, -min] : [min, max]);

/** Further bones of the back move like the back; fingers, hair, twist bones and clothes are fixed. */
function jointOfOther(
  node: BoneNode,
  bones: readonly BoneNode[],
  joints: ReadonlyMap<BoneNode, BoneJoint>,
  map: HumanoidMap,
): BoneJoint {
  const head = map.get('neck') ?? map.get('head');
  const isBack = head !== undefined && isAbove(node.bone, head) && node.parent >= 0;
  return (isBack ? joints.get(bones[node.parent]!) : undefined) ?? { type: 'fixed' };
}
