import { brackets, i, n, norm, o, row, sub, sum, sup, v } from '../mathml.ts';
import type { SolverText } from '../texts.ts';

const k = i('k');
const squared = n(2);

export default {
  title: 'Curl',
  idea: 'A chain of free balls bends evenly until its tip is as far from its base as the target is, then swings there as a whole.',
  equations: [
    row(
      ...[
        sup(row(o('|'), sum(k), sub(i('w'), k), sup(i('e'), row(i('j'), k, i('φ'))), o('|')), squared),
        o('+'),
      ],
      ...[sup(brackets(sum(k), sub(i('z'), k)), squared), o('='), sup(norm(v('t')), squared)],
    ),
  ],
  letters:
    'Every ball turns by φ about one axis, so the <i>k</i>th bone turns by <i>k</i>φ; <i>z</i> is the bone’s part along ' +
    'that axis, <i>w</i> the part across it as a complex number, and <b>t</b> points from the base to the target.',
  use: 'a tentacle, rope or tail of free balls follows one point',
  when:
    'for tentacles, ropes and tails of any length: one equation in one number, so a solve takes an iteration or two. It ' +
    'takes one position goal, and balls without limits.',
  sources: [{ text: 'Limber’s own; the equation is solved by Newton’s method' }],
} satisfies SolverText;
