import { turning } from './drives.ts';
import { fromDegrees } from '../../../web/src/presets/angles.ts';
import { polar, type Point } from '../../shell/plane.ts';
import type { Linkage } from './linkage.ts';
import { planar } from './planar.ts';

/** Metres; the middle crank is longer than its two neighbours. */
export const misfit = { apart: 0.34, crank: 0.26, wrong: 1.05, start: fromDegrees(65) };

/** How much too long: 13 mm. */
export const excess = misfit.crank * (misfit.wrong - 1);

const { apart, crank, wrong, start } = misfit;
const height = 0.36;
const feet = ['left', 'middle', 'right'] as const;
const points: Record<string, Point> = {};
feet.forEach((name, i) => {
  const foot: Point = [(i - 1) * apart, height];
  points[name] = foot;
  points[`${name} end`] = polar(foot, crank, start);
});
points.tip = [points['right end']![0] + 0.12, points['right end']![1]];
points['wrong end'] = polar(points.middle!, crank * wrong, start);

const flat = planar({
  name: 'misfit',
  points,
  links: [
    { name: 'left crank', parent: null, hinge: 'left', corners: ['left', 'left end'], layer: 1, tone: 'tip' },
    { name: 'beam', parent: 'left crank', hinge: 'left end', layer: 2, corners: ['left end', 'tip'] },
    { name: 'middle crank', parent: null, hinge: 'middle', corners: ['middle', 'wrong end'], layer: 1 },
    { name: 'right crank', parent: null, hinge: 'right', corners: ['right', 'right end'], layer: 1 },
  ],
  loops: [
    { name: 'beam to middle', a: 'beam', b: 'middle crank', at: 'middle end', atB: 'wrong end' },
    { name: 'beam to right', a: 'beam', b: 'right crank', at: 'right end' },
  ],
  ground: [
    { corners: [points.left!, points.right!], layer: 0 },
    { corners: [points.left!, [-apart - 0.05, 0.02]], layer: -1 },
    { corners: [points.right!, [apart + 0.05, 0.02]], layer: -1 },
  ],
});

export const scene: Linkage = {
  name: 'misfit',
  title: 'Three cranks, 5 % off',
  text: 'A beam on three cranks, of which the middle one is 5 % too long. It fits nowhere. In maximal coordinates the joints share those 13 mm like springs, a third for each of the long crank’s two and a sixth for the others.',
  ...flat,
  traces: [flat.place('beam', 'tip')],
  handles: [flat.handle('beam', 'tip', 'End of the beam')],
  drive: turning('left crank', 5),
  planar: true,
  size: 1,
  side: [0.35, 0.2, 1],
  misfits: true,
};
