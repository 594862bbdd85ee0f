import type { Model } from '../model.ts';
import { JointOverlay } from '../three/joint-overlay.ts';
import { ArmBench } from './bench.ts';
import { prepareCharacter } from './character.ts';
import { comparison } from './comparison.ts';
import { drivenLinks } from './driven.ts';

/**
 * Shows an exhibit: an arm or a character that follows the handles of its goals, solved once per frame until
 * it rests. The core must be loaded (`init`).
 */
export class Bench extends ArmBench {
  /** @internal */
  override prepareOther = prepareCharacter;

  /** @internal */
  override overlayOf = (model: Model): JointOverlay => new JointOverlay(model);

  /** @internal */
  override parts = [drivenLinks, comparison];
}
