/** The columns of a point's Jacobian, each drawn as an arrow at the tip. */
import { degrees } from '../../demos/shell/units.ts';
import { addSvg, arrow, set } from './board.ts';
import { PlaneArm } from './plane-arm.ts';
import { columnsOf } from './steps/planar.ts';

/** Drawn length per column length: metres for one metre per radian. */
const scale = 0.35;

export function jacobian(host: HTMLElement): PlaneArm {
  const arm: PlaneArm = new PlaneArm(host, {
    lengths: [0.42, 0.34, 0.26],
    start: [1.3, -0.9, -0.5],
    goal: [0.6, 0.45],
    box: [-0.75, -0.3, 1.9, 1.45],
    label: 'An arm of three hinges; at its tip an arrow for each joint',
    draw: () => {
      const { points, tip } = arm;
      const sizes = columnsOf(points).map(([x, y], i) => {
        arrow(arrows[i]!, tip, [scale * x, scale * y]);
        const [jx, jy] = points[i]!;
        set(digits[i]!, { x: jx - 0.02, y: -jy - 0.05 });
        return `joint ${i + 1}: ${(100 * Math.hypot(x, y) * (Math.PI / 180)).toFixed(2)} cm`;
      });
      return `The tip’s way for ${degrees(Math.PI / 180)} of each joint: ${sizes.join(', ')}.`;
    },
  });
  const names = columnsOf(arm.points).map((_, i) => i + 1);
  const arrows = names.map((i) => addSvg(arm.board.over, 'polygon', `arrow a${i}`));
  const digits = names.map((i) => {
    // Text would be upside down where y points up.
    const digit = addSvg(arm.board.over, 'text', `digit a${i}`, { transform: 'scale(1 -1)' });
    digit.textContent = String(i);
    return digit;
  });
  arm.reach();
  return arm;
}
