import type { ArmScene } from '../scene.ts';
import { degreesBetween } from '../../../web/src/presets/angles.ts';
import { articleArm, articleScene } from './article-arm.ts';

export const title = 'The arm is stuck, and jumps out';

/** From here the sweeps turn joint 1 to its stop, and the goal lies beyond it: the way there leads back all round. */
const start = [0, 2.88, -0.5, -1.13, -2.06, 0.53];

/** The same arm, with a stop for joint 1: something to be stuck at. */
const stopped = {
  ...articleArm,
  links: articleArm.links.map((link) =>
    link.name === 'joint 1'
      ? { ...link, joint: { ...link.joint!, limits: degreesBetween(-180, 180) } }
      : link,
  ),
};

export function build(): ArmScene {
  return {
    ...articleScene,
    description: stopped,
    goal: [43.1, 38.1, 24.5],
    start,
    on: ['hinges', 'limits', 'arcs'],
    controls: ['escape', 'reset', 'annealing', 'arcs', 'sweeps'],
  };
}
