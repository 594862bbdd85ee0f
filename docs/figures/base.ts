/**
 * Why CCD jerks when the goal is near the base: the same displacement of the goal is a larger angle there.
 */
import { length } from '../../demos/shell/plane.ts';
import { degrees } from '../../demos/shell/units.ts';
import { addSvg, sector } from './board.ts';
import { angleOf, centimetres, PlaneArm } from './plane-arm.ts';

/** Displacement to either side of the goal (metres). */
const sway = 0.05;

export function base(host: HTMLElement): PlaneArm {
  const arm = new PlaneArm(host, {
    lengths: [0.4, 0.35, 0.3],
    start: [1.2, -0.7, -0.6],
    goal: [0.8, 0.35],
    box: [-0.75, -0.45, 1.75, 1.35],
    label: 'An arm of three hinges, a goal, and the angle under which its base sees ten centimetres',
    onGoal: () => {
      arm.sweep();
      arm.show();
    },
    draw: () => {
      const away = Math.max(length(arm.target), 1e-3);
      const half = Math.atan2(sway, away);
      sector(wedge, [0, 0], Math.hypot(away, sway), angleOf(arm.target) - half, 2 * half);
      return `${centimetres(away)} from the base, a goal that moves ${centimetres(2 * sway)} sideways turns the base by ${degrees(2 * half)}.`;
    },
  });
  const wedge = addSvg(arm.board.under, 'polygon', 'arc');
  for (let i = 0; i < 20; ++i) arm.sweep();
  arm.show();
  return arm;
}
