import { i, o, row, sub, v } from '../mathml.ts';
import type { SolverText } from '../texts.ts';

export default {
  title: 'Closed form',
  idea: 'No steps: all poses that reach the target follow from equations, and the nearest is taken.',
  equations: [
    row(...['1', '2', '3', '4', '5', '6'].map((index) => sub(i('E'), `<mn>${index}</mn>`)), o('='), v('G')),
  ],
  letters:
    '<i>E</i> is the turn of a hinge about its axis, and <b>G</b> what takes the tool from where it is to where it should be. Where ' +
    'three axes meet in a point, or are parallel, only equations of second degree are left; otherwise one of degree sixteen.',
  use: 'an arm of six hinges or fewer must be exact, stay on its branch, or prove that a target is out of reach',
  when:
    'for arms with as many hinges as the goal asks for: six for a pose, three for a point. It is exact, it knows when no pose ' +
    'reaches the target, and while the target moves it keeps to its branch: the elbow never flips.',
  sources: [
    {
      text: 'D. Pieper, “The Kinematics of Manipulators under Computer Control”, 1968',
      href: 'https://apps.dtic.mil/sti/citations/AD0680036',
    },
    {
      text: 'M. Raghavan and B. Roth, “Inverse Kinematics of the General 6R Manipulator and Related Linkages”, 1993',
      href: 'https://doi.org/10.1115/1.2919218',
    },
  ],
} satisfies SolverText;
