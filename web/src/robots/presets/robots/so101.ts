import type {
  Interval,
  LinkDescription,
  ModelDescription,
  Quat,
  Vec3,
} from '../../../describe/description.ts';
import { cosine, sine } from '../angles.ts';

const root = Math.SQRT1_2;
/** The gripper's last turn is off by this, radians: half of it, as in a quaternion. */
const halfOff = 0.0486795 / 2;
const [s, c] = [root * sine(halfOff), root * cosine(halfOff)];
const overY: Quat = [0, 1, 0, 0];

/** A link after the one before: its joint, metres, a quaternion, radians: limits and ready pose. */
const rows: readonly (readonly [name: string, joint: string, Vec3, Quat, Interval, rest: number])[] = [
  ['shoulder_link', 'shoulder_pan', [0.0388353, 0, 0.0624], overY, [-1.91986, 1.91986], 0],
  [
    'upper_arm_link',
    'shoulder_lift',
    [-0.0303992, -0.0182778, -0.0542],
    [-0.5, -0.5, -0.5, 0.5],
    [-1.74533, 1.74533],
    -0.8,
  ],
  ['lower_arm_link', 'elbow_flex', [-0.11257, -0.028, 0], [0, 0, root, root], [-1.69, 1.69], 0.8],
  ['wrist_link', 'wrist_flex', [-0.1349, 0.0052, 0], [0, 0, -root, root], [-1.65806, 1.65806], 0.8],
  ['gripper_link', 'wrist_roll', [0, -0.0611, 0.0181], [-s, c, c, s], [-2.74385, 2.84121], 0],
];

/**
 * SO-101, the arm of TheRobotStudio and LeRobot: five hinges, from its base to the frame of its gripper (there
 * `gripper_frame_link`), without the moving jaw. Numbers of its description after the calibration of 2025, with quarter
 * turns to the last digit.
 */
export const so101: ModelDescription = {
  name: 'SO-101',
  links: [
    { name: 'base_link' },
    ...rows.map(([name, joint, position, rotation, limits, rest], i): LinkDescription => ({
      name,
      parent: i > 0 ? rows[i - 1]![0] : 'base_link',
      origin: { position, rotation },
      joint: { type: 'revolute', name: joint, limits, rest },
    })),
    {
      name: 'effector',
      parent: 'gripper_link',
      origin: { position: [-0.0079, -0.000218121, -0.0981274], rotation: overY },
    },
  ],
};
