/** CCD: from the tip to the base, each hinge alone turns the tip onto the line to the goal, within its limits. */
import { minus, polar } from '../../../demos/shell/plane.ts';
import { degrees } from '../../../demos/shell/units.ts';
import { angleOf, centimetres, wrapped } from '../plane-arm.ts';
import { line, sector, still, type Frame, type Mark, type Steps } from './frame.ts';
import { stand, total } from './planar.ts';

const sweeps = 2;

export const ccd: Steps = {
  lengths: [0.36, 0.3, 0.26, 0.2],
  limit: 1.4,
  start: [1.1, -1.4, 0.8, -0.6],
  goal: [0.42, 0.18],
  *frames(start, goal) {
    const { lengths, limit = Infinity } = this;
    const q = [...start];
    const now = () => stand(q, lengths, goal);
    const away = (): string => centimetres(now().away);
    const show = (text: string, marks: readonly Mark[] = []): Frame => still(now().points, text, marks);
    /** The angle that hinge i has to close, its sides, and the limit that it would pass. */
    const marks = (i: number, turn: number, stop: number | null): Mark[] => {
      const { points, tip } = now();
      const joint = points[i]!;
      const before = total(q.slice(0, i));
      return [
        line('to-goal', joint, goal),
        line('aim', joint, tip),
        sector('aim', joint, 0.14, angleOf(minus(tip, joint)), turn),
        ...(stop === null ? [] : [line('stop', joint, polar(joint, 1.2 * lengths[i]!, before + stop))]),
      ];
    };

    yield show(`The tip is ${away()} from the goal. One hinge turns at a time, the last one first.`);
    for (let k = 0; k < sweeps; ++k) {
      for (let i = lengths.length - 1; i >= 0; --i) {
        const { points, tip } = now();
        const turn = wrapped(angleOf(minus(goal, points[i]!)) - angleOf(minus(tip, points[i]!)));
        const next = Math.max(-limit, Math.min(limit, q[i]! + turn));
        const made = next - q[i]!;
        const stop = Math.abs(made - turn) > 1e-9 ? next : null;
        const isStuck = stop !== null && Math.abs(made) < 1e-3;
        const seen = `Hinge ${i + 1} sees the tip and the goal ${degrees(Math.abs(turn))} apart`;
        const part = stop === null ? 'by that' : `by ${degrees(Math.abs(made))}, up to its limit (red)`;
        const does = isStuck ? 'stays at its limit (red)' : `turns ${part}`;
        if (k === 0) yield show(`${seen}.`, marks(i, turn, stop));
        q[i] = next;
        const who = k === 0 ? 'It' : `${seen}, ${isStuck ? 'but' : 'and'}`;
        yield show(`${who} ${does}: the tip is ${away()} from the goal.`, marks(i, turn - made, stop));
      }
      yield show(`Sweep ${k + 1} is done: ${away()} from the goal.`);
    }
  },
};
