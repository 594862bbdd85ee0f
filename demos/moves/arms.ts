/**
 * Arms that draw with a pen at their flange, on a base on the floor. A new one needs one line in the table.
 */
import { Model, type ModelDescription, type Obstacle, Problem } from 'limber';
import { robots, withCapsules, yUp } from 'limber/presets';
import { fromDegrees } from '../../web/src/presets/angles.ts';
import { standing } from '../views/robots.ts';

export interface DrawingArm {
  /** Name in the address. */
  readonly name: string;
  readonly title: string;
  /** Z along the pen, Y up in the world. */
  readonly description: ModelDescription;
  /** Initial joint values, before there is a move. */
  readonly start: readonly number[];
  /** Velocity limits in rad/s, from the maker's data. */
  readonly velocity: readonly number[];
}

/** Metres: radius of the capsules around links, and around the pen, and the pen's length. */
const [thick, thin, penLength] = [0.055, 0.012, 0.13];
/** Edges of the obstacle (metres). */
const boxSize = [0.1, 0.34, 0.1] as const;

/** Adds a base on the floor, `column` metres below the first joint, and a pen that ends in `effector`. */
function withPen(description: ModelDescription, column: number): ModelDescription {
  const whole = withCapsules(standing(description, column, penLength), thick);
  const thinned = whole.links.map((link) =>
    link.name === 'flange' && link.collision
      ? { ...link, collision: link.collision.map((each) => ({ ...each, radius: thin }) as typeof each) }
      : link,
  );
  return yUp({ ...whole, links: thinned });
}

const { iiwa14, panda, puma560, ur5 } = robots;

const drawing = (
  name: string,
  title: string,
  description: ModelDescription,
  start: readonly number[],
  velocity: readonly number[],
): DrawingArm => ({ name, title, description, start, velocity });

// prettier-ignore
export const arms: readonly DrawingArm[] = [
  drawing(
    'panda', 'Panda, 7 joints', withPen(panda, 0),
    [0, -0.785, 0, -2.356, 0, 1.571, 0.785], [2.175, 2.175, 2.175, 2.175, 2.61, 2.61, 2.61],
  ),
  drawing(
    'iiwa14', 'iiwa 14, 7 joints', withPen(iiwa14, 0),
    [0.3, 0.6, 0, -1.4, 0, 1.1, 0], [85, 85, 100, 75, 130, 135, 135].map(fromDegrees),
  ),
  drawing(
    'ur5', 'UR5, 6 joints', withPen(ur5, 0),
    [0.4, -1.4, 1.7, -1.9, -1.571, 0], [180, 180, 180, 180, 180, 180].map(fromDegrees),
  ),
  drawing(
    'puma560', 'Puma 560, 6 joints', withPen(puma560, 0.5),
    [0.3, 0.7, -1.3, 0, 0.6, 0], [82, 74, 122, 228, 241, 228].map(fromDegrees),
  ),
];

export const tool = 'effector';

/** An arm with its goal at the pen's tip, in its initial pose. */
export class Drawer {
  readonly problem: Problem;
  box: Obstacle | null = null;

  constructor(readonly arm: DrawingArm) {
    this.problem = new Problem(Model.from(arm.description));
    this.problem.state.q.set(arm.start);
    this.problem.state.update();
    this.problem.addGoal({ type: 'pose', link: tool });
    // Check the obstacle only: coarse shapes of neighbouring links overlap.
    this.problem.collisionPairs = [];
  }

  /** `at`: the box's centre (metres); null: removes it. */
  putBox(at: readonly number[] | null): void {
    if (this.box) this.problem.removeObstacle(this.box);
    const [x = 0, y = 0, z = 0] = at ?? [];
    this.box = at && this.problem.addObstacle({ type: 'box', size: boxSize, position: [x, y, z] });
  }

  dispose(): void {
    this.problem.dispose();
    this.problem.model.dispose();
  }
}
