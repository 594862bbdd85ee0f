import { Matrix4, type Mesh, type Object3D, Vector3 } from 'three';
import { bad, type Path } from '../../describe/flatten.ts';
import type { MeshData } from './surface.ts';

/** @throws LimberError `badDescription` for anything else. */
export function checkObject3D(object: Object3D, path: Path): void {
  if (!object?.isObject3D) bad(path, 'an Object3D of three.js', object);
}

/**
 * All meshes in an object of three.js, including itself, in the given frame; default: its own frame. Scales
 * are applied. Metres if three.js's units are metres.
 */
export function meshOf(
  object: Object3D,
  frame: Object3D = object,
): MeshData & { readonly index: ArrayLike<number> } {
  checkObject3D(object, 'the object');
  checkObject3D(frame, 'the frame');
  object.updateWorldMatrix(true, true);
  frame.updateWorldMatrix(true, false);
  const inFrame = frame.matrixWorld.clone().invert();
  const positions: number[] = [];
  const index: number[] = [];
  object.traverse((node) => {
    const { isMesh, geometry } = node as Partial<Mesh>;
    const points = isMesh ? geometry?.getAttribute('position') : undefined;
    if (!points) return;
    const first = positions.length / 3;
    place.multiplyMatrices(inFrame, node.matrixWorld);
    for (let i = 0; i < points.count; i += 1) {
      const { x, y, z } = corner.fromBufferAttribute(points, i).applyMatrix4(place);
      positions.push(x, y, z);
    }
    const corners = geometry!.index;
    const count = corners?.count ?? points.count - (points.count % 3);
    for (let i = 0; i < count; i += 1) index.push(first + (corners ? corners.getX(i) : i));
  });
  return { positions, index };
}

const place = new Matrix4();
const corner = new Vector3();
