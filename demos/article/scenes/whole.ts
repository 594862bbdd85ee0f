import type { ArmScene } from '../scene.ts';
import { articleScene } from './article-arm.ts';

export const title = 'The whole arm: aim, hinges and limits';

export function build(): ArmScene {
  return {
    ...articleScene,
    goal: [33, 58, 26],
    camera: { position: [38, 74, 116], target: [10, 39, 0] },
    hint: true,
    on: ['hinges', 'limits'],
    controls: ['hinges', 'limits', 'sweeps', 'reset'],
  };
}
