import { turning } from './drives.ts';
import { fromDegrees } from '../../../web/src/presets/angles.ts';
import { add, meet, polar, type Point } from '../../shell/plane.ts';
import type { Linkage } from './linkage.ts';
import { planar } from './planar.ts';

/** Metres; radians of the crank in the zero pose. */
export const fourBar = { ground: 0.44, crank: 0.18, coupler: 0.42, rocker: 0.42, start: fromDegrees(70) };

const left: Point = [-0.22, 0.3];
const right: Point = add(left, [fourBar.ground, 0]);
const pin = polar(left, fourBar.crank, fourBar.start);
const end = meet(pin, fourBar.coupler, right, fourBar.rocker);
/** Beyond the coupler: an equal-sided triangle on it. */
const tracer = meet(pin, fourBar.coupler, end, fourBar.coupler);

const flat = planar({
  name: 'four-bar',
  points: { left, right, pin, end, tracer },
  links: [
    { name: 'crank', parent: null, hinge: 'left', corners: ['left', 'pin'], layer: 1, tone: 'tip' },
    { name: 'coupler', parent: 'crank', hinge: 'pin', corners: ['pin', 'end', 'tracer'], layer: 2 },
    { name: 'rocker', parent: null, hinge: 'right', corners: ['right', 'end'], layer: 1 },
  ],
  loops: [{ name: 'coupler to rocker', a: 'coupler', b: 'rocker', at: 'end' }],
  ground: [
    { corners: [left, right], layer: 0 },
    { corners: [left, [left[0] - 0.07, 0.02]], layer: -1 },
    { corners: [right, [right[0] + 0.07, 0.02]], layer: -1 },
  ],
});

export const scene: Linkage = {
  name: 'four-bar',
  title: 'Four-bar',
  text: 'The crank turns, the rocker swings, and every point of the coupler between them draws its own curve of degree six.',
  ...flat,
  traces: [flat.place('coupler', 'tracer')],
  handles: [
    flat.handle('coupler', 'tracer', 'Point of the coupler'),
    flat.handle('crank', 'pin', 'End of the crank'),
    flat.handle('rocker', 'end', 'End of the rocker'),
  ],
  drive: turning('crank', 4),
  planar: true,
  size: 1,
  side: [0.35, 0.2, 1],
};
