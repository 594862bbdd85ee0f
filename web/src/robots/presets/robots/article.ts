import type { Interval, LinkDescription, ModelDescription, Vec3 } from '../../../describe/description.ts';
import { degreesBetween } from '../angles.ts';

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];

function hinge(
  name: string,
  parent: string | null,
  position: Vec3,
  axis: Vec3,
  limits: Interval | null,
  size: Vec3,
  centre: Vec3,
): LinkDescription {
  return {
    name,
    parent,
    origin: { position },
    joint: { type: 'revolute', axis, ...(limits && { limits }) },
    shapes: [{ type: 'box', size, position: centre }],
  };
}

/**
 * The arm of zalo's article: five hinges on a base locked by its limits, and a fixed tip. Y is up; read its
 * own units as centimetres: it reaches about 90. Joint 1 turns without limits, as there: a clamp of Euler
 * angles at ±180° has no effect.
 */
export const articleArm: ModelDescription = {
  name: 'article arm',
  links: [
    hinge('base', null, [0, 0, 0], Y, degreesBetween(0, 0), [5, 10, 5], [0, 5, 0]),
    hinge('joint 1', 'base', [0, 11.52001, 0], Y, null, [10, 10, 10], [0, 2.5, 0]),
    hinge('joint 2', 'joint 1', [-6.55, 4.6, 0], X, degreesBetween(-90, 90), [10, 45, 10], [-3.45, 14.7, 0]),
    hinge(
      'joint 3',
      'joint 2',
      [1.247041, 32.02634, -0.0739485],
      X,
      degreesBetween(-150, 150),
      [5, 35, 5],
      [2.8, 15.14, 0],
    ),
    hinge(
      'joint 4',
      'joint 3',
      [2.984276, 30.01859, 0],
      X,
      degreesBetween(-130, 130),
      [5, 5, 5],
      [4.8, 0.17, 0],
    ),
    hinge(
      'joint 5',
      'joint 4',
      [4.333822, 4.200262, 0],
      Y,
      degreesBetween(-180, 180),
      [10, 3.5, 3.5],
      [3.156, 0.3, 0],
    ),
    { name: 'effector', parent: 'joint 5', origin: { position: [8.3, 1, 0] } },
  ],
};
