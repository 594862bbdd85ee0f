/** A tool that must not tilt: an arm with a direction goal, and the same arm without it. */
import { robots } from 'limber/robots';
import { degrees } from '../../demos/shell/units.ts';
import { addSvg } from './board.ts';
import { centimetres } from './plane-arm.ts';
import { Sketch, type Place, type Sticks } from './sketch.ts';

const link = 'effector';
const axis: Place = [0, 0, 1];
const start = [0.4, 0.2, 0.4];
/** Metres: drawn length of the tool. */
const tool: Place = [0, 0, 0.16];

export function upright(host: HTMLElement) {
  const sketch = new Sketch(host, {
    model: robots.iiwa14,
    axes: [0, 2],
    scale: 1.4,
    box: [-0.75, -0.1, 2.1, 1.5],
    label: 'An iiwa from the side with a tool that points down, pale the same arm whose tool is free to tilt',
    draw,
  });
  const { problem, board } = sketch;
  const free = sketch.addGhost();
  const place = problem.addGoal({ type: 'position', link, target: start });
  const down = problem.addGoal({ type: 'direction', link, axis, target: [0, 0, -1] });
  const alone = free.problem.addGoal({ type: 'position', link, target: start });
  // Measures the tilt, and does not count.
  const tilt = free.problem.addGoal({ type: 'direction', link, axis, target: [0, 0, -1], weight: 0 });
  const arrows = [free, sketch].map((arm, i) => {
    const element = addSvg(board.over, 'polygon', `arrow ${i === 0 ? 'plain' : 'aim'}`);
    return () => arm.drawArrow(element, link, [0, 0, 0], tool);
  });
  sketch.addTarget(place, 'Place', () => {
    alone.target.set(place.target);
    for (const arm of [sketch, free] satisfies Sticks[]) arm.problem.solve({ solver: 'lm' });
  });

  function draw(): string {
    for (const each of arrows) each();
    const missed = place.distance > 1e-3 ? ` The place is missed by ${centimetres(place.distance)}.` : '';
    return `With the direction goal the tool is ${degrees(down.angle)} off; without it (pale), ${degrees(tilt.angle)}.${missed}`;
  }

  problem.solve({ solver: 'lm', mode: 'find' });
  // Bent forwards: nothing turns its tool down.
  free.take([0, 0.4, 0, -1.2, 0, 0.4, 0]);
  free.problem.solve({ solver: 'lm' });
  sketch.show();
  return { sketch, place, down, dispose: () => sketch.dispose() };
}
