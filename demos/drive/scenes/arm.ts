/** An SO-101 with jaws, and blocks to carry. Metres, radians; Y up. */
import type { LinkDescription, ModelDescription, Problem, ShapeDescription, Vec3 } from 'limber';
import { robots, yUp } from 'limber/robots';
import { loose } from '../../views/robots.ts';
import { addFloor } from '../../views/things.ts';
import { type HandOf, hold, type Scene } from '../led.ts';
import { makeMat } from '../mat.ts';
import { Blocks } from './blocks.ts';

export const jaw = 'moving_jaw';
/** The grip's joint values, open and closed, and where the jaws hold a block. */
const range = [0.8, -0.1] as const;
export const gripped = 0;
export const grippedShare = (gripped - range[0]) / (range[1] - range[0]);
/** Edge of a block. */
export const edge = 0.026;
/** Between the jaws: the middle of a block that is held, in the frame of the link `effector`. */
export const grip: Vec3 = [-0.0145, 0, -0.008];
/** Where the blocks stand at first, and the middle of the mat. */
export const first: readonly Vec3[] = [
  [0.25, edge / 2, 0.09],
  [0.16, edge / 2, 0.13],
];
export const mat = { at: [0.2, 0, -0.14], size: 0.09 } as const;
export const blocks = ['orange block', 'green block'] as const;
const colours = ['#d9822b', '#4f9d69'] as const;

const [plastic, metal] = ['#e8b43a', '#3b4048'];
const half = Math.SQRT1_2;
const box = (size: Vec3, position: Vec3, color: string): ShapeDescription => {
  return { type: 'box', size, position, color };
};
/** Along z. */
const drum = (radius: number, length: number, position: Vec3): ShapeDescription => {
  return { type: 'cylinder', radius, length, position, color: metal };
};

/** Servos are dark, printed parts yellow. The fixed finger's inner side is half a millimetre beside a held block. */
const shapes: Readonly<Record<string, readonly ShapeDescription[]>> = {
  base_link: [
    box([0.1, 0.08, 0.01], [0.022, 0, 0.005], plastic),
    box([0.05, 0.05, 0.042], [0.034, 0, 0.029], metal),
    box([0.03, 0.06, 0.05], [0.004, 0, 0.03], plastic),
  ],
  shoulder_link: [
    drum(0.026, 0.016, [0, 0, 0.004]),
    box([0.05, 0.052, 0.012], [-0.012, 0, -0.01], plastic),
    box([0.03, 0.03, 0.044], [-0.03, 0, -0.04], metal),
  ],
  upper_arm_link: [
    drum(0.017, 0.052, [0, 0, 0.0182]),
    box([0.085, 0.028, 0.03], [-0.055, 0, 0.0182], plastic),
    box([0.028, 0.05, 0.034], [-0.108, -0.016, 0.0182], metal),
  ],
  lower_arm_link: [
    drum(0.016, 0.05, [0, 0, 0.0182]),
    box([0.09, 0.026, 0.028], [-0.06, 0.0026, 0.0182], plastic),
    box([0.044, 0.027, 0.034], [-0.118, 0.005, 0.0182], metal),
  ],
  wrist_link: [
    drum(0.015, 0.046, [0, 0, 0.0182]),
    box([0.03, 0.04, 0.03], [0, -0.03, 0.0182], metal),
    box([0.038, 0.008, 0.036], [0, -0.054, 0.0182], plastic),
  ],
  gripper_link: [
    box([0.03, 0.032, 0.04], [0.006, 0, -0.02], metal),
    box([0.048, 0.036, 0.008], [0.004, 0, -0.044], plastic),
    box([0.008, 0.026, 0.056], [-0.0124, 0, -0.0745], plastic),
  ],
};
/** From its axis to the tip, whose inner side is 26.5 mm from the fixed finger at 0 radians. */
const finger: readonly ShapeDescription[] = [
  drum(0.009, 0.034, [0, 0, 0.0188]),
  box([0.008, 0.079, 0.022], [0.0025, -0.0395, 0.0188], plastic),
];
/** Room between the fingers' tips and the floor is kept by these. */
const tip = (position: Vec3) => [{ type: 'sphere', radius: 0.008, position }] as const;

function dressed(link: LinkDescription): LinkDescription {
  const own = shapes[link.name];
  const collision = link.name === 'gripper_link' && tip([-0.0124, 0, -0.0945]);
  return { ...link, ...(own && { shapes: own }), ...(collision && { collision }) };
}

const so101 = yUp(robots.so101);
/** Joint `gripper` of the arm's URDF (TheRobotStudio, SO-101 after the calibration of 2025). */
const movingJaw: LinkDescription = {
  name: jaw,
  parent: 'gripper_link',
  origin: { position: [0.0202, 0.0188, -0.0234], rotation: [half, 0, 0, half] },
  joint: { type: 'revolute', name: 'gripper', limits: [-0.174533, 1.74533], rest: range[0] },
  shapes: finger,
  collision: tip([0.0025, -0.071, 0.0188]),
};

const cube = edge - 0.001;
export const description: ModelDescription = {
  ...so101,
  links: [
    ...so101.links.map(dressed),
    movingJaw,
    ...blocks.map((name, i) => loose(name, [box([cube, cube, cube], [0, 0, 0], colours[i]!)])),
  ],
};

/** The gripper points down, and the jaws are open. */
export const start: readonly number[] = [
  ...[-0.0024, -0.236, 0.2106, 1.5962, 0.0463, range[0]],
  ...first.flatMap((place) => [...place, 0, 0, 0, 1]),
];

/** Metres: the pan's axis along x, and the lift's before it and above the table. */
const [pan, ahead, height] = [0.0388, 0.0304, 0.1166];
/** Metres from there to the jaws of a stretched arm: 402 mm. A little less, so that the arm always has a way to go. */
const reach = 0.395;
/** Least height of the jaws' middle: a little less than the fingers' room above the floor lets it be. */
const low = 0.008;

export const hand: HandOf = {
  ...{ name: 'hand', title: 'Hand', link: 'effector', point: grip, jaw: { link: jaw, range } },
  joints: {
    shoulder_link: 'shoulder pan',
    upper_arm_link: 'shoulder lift',
    lower_arm_link: 'elbow flex',
    wrist_link: 'wrist flex',
    gripper_link: 'wrist roll',
  },
  /** Above the floor, and within a ball about the axis of its shoulder lift, which goes round with the shoulder. */
  keepWithin(_, { x, y, z }, step) {
    step.y = Math.max(step.y, low - y);
    const [across, up, side] = [x + step.x - pan, y + step.y - height, z + step.z];
    const out = Math.hypot(across, side);
    const far = Math.hypot(out - ahead, up);
    if (far <= reach) return false;
    const share = reach / far;
    const now = ahead + share * (out - ahead);
    step.set(pan + (now * across) / out - x, height + share * up - y, (now * side) / out - z);
    return true;
  },
};

/** Fingers stay above the floor. */
function prepare(problem: Problem): Blocks {
  hold(problem, blocks);
  addFloor(problem, []);
  return new Blocks(problem);
}

export const arm: Scene = {
  ...{ name: 'arm', title: 'SO-101', hands: [hand], size: 0.022, isFlat: true },
  room: [-0.15, -0.4, -0.5],
  exhibit: {
    arm: { description, q: start, effectors: [], generate: 'never', gripper: false },
    title: 'SO-101',
    camera: { position: [0.15, 0.38, 0.68], target: [0.18, 0.09, 0] },
  },
  prepare,
  scenery: () => [makeMat(mat)],
};
