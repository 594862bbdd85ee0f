/** The transpose: a spring pulls the tip to the goal, every hinge feels its torque Jᵀe, and turns by it once let go. */
import { button, write } from '../../demos/shell/dom.ts';
import { minus } from '../../demos/shell/plane.ts';
import { Ticker } from '../../demos/shell/ticker.ts';
import { addSvg, arrow, writeLine } from './board.ts';
import { row, signed } from './parts.ts';
import { centimetres, drawTurn, PlaneArm } from './plane-arm.ts';
import { columnsOf, pullOn, spring, times, towards, turned } from './steps/planar.ts';

/** Radians per second, and drawn radians, for a torque of one square metre. */
const pace = 3;
const drawn = 2;
/** Torque below which a hinge rests (m²). */
const rest = 2e-4;

export interface Springs {
  readonly arm: PlaneArm;
  /** Jᵀe: metres of the lever times metres of the spring. */
  readonly torques: readonly number[];
  dispose(): void;
}

export function springs(host: HTMLElement): Springs {
  const torquesOf = (): number[] => pullOn(columnsOf(arm.points), minus(arm.target, arm.tip));
  let isLoose = false;
  const arm: PlaneArm = new PlaneArm(host, {
    lengths: [0.42, 0.34, 0.26],
    start: [1.9, -0.9, -0.6],
    goal: [0.8, 0.3],
    box: [-0.75, -0.2, 1.9, 1.25],
    label: 'An arm of three hinges, and a spring from its tip to the goal',
    onGoal: () => {
      arm.show();
      ticker.invalidate();
    },
    draw,
  });
  const { under, over } = arm.board;
  const hinges = arm.q.map((_, i) => i);
  const levers = hinges.map(() => addSvg(under, 'polyline', 'faint'));
  const turns = hinges.map(() => addSvg(under, 'polygon', 'sector aim'));
  const coil = addSvg(over, 'polyline', 'line to-goal');
  const pull = addSvg(over, 'polygon', 'arrow to-goal');
  const hold = button('Let go', 'loose', () => {
    isLoose = !isLoose;
    write(hold, isLoose ? 'Hold' : 'Let go');
    ticker.invalidate();
  });
  host.append(row(hold));

  const ticker = new Ticker(host);
  ticker.onFrame = (seconds) => {
    if (!isLoose) return false;
    const torques = torquesOf();
    arm.take(turned(arm.q, times(torques, pace * seconds)));
    arm.show();
    return torques.some((each) => Math.abs(each) > rest);
  };

  function draw(): string {
    const { points, tip, target } = arm;
    const hook = towards(target, tip, Math.min(0.12, 0.3 * arm.error));
    writeLine(coil, spring(tip, hook));
    arrow(pull, hook, minus(towards(target, tip, Math.min(0.05, 0.15 * arm.error)), hook));
    const torques = torquesOf();
    hinges.forEach((i) => {
      writeLine(levers[i]!, [points[i]!, tip]);
      drawTurn(turns[i]!, points, i, drawn * torques[i]!);
    });
    const felt = torques.map((each) => signed(each.toFixed(3))).join(', ');
    return `The spring is ${centimetres(arm.error)} long. Jᵀe = (${felt}) m²: the torques of hinges 1, 2 and 3.`;
  }

  arm.show();
  return {
    arm,
    get torques() {
      return torquesOf();
    },
    dispose: () => {
      ticker.onFrame = null;
      arm.dispose();
    },
  };
}
