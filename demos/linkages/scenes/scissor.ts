import { swinging } from './drives.ts';
import { fromDegrees } from '../../../web/src/presets/angles.ts';
import type { Point } from '../../shell/plane.ts';
import type { Linkage } from './linkage.ts';
import { planar, type FlatLink, type FlatLoop } from './planar.ts';

/** Metres; radians above the ground in the zero pose. */
export const scissor = { stages: 4, bar: 0.6, start: fromDegrees(24), base: 0.1 };

const { stages, bar, start, base } = scissor;
const width = bar * Math.cos(start);
const step = bar * Math.sin(start);
const left = -width / 2;
const points: Record<string, Point> = {};
for (let i = 0; i <= stages; i += 1) {
  points[`left ${i}`] = [left, base + i * step];
  points[`right ${i}`] = [left + width, base + i * step];
  points[`middle ${i}`] = [left + width / 2, base + (i + 0.5) * step];
}
const top = base + stages * step;
points['table left'] = [left - 0.04, top];
points['table right'] = [left + bar + 0.04, top];

const rising: FlatLink[] = [];
const loops: FlatLoop[] = [
  { name: 'foot in its slot', a: 'falling 1', b: null, at: 'right 0', free: ['x', 'rz'] },
];
for (let i = 1; i <= stages; i += 1) {
  const below = `left ${i - 1}`;
  rising.push(
    {
      name: `rising ${i}`,
      parent: i === 1 ? null : `falling ${i - 1}`,
      hinge: below,
      corners: [below, `right ${i}`],
      layer: 1,
      ...(i === 1 ? { tone: 'tip' as const } : {}),
    },
    {
      name: `falling ${i}`,
      parent: `rising ${i}`,
      hinge: `middle ${i - 1}`,
      corners: [`right ${i - 1}`, `left ${i}`],
      layer: 2,
    },
  );
  if (i > 1) {
    const name = `stage ${i - 1} to ${i}`;
    loops.push({ name, a: `falling ${i}`, b: `rising ${i - 1}`, at: `right ${i - 1}` });
  }
}
loops.push({
  name: 'table on its slot',
  a: `rising ${stages}`,
  b: 'table',
  at: `right ${stages}`,
  free: ['x', 'rz'],
});

const flat = planar({
  name: 'scissor',
  points,
  links: [
    ...rising,
    {
      name: 'table',
      parent: `falling ${stages}`,
      hinge: `left ${stages}`,
      corners: ['table left', 'table right'],
      layer: 0,
    },
  ],
  loops,
  ground: [
    {
      corners: [
        [left - 0.04, base],
        [left + bar + 0.04, base],
      ],
      layer: 0,
    },
  ],
});

export const scene: Linkage = {
  name: 'scissor',
  title: 'Scissor lift',
  text: 'Eight bars in four stages: as the foot slides in, the table rises four times as fast as with a single stage.',
  ...flat,
  traces: [flat.place(`rising ${stages}`, `right ${stages}`)],
  handles: [
    flat.handle('table', 'table right', 'End of the table'),
    flat.handle('falling 1', 'right 0', 'Foot in its slot'),
    flat.handle('rising 2', 'right 2', 'Second stage'),
  ],
  drive: swinging('rising 1', fromDegrees(9) - start, fromDegrees(38) - start, 6),
  planar: true,
  size: 1,
  side: [0.5, 0.2, 1],
};
