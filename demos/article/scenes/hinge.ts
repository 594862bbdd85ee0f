import type { ArmScene } from '../scene.ts';
import { articleScene } from './article-arm.ts';

export const title = 'The arm with hinges';

export function build(): ArmScene {
  return {
    ...articleScene,
    goal: [34, 40, 30],
    on: ['hinges', 'axes'],
    controls: ['hinges', 'sweeps', 'axes', 'reset'],
  };
}
