/** Arms to choose from. A new one needs one line. */
import { fromDH, type ModelDescription } from 'limber';
import { robots } from 'limber/presets';
import { makeSource, type RobotSource } from '../robot-files/catalogue.ts';
import { standing } from '../views/robots.ts';

const degrees = Math.PI / 180;

/** Manseur and Doty (1989): the arm with the most poses that six hinges can have. */
const sixteen = fromDH({
  name: 'Manseur and Doty’s arm',
  convention: 'standard',
  joints: [
    { a: 0.3, alpha: 90 * degrees },
    { a: 1, alpha: degrees },
    { d: 0.2, alpha: 90 * degrees },
    { a: 1.5, alpha: degrees },
    { alpha: 90 * degrees },
    { alpha: degrees },
  ],
});

/** Three hinges: a turn, a shoulder, an elbow. */
const three = fromDH({
  name: 'three hinges',
  convention: 'standard',
  joints: [
    { d: 0.5, alpha: 90 * degrees, limits: [-160 * degrees, 160 * degrees] },
    { a: 0.5, limits: [-20 * degrees, 200 * degrees] },
    { a: 0.45, limits: [-150 * degrees, 150 * degrees] },
  ],
});

/** Wenger (2007): its poses can change into each other without passing a singularity. */
const orthogonal = fromDH({
  name: 'three perpendicular hinges',
  convention: 'standard',
  joints: [{ a: 0.25, alpha: -90 * degrees }, { a: 0.5, d: 0.25, alpha: 90 * degrees }, { a: 0.375 }],
});

/** The same in an upright plane. */
function tilted(description: ModelDescription): ModelDescription {
  const origin = { rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] } as const;
  return {
    ...description,
    links: description.links.map((link) => (link.parent === 'base' ? { ...link, origin } : link)),
  };
}

/** A position needs two of the three hinges: the third remains free. */
const planar = fromDH({
  name: 'three parallel hinges',
  convention: 'standard',
  joints: [{ a: 0.5 }, { a: 0.4 }, { a: 0.25 }],
});

/** Its axes intersect in a point, with links around it that make its orientation visible. */
const wrist: ModelDescription = {
  name: 'a wrist',
  links: [
    { name: 'stand' },
    {
      name: 'yaw',
      parent: 'stand',
      origin: { position: [0, 0, 0.35] },
      joint: { type: 'revolute', axis: [0, 0, 1] },
    },
    {
      name: 'pitch',
      parent: 'yaw',
      origin: { position: [0.18, 0, 0.25] },
      joint: { type: 'revolute', axis: [1, 0, 0] },
    },
    {
      name: 'roll',
      parent: 'pitch',
      origin: { position: [-0.18, 0, 0.28] },
      joint: { type: 'revolute', axis: [0, 0, 1] },
    },
    { name: 'hand', parent: 'roll', origin: { position: [0.1, 0, 0.12] } },
  ],
};

const { article, cobra600, iiwa14, panda, puma560, stanford, ur5 } = robots;

export const catalogue: readonly RobotSource[] = [
  makeSource('puma560', 'Puma 560', standing(puma560, 0.66, 0.14), [-0.3, -0.2, -2, 0.8, 1.2, 0.6]),
  makeSource('ur5', 'UR5', standing(ur5, 0, 0.1), [0.4, -1.1, 1.3, -0.7, 0.9, 0.2]),
  makeSource('sixteen', 'Manseur and Doty’s arm', sixteen, [-1.7, -0.1, 3.1, 0.7, 0.9, -0.7]),
  {
    ...makeSource('article', 'The article’s arm', article, [0, 0.6, 0.4, 0.7, 0.4, 0.3], article),
    unit: 0.01,
  },
  makeSource('three', 'Three hinges', three, [0.4, 0.9, -1.2]),
  makeSource('orthogonal', 'Three perpendicular hinges', standing(orthogonal, 0.6, 0), [0, -0.3, -1.9]),
  makeSource('planar', 'Three parallel hinges', standing(tilted(planar), 0.4, 0), [0.6, 0.9, 0.7]),
  makeSource('wrist', 'A wrist', wrist, [0.5, 0.9, -0.4]),
  makeSource('stanford', 'Stanford arm', standing(stanford, 0, 0.15), [0.4, -0.9, 0.7, 0, 0.6, 0]),
  makeSource('cobra600', 'Cobra 600', standing(cobra600, 0, 0.06), [0.5, -0.9, 0.1, 0.3]),
  makeSource('iiwa14', 'iiwa 14', standing(iiwa14, 0, 0), [0.3, 0.6, 0.2, -1.4, 0.3, 1.1, 0.2]),
  makeSource('panda', 'Panda', standing(panda, 0, 0.1), [0.1, 0.2, 0.3, -1.4, 0.5, 1.6, 0.7]),
];
