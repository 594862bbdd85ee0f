import { fromDegrees } from '../../../web/src/robots/presets/angles.ts';
import { add, meet, polar, type Point } from '../../shell/plane.ts';
import { turning } from './linkage.ts';
import { planar } from './planar.ts';

/** Metres; the crank's angle in the zero pose in radians. */
export const fourBar = { ground: 0.44, crank: 0.18, coupler: 0.42, rocker: 0.42, start: fromDegrees(70) };

const left: Point = [-0.22, 0.3];
const right: Point = add(left, [fourBar.ground, 0]);
const pin = polar(left, fourBar.crank, fourBar.start);
const end = meet(pin, fourBar.coupler, right, fourBar.rocker);
/** Traced point beyond the coupler: apex of an equilateral triangle on it. */
const tracer = meet(pin, fourBar.coupler, end, fourBar.coupler);

export const scene = planar({
  name: 'four-bar',
  title: 'Four-bar',
  text: 'The crank turns, the rocker swings, and every point of the coupler between them draws its own curve of degree six.',
  points: { left, right, pin, end, tracer },
  links: [
    ['crank', null, ['left', 'pin'], 1, { tone: 'tip' }],
    ['coupler', 'crank', ['pin', 'end', 'tracer'], 2],
    ['rocker', null, ['right', 'end'], 1],
  ],
  loops: [['coupler to rocker', 'coupler', 'rocker', 'end']],
  ground: [
    [left, right],
    [left, [left[0] - 0.07, 0.02]],
    [right, [right[0] + 0.07, 0.02]],
  ],
  traces: [['coupler', 'tracer']],
  handles: [
    ['coupler', 'tracer', 'Point of the coupler'],
    ['crank', 'pin', 'End of the crank'],
    ['rocker', 'end', 'End of the rocker'],
  ],
  drive: turning('crank', 4),
});
