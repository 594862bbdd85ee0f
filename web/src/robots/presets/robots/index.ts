/** Real arms, each from its published table. A new one is one file and one line here. */
import type { ModelDescription } from '../../../describe/description.ts';
import { articleArm } from './article.ts';
import { cobra600 } from './cobra600.ts';
import { iiwa14 } from './iiwa14.ts';
import { panda } from './panda.ts';
import { puma560 } from './puma560.ts';
import { so101 } from './so101.ts';
import { stanford } from './stanford.ts';
import { ur10 } from './ur10.ts';
import { ur5 } from './ur5.ts';

/** Z is up and lengths are metres, except for the article's arm: Y is up, and it has its own units. */
export const robots = {
  article: articleArm,
  panda,
  ur5,
  ur10,
  iiwa14,
  puma560,
  stanford,
  cobra600,
  so101,
} as const satisfies Record<string, ModelDescription>;

/** Names of the robots. */
export type RobotName = keyof typeof robots;

export { articleArm, cobra600, iiwa14, panda, puma560, so101, stanford, ur10, ur5 };
export { yUp } from './y-up.ts';
