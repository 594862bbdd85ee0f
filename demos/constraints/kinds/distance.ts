import { BufferGeometry, Group, LineLoop, Mesh, SphereGeometry, Vector3 } from 'three';
import type { Side } from '../../shell/sides.ts';
import type { ConstraintKind } from './kind.ts';
import { lineMaterial, surface, Tinted } from './look.ts';

/** Whether a tool that far away is where it may be. */
const isFree: Readonly<Record<Side, (away: number, distance: number) => boolean>> = {
  inside: (away, distance) => away <= distance,
  outside: (away, distance) => away >= distance,
  exact: () => false,
};

export const distanceKind: ConstraintKind = {
  name: 'distance',
  title: 'Distance',
  text: 'The tool stays inside a sphere, outside it, or on it.',
  start: { place: [-0.35, 0.6, 0.25], direction: [0, 1, 0], distance: 0.35, side: 'inside' },
  handles: { place: 'Centre of the sphere' },
  hasDistance: true,
  residuals: ['distance'],
  goal: (link, { side }) => ({ type: 'distance', link, side }),
  aim({ place, distance }, target) {
    target.set(place);
    target[3] = distance;
  },
  nearest({ place, distance, side }, tool, out) {
    const [x, y, z] = place;
    out.set(tool.x - x, tool.y - y, tool.z - z);
    if (isFree[side](out.length(), distance)) out.copy(tool);
    else out.setLength(distance).add(centre.set(x, y, z));
  },
  mark() {
    const sphere = new Mesh(new SphereGeometry(1, 48, 32), surface());
    const object = new Group();
    object.add(new Tinted('goal', sphere), new Tinted('goal', ...[0, 1, 2].map(greatCircle)));
    return {
      object,
      update({ place, distance }) {
        object.position.fromArray(place);
        object.scale.setScalar(distance);
      },
    };
  },
};

const centre = new Vector3();

function greatCircle(axis: number): LineLoop {
  const points = Array.from({ length: 96 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 96;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return axis === 0 ? new Vector3(0, c, s) : axis === 1 ? new Vector3(c, 0, s) : new Vector3(c, s, 0);
  });
  return new LineLoop(new BufferGeometry().setFromPoints(points), lineMaterial());
}
