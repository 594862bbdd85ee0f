/** FABRIK: each link is a rod; they are laid out from the goal, then again from the base. */
import { length, minus, type Point } from '../../../demos/shell/plane.ts';
import { centimetres } from '../plane-arm.ts';
import { line, linksOf, type Frame, type Mark, type Steps } from './frame.ts';
import { pointsOf, towards } from './planar.ts';

const iterations = 3;
const tolerance = 1e-3;

export const fabrik: Steps = {
  lengths: [0.36, 0.3, 0.26, 0.2],
  start: [1.9, -0.5, -0.4, -0.3],
  goal: [0.62, 0.28],
  *frames(q, goal) {
    const { lengths } = this;
    const rods = linksOf(pointsOf(q, lengths)).map(([a, b]): [Point, Point] => [a, b]);
    const base = rods[0]![0];
    const away = (): number => length(minus(goal, rods.at(-1)![1]));
    const show = (text: string, marks: Mark[] = []): Frame => ({ links: [...rods], marks, text });
    yield show(`The tip is ${centimetres(away())} from the goal.`);
    for (let k = 0; k < iterations && away() > tolerance; ++k) {
      for (let i = rods.length - 1; i >= 0; --i) {
        const [a, b] = rods[i]!;
        const end = rods[i + 1]?.[0] ?? goal;
        rods[i] = [towards(end, a, lengths[i]!), end];
        yield show(
          `Inwards, rod ${i + 1}: its outer end to ${i + 1 < rods.length ? `rod ${i + 2}` : 'the goal'}; it points at the place where its inner end was.`,
          [line('to-goal', end, a), line('faint', a, b)],
        );
      }
      yield show(
        `Now the tip is at the goal, and the base is ${centimetres(length(minus(rods[0]![0], base)))} off.`,
      );
      for (let i = 0; i < rods.length; ++i) {
        const [a, b] = rods[i]!;
        const start = rods[i - 1]?.[1] ?? base;
        rods[i] = [start, towards(start, b, lengths[i]!)];
        yield show(
          `Outwards, rod ${i + 1}: its inner end to ${i > 0 ? `rod ${i}` : 'the base'}; it points at the place where its outer end was.`,
          [line('aim', start, b), line('faint', a, b)],
        );
      }
      yield show(`Step ${k + 1} is done: ${centimetres(away())} from the goal.`);
    }
  },
};
