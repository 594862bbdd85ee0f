import type { ModelDescription } from '../../../describe/description.ts';
import { ballLink, effector, slide, up } from './parts.ts';
import type { ArmPreset } from './preset.ts';

/** Four balls; two of the four parts between them and the effector grow from 14 to 28 cm. Reaches 1 m. */
export const prismaticMix: ModelDescription = {
  name: 'prismatic mix',
  links: [
    ballLink('ball 1', null, [0, 0, 0]),
    ballLink('ball 2', 'ball 1', up(0.22)),
    slide('slide 1', 'ball 2', up(0.08), 0.07),
    ballLink('ball 3', 'slide 1', up(0.13)),
    ballLink('ball 4', 'ball 3', up(0.22)),
    slide('slide 2', 'ball 4', up(0.08), 0.07),
    effector('effector', 'slide 2', up(0.13)),
  ],
};

export const telescope: ArmPreset<'telescope'> = {
  name: 'telescope',
  title: 'Balls and slides',
  text: 'Four ball joints with two slides between them, each from 14 to 28 cm long.',
  description: prismaticMix,
  effectors: ['effector'],
};
