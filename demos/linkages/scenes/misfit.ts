import { fromDegrees } from '../../../web/src/robots/presets/angles.ts';
import { polar, type Point } from '../../shell/plane.ts';
import { turning } from './linkage.ts';
import { planar } from './planar.ts';

/** Metres; the middle crank is longer than its two neighbours. */
export const misfit = { apart: 0.34, crank: 0.26, wrong: 1.05, start: fromDegrees(65) };

/** Excess length: 13 mm. */
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

export const scene = planar({
  name: 'misfit',
  title: 'Three cranks, 5 % off',
  text: 'A beam on three cranks, of which the middle one is 5 % too long. It fits nowhere. In maximal coordinates the joints share those 13 mm like springs, a third for each of the long crank’s two and a sixth for the others.',
  misfits: true,
  points,
  links: [
    ['left crank', null, ['left', 'left end'], 1, { tone: 'tip' }],
    ['beam', 'left crank', ['left end', 'tip'], 2],
    ['middle crank', null, ['middle', 'wrong end'], 1],
    ['right crank', null, ['right', 'right end'], 1],
  ],
  loops: [
    ['beam to middle', 'beam', 'middle crank', 'middle end', { atB: 'wrong end' }],
    ['beam to right', 'beam', 'right crank', 'right end'],
  ],
  ground: [
    [points.left!, points.right!],
    [points.left!, [-apart - 0.05, 0.02]],
    [points.right!, [apart + 0.05, 0.02]],
  ],
  traces: [['beam', 'tip']],
  handles: [['beam', 'tip', 'End of the beam']],
  drive: turning('left crank', 5),
});
