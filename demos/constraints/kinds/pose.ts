import { Triad } from '../../views/triad.ts';
import { unit, writeFrame } from './frames.ts';
import type { ConstraintKind } from './kind.ts';

export const pose: ConstraintKind = {
  name: 'pose',
  title: 'Copy pose',
  text: 'The tool has the target’s position and orientation.',
  start: { place: [0.42, 0.5, 0.42], direction: unit(0.5, -0.8, 0.3), distance: 0, side: 'exact' },
  handles: { place: 'Pose', direction: 'Direction of the pose' },
  residuals: ['distance', 'angle'],
  goal: (link) => ({ type: 'pose', link }),
  aim: writeFrame,
  nearest: ({ place }, _, out) => out.fromArray(place),
  mark() {
    const triad = new Triad(0.16);
    const pose = new Float64Array(7);
    return {
      object: triad,
      update(settings) {
        writeFrame(settings, pose);
        triad.place(pose);
      },
    };
  },
};
