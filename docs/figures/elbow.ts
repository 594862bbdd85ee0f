/** An elbow that is drawn to a goal of its own, after the hand's or beside it. */
import { robots } from 'limber/robots';
import { button, write } from '../../demos/shell/dom.ts';
import { addSvg, writeLine } from './board.ts';
import { row } from './parts.ts';
import { centimetres } from './plane-arm.ts';
import { Sketch } from './sketch.ts';

export function elbow(host: HTMLElement) {
  const sketch = new Sketch(host, {
    model: robots.iiwa14,
    q: [0, 0.5, 0, -1.5, 0, 1, 0],
    axes: [1, 2],
    scale: 1.3,
    box: [-1.1, -0.1, 2.2, 1.6],
    label: 'An iiwa from the front, a goal for its hand, and one for its elbow',
    draw,
  });
  const { problem, board } = sketch;
  const hand = problem.addGoal({ type: 'position', link: 'effector', target: [0.5, 0, 0.5] });
  const pole = problem.addGoal({ type: 'position', link: 'joint 4', priority: 1, target: [0, 0.7, 0.8] });
  const line = addSvg(board.under, 'polyline', 'sight aim');
  const solve = (): void => void problem.solve({ solver: 'dls', maxIterations: 500 });
  sketch.addTarget(hand, 'Goal of the hand', solve);
  sketch.addTarget(pole, 'Goal of the elbow', solve, 'cube aim');
  const rank = button('', 'priority', () => {
    pole.priority = 1 - pole.priority;
    solve();
    sketch.show();
  });
  host.append(row(rank));

  function draw(): string {
    writeLine(line, [sketch.at('joint 4'), sketch.seen(pole.target)]);
    write(rank, pole.priority === 1 ? 'Give both priority 0' : 'Give the elbow priority 1');
    const off = `The hand is ${centimetres(hand.distance)} from its goal, the elbow ${centimetres(pole.distance)}`;
    return pole.priority === 1
      ? `The hand comes first: ${off.replace('The', 'the')}, as near as the hand allows.`
      : `Both count alike, and neither wins: ${off.replace('The', 'the')}.`;
  }

  solve();
  sketch.show();
  return { sketch, hand, pole, dispose: () => sketch.dispose() };
}
