import { CylinderGeometry, Mesh, MeshBasicMaterial, Quaternion, Vector3 } from 'three';
import { unit, writeFrame } from './frames.ts';
import type { ConstraintKind } from './kind.ts';
import { Tinted } from './look.ts';

/** Metres: what is drawn of a line without end. */
const length = 1.4;

export const lineKind: ConstraintKind = {
  name: 'line',
  title: 'Point on line',
  text: 'The tool’s tip stays on a line and slides along it freely.',
  start: { place: [0.1, 0.72, 0.5], direction: unit(1, 0.05, -0.1), distance: 0, side: 'exact' },
  handles: { place: 'Point of the line', direction: 'Direction of the line' },
  residuals: ['distance'],
  goal: (link) => ({ type: 'pose', link, free: ['z', 'rx', 'ry', 'rz'] }),
  aim: writeFrame,
  nearest({ place, direction }, tool, out) {
    along.fromArray(direction);
    const far = out.copy(tool).sub(from.fromArray(place)).dot(along);
    out.copy(from).addScaledVector(along, far);
  },
  mark() {
    const rail = new Mesh(
      new CylinderGeometry(0.006, 0.006, length, 12),
      new MeshBasicMaterial({ fog: false }),
    );
    const object = new Tinted('goal', rail);
    return {
      object,
      update({ place, direction }) {
        rail.position.fromArray(place);
        rail.quaternion.copy(turn.setFromUnitVectors(up, along.fromArray(direction)));
      },
    };
  },
};

const up = new Vector3(0, 1, 0);
const along = new Vector3();
const from = new Vector3();
const turn = new Quaternion();
