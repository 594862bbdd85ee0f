/** CCD: from the tip to the base, each hinge alone turns the tip onto the line to the goal, within its limits. */
import { length, minus, polar, type Point } from '../../../demos/shell/plane.ts';
import { degrees } from '../../../demos/shell/units.ts';
import { angleOf, centimetres, wrapped } from '../plane-arm.ts';
import { line, sector, type Frame, type Mark, type Steps } from './frame.ts';
import { linksOf, pointsOf } from './planar.ts';

const sweeps = 2;

export const ccd: Steps = {
  lengths: [0.36, 0.3, 0.26, 0.2],
  limit: 1.4,
  start: [1.1, -1.4, 0.8, -0.6],
  goal: [0.42, 0.18],
  frames(start, goal) {
    const { lengths, limit } = this;
    const q = [...start];
    const frames: Frame[] = [];
    const tip = (): Point => pointsOf(q, lengths).at(-1)!;
    const away = (): string => centimetres(length(minus(goal, tip())));
    const show = (text: string, ...marks: Mark[]): void => {
      frames.push({ links: linksOf(pointsOf(q, lengths)), marks, text });
    };
    /** The angle that hinge i has to close, its sides, and the limit that it would pass. */
    const marks = (i: number, turn: number, stop: number | null): Mark[] => {
      const points = pointsOf(q, lengths);
      const joint = points[i]!;
      const before = q.slice(0, i).reduce((sum, angle) => sum + angle, 0);
      const size = 1.2 * lengths[i]!;
      return [
        line('to-goal', joint, goal),
        line('aim', joint, points.at(-1)!),
        sector('aim', joint, 0.14, angleOf(minus(points.at(-1)!, joint)), turn),
        ...(stop === null ? [] : [line('stop', joint, polar(joint, size, before + stop))]),
      ];
    };

    show(`The tip is ${away()} from the goal. One hinge turns at a time, the last one first.`);
    for (let k = 0; k < sweeps; ++k) {
      for (let i = lengths.length - 1; i >= 0; --i) {
        const joint = pointsOf(q, lengths)[i]!;
        const turn = wrapped(angleOf(minus(goal, joint)) - angleOf(minus(tip(), joint)));
        const next = Math.max(-limit!, Math.min(limit!, q[i]! + turn));
        const made = next - q[i]!;
        const stop = Math.abs(made - turn) > 1e-9 ? next : null;
        const isStuck = stop !== null && Math.abs(made) < 1e-3;
        const seen = `Hinge ${i + 1} sees the tip and the goal ${degrees(Math.abs(turn))} apart`;
        if (k === 0) show(`${seen}.`, ...marks(i, turn, stop));
        q[i] = next;
        show(
          `${k === 0 ? 'It' : `${seen}, ${isStuck ? 'but' : 'and'}`} ${isStuck ? 'stays at its limit (red)' : stop === null ? 'turns by that' : `turns by ${degrees(Math.abs(made))}, up to its limit (red)`}: the tip is ${away()} from the goal.`,
          ...marks(i, turn - made, stop),
        );
      }
      show(`Sweep ${k + 1} is done: ${away()} from the goal.`);
    }
    return frames;
  },
};
