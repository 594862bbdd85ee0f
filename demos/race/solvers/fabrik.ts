import { i, n, o, over, row, sub, v, norm } from '../mathml.ts';
import type { SolverText } from '../texts.ts';

const p = (index: string[]) => sub(v('p'), row(...index));
const here = p([i('k')]);
const next = p([i('k'), o('+'), n(1)]);

export default {
  title: 'FABRIK',
  idea: 'Forward and backward reaching: put the tip on its target and let each joint follow on the line to the next; then put the root back, and the same outwards.',
  equations: [
    row(
      ...[here, o('←'), next, o('+'), sub(i('d'), i('k'))],
      over(row(here, o('−'), next), norm(here, o('−'), next)),
    ),
  ],
  letters:
    '<b>p</b> are the joints’ places and <i>d</i> the lengths between them. No angle occurs until the end, when the ' +
    'joints are turned to lie where they were put.',
  when:
    'for chains and trees of ball joints, long ones above all: a pass costs less than anything with a matrix, and looks ' +
    'natural. It knows points; hinges and limits it has to be taught.',
  sources: [
    {
      text: 'A. Aristidou and J. Lasenby, “FABRIK: A fast, iterative solver for the Inverse Kinematics problem”, 2011',
      href: 'https://doi.org/10.1016/j.gmod.2011.05.003',
    },
  ],
} satisfies SolverText;
