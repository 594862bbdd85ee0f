import type { ArmScene } from '../scene.ts';
import { articleScene } from './article-arm.ts';

export const title = 'The arm with hinges and limits';

export function build(): ArmScene {
  return {
    ...articleScene,
    goal: [-20, 14, 36],
    camera: { position: [40, 78, 128], target: [-6, 28, 0] },
    on: ['hinges', 'limits', 'arcs'],
    controls: ['hinges', 'limits', 'sweeps', 'arcs', 'reset'],
  };
}
