import type { ArmScene } from '../page/scene.ts';
import { articleScene } from './article-arm.ts';

export const title = 'The whole arm: aim, hinges and limits';

export function build(): ArmScene {
  return {
    ...articleScene,
    goal: [34, 46, 30],
    on: ['hinges', 'limits'],
    controls: ['hinges', 'limits', 'sweeps', 'reset'],
  };
}
