import { fromDegrees } from '../../../web/src/robots/presets/angles.ts';
import { meet, polar, type Point } from '../../shell/plane.ts';
import { turning } from './linkage.ts';
import { planar, type FlatLink, type FlatLoop } from './planar.ts';

/** Jansen's eleven numbers, and two that place the pivot and size the crank; a unit is 8 mm here. */
export const holy = {
  ...{ a: 38, b: 41.5, c: 39.3, d: 40.1, e: 55.8, f: 39.4, g: 36.7, h: 65.7 },
  ...{ i: 49, j: 50, k: 61.9, l: 7.8, m: 15 },
};
export const jansenUnit = 0.008;
export const shaft: Point = [0, 0.755];
export const startAngle = fromDegrees(100);

/** Crank pins, from the front to the back of the body, and the angles between them. */
export const cranks = [
  { name: 'front', turn: 0, towards: 1 },
  { name: 'back', turn: Math.PI, towards: -1 },
] as const;

const points: Record<string, Point> = { shaft };
const links: FlatLink[] = [
  ['crank', null, cranks.map(({ name }) => `${name} pin`), 1, { hinge: 'shaft', tone: 'tip' }],
];
const loops: FlatLoop[] = [];

/** Joint positions of a left leg for a position of its crank pin, in Jansen's units from the shaft. */
export function legPoints(pin: Point): Record<string, Point> {
  const { a, b, c, d, e, f, g, h, i, j, k, l } = holy;
  const pivot: Point = [-a, -l];
  const knee = meet(pivot, b, pin, j);
  const hip = meet(pivot, d, knee, e);
  const ankle = meet(pin, k, pivot, c);
  const heel = meet(ankle, g, hip, f);
  const foot = meet(ankle, i, heel, h);
  return { pivot, knee, hip, ankle, heel, foot };
}

for (const { name: crank, turn, towards } of cranks) {
  points[`${crank} pin`] = polar(shaft, holy.m * jansenUnit, startAngle + turn);
  const [x, y] = polar([0, 0], holy.m, startAngle + turn);
  for (const side of ['left', 'right'] as const) {
    const mirror = side === 'left' ? 1 : -1;
    const leg = `${crank} ${side}`;
    for (const [name, [px, py]] of Object.entries(legPoints([mirror * x, y]))) {
      points[`${leg} ${name}`] = [shaft[0] + mirror * jansenUnit * px, shaft[1] + jansenUnit * py];
    }
    const at = (name: string) => `${leg} ${name}`;
    const pin = `${crank} pin`;
    const layer = (count: number) => towards * count;
    // The rods of a pin's two legs alternate.
    const second = mirror > 0 ? 0 : 1;
    links.push(
      [at('shoulder'), null, [at('pivot'), at('knee'), at('hip')], layer(1)],
      [at('upper rod'), 'crank', [pin, at('knee')], layer(2 + second)],
      [at('lower rod'), 'crank', [pin, at('ankle')], layer(4 + second)],
      [at('thigh'), null, [at('pivot'), at('ankle')], layer(2)],
      [at('tendon'), at('shoulder'), [at('hip'), at('heel')], layer(2)],
      [at('shin'), at('thigh'), [at('ankle'), at('heel'), at('foot')], layer(1)],
    );
    loops.push(
      [at('knee'), at('upper rod'), at('shoulder'), at('knee')],
      [at('ankle'), at('lower rod'), at('thigh'), at('ankle')],
      [at('heel'), at('tendon'), at('shin'), at('heel')],
    );
  }
}

const feet = cranks.flatMap(({ name }) =>
  ['left', 'right'].map((side) => [`${name} ${side} shin`, `${name} ${side} foot`] as const),
);

export const scene = planar({
  name: 'jansen',
  title: 'Jansen’s walker',
  text: 'Four legs on one crank, with the eleven lengths that Theo Jansen found for his beach animals: each foot moves straight along the ground and quickly back above it.',
  points,
  links,
  loops,
  ground: [[points['front left pivot']!, shaft, points['front right pivot']!]],
  traces: feet.slice(0, 2),
  handles: [
    ['crank', 'front pin', 'End of the crank'],
    ['front left shin', 'front left foot', 'Left foot'],
    ['front right shin', 'front right foot', 'Right foot'],
  ],
  feet,
  drive: turning('crank', -4),
  side: [0.3, 0.15, 1],
});
