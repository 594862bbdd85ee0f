/** Robots that draw with a pen at their flange. A new one needs one line in the table. */
import type { ModelDescription, ObstacleDescription } from 'limber';
import { robots, withCapsules, yUp } from 'limber/robots';
import { fromDegrees } from '../../web/src/robots/presets/angles.ts';
import { standing } from '../views/robots.ts';

/** Metres: radius of the capsules around links, and around the pen, and the pen's length. */
const [thick, thin, penLength] = [0.055, 0.012, 0.13];

/** Adds a base on the floor, `column` metres below the first joint, and a pen that ends in `effector`. */
function withPen(description: ModelDescription, column: number): ModelDescription {
  const whole = withCapsules(standing(description, column, penLength), thick);
  const links = whole.links.map((link) => {
    const thinned = link.collision?.map((each) => ({ ...each, radius: thin }) as typeof each);
    return link.name === 'flange' && thinned ? { ...link, collision: thinned } : link;
  });
  return yUp({ ...whole, links });
}

/** `q`: joint values before there is a move; `velocity`: limits in degrees per second, from the maker's data. */
const drawing = (
  name: 'iiwa14' | 'panda' | 'puma560' | 'ur5',
  title: string,
  q: readonly number[],
  velocity: readonly number[],
  column = 0,
) => ({
  ...{ name, title, q, velocity: velocity.map(fromDegrees) },
  /** Z along the pen, Y up in the world. */
  description: withPen(robots[name], column),
});

export type DrawingArm = ReturnType<typeof drawing>;

// prettier-ignore
export const arms: readonly DrawingArm[] = [
  drawing(
    'panda', 'Panda, 7 joints', [0, -0.785, 0, -2.356, 0, 1.571, 0.785], [124.6, 124.6, 124.6, 124.6, 149.5, 149.5, 149.5],
  ),
  drawing('iiwa14', 'iiwa 14, 7 joints', [0.3, 0.6, 0, -1.4, 0, 1.1, 0], [85, 85, 100, 75, 130, 135, 135]),
  drawing('ur5', 'UR5, 6 joints', [0.4, -1.4, 1.7, -1.9, -1.571, 0], [180, 180, 180, 180, 180, 180]),
  drawing('puma560', 'Puma 560, 6 joints', [0.3, 0.7, -1.3, 0, 0.6, 0], [82, 74, 122, 228, 241, 228], 0.5),
];

export const tool = 'effector';

/** The box that may be in the way; `place`: its centre (metres). */
export const boxAt = ([x = 0, y = 0, z = 0]: readonly number[]): ObstacleDescription => ({
  ...{ type: 'box', size: [0.1, 0.34, 0.1], position: [x, y, z] },
});
