import { Matrix4, Quaternion, Vector3, type Object3D } from 'three';
import { LimberError } from '../errors.ts';
import type { Link } from '../model.ts';
import type { Problem } from '../problem.ts';
import type { JointedBone } from './joints.ts';
import { nameOf, type Similarity, worldMatrix, worldOf } from './similarity.ts';

/** A bone and its link: bone.quaternion = before · joint · after. */
interface Bound {
  readonly bone: Object3D;
  readonly link: Link;
  readonly before: Quaternion;
  readonly after: Quaternion;
}

/** A bone without a parent bone. */
interface BoundRoot extends Bound {
  /** World from the joint's frame. */
  readonly origin: { readonly position: Vector3; readonly rotation: Quaternion };
  /** The bone's pose in its parent, in the rest pose and in the rest posture. */
  readonly bindPosition: Vector3;
  readonly bindQuaternion: Quaternion;
  readonly restPosition: Vector3;
  readonly restQuaternion: Quaternion;
  /** The parent's space, when last looked at. */
  readonly parent: Similarity;
  /** Its world matrix then. */
  readonly seen: number[];
}

/** Copies poses between bones and a problem's q. Allocates nothing once it is made. */
export class Binding {
  private readonly bounds: readonly Bound[];
  private readonly roots: readonly BoundRoot[];

  constructor(
    private readonly problem: Problem,
    joints: readonly JointedBone[],
  ) {
    const { links } = problem.model;
    const linkOf = new Map(links.map((link) => [link.name, link]));
    const bound = joints.map(({ node, inBone }): Bound => {
      const { bone, rest, flip } = node;
      return {
        bone,
        link: linkOf.get(node.name)!,
        before: rest.clone().multiply(flip).multiply(inBone),
        after: inBone.clone().conjugate().multiply(flip.clone().conjugate()),
      };
    });
    this.bounds = bound.filter((each, i) => joints[i]!.node.parent >= 0 && each.link.nq > 0);
    this.roots = bound.filter((_, i) => joints[i]!.node.parent < 0).map(makeRoot);
  }

  /** Bones → q; the caller updates the state. */
  read(q: Float64Array): void {
    for (const root of this.roots) {
      look(root);
      readRoot(root, root.bone.position, root.bone.quaternion, q);
    }
    for (const { bone, link, before, after } of this.bounds) {
      turn.copy(before).conjugate().multiply(bone.quaternion).multiply(back.copy(after).conjugate());
      turn.normalize();
      if (link.nq === 4) turn.toArray(q as unknown as number[], link.qIndex);
      else q[link.qIndex] = 2 * Math.atan2(turn.w < 0 ? -turn.x : turn.x, Math.abs(turn.w));
    }
  }

  /**
   * If the roots' parents have moved since they were last looked at, the roots and their rest posture go along. Returns
   * whether they have.
   */
  follow(q: Float64Array, rest: Float64Array): boolean {
    let moved = false;
    for (const root of this.roots) {
      if (!hasMoved(root)) continue;
      moved = true;
      look(root);
      readRoot(root, root.bone.position, root.bone.quaternion, q);
      readRoot(root, root.restPosition, root.restQuaternion, rest);
    }
    return moved;
  }

  /** The rest pose → q, with the roots at their initial places in their parents. */
  reset(q: Float64Array): void {
    q.fill(0);
    for (const { link } of this.bounds) if (link.nq === 4) q[link.qIndex + 3] = 1;
    for (const root of this.roots) {
      look(root);
      readRoot(root, root.bindPosition, root.bindQuaternion, q);
    }
  }

  /** q → bones; `all`: also those of joint weight 0, which solves do not move and others may animate. */
  write(all: boolean): void {
    const { q, poses } = this.problem.state;
    const weights = this.problem.jointWeights;
    for (const root of this.roots) writeRoot(root, poses);
    for (const bound of this.bounds) {
      const { bone, link } = bound;
      if (!all && weights[link.vIndex] === 0) continue;
      bone.quaternion.copy(quaternionOf(bound, q, turn));
      if (!bone.matrixAutoUpdate) bone.updateMatrix();
    }
  }

  /** Makes the roots' poses in `q` their rest posture. */
  takeRest(q: Float64Array): void {
    for (const root of this.roots) {
      placeRoot(root, q, place, turn);
      localRoot(root, place, turn);
      root.restPosition.copy(place);
      root.restQuaternion.copy(turn);
    }
  }

