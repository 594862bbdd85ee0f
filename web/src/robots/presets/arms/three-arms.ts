import type { LinkDescription, ModelDescription, Vec3 } from '../../../describe/description.ts';
import { ballLink, effector, hinge, slide, stiffBall, up } from './parts.ts';
import type { ArmPreset } from './preset.ts';

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];

/** Five hinges, as on an industrial robot. */
const hinged: LinkDescription[] = [
  hinge('left waist', null, [-0.9, 0, 0], Y, 170),
  hinge('left shoulder', 'left waist', up(0.2), Z, 110),
  hinge('left elbow', 'left shoulder', up(0.3), Z, 140),
  hinge('left wrist', 'left elbow', up(0.3), X, 110),
  hinge('left hand', 'left wrist', up(0.1), Z, 110),
  effector('left effector', 'left hand', up(0.1)),
];

/** Balls that swing by 75° and twist by 60°. */
const stiff: LinkDescription[] = [
  stiffBall('middle 1', null, [0, 0, 0], 75, 60),
  stiffBall('middle 2', 'middle 1', up(0.25), 75, 60),
  stiffBall('middle 3', 'middle 2', up(0.25), 75, 60),
  stiffBall('middle 4', 'middle 3', up(0.25), 75, 60),
  effector('middle effector', 'middle 4', up(0.25)),
];

/** Balls, and a part that grows from 20 to 40 cm. */
const growing: LinkDescription[] = [
  ballLink('right 1', null, [0.9, 0, 0]),
  ballLink('right 2', 'right 1', up(0.3)),
  slide('right slide', 'right 2', up(0.13), 0.1),
  ballLink('right 3', 'right slide', up(0.17)),
  effector('right effector', 'right 3', up(0.3)),
];

export const trio: ArmPreset<'trio'> = {
  name: 'trio',
  title: 'Three arms at once',
  text: 'One arm of hinges, one of ball joints with limits and one with a slide, side by side in one model.',
  description: { name: 'three arms', links: [...hinged, ...stiff, ...growing] } satisfies ModelDescription,
  effectors: ['left effector', 'middle effector', 'right effector'],
};
