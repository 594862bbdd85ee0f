import { both, brackets, dq, e, i, n, o, over, row, sub, sum, t, v, words } from '../mathml.ts';
import type { SolverText } from '../texts.ts';

const k = i('k');
const gamma = i('γ');
const clamp = words('clamp');

export default {
  title: 'Selectively damped',
  idea: 'Every singular direction gets its own bound, from how much joint motion it costs per effector motion.',
  equations: [
    row(...[dq, o('='), clamp], brackets(sum(k), sub(v('φ'), k), o(','), gamma)),
    row(
      ...[sub(v('φ'), k), o('='), clamp],
      brackets(
        both(i('σ'), k, row(o('−'), n(1))),
        brackets(both(v('u'), k, t), e),
        sub(v('v'), k),
        ...[o(','), gamma, words('min')],
        brackets(n(1), o(','), over(sub(i('N'), k), sub(i('M'), k))),
      ),
    ),
  ],
  letters:
    '<i>N</i> is how far a direction moves the effectors, and <i>M</i> how far the joints that it turns could move ' +
    'them; clamp shortens until no joint turns by more than the second number; γ is 45°.',
  use: 'there are several effectors with reachable targets, and you do not want to tune anything',
  when:
    'for several effectors and reachable targets, with nothing to tune: its steps are mostly smaller than those of one ' +
    'damping for all directions. It often takes more of them, and each is dearer.',
  sources: [
    {
      text: 'S. R. Buss and J.-S. Kim, “Selectively Damped Least Squares for Inverse Kinematics”, 2005',
      href: 'https://doi.org/10.1080/2151237X.2005.10129202',
    },
  ],
} satisfies SolverText;
