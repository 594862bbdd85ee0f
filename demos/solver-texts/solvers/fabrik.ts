import { norm, o, over, row, sup, v } from '../mathml.ts';
import type { SolverText } from '../texts.ts';

const joint = v('o');
const next = sup(v('p'), o('∗'));
const way = row(joint, o('−'), next);

export default {
  title: 'FABRIK',
  idea: 'Forward and backward reaching: from the targets inwards, each joint goes to where it could hold the next; from the roots outwards, each turns towards the place that was found.',
  equations: [
    row(sup(joint, o('∗')), o('='), next, o('+'), norm(v('p'), o('−'), joint), over(way, norm(way))),
  ],
  letters:
    '<b>o</b> is a joint and <b>p</b> the next one, or the tool; stars are where they are wanted. Where branches meet, the ' +
    'mean is taken. Outwards, a joint turns by the least turn, a hinge by its part about the axis, inside the limits. Where ' +
    'hinges or limits leave little of a turn, a sweep of CCD takes the step’s place.',
  use: 'chains or trees of balls, above all long ones, have position goals',
  when:
    'for chains and trees of ball joints, long ones above all: a pass costs little more than finding out where the links ' +
    'are, and looks natural. It only takes position goals.',
  sources: [
    {
      text: 'A. Aristidou and J. Lasenby, “FABRIK: A fast, iterative solver for the Inverse Kinematics problem”, 2011',
      href: 'https://doi.org/10.1016/j.gmod.2011.05.003',
    },
    {
      text: 'A. Aristidou, Y. Chrysanthou and J. Lasenby, “Extending FABRIK with model constraints”, 2016',
      href: 'https://doi.org/10.1002/cav.1630',
    },
  ],
} satisfies SolverText;
