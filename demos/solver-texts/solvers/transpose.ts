import { buss2004 } from '../buss.ts';
import { brackets, dq, e, i, J, JT, o, over, row } from '../mathml.ts';
import type { SolverText } from '../texts.ts';

const pull = row(JT, e);
const effect = row(J, JT, e);

export default {
  title: 'Jacobian transpose',
  idea: 'Every joint turns as the pull of the targets on their effectors turns it: steepest descent of the squared error.',
  equations: [
    row(dq, o('='), i('α'), pull),
    row(i('α'), o('='), over(row(e, o('·'), effect), row(brackets(effect), o('·'), brackets(effect)))),
  ],
  letters:
    'α makes the error least along this direction. With <code>stepSize</code> a flat weight takes its place, which ' +
    'shrinks near the target. No joint turns by more than 30° a step.',
  use: 'you want the simplest method that works, without factoring matrices',
  when:
    'to see the simplest thing that works, or where no matrix may be factored. Its steps are cheap, and it needs many; ' +
    'it crawls when the target lies just beside the axis of a straight arm.',
  sources: [
    { text: 'W. Wolovich and H. Elliott, “A computational technique for inverse kinematics”, 1984' },
    { ...buss2004, text: `${buss2004.text}, equations 7 and 8` },
  ],
} satisfies SolverText;
