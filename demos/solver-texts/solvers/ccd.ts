import { brackets, i, n, norm, o, row, sub, sum, v } from '../mathml.ts';
import type { SolverText } from '../texts.ts';

const r = sub(v('r'), i('g'));
const t = sub(v('t'), i('g'));
const f = v('f');

export default {
  title: 'CCD',
  idea: 'Cyclic coordinate descent: from the tips to the base, each joint in turn does what it alone can do best.',
  equations: [
    row(...[f, o('='), sum(i('g'))], brackets(norm(r), norm(t), o('+'), r, o('·'), t, o(','), r, o('×'), t)),
    row(
      ...[i('θ'), o('='), n(2), i('atan2')],
      brackets(sub(f, row(i('x'), i('y'), i('z'))), o('·'), v('w'), o(','), sub(f, i('w'))),
    ),
  ],
  letters:
    'From the joint, <b>r</b> points to a tool and <b>t</b> to its target; the sum of their quaternions <b>f</b> is ' +
    'the aim; a hinge keeps only its turn θ about its axis <b>w</b>, inside its limits.',
  use: 'you want a method without matrices that is easy to follow step by step',
  when:
    'for following a hand, frame by frame, on any arm: cheap steps, exact limits, nothing to tune. It crawls where all ' +
    'joints would have to move together.',
  sources: [
    {
      text: 'J. Blow, “IK with Quaternion Joint Limits”, 2002',
      href: 'http://number-none.com/product/IK%20with%20Quaternion%20Joint%20Limits/',
    },
    { text: 'zalo, “Inverse Kinematics”, 2019', href: 'https://zalo.github.io/blog/inverse-kinematics/' },
  ],
} satisfies SolverText;
