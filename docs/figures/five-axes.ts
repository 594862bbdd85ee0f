/** Five hinges, from above: the place is reached, and of the turn all but one axis can be held. */
import type { PoseAxis } from 'limber';
import { robots } from 'limber/robots';
import { button, write } from '../../demos/shell/dom.ts';
import { minus, polar } from '../../demos/shell/plane.ts';
import { degrees } from '../../demos/shell/units.ts';
import { addSvg, arrow, put, sector } from './board.ts';
import { row } from './parts.ts';
import { angleOf, centimetres } from './plane-arm.ts';
import { Sketch } from './sketch.ts';

const link = 'effector';
/** Radius of what is drawn about the tool, in the board's units. */
const far = 0.25;

export function fiveAxes(host: HTMLElement) {
  const sketch = new Sketch(host, {
    model: robots.so101,
    q: [0, 0, 0, 0, 0],
    axes: [0, 1],
    scale: 4,
    box: [-0.25, -0.7, 2.2, 1.5],
    label: 'An SO-101 from above: the direction that its tool should have, and the one that it has',
    draw,
  });
  const { problem, board } = sketch;
  const place = problem.addGoal({ type: 'position', link, target: [0.25, 0.12, 0.15] });
  const turn = problem.addGoal({ type: 'orientation', link, priority: 1 });
  const wanted = [...turn.target];
  const pose = problem.addGoal({ type: 'pose', link, target: [0, 0, 0, ...wanted], weight: 0 });
  const ring = addSvg(board.under, 'circle', 'ring plain', { r: far });
  const missed = addSvg(board.under, 'polygon', 'sector stop');
  const arrows = ['plain', 'aim'].map((look) => addSvg(board.over, 'polygon', `arrow ${look}`));
  let isFree = false;

  /** The whole pose, or the place before the turn. */
  const ask = (whole: boolean): void => {
    pose.target.set(place.target);
    pose.weight = whole ? 1 : 0;
    for (const each of [place, turn]) each.weight = whole ? 0 : 1;
  };
  /** The axis to leave free, as a refusal names it. */
  const named = (): string => {
    ask(true);
    pose.free = [];
    return /leave (\w+) free/.exec(problem.solutions().reason)?.[1] ?? '';
  };
  let axis = '';
  const solve = (): void => {
    axis = named() || axis;
    if (isFree) pose.free = [axis as PoseAxis];
    ask(isFree);
    problem.solve({ solver: 'lm', mode: 'find' });
  };
  sketch.addTarget(place, 'Place', solve);
  const toggle = button('', 'free', () => {
    isFree = !isFree;
    solve();
    sketch.show();
  });
  host.append(row(toggle));

  function draw(): string {
    const tip = sketch.at(link);
    const way = angleOf(minus(sketch.at(link, [0, 0, 1]), tip));
    put(ring, tip);
    ring.toggleAttribute('hidden', !isFree);
    missed.toggleAttribute('hidden', isFree);
    sector(missed, tip, far, 0, way);
    arrow(arrows[0]!, tip, [1.4 * far, 0]);
    arrow(arrows[1]!, tip, polar([0, 0], 1.4 * far, way));
    write(toggle, isFree ? 'Ask for the whole turn' : `Leave ${axis} free`);
    const at = `The place is ${centimetres(isFree ? pose.distance : place.distance)} off`;
    return isFree
      ? `${at}, and the turn ${degrees(pose.angle)}: about ${axis} (upright) it can be anything.`
      : `${at}, the turn ${degrees(turn.angle)} (red): five hinges cannot hold it about ${axis}, which is upright here.`;
  }

  solve();
  sketch.show();
  return { sketch, place, turn, pose, dispose: () => sketch.dispose() };
}
