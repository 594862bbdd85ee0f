import { BufferGeometry, Line, LineDashedMaterial, Vector3 } from 'three';
import type { ConstraintKind } from './kind.ts';
import { Tinted } from './look.ts';

export const lookAt: ConstraintKind = {
  name: 'look',
  title: 'Look at',
  text: 'The tool’s axis points at the target, wherever the tool is.',
  start: { place: [0.75, 0.3, 0.55], direction: [0, 1, 0], distance: 0, side: 'exact' },
  handles: { place: 'What is looked at' },
  residuals: ['angle'],
  goal: (link) => ({ type: 'lookAt', link, axis: [0, 0, 1] }),
  aim: ({ place }, target) => target.set(place),
  mark() {
    const material = new LineDashedMaterial({ dashSize: 0.035, gapSize: 0.02, fog: false });
    const sight = new Line(new BufferGeometry().setFromPoints([new Vector3(), new Vector3()]), material);
    sight.frustumCulled = false;
    const object = new Tinted('direction', sight);
    const ends = sight.geometry.attributes.position!;
    return {
      object,
      update({ place: [x, y, z] }, tool) {
        ends.setXYZ(0, tool.x, tool.y, tool.z);
        ends.setXYZ(1, x, y, z);
        ends.needsUpdate = true;
        sight.computeLineDistances();
      },
    };
  },
};
