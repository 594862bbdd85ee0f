import type { ArmScene } from '../scene.ts';
import { articleScene } from './article-arm.ts';

export const title = 'The arm with balls for joints';

export function build(): ArmScene {
  return { ...articleScene, goal: [30, 40, 26], on: [], controls: ['sweeps', 'axes', 'reset'] };
}
