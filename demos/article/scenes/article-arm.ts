import type { Vec3 } from 'limber';
import { articleArm } from 'limber/presets';

export { articleArm };

/** What all scenes with this arm have in common. */
export const articleScene = {
  kind: 'arm',
  description: articleArm,
  effector: 'effector',
  toolAxis: [1, 0, 0] as Vec3,
  goalSize: 7.5,
  floor: 4,
  camera: { position: [44, 80, 126], target: [4, 32, 0] },
} as const;
