import { brackets, e, i, J, JT, o, row, v } from '../mathml.ts';
import type { SolverText } from '../texts.ts';

export default {
  title: 'Maximal coordinates',
  idea: 'Every link is free, and every joint is a soft constraint that its two halves meet. What does not fit is shared.',
  equations: [row(brackets(row(JT, J), o('+'), i('μ'), v('D')), ...[v('x'), o('='), o('−'), JT, e])],
  letters:
    '<b>x</b> moves six numbers a link and all joint values; <b>e</b> holds the gap at every joint and loop, and the goals’ ' +
    'errors; <b>D</b> is the diagonal of <b>J</b><sup>T</sup><b>J</b>. Both are sparse, since a joint knows only two links. ' +
    'Joints that gape by more than rounding share the misfit by <code>problem.fitWeights</code>.',
  use: 'an assembly is in pieces, or its joints and loops do not quite fit',
  when:
    'for linkages whose parts do not quite fit, for assemblies that start in pieces, and where a loop is not near being closed. ' +
    'It takes limits, goals of every type, and any number of loops.',
  sources: [
    { text: 'E. Gregson, “Inverse Kinematics”: constraints on free links' },
    {
      text: 'F. Freudenstein, “Approximate Synthesis of Four-Bar Linkages”, 1955: what its answers are held against',
    },
  ],
} satisfies SolverText;
