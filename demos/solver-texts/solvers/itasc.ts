import { both, brackets, e, i, n, o, over, row, sum, sup, t, v } from '../mathml.ts';
import type { SolverText } from '../texts.ts';

const A = v('A');
const rate = (name: string): string => `<mover accent="true">${v(name)}${o('˙')}</mover>`;

export default {
  title: 'iTaSC',
  idea: 'Constraints between moving things, over time: it anticipates motion instead of chasing it.',
  equations: [
    row(A, rate('q'), o('='), i('K'), e, o('+'), rate('y')),
    row(
      ...[
        rate('q'),
        o('='),
        sum(i('σ')),
        over(i('σ'), row(sup(i('σ'), n(2)), o('+'), both(i('λ'), i('σ'), n(2)))),
      ],
      ...[v('v'), sup(v('u'), t), brackets(i('K'), e, o('+'), rate('y'))],
    ),
  ],
  letters:
    '<b>A</b> is the constraints’ Jacobian, <b>e</b> what is missing, <i>K</i> the gain, and <b>ẏ</b> what targets, bases and ' +
    'objects that you move do to the error by themselves. It is solved by singular directions <b>u</b>, <b>v</b>, damped by λ ' +
    'where σ is below <code>dampingRange</code> (WDLS), or each capped for itself with <code>selective</code> (WSDLS).',
  use: 'targets, bases or objects move and must be followed without lag',
  when:
    'to follow over time: targets, bases and objects that move while you watch, several constraints on one robot, several robots ' +
    'tied to each other. <code>problem.step(dt)</code> lets time pass; <code>solve</code> goes on until the constraints are met.',
  sources: [
    {
      text: 'J. De Schutter et al., “Constraint-Based Task Specification and Estimation for Sensor-Based Robot Systems in the Presence of Geometric Uncertainty”, 2007',
      href: 'https://doi.org/10.1177/027836490707809107',
    },
    {
      text: 'R. Smits et al., “iTASC: A Tool for Multi-Sensor Integration in Robot Manipulation”, 2008',
      href: 'https://doi.org/10.1109/MFI.2008.4648032',
    },
  ],
} satisfies SolverText;
