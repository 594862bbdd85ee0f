import { swinging } from './drives.ts';
import { fromDegrees } from '../../../web/src/presets/angles.ts';
import { meet, polar, type Point } from '../../shell/plane.ts';
import type { Linkage } from './linkage.ts';
import { planar } from './planar.ts';

/** Metres: the long arms, the sides of the rhombus, the crank, and from one ground pivot to the other. */
export const peaucellier = { arm: 0.56, side: 0.24, crank: 0.2, apart: 0.2 };

/** Its point stays at this distance from the arms' pivot, counted along x. */
export const straightAt = (peaucellier.arm ** 2 - peaucellier.side ** 2) / (2 * peaucellier.apart);

export const pivot: Point = [-0.42, 0.5];
const centre: Point = [pivot[0] + peaucellier.apart, pivot[1]];
const inner = polar(centre, peaucellier.crank, fromDegrees(15));
const upper = meet(pivot, peaucellier.arm, inner, peaucellier.side);
const lower = meet(inner, peaucellier.side, pivot, peaucellier.arm);
/** The fourth corner of the rhombus. */
const outer: Point = [upper[0] + lower[0] - inner[0], upper[1] + lower[1] - inner[1]];

const flat = planar({
  name: 'peaucellier',
  points: { pivot, centre, inner, upper, lower, outer },
  links: [
    { name: 'upper arm', parent: null, hinge: 'pivot', corners: ['pivot', 'upper'], layer: 1 },
    { name: 'lower arm', parent: null, hinge: 'pivot', corners: ['pivot', 'lower'], layer: 2 },
    { name: 'upper outer', parent: 'upper arm', hinge: 'upper', corners: ['upper', 'outer'], layer: 2 },
    { name: 'lower outer', parent: 'lower arm', hinge: 'lower', corners: ['lower', 'outer'], layer: 1 },
    { name: 'upper inner', parent: 'upper arm', hinge: 'upper', corners: ['upper', 'inner'], layer: 3 },
    { name: 'lower inner', parent: 'lower arm', hinge: 'lower', corners: ['lower', 'inner'], layer: 4 },
    { name: 'crank', parent: null, hinge: 'centre', corners: ['centre', 'inner'], layer: 5, tone: 'tip' },
  ],
  loops: [
    { name: 'outer corner', a: 'upper outer', b: 'lower outer', at: 'outer' },
    { name: 'inner corner', a: 'upper inner', b: 'lower inner', at: 'inner' },
    { name: 'corner to crank', a: 'lower inner', b: 'crank', at: 'inner' },
  ],
  ground: [
    { corners: [pivot, centre], layer: 0 },
    { corners: [pivot, [pivot[0] - 0.1, 0.02]], layer: -1 },
    { corners: [centre, [centre[0] + 0.06, 0.02]], layer: -1 },
  ],
});

const turn = fromDegrees(52);

export const scene: Linkage = {
  name: 'peaucellier',
  title: 'Peaucellier',
  text: 'Seven bars and only hinges: the far corner of the rhombus draws an exact straight line while the near one moves on a circle through the arms’ pivot.',
  ...flat,
  traces: [flat.place('upper outer', 'outer'), flat.place('crank', 'inner')],
  handles: [
    flat.handle('upper outer', 'outer', 'Corner on the straight line'),
    flat.handle('crank', 'inner', 'End of the crank'),
  ],
  drive: swinging('crank', -turn - fromDegrees(15), turn - fromDegrees(15), 5),
  planar: true,
  size: 1,
  side: [0.35, 0.2, 1],
};
