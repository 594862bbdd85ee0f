import { buss2004 } from '../buss.ts';
import { both, brackets, dq, e, i, J, n, o, row, sub, sum, sup, t, v } from '../mathml.ts';
import type { SolverText } from '../texts.ts';

const k = i('k');

export default {
  title: 'Pseudoinverse',
  idea: 'Pretend the arm is linear, and take the shortest step that would remove the error.',
  equations: [
    row(
      ...[dq, o('='), sup(J, o('+')), e, o('='), sum(row(sub(i('σ'), k), o('>'), i('ε'), sub(i('σ'), n(1))))],
      ...[both(i('σ'), k, row(o('−'), n(1))), sub(v('v'), k)],
      brackets(both(v('u'), k, t), e),
    ),
  ],
  letters:
    'σ, <b>u</b> and <b>v</b> are the singular values and vectors of <b>J</b>; ε is <code>truncation</code>, below which ' +
    'a value counts as zero. No joint turns by more than 5° a step.',
  use: 'the arm stays far from singularities and the answer must be exact',
  when:
    'away from singularities, where it is Newton’s method: few steps near the target, as exact as one likes. Near a ' +
    'singularity its steps are wild, and the small cap that tames them makes long ways slow.',
  sources: [
    { text: 'D. E. Whitney, “Resolved motion rate control of manipulators and human prostheses”, 1969' },
    { ...buss2004, text: `${buss2004.text}, equation 9` },
  ],
} satisfies SolverText;
