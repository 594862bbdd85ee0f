import { brackets, dq, e, i, J, JT, n, norm, o, row, sup, v } from '../mathml.ts';
import type { SolverText } from '../texts.ts';

export default {
  title: 'Levenberg–Marquardt',
  idea: 'Damped least squares whose damping follows what its steps are worth: less after a good one, more after a bad one, which is taken back.',
  equations: [
    row(
      brackets(row(JT, J), o('+'), i('μ'), sup(norm(e), n(2)), sup(i('s'), n(2)), v('I')),
      ...[dq, o('='), JT, e],
    ),
  ],
  letters:
    'μ is multiplied by 0.3 after a step that lowers the error, and by 4 for another try after one that does not; ' +
    '<i>s</i>² is the mean square of the singular values of <b>J</b>. Joints that stand at a limit and would go further ' +
    'are held, and the rest is solved again.',
  use: "in general: it is the default. With `mode: 'find'` it reaches nearly every pose that an arm can have",
  when:
    'first, if you are not sure: quick from far away, quadratic near the target, limits exact, never worse than where it ' +
    'started. With the mode <code>find</code> it is what finds nearly every reachable pose.',
  sources: [
    {
      text: 'T. Sugihara, “Solvability-Unconcerned Inverse Kinematics by the Levenberg–Marquardt Method”, 2011',
      href: 'https://doi.org/10.1109/TRO.2011.2148230',
    },
  ],
} satisfies SolverText;
