import { fromDegrees } from '../../../web/src/robots/presets/angles.ts';
import type { Point } from '../../shell/plane.ts';
import { swinging } from './linkage.ts';
import { planar, type FlatLink, type FlatLoop } from './planar.ts';

/** Metres; the bars' angle above the ground in the zero pose in radians. */
export const scissor = { stages: 4, bar: 0.6, start: fromDegrees(24), base: 0.1 };

const { stages, bar, start, base } = scissor;
const width = bar * Math.cos(start);
const step = bar * Math.sin(start);
const left = -width / 2;
const top = base + stages * step;
const points: Record<string, Point> = {
  'table left': [left - 0.04, top],
  'table right': [left + bar + 0.04, top],
};
for (let i = 0; i <= stages; i += 1) {
  points[`left ${i}`] = [left, base + i * step];
  points[`right ${i}`] = [left + width, base + i * step];
  points[`middle ${i}`] = [left + width / 2, base + (i + 0.5) * step];
}

const links: FlatLink[] = [];
const loops: FlatLoop[] = [['foot in its slot', 'falling 1', null, 'right 0', { free: ['x', 'rz'] }]];
for (let i = 1; i <= stages; i += 1) {
  const [rising, falling] = [`rising ${i}`, `falling ${i}`];
  const below = i === 1 ? null : `falling ${i - 1}`;
  links.push(
    [rising, below, [`left ${i - 1}`, `right ${i}`], 1, { tone: i === 1 ? 'tip' : 'link' }],
    [falling, rising, [`right ${i - 1}`, `left ${i}`], 2, { hinge: `middle ${i - 1}` }],
  );
  if (i > 1) loops.push([`stage ${i - 1} to ${i}`, falling, `rising ${i - 1}`, `right ${i - 1}`]);
}
links.push(['table', `falling ${stages}`, ['table left', 'table right'], 0, { hinge: `left ${stages}` }]);
loops.push(['table on its slot', `rising ${stages}`, 'table', `right ${stages}`, { free: ['x', 'rz'] }]);

export const scene = planar({
  name: 'scissor',
  title: 'Scissor lift',
  text: 'Eight bars in four stages: as the foot slides in, the table rises four times as fast as with a single stage.',
  points,
  links,
  loops,
  // prettier-ignore
  ground: [[[left - 0.04, base], [left + bar + 0.04, base]]],
  traces: [[`rising ${stages}`, `right ${stages}`]],
  handles: [
    ['table', 'table right', 'End of the table'],
    ['falling 1', 'right 0', 'Foot in its slot'],
    ['rising 2', 'right 2', 'Second stage'],
  ],
  drive: swinging('rising 1', fromDegrees(9) - start, fromDegrees(38) - start, 6),
  side: [0.5, 0.2, 1],
});
