import { LimberError } from '../errors.ts';
import type { Model } from '../model.ts';
import { JointOverlay } from '../three/joint-overlay.ts';
import type { ActorEvents } from './actor.ts';
import { ArmBench, type Making } from './bench.ts';
import { CharacterActor, puppetOf } from './character.ts';
import type { Exhibit, ExhibitSettings } from './exhibit.ts';

/**
 * Shows an exhibit: an arm or a character that follows the handles of its goals, solved once per frame until it rests. The
 * core must be loaded (`init`).
 */
export class Bench extends ArmBench {
  /** @internal */
  protected override prepare(
    exhibit: Exhibit,
    settings: ExhibitSettings,
    title: string,
    events: ActorEvents,
  ): Making {
    const { arm, character, scene } = exhibit;
    if (arm || !character) return super.prepare(exhibit, settings, title, events);
    if (!scene)
      throw new LimberError('badDescription', 'the exhibit has no scene; give that of its character');
    const puppet = puppetOf(character, settings, title);
    return (before) => new CharacterActor(this.view, puppet, scene, settings, before, title, events);
  }

  /** @internal */
  protected override overlayOf(model: Model): JointOverlay {
    return new JointOverlay(model);
  }
}
