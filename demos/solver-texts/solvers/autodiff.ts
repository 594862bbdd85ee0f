import { dq, e, i, n, norm, o, over, row, sub, sup, v } from '../mathml.ts';
import type { SolverText } from '../texts.ts';

const gradient = row(sub(o('∇'), v('q')), over(n(1), n(2)), sup(norm(e), n(2)));

export default {
  title: 'Automatic derivatives',
  idea: 'Descends the same error, and knows nothing of arms: the gradient comes out of dual numbers, which carry a derivative along with every value.',
  equations: [row(dq, o('='), o('−'), i('α'), v('H'), gradient)],
  letters:
    '<b>H</b> is a guess of the inverse of the second derivatives, made of the last eight steps and what they changed of ' +
    'the gradient (L-BFGS); α starts at 1 and is shortened until the error falls as its slope says. Every step is ' +
    'projected onto the limits.',
  use: 'you want to check another solver, or a goal has no Jacobian yet',
  when: 'to check another solver, or for a goal whose Jacobian nobody has written down. That generality costs time.',
  sources: [
    {
      text: 'D. C. Liu and J. Nocedal, “On the limited memory BFGS method for large scale optimization”, 1989',
      href: 'https://doi.org/10.1007/BF01589116',
    },
  ],
} satisfies SolverText;
