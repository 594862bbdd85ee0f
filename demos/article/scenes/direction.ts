import type { ArmScene } from '../scene.ts';
import { articleScene } from './article-arm.ts';

export const title = 'The arm comes to a point from a chosen side';

export function build(): ArmScene {
  return {
    ...articleScene,
    goal: [34, 34, 30],
    direction: [0, -1, 0],
    on: ['hinges', 'limits', 'direction'],
    controls: ['direction', 'limits', 'annealing', 'sweeps', 'reset'],
  };
}
