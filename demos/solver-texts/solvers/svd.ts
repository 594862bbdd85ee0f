import { buss2004 } from '../buss.ts';
import { both, brackets, dq, e, i, lambda2, n, o, over, row, sub, sum, sup, t, v } from '../mathml.ts';
import type { SolverText } from '../texts.ts';

const k = i('k');

export default {
  title: 'Damped, by singular values',
  idea: 'The same step as damped least squares, but taken apart, so that it shows what the damping does in each direction.',
  equations: [
    row(
      ...[dq, o('='), sum(k)],
      over(sub(i('σ'), k), row(sup(sub(i('σ'), k), n(2)), o('+'), lambda2)),
      sub(v('v'), k),
      brackets(both(v('u'), k, t), e),
    ),
  ],
  letters:
    'σ, <b>u</b> and <b>v</b> are the singular values and vectors of <b>J</b>. With <code>truncation</code>, small ' +
    'values are dropped instead and the others not damped.',
  use: 'you want `dls` with control over singular values, and speed does not matter',
  when:
    'where the singular values are wanted anyway. Its curve lies on that of <code>dls</code>, and its time above it: the ' +
    'decomposition costs more than the solution of one system.',
  sources: [
    {
      text: 'A. A. Maciejewski and C. A. Klein, “Numerical filtering for the operation of robotic manipulators through kinematically singular configurations”, 1988',
    },
    { ...buss2004, text: `${buss2004.text}, section 6` },
  ],
} satisfies SolverText;
