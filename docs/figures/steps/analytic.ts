/** Closed form: the elbow is where two circles meet, one about the base and one about the goal. */
import { length, meet, type Point } from '../../../demos/shell/plane.ts';
import { degrees } from '../../../demos/shell/units.ts';
import { centimetres, wrapped } from '../plane-arm.ts';
import { line, type Frame, type Mark, type Steps } from './frame.ts';
import { anglesOf, linksOf, pointsOf, turnMark } from './planar.ts';

const base: Point = [0, 0];

export const analytic: Steps = {
  lengths: [0.38, 0.48],
  start: [2.1, -0.5],
  goal: [0.46, 0.3],
  frames(q, goal) {
    const [a, b] = this.lengths as [number, number];
    const points = pointsOf(q, this.lengths);
    const frames: Frame[] = [];
    const show = (text: string, joints: readonly Point[], ...marks: Mark[]): void => {
      frames.push({ links: linksOf(joints), marks, text });
    };
    const circle = (look: 'aim' | 'to-goal', at: Point, radius: number): Mark => ({
      kind: 'ring',
      look,
      at,
      radius,
    });
    const circles = [circle('aim', base, a), circle('to-goal', goal, b)];
    const far = length(goal);
    show(
      `The goal is ${centimetres(far)} from the base, and the links are ${centimetres(a)} and ${centimetres(b)} long.`,
      points,
    );
    show(`Link 1 keeps the elbow ${centimetres(a)} from the base: on this circle.`, points, circles[0]!);
    show(`Link 2 has to keep it ${centimetres(b)} from the goal: on this circle, too.`, points, ...circles);
    if (far > a + b || far < Math.abs(a - b)) {
      const gap = far > a + b ? far - a - b : Math.abs(a - b) - far;
      show(
        `The circles do not meet, by ${centimetres(gap)}: no pose reaches the goal, and that is a proof.`,
        points,
        ...circles,
      );
      return frames;
    }
    const ways = [meet(base, a, goal, b), meet(goal, b, base, a)].map((elbow) => {
      const joints: readonly Point[] = [base, elbow, goal];
      const turns = anglesOf(joints).map((angle, i) => wrapped(angle - q[i]!));
      return { elbow, joints, turns, most: Math.max(...turns.map(Math.abs)) };
    });
    ways.sort((one, other) => Math.hypot(...one.turns) - Math.hypot(...other.turns));
    const [near, other] = ways as [(typeof ways)[0], (typeof ways)[0]];
    const spots = ways.map(({ elbow }): Mark => ({ kind: 'ring', look: 'plain', at: elbow, radius: 0.04 }));
    const ghosts = ways.map(({ joints }) => line('faint', ...joints));
    show(
      'They meet in two points, so the goal is reached with the elbow on either side.',
      points,
      ...circles,
      ...spots,
      ...ghosts,
    );
    const compared = ways.map(({ turns }) => turns.map(degrees).join(' and '));
    show(
      `The hinges are ${compared[0]} from one pose, and ${compared[1]} from the other. The nearer is taken.`,
      points,
      ...circles,
      ...spots,
      ...ghosts,
      ...near.turns.map((turn, i) => turnMark(points, i, turn)),
    );
    show('There it is, without steps and exact.', near.joints, ...circles, ...spots, ...ghosts);
    show(
      'The other pose reaches the goal as well; findSolutions lists both.',
      other.joints,
      ...circles,
      ...spots,
      ...ghosts,
    );
    return frames;
  },
};
