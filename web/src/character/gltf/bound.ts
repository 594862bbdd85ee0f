import { Quaternion, Vector3, type Object3D } from 'three';
import type { Model } from '../../core/model.ts';
import type { Link } from '../../core/any-model.ts';
import type { JointedBone } from './joints.ts';
import { notFinite, type Similarity } from './similarity.ts';

/**
 * A bone and its link. L is the turn of its joint, O the joint's frame in the link above at rest:
 *
 *   bone.quaternion = before · L · after      link = O · L
 *
 * The model's joint does only J(q). The rest of a bone's turn r, off a hinge's axis or past a limit, is kept:
 *
 *   ball, fixed   L = kept · J(q)             kept = r · J(q)⁻¹
 *   hinge         L = J(q) · kept             kept = J(q)⁻¹ · r
 *
 * So a hinge turns about its axis in the link above, however its bone is twisted. J(q) · kept = kept · J′(q),
 * where J′ turns about kept⁻¹ · x: for the core, each is a joint in the frame O · kept.
 */
export class Bound {
  readonly bone: Object3D;
  readonly link: Link;
  /** Metres per unit of the bone's space, currently; negative in a mirror. */
  scale: number;
  /** O. */
  protected readonly origin: { readonly position: Vector3; readonly rotation: Quaternion };
  protected readonly kept = new Quaternion();
  protected readonly before: Quaternion;
  protected readonly after: Quaternion;
  readonly #inParent: Similarity;
  readonly #linkFromBone: Quaternion;
  /** The bone's quaternion before a solve wrote it (`own`), and as the solve left it (`left`). */
  readonly #own: Quaternion;
  readonly #left: Quaternion;
  /** Values last passed to the core for this joint. */
  readonly #told = { position: new Vector3(), kept: new Quaternion(0, 0, 0, 0) };

  /** @param above null if there is no bone above. */
  constructor(
    { node, inBone }: JointedBone,
    private readonly model: Model,
    private readonly above: Bound | null,
  ) {
    const { bone, rest, flip, inParent, world } = node;
    this.bone = bone;
    this.link = model.links[model.findLink(node.name)]!;
    this.scale = world.scale;
    const { position, rotation } = this.link.origin;
    this.origin = { position: new Vector3(...position), rotation: new Quaternion(...rotation) };
    this.before = rest.clone().multiply(flip).multiply(inBone);
    this.after = inBone.clone().conjugate().multiply(flip.clone().conjugate());
    this.#inParent = inParent;
    this.#linkFromBone = inBone.clone().conjugate();
    this.#own = bone.quaternion.clone();
    this.#left = bone.quaternion.clone();
  }

  /**
   * Restores the bone's own pose if nothing has written it since a solve did. @throws LimberError
   * `notFinite`.
   */
  takeBack(): void {
    const { bone } = this;
    const left = this.#left;
    const own = this.#own;
    if (bone.quaternion.equals(left)) bone.quaternion.copy(own);
    own.copy(bone.quaternion);
    left.copy(own);
    if (!bone.matrixAutoUpdate) bone.updateMatrix();
    const { position, scale } = bone;
    const turned = own.x + own.y + own.z + own.w;
    const placed = position.x + position.y + position.z + scale.x + scale.y + scale.z;
    if (!Number.isFinite(turned + placed)) throw notFinite(bone);
  }

  /** Makes the pose left by the solve the bone's own. */
  adopt(): void {
    this.#own.copy(this.#left);
  }

  /** Copies r → q, as far as the joint can express it, and all of it to `kept`. */
  read(q: Float64Array): void {
    const r = this.turnOf(this.bone.quaternion, this.kept);
    const { nq, qIndex } = this.link;
    if (nq === 1) q[qIndex] = 2 * Math.atan2(r.w < 0 ? -r.x : r.x, Math.abs(r.w));
    else if (nq > 0) r.toArray(q as unknown as number[], qIndex + nq - 4);
  }

  /**
   * Call once q is within the limits, after the bone above: leaves the part of r that q lacks in `kept`, and
   * tells the core.
   */
  keep(q: Float64Array): void {
    const { nq } = this.link;
    if (nq > 0) this.#jointAt(q, other).conjugate();
    if (nq === 1) this.kept.premultiply(other).normalize();
    else if (nq > 0) this.kept.multiply(other).normalize();
    this.#place();
  }

  /** Sets q to the rest pose. */
  rest(q: Float64Array): void {
    const { nq, qIndex } = this.link;
    q.fill(0, qIndex, qIndex + nq);
    if (nq >= 4) q[qIndex + nq - 1] = 1;
    if (nq > 0) this.kept.identity();
    this.#place();
  }

  /** The bone's quaternion at q. */
  quaternionAt(q: Float64Array, out: Quaternion): Quaternion {
    this.#jointAt(q, out);
    if (this.link.nq === 1) out.multiply(this.kept);
    else out.premultiply(this.kept);
    return out.premultiply(this.before).multiply(this.after).normalize();
  }

  /** A and B of the bone's quaternion A · R · B where its link has the rotation R in the link above. */
  get around(): readonly [Quaternion, Quaternion] {
    return [this.before.clone().multiply(other.copy(this.origin.rotation).conjugate()), this.after.clone()];
  }

  /** Sets the bone to the pose of q or, if that is not `new`, to exactly the pose left before. */
  write(q: Float64Array, isNew: boolean): void {
    const { bone } = this;
    const left = this.#left;
    if (isNew) this.quaternionAt(q, left);
    if (!bone.quaternion.equals(left)) bone.quaternion.copy(left);
    if (!bone.matrixAutoUpdate) bone.updateMatrix();
  }

  /** Turn r for a quaternion of the bone. */
  protected turnOf(quaternion: Quaternion, out: Quaternion): Quaternion {
    out.copy(this.before).conjugate().multiply(quaternion).multiply(other.copy(this.after).conjugate());
    return out.normalize();
  }

  /** Computes the joint's position in the link above; stores the bone's scale. */
  protected locate(out: Vector3): void {
    const { above, bone } = this;
    const inParent = this.#inParent;
    this.scale = above!.scale * inParent.scale * signedScale(bone.scale);
    inParent
      .apply(out.copy(bone.position))
      .multiplyScalar(above!.scale)
      .applyQuaternion(above!.#linkFromBone);
  }

  #place(): void {
    const { kept, link, model } = this;
    const told = this.#told;
    this.locate(point);
    if (point.equals(told.position) && kept.equals(told.kept)) return;
    told.position.copy(point);
    told.kept.copy(kept);
    turn.copy(this.origin.rotation).multiply(kept).normalize();
    axis.set(1, 0, 0).applyQuaternion(other.copy(kept).conjugate());
    const { x, y, z } = point;
    model.raw.moveJoint(link.index, x, y, z, turn.x, turn.y, turn.z, turn.w, axis.x, axis.y, axis.z);
  }

  /** J(q). */
  #jointAt(q: Float64Array, out: Quaternion): Quaternion {
    const { nq, qIndex } = this.link;
    if (nq === 1) return out.set(Math.sin(q[qIndex]! / 2), 0, 0, Math.cos(q[qIndex]! / 2));
    return out.fromArray(q, qIndex + nq - 4);
  }
}

/** Cube root of a scale's effect on volumes. */
export const signedScale = ({ x, y, z }: Vector3): number => Math.cbrt(x * y * z);

const point = new Vector3();
const axis = new Vector3();
const turn = new Quaternion();
const other = new Quaternion();
