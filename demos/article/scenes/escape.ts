import type { ArmScene } from '../scene.ts';
import { articleScene } from './article-arm.ts';

export const title = 'The arm is stuck, and jumps out';

/** From here the sweeps turn joint 1 to its stop, and the goal lies beyond it: the way there leads back all round. */
const start = [0, 2.88, -0.5, -1.13, -2.06, 0.53];

export function build(): ArmScene {
  return {
    ...articleScene,
    goal: [43.1, 38.1, 24.5],
    start,
    on: ['hinges', 'limits', 'arcs'],
    controls: ['escape', 'reset', 'annealing', 'arcs', 'sweeps'],
  };
}
