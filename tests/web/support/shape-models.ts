/** Models without a core for shapes of arms, and the meshes of a shape. */
import { Model, type ModelOptions } from 'limber';
import type { JointDescription, LinkDescription, Vec3 } from 'limber';
import type { ModelLike } from 'limber/three';
import type { Mesh, Object3D } from 'three';

/** A chain of links along `step`, one per joint; its first link may have shapes of its own. */
export function chain(
  joints: JointDescription[],
  step: Vec3 = [0, 1, 0],
  options: ModelOptions = {},
): ModelLike {
  const links = joints.map((joint, index): LinkDescription => ({
    name: `l${index}`,
    parent: index === 0 ? null : `l${index - 1}`,
    origin: { position: index === 0 ? [0, 0, 0] : step },
    joint,
  }));
  using model = Model.from({ links }, options);
  return { reach: model.reach, links: model.links };
}

export function poseArray(...poses: [Vec3, readonly number[]][]): Float64Array {
  return Float64Array.from(poses.flatMap(([position, rotation]) => [...position, ...rotation]));
}

export const still = [0, 0, 0, 1];
/** Of a chain of two links in its zero pose. */
export const upright = poseArray([[0, 0, 0], still], [[0, 1, 0], still]);
export const hinge: JointDescription = { type: 'revolute', axis: [0, 0, 1], limits: [-1, 1] };

export function meshes(object: Object3D): Mesh[] {
  const found: Mesh[] = [];
  object.traverse((each) => {
    if ((each as Partial<Mesh>).isMesh) found.push(each as Mesh);
  });
  return found;
}
