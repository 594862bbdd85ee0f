import { buss2004 } from '../buss.ts';
import { brackets, dq, e, J, JT, lambda2, n, o, row, sup, v } from '../mathml.ts';
import type { SolverText } from '../texts.ts';

export default {
  title: 'Damped least squares',
  idea: 'The pseudoinverse with a price on motion: what would turn the joints far for little gain is left undone.',
  equations: [row(...[dq, o('='), JT], sup(brackets(J, JT, o('+'), lambda2, v('I')), row(o('−'), n(1))), e)],
  letters:
    'λ is <code>damping</code>, a part of the reach; left automatic it is 0.035 of the root mean square of the singular ' +
    'values of <b>J</b>. Errors longer than <code>maxError</code> are shortened first, and no ' +
    'joint turns by more than 45° a step.',
  use: 'motion must stay calm near singularities and out of reach, or goals have priorities',
  when:
    'as the steady one: calm near singularities and at targets out of reach, several effectors at once, priorities among ' +
    'goals. More damping is calmer and slower.',
  sources: [
    {
      text: 'Y. Nakamura and H. Hanafusa, “Inverse Kinematic Solutions With Singularity Robustness for Robot Manipulator Control”, 1986',
      href: 'https://doi.org/10.1115/1.3143764',
    },
    {
      text: 'C. W. Wampler, “Manipulator Inverse Kinematic Solutions Based on Vector Formulations and Damped Least-Squares Methods”, 1986',
      href: 'https://doi.org/10.1109/TSMC.1986.289285',
    },
    { ...buss2004, text: `${buss2004.text}, equation 11` },
  ],
} satisfies SolverText;
