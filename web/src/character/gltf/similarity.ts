import { Matrix4, Quaternion, Vector3, type Object3D } from 'three';
import { LimberError } from '../../describe/errors.ts';

/** Relative tolerance for unequal scales and shear, because files contain rounded numbers. */
const roundness = 1e-3;

/**
 * x ↦ position + scale · rotation · x. A mirror has a negative scale: −1 commutes with every rotation, so a
 * mirrored skeleton turns by the same quaternions as any other.
 */
export class Similarity {
  readonly position = new Vector3();
  readonly rotation = new Quaternion();
  scale = 1;

  copy(other: Similarity): this {
    this.position.copy(other.position);
    this.rotation.copy(other.rotation);
    this.scale = other.scale;
    return this;
  }

  /** this ← this · other. */
  multiply(other: Similarity): this {
    this.apply(offset.copy(other.position));
    this.position.copy(offset);
    this.rotation.multiply(other.rotation);
    this.scale *= other.scale;
    return this;
  }

  /** Transforms a point of this frame into the outer space. */
  apply(point: Vector3): Vector3 {
    return point.applyQuaternion(this.rotation).multiplyScalar(this.scale).add(this.position);
  }

  /** Transforms a point from the outer space into this frame. */
  inverseApply(point: Vector3): Vector3 {
    inverse.copy(this.rotation).conjugate();
    return point
      .sub(this.position)
      .applyQuaternion(inverse)
      .multiplyScalar(1 / this.scale);
  }

  /** Reads a matrix; false if it is not a similarity: shear, unequal scales, zero, NaN. */
  setFromMatrix(matrix: Matrix4): boolean {
    const determinant = matrix.determinant();
    this.scale = Math.cbrt(determinant);
    matrix.extractBasis(x, y, z);
    this.position.setFromMatrixPosition(matrix);
    const part = 1 / this.scale;
    let error = 0;
    for (const axis of axes) error = Math.max(error, Math.abs(axis.multiplyScalar(part).length() - 1));
    error = Math.max(error, Math.abs(x.dot(y)), Math.abs(y.dot(z)), Math.abs(z.dot(x)));
    this.rotation.setFromRotationMatrix(basis.makeBasis(x, y, z)).normalize();
    return error <= roundness;
  }
}

const offset = new Vector3();
const inverse = new Quaternion();
const [x, y, z] = [new Vector3(), new Vector3(), new Vector3()];
const axes = [x, y, z];
const basis = new Matrix4();

/** A node's name for messages. */
export function nameOf(node: Object3D): string {
  return node.name ? JSON.stringify(node.name.slice(0, 60)) : `an unnamed ${node.type}`;
}

/** True if `upper` is `lower` or one of its ancestors. */
export function isAbove(upper: Object3D, lower: Object3D): boolean {
  for (let at: Object3D | null = lower; at; at = at.parent) if (at === upper) return true;
  return false;
}

/** A node's place in its parent. @throws LimberError `notFinite` or `badDescription` naming it. */
export function localOf(node: Object3D): Similarity {
  if (node.matrixAutoUpdate) node.updateMatrix();
  const local = new Similarity();
  if (local.setFromMatrix(node.matrix)) return local;
  throw whyNot(node, node.matrix);
}

/**
 * World from a node's space, computed from the current local matrices: three.js's own may be from the last
 * frame.
 */
export function worldMatrix(node: Object3D | null, out: Matrix4): Matrix4 {
  out.identity();
  for (let at = node; at; at = at.parent) {
    if (!at.matrixWorldAutoUpdate) return out.premultiply(at.matrixWorld);
    if (at.matrixAutoUpdate) at.updateMatrix();
    out.premultiply(at.matrix);
  }
  return out;
}

/** A node's space in the world; the identity for null. @throws LimberError as `localOf`. */
export function worldOf(node: Object3D | null, out = new Similarity()): Similarity {
  if (out.setFromMatrix(worldMatrix(node, world))) return out;
  for (let at = node; at; at = at.parent) localOf(at);
  throw whyNot(node!, worldMatrix(node, world));
}

const world = new Matrix4();

export function notFinite(node: Object3D): LimberError {
  const why = `${nameOf(node)} has a position, rotation or scale that is not finite`;
  return new LimberError('notFinite', `${why}; repair the file or reset the node`);
}

function whyNot(node: Object3D, matrix: Matrix4): LimberError {
  const name = nameOf(node);
  if (!matrix.elements.every(Number.isFinite)) return notFinite(node);
  const scale = new Vector3().setFromMatrixScale(matrix);
  const shown = `[${scale
    .toArray()
    .map((each) => Number(each.toPrecision(4)))
    .join(', ')}]`;
  if (Math.min(...scale.toArray()) < 1e-12) {
    return new LimberError(
      'badDescription',
      `${name} has a scale of ${shown}; a zero scale leaves nothing to solve, give it a scale above zero`,
    );
  }
  return new LimberError(
    'badDescription',
    `${name} has a scale of ${shown}, or shear; bones keep their lengths only where all three scales are equal in ` +
      'size: apply the scale in the program that made the file',
  );
}
