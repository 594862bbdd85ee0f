import type { Model } from '../core/model.ts';
import { JointOverlay } from '../three/joint-overlay.ts';
import type { ActorEvents } from './actor.ts';
import { ArmBench, type BenchOptions, type Making, type ShowOptions } from './bench.ts';
import { prepareCharacter } from './character.ts';
import { comparison } from './comparison.ts';
import { drivenLinks } from './driven.ts';
import type { Exhibit } from './exhibit.ts';
import type { ArmSubject } from './part.ts';
import { StagedArm } from './staged-arm.ts';

/** Parts beside an arm. */
const parts = [drivenLinks, comparison];

/**
 * Shows an exhibit: an arm or a character that follows the handles of its goals, solved once per frame until
 * it rests. The core must be loaded (`init`).
 */
export class Bench extends ArmBench {
  /** @internal */
  override prepareOther = prepareCharacter;

  /** @internal */
  override overlayOf = (model: Model): JointOverlay => new JointOverlay(model);

  readonly #pageHasClock: boolean;

  /** @throws LimberError `noWebGL`. */
  constructor(host: HTMLElement, options: BenchOptions = {}) {
    super(host, options);
    this.#pageHasClock = options.pageHasClock ?? false;
  }

  /** The arm on show, for a page that makes its frames. @internal */
  get arm(): StagedArm {
    return this.actor as StagedArm;
  }

  /** @internal */
  protected override prepareArm(subject: ArmSubject, title: string, events: ActorEvents): Making {
    const { run } = subject;
    try {
      const made = parts.flatMap((part) => part(subject) ?? []);
      return (before) =>
        new StagedArm(this.view, subject, before, title, events, this.overlayOf(run.model), made);
    } catch (error) {
      run.dispose();
      throw error;
    }
  }

  override show(exhibit: Exhibit, options: ShowOptions = {}): void {
    const { onFrame } = this.view;
    super.show(exhibit, options);
    if (!this.#pageHasClock) return;
    this.view.onFrame = onFrame;
    this.view.host.querySelector('.pause')?.remove();
  }
}
