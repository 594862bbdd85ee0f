import type { ArmScene } from '../page/scene.ts';
import { articleScene } from './article-arm.ts';

export const title = 'The arm with hinges and limits';

export function build(): ArmScene {
  return {
    ...articleScene,
    goal: [-30, 12, 42],
    on: ['hinges', 'limits', 'arcs'],
    controls: ['hinges', 'limits', 'sweeps', 'arcs', 'reset'],
  };
}
