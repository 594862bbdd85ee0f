/** Closed form: the elbow is where two circles meet, one about the base and one about the goal. */
import { length, meet, type Point } from '../../../demos/shell/plane.ts';
import { degrees } from '../../../demos/shell/units.ts';
import { centimetres, wrapped } from '../plane-arm.ts';
import { line, ring, still, type Steps } from './frame.ts';
import { anglesOf, pointsOf, turnMark } from './planar.ts';

const base: Point = [0, 0];

export const analytic: Steps = {
  lengths: [0.38, 0.48],
  start: [2.1, -0.5],
  goal: [0.46, 0.3],
  *frames(q, goal) {
    const [a, b] = this.lengths as [number, number];
    const points = pointsOf(q, this.lengths);
    const circles = [ring('aim', base, a), ring('to-goal', goal, b)];
    const far = length(goal);
    const sizes = [far, a, b].map(centimetres);
    yield still(
      points,
      `The goal is ${sizes[0]} from the base, and the links are ${sizes[1]} and ${sizes[2]} long.`,
    );
    const keeps = `Link 1 keeps the elbow ${sizes[1]} from the base: on this circle.`;
    yield still(points, keeps, circles.slice(0, 1));
    yield still(points, `Link 2 has to keep it ${sizes[2]} from the goal: on this circle, too.`, circles);
    const gap = Math.max(far - a - b, Math.abs(a - b) - far);
    if (gap > 0) {
      const text = `The circles do not meet, by ${centimetres(gap)}: no pose reaches the goal, and that is a proof.`;
      yield still(points, text, circles);
      return;
    }
    const ways = [meet(base, a, goal, b), meet(goal, b, base, a)].map((elbow) => {
      const joints: readonly Point[] = [base, elbow, goal];
      return { elbow, joints, turns: anglesOf(joints).map((angle, i) => wrapped(angle - q[i]!)) };
    });
    ways.sort((one, other) => Math.hypot(...one.turns) - Math.hypot(...other.turns));
    const [near, other] = ways as [(typeof ways)[0], (typeof ways)[0]];
    const both = [
      ...circles,
      ...ways.map(({ elbow }) => ring('plain', elbow, 0.04)),
      ...ways.map(({ joints }) => line('faint', ...joints)),
    ];
    const meeting = 'They meet in two points, so the goal is reached with the elbow on either side.';
    yield still(points, meeting, both);
    const compared = ways.map(({ turns }) => turns.map(degrees).join(' and '));
    yield still(
      points,
      `The hinges are ${compared[0]} from one pose, and ${compared[1]} from the other. The nearer is taken.`,
      [...both, ...near.turns.map((turn, i) => turnMark(points, i, turn))],
    );
    yield still(near.joints, 'There it is, without steps and exact.', both);
    yield still(other.joints, 'The other pose reaches the goal as well; findSolutions lists both.', both);
  },
};
