/** A torch in the hand of an arm: its axis points at a point, wherever the hand is. */
import { robots } from 'limber/robots';
import { length, minus } from '../../demos/shell/plane.ts';
import { degrees } from '../../demos/shell/units.ts';
import { addSvg, sector } from './board.ts';
import { angleOf, centimetres } from './plane-arm.ts';
import { Sketch } from './sketch.ts';

const link = 'effector';
/** Radians to each side of the beam. */
const half = 0.09;

export function lookAt(host: HTMLElement) {
  const sketch = new Sketch(host, {
    model: robots.panda,
    axes: [0, 2],
    scale: 1.4,
    box: [-0.6, -0.12, 2.1, 1.5],
    label: 'A Panda from the side: a goal for its hand, and a point that it looks at',
    draw,
  });
  const { problem, board } = sketch;
  const place = problem.addGoal({ type: 'position', link, target: [0.3, 0.2, 0.6] });
  const look = problem.addGoal({ type: 'lookAt', link, axis: [0, 0, 1], target: [0.8, 0, 0] });
  const beam = addSvg(board.under, 'polygon', 'sector aim');
  const torch = addSvg(board.over, 'polygon', 'arrow aim');
  const solve = (): void => void problem.solve({ solver: 'lm' });
  sketch.addTarget(place, 'Place of the hand', solve);
  sketch.addTarget(look, 'Point to look at', solve, 'cube ball');

  function draw(): string {
    const from = sketch.at(link);
    const way = minus(sketch.at(link, [0, 0, 1]), from);
    const far = length(minus(sketch.seen(look.target), from));
    sector(beam, from, far, angleOf(way) - half, 2 * half);
    sketch.drawArrow(torch, link, [0, 0, 0], [0, 0, 0.12]);
    return `The axis is ${degrees(look.angle)} off the point; the hand is ${centimetres(place.distance)} from its place.`;
  }

  problem.solve({ solver: 'lm', mode: 'find' });
  sketch.show();
  return { sketch, place, look, dispose: () => sketch.dispose() };
}
