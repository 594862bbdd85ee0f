/** All poses of three hinges that bring a hand to a place and a direction: ghosts, and a list, nearest first. */
import { button, make, write } from '../../demos/shell/dom.ts';
import { minus, polar } from '../../demos/shell/plane.ts';
import { degrees } from '../../demos/shell/units.ts';
import { addSvg, writeLine } from './board.ts';
import { angleOf } from './plane-arm.ts';
import { Sketch } from './sketch.ts';

/** It turns further than once round, so a pose can count at two whole turns. */
const hinge = { type: 'revolute', limits: [-4.7, 4.7] } as const;
/** Most poses that are listed. */
const most = 6;
/** Metres from the goal to the handle that turns it. */
const far = 0.2;

export function solutions(host: HTMLElement) {
  const sketch = new Sketch(host, {
    model: {
      links: [
        { name: 'upper arm', joint: hinge },
        { name: 'forearm', parent: 'upper arm', origin: { position: [0.45, 0, 0] }, joint: hinge },
        { name: 'hand', parent: 'forearm', origin: { position: [0.4, 0, 0] }, joint: hinge },
        { name: 'tool', parent: 'hand', origin: { position: [0.2, 0, 0] } },
      ],
    },
    q: [1.3, -1.2, -0.7],
    box: [-0.4, -0.4, 1.7, 1.15],
    label: 'An arm of three hinges, and all its poses that reach the goal',
    draw,
  });
  const { problem, board } = sketch;
  const goal = problem.addGoal({ type: 'pose', link: 'tool', free: ['z', 'rx', 'ry'] });
  const ghosts = Array.from({ length: most }, () => sketch.addGhost('mode-2'));
  const sight = addSvg(board.under, 'polyline', 'sight goal');
  const rows = ghosts.map((_, i) =>
    button('', `pose${i}`, () => (sketch.take(found.at(i)), solve(), sketch.show())),
  );
  host.append(make('ol', { className: 'list', ariaLabel: 'Poses, nearest first' }, ...rows.map((each) => make('li', {}, each)))); // prettier-ignore
  let found = problem.solutions({ most });

  /** The arm takes the nearest. */
  function solve(): void {
    const nearest = problem.solutions({ most: 1 });
    if (nearest.count > 0) sketch.take(nearest.at(0));
    found = problem.solutions({ most });
  }

  const end = () => polar(sketch.seen(goal.target), far, 2 * Math.atan2(goal.target[5]!, goal.target[6]!));
  sketch.addTarget(goal, 'Goal', solve);
  board.addHandle(board.top, 'grip', {
    label: 'Direction of the hand at the goal',
    radius: 0.035,
    at: end,
    move: (place) => {
      const half = angleOf(minus(place, sketch.seen(goal.target))) / 2;
      goal.target.set([0, 0, Math.sin(half), Math.cos(half)], 3);
      solve();
      sketch.show();
    },
  });

  function draw(): string {
    writeLine(sight, [sketch.seen(goal.target), end()]);
    rows.forEach((each, i) => {
      const isListed = i < found.count;
      each.parentElement!.toggleAttribute('hidden', !isListed);
      ghosts[i]!.hide(!isListed || i === 0);
      if (!isListed) return;
      const q = [...found.at(i)];
      ghosts[i]!.take(q);
      ghosts[i]!.show();
      const way = Math.hypot(...q.map((to, k) => to - sketch.q[k]!));
      each.setAttribute('aria-pressed', String(i === 0));
      write(
        each,
        `${q.map(degrees).join(', ')}: ${i === 0 ? 'the nearest, taken' : `${way.toFixed(2)} rad away`}`,
      );
    });
    const others = found.complete ? 'There are no others.' : `There may be others: ${found.reason}.`;
    if (found.count === 0)
      return found.complete ? 'No pose reaches this goal. That is proven.' : 'No pose was found.';
    return `${found.count} poses within the limits. ${others}`;
  }

  solve();
  sketch.show();
  return { sketch, goal, found: () => found, dispose: () => sketch.dispose() };
}
