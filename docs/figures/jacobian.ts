/** The columns of a point's Jacobian, each drawn as an arrow at the tip. */
import { minus, polar } from '../../demos/shell/plane.ts';
import { degrees } from '../../demos/shell/units.ts';
import { addSvg, arrow, set, writeLine } from './board.ts';
import { angleOf, PlaneArm } from './plane-arm.ts';
import { columnsOf } from './steps/planar.ts';

/** Drawn length per column length: metres for one metre per radian. */
const scale = 0.45;

export function jacobian(host: HTMLElement): PlaneArm {
  const arm: PlaneArm = new PlaneArm(host, {
    lengths: [0.42, 0.34, 0.26],
    start: [1.3, -0.9, -0.5],
    goal: [0.6, 0.45],
    box: [-0.75, -0.2, 1.9, 1.3],
    label: 'An arm of three hinges; at its tip an arrow for each joint',
    draw: () => {
      const { points, tip } = arm;
      const sizes = columnsOf(points).map(([x, y], i) => {
        arrow(arrows[i]!, tip, [scale * x, scale * y]);
        writeLine(levers[i]!, [points[i]!, tip]);
        // Beside the link.
        const [jx, jy] = polar(points[i]!, 0.08, angleOf(minus(points[i + 1]!, points[i]!)) + Math.PI / 2);
        set(digits[i]!, { x: jx - 0.02, y: 0.02 - jy });
        return `joint ${i + 1}: ${(100 * Math.hypot(x, y) * (Math.PI / 180)).toFixed(2)} cm`;
      });
      return `The tip’s way for ${degrees(Math.PI / 180)} of each joint: ${sizes.join(', ')}.`;
    },
  });
  const names = columnsOf(arm.points).map((_, i) => i + 1);
  const levers = names.map(() => addSvg(arm.board.under, 'polyline', 'faint'));
  // Over the goal, which is at the tip.
  const arrows = names.map((i) => addSvg(arm.board.top, 'polygon', `arrow a${i}`));
  const digits = names.map((i) => {
    // Text would be upside down where y points up.
    const digit = addSvg(arm.board.over, 'text', `digit a${i}`, { transform: 'scale(1 -1)' });
    digit.textContent = String(i);
    return digit;
  });
  arm.reach();
  return arm;
}
