import { BufferGeometry, Group, LineLoop, Mesh, PlaneGeometry, Vector3 } from 'three';
import { unit, writeFrame } from './frames.ts';
import type { ConstraintKind } from './kind.ts';
import { lineMaterial, surface, Tinted } from './look.ts';

/** Metres: what is drawn of a plane without end. */
const half = 0.42;

export const plane: ConstraintKind = {
  name: 'plane',
  title: 'Point on plane',
  text: 'The tool’s tip stays on a plane and slides on it freely.',
  start: { place: [0.55, 0.55, -0.05], direction: unit(-1, 0.25, 0.35), distance: 0, side: 'exact' },
  handles: { place: 'Point of the plane', direction: 'Normal of the plane' },
  residuals: ['distance'],
  goal: (link) => ({ type: 'pose', link, free: ['x', 'y', 'rx', 'ry', 'rz'] }),
  aim: writeFrame,
  nearest({ place, direction }, tool, out) {
    normal.fromArray(direction);
    out.copy(tool).addScaledVector(normal, along.fromArray(place).sub(tool).dot(normal));
  },
  mark() {
    const corners = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([x, y]) => new Vector3(x! * half, y! * half, 0));
    const border = new LineLoop(new BufferGeometry().setFromPoints(corners), lineMaterial());
    const sheet = new Mesh(new PlaneGeometry(2 * half, 2 * half), surface());
    const object = new Group();
    object.add(new Tinted('goal', sheet), new Tinted('goal', border));
    const pose = new Float64Array(7);
    return {
      object,
      update(settings) {
        writeFrame(settings, pose);
        object.position.fromArray(pose);
        object.quaternion.fromArray(pose, 3);
      },
    };
  },
};

const normal = new Vector3();
const along = new Vector3();
