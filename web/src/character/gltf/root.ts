import { Matrix4, Quaternion, Vector3 } from 'three';
import { LimberError } from '../../describe/errors.ts';
import type { Model } from '../../core/model.ts';
import { Bound, signedScale } from './bound.ts';
import type { JointedBone } from './joints.ts';
import { nameOf, type Similarity, worldMatrix, worldOf } from './similarity.ts';

/** A bone's place in its parent space. */
class Place {
  readonly position: Vector3;
  readonly quaternion: Quaternion;

  constructor(position: Vector3, quaternion: Quaternion) {
    this.position = position.clone();
    this.quaternion = quaternion.clone();
  }
}

/**
 * A bone without a bone above it. Its joint is fixed in the world where it was described, slides by s in the
 * frame O · kept and turns. So `before` changes with the space that holds the bone.
 */
export class Root extends Bound {
  /** The space that holds the bone, as last read. */
  readonly space: Similarity;
  readonly #bind: Place;
  /** Place in the rest posture. */
  readonly #posture: Place;
  readonly #ownPosition: Vector3;
  readonly #leftPosition: Vector3;
  /** World matrix of that space when last read. */
  readonly #seen: number[] = [];

  constructor(joint: JointedBone, model: Model) {
    super(joint, model, null);
    const { position } = this.bone;
    this.#bind = new Place(joint.node.place, this.before.clone().multiply(this.after));
    this.#posture = new Place(joint.node.place, this.#bind.quaternion);
    this.#ownPosition = position.clone();
    this.#leftPosition = position.clone();
    this.space = worldOf(this.bone.parent);
    this.#look();
  }

  override takeBack(): void {
    const { bone } = this;
    const leftPosition = this.#leftPosition;
    const ownPosition = this.#ownPosition;
    if (bone.position.equals(leftPosition)) bone.position.copy(ownPosition);
    ownPosition.copy(bone.position);
    leftPosition.copy(ownPosition);
    super.takeBack();
  }

  override adopt(): void {
    super.adopt();
    this.#ownPosition.copy(this.#leftPosition);
  }

  override read(q: Float64Array): void {
    this.#look();
    super.read(q);
  }

  override keep(q: Float64Array): void {
    super.keep(q);
    this.#slide(this.bone.position, q);
  }

  override rest(q: Float64Array): void {
    super.rest(q);
    this.#look();
    this.#stand(this.#bind, q);
  }

  /**
   * Moves the bone and its rest posture along if the space that holds it has moved since it was last read.
   * Returns whether it has.
   */
  follow(q: Float64Array, rest: Float64Array): boolean {
    if (!this.#hasMoved()) return false;
    this.#look();
    this.#stand(this.bone, q);
    this.#stand(this.#posture, rest);
    return true;
  }

  /** Raises q by metres in the world. */
  lift(by: number, q: Float64Array): void {
    place.set(0, by, 0).applyQuaternion(this.#frame().conjugate());
    q[this.link.qIndex]! += place.x;
    q[this.link.qIndex + 1]! += place.y;
    q[this.link.qIndex + 2]! += place.z;
  }

  /** Makes the pose at q the rest posture. */
  takePosture(q: Float64Array): void {
    this.quaternionAt(q, this.#posture.quaternion);
    this.positionAt(q, this.#posture.position);
  }

  /** The bone's position at q. */
  positionAt(q: Float64Array, out: Vector3): Vector3 {
    out.fromArray(q, this.link.qIndex).applyQuaternion(this.#frame());
    return this.space.inverseApply(out.add(this.origin.position));
  }

  override write(q: Float64Array, isNew: boolean): void {
    const { bone } = this;
    const leftPosition = this.#leftPosition;
    if (isNew) this.positionAt(q, leftPosition);
    if (!bone.position.equals(leftPosition)) bone.position.copy(leftPosition);
    super.write(q, isNew);
  }

  protected override locate(out: Vector3): void {
    this.scale = this.space.scale * signedScale(this.bone.scale);
    out.copy(this.origin.position);
  }

  /** Converts a place in the parent space → q. */
  #stand({ position, quaternion }: Pick<Place, 'position' | 'quaternion'>, q: Float64Array): void {
    this.turnOf(quaternion, turn).premultiply(back.copy(this.kept).conjugate());
    turn.toArray(q as unknown as number[], this.link.qIndex + 3);
    this.#slide(position, q);
  }

  #slide(position: Vector3, q: Float64Array): void {
    this.space.apply(place.copy(position)).sub(this.origin.position);
    place.applyQuaternion(this.#frame().conjugate()).toArray(q as unknown as number[], this.link.qIndex);
  }

  /** O · kept; reused. */
  #frame(): Quaternion {
    return turn.copy(this.origin.rotation).multiply(this.kept);
  }

  #hasMoved(): boolean {
    const { elements } = worldMatrix(this.bone.parent, matrix);
    for (let i = 0; i < 16; ++i) if (elements[i] !== this.#seen[i]) return true;
    return false;
  }

  #look(): void {
    const { bone, space } = this;
    const { scale } = space;
    worldOf(bone.parent, space);
    if (Math.abs(space.scale / scale - 1) > 1e-6) {
      throw new LimberError(
        'badDescription',
        `what holds ${nameOf(bone)} was scaled from ${scale} to ${space.scale} since its lengths were read; ` +
          'make a new Character',
      );
    }
    worldMatrix(bone.parent, matrix).toArray(this.#seen);
    this.before.copy(space.rotation).conjugate().multiply(this.origin.rotation);
  }
}

const matrix = new Matrix4();
const turn = new Quaternion();
const back = new Quaternion();
const place = new Vector3();
