/** One damped step from an arm that is almost straight: what is asked, what J promises, and where the tip goes. */
import { make } from '../../demos/shell/dom.ts';
import { length, minus, type Point } from '../../demos/shell/plane.ts';
import { addSvg, arrow, writeLine } from './board.ts';
import { slider } from './parts.ts';
import { centimetres, drawTurn, PlaneArm } from './plane-arm.ts';
import { columnsOf, dampedStep, inDegrees, motionOf, pointsOf, turned } from './steps/planar.ts';

const lengths = [0.5, 0.4];
const start = [0.5, -0.3];
/** Metres per radian. */
const most = 0.4;
/** Points of the tip's way. */
const count = 60;

export interface Damping {
  readonly arm: PlaneArm;
  /** Turns of the hinges. */
  readonly step: readonly number[];
  dispose(): void;
}

export function damping(host: HTMLElement): Damping {
  const value = slider('damping', [0, most]);
  value.value = '0';
  let step: readonly number[] = [];
  const arm: PlaneArm = new PlaneArm(host, {
    lengths,
    start,
    goal: [0.64, 0.46],
    box: [-0.35, -0.12, 1.4, 0.85],
    label: 'An arm of two hinges, almost straight, a goal, and the arm after one step',
    onGoal: () => arm.show(),
    draw,
  });
  const { under, over } = arm.board;
  const after = addSvg(under, 'polyline', 'ghost');
  const turns = start.map(() => addSvg(under, 'polygon', 'sector plain'));
  const asked = addSvg(over, 'polyline', 'ghost to-goal', { 'data-part': 'asked' });
  const promised = addSvg(over, 'polygon', 'arrow aim', { 'data-part': 'promised' });
  const way = addSvg(over, 'polyline', 'path', { 'data-part': 'taken' });
  value.addEventListener('input', () => arm.show());
  host.append(make('label', { className: 'angle' }, 'damping λ ', value));

  function draw(): string {
    const { q, points, tip, target } = arm;
    const lambda = Number(value.value);
    const e = minus(target, tip);
    const columns = columnsOf(points);
    step = dampedStep(columns, e, lambda);
    const forecast = motionOf(columns, step);
    const stood = (part: number): Point[] => pointsOf(turned(q, step, part), lengths);
    const course = Array.from({ length: count + 1 }, (_, k) => stood(k / count).at(-1)!);
    writeLine(asked, [tip, target]);
    arrow(promised, tip, forecast);
    writeLine(way, course);
    writeLine(after, stood(1));
    step.forEach((turn, i) => drawTurn(turns[i]!, points, i, turn));
    const left = length(minus(target, course.at(-1)!));
    return `λ = ${centimetres(lambda)} per radian. Asked: ${centimetres(length(e))}; promised by J: ${centimetres(length(forecast))}, for turns of ${inDegrees(step).replace(', ', ' and ')}. The tip ends ${centimetres(left)} from the goal.`;
  }

  arm.show();
  return {
    arm,
    get step() {
      return step;
    },
    dispose: () => arm.dispose(),
  };
}
