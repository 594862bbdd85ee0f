import type { LinkDescription, ModelDescription } from '../../../describe/description.ts';
import { ballLink, effector, up } from './parts.ts';
import type { ArmPreset } from './preset.ts';

/** Three balls starting at the end of the trunk, leaning outwards by `lean` degrees. */
function branch(side: string, lean: number): LinkDescription[] {
  const bone = up(0.2, lean);
  return [
    ballLink(`${side} 1`, 'trunk 2', up(0.2), bone),
    ballLink(`${side} 2`, `${side} 1`, bone, bone),
    ballLink(`${side} 3`, `${side} 2`, bone, bone),
    effector(`${side} effector`, `${side} 3`, bone),
  ];
}

/** A trunk of two balls that forks into two branches of three. Reaches 1 m. */
export const twoEffectorTree: ModelDescription = {
  name: 'tree with two effectors',
  links: [
    ballLink('trunk 1', null, [0, 0, 0]),
    ballLink('trunk 2', 'trunk 1', up(0.2)),
    ...branch('left', -40),
    ...branch('right', 40),
  ],
};

export const fork: ArmPreset<'fork'> = {
  name: 'fork',
  title: 'Branching arm',
  text: 'A trunk of two ball joints that forks into two branches of three, with a target each.',
  description: twoEffectorTree,
  effectors: ['left effector', 'right effector'],
};