  /** Calls `take` with each bone that moves, its quaternion, and (a root's) position, for any q. */
  poseAt(
    q: Float64Array,
    take: (bone: Object3D, quaternion: Quaternion, position: Vector3 | null) => void,
  ): void {
    for (const root of this.roots) {
      placeRoot(root, q, place, turn);
      localRoot(root, place, turn);
      take(root.bone, turn, place);
    }
    for (const bound of this.bounds) take(bound.bone, quaternionOf(bound, q, turn), null);
  }
}

function makeRoot(bound: Bound): BoundRoot {
  const { position, rotation } = bound.link.origin;
  const { bone, before, after } = bound;
  const root: BoundRoot = {
    ...bound,
    origin: { position: new Vector3(...position), rotation: new Quaternion(...rotation) },
    bindPosition: bone.position.clone(),
    bindQuaternion: before.clone().multiply(after),
    restPosition: bone.position.clone(),
    restQuaternion: before.clone().multiply(after),
    parent: worldOf(bone.parent),
    seen: [],
  };
  look(root);
  return root;
}

function hasMoved({ bone, seen }: BoundRoot): boolean {
  const { elements } = worldMatrix(bone.parent, matrix);
  for (let i = 0; i < 16; ++i) if (elements[i] !== seen[i]) return true;
  return false;
}

function look({ bone, parent, seen }: BoundRoot): void {
  const { scale } = parent;
  worldOf(bone.parent, parent);
  if (Math.abs(parent.scale / scale - 1) > 1e-6) {
    throw new LimberError(
      'badDescription',
      `what holds ${nameOf(bone)} was scaled from ${scale} to ${parent.scale} since its lengths were read; ` +
        'make a new Character',
    );
  }
  worldMatrix(bone.parent, matrix).toArray(seen);
}

/** A root's place in its parent → its slides and its ball. */
function readRoot(root: BoundRoot, position: Vector3, quaternion: Quaternion, q: Float64Array): void {
  const { parent, origin, after, link } = root;
  turn.copy(parent.rotation).multiply(quaternion).multiply(back.copy(after).conjugate());
  back.copy(origin.rotation).conjugate();
  turn.premultiply(back).normalize();
  place.copy(position).applyQuaternion(parent.rotation).multiplyScalar(parent.scale).add(parent.position);
  place.sub(origin.position).applyQuaternion(back);
  const first = link.qIndex;
  q[first] = place.x;
  q[first + 1] = place.y;
  q[first + 2] = place.z;
  q[first + 3] = turn.x;
  q[first + 4] = turn.y;
  q[first + 5] = turn.z;
  q[first + 6] = turn.w;
}

/** A root's slides and ball → its link's pose in the world. */
function placeRoot(
  { origin, link }: BoundRoot,
  q: Float64Array,
  position: Vector3,
  turned: Quaternion,
): void {
  const first = link.qIndex;
  position.set(q[first]!, q[first + 1]!, q[first + 2]).applyQuaternion(origin.rotation);
  position.add(origin.position);
  turned.set(q[first + 3]!, q[first + 4]!, q[first + 5]!, q[first + 6]!).premultiply(origin.rotation);
}

/** The pose of a root's link in the world → the bone's place in its parent. */
function localRoot({ parent, after }: BoundRoot, position: Vector3, turned: Quaternion): void {
  parent.inverseApply(position);
  turned.premultiply(back.copy(parent.rotation).conjugate()).multiply(after).normalize();
}

function writeRoot(root: BoundRoot, poses: Float64Array): void {
  const { bone, link } = root;
  const first = 7 * link.index;
  place.set(poses[first]!, poses[first + 1]!, poses[first + 2]);
  turn.set(poses[first + 3]!, poses[first + 4]!, poses[first + 5]!, poses[first + 6]!);
  localRoot(root, place, turn);
  bone.position.copy(place);
  bone.quaternion.copy(turn);
  if (!bone.matrixAutoUpdate) bone.updateMatrix();
}

function quaternionOf({ link, before, after }: Bound, q: Float64Array, out: Quaternion): Quaternion {
  const first = link.qIndex;
  if (link.nq === 4) out.set(q[first]!, q[first + 1]!, q[first + 2]!, q[first + 3]!);
  else out.set(Math.sin(q[first]! / 2), 0, 0, Math.cos(q[first]! / 2));
  return out.premultiply(before).multiply(after).normalize();
}

const matrix = new Matrix4();
const turn = new Quaternion();
const back = new Quaternion();
const place = new Vector3();
