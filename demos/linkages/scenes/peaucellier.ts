import { fromDegrees } from '../../../web/src/robots/presets/angles.ts';
import { meet, polar, type Point } from '../../shell/plane.ts';
import { swinging } from './linkage.ts';
import { planar } from './planar.ts';

/** Metres: the long arms, the sides of the rhombus, the crank, and the distance of the ground pivots. */
export const peaucellier = { arm: 0.56, side: 0.24, crank: 0.2, apart: 0.2 };

export const pivot: Point = [-0.42, 0.5];
const centre: Point = [pivot[0] + peaucellier.apart, pivot[1]];
const inner = polar(centre, peaucellier.crank, fromDegrees(15));
const upper = meet(pivot, peaucellier.arm, inner, peaucellier.side);
const lower = meet(inner, peaucellier.side, pivot, peaucellier.arm);
/** The fourth corner of the rhombus. */
const outer: Point = [upper[0] + lower[0] - inner[0], upper[1] + lower[1] - inner[1]];

const turn = fromDegrees(52);

export const scene = planar({
  name: 'peaucellier',
  title: 'Peaucellier',
  text: 'Seven bars and only hinges: the far corner of the rhombus draws an exact straight line while the near one moves on a circle through the arms’ pivot.',
  points: { pivot, centre, inner, upper, lower, outer },
  links: [
    ['upper arm', null, ['pivot', 'upper'], 1],
    ['lower arm', null, ['pivot', 'lower'], 2],
    ['upper outer', 'upper arm', ['upper', 'outer'], 2],
    ['lower outer', 'lower arm', ['lower', 'outer'], 1],
    ['upper inner', 'upper arm', ['upper', 'inner'], 3],
    ['lower inner', 'lower arm', ['lower', 'inner'], 4],
    ['crank', null, ['centre', 'inner'], 5, { tone: 'tip' }],
  ],
  loops: [
    ['outer corner', 'upper outer', 'lower outer', 'outer'],
    ['inner corner', 'upper inner', 'lower inner', 'inner'],
    ['corner to crank', 'lower inner', 'crank', 'inner'],
  ],
  ground: [
    [pivot, centre],
    [pivot, [pivot[0] - 0.1, 0.02]],
    [centre, [centre[0] + 0.06, 0.02]],
  ],
  traces: [
    ['upper outer', 'outer'],
    ['crank', 'inner'],
  ],
  handles: [
    ['upper outer', 'outer', 'Corner on the straight line'],
    ['crank', 'inner', 'End of the crank'],
  ],
  drive: swinging('crank', -turn - fromDegrees(15), turn - fromDegrees(15), 5),
});
