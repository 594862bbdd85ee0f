import type { Model } from '../core/model.ts';
import { JointOverlay } from '../three/joint-overlay.ts';
import type { ActorEvents } from './actor.ts';
import { ArmBench, type BenchOptions, type Making, type Prepare, type ShowOptions } from './bench.ts';
import { Body } from './body.ts';
import { prepareCharacter, puppetOf } from './character.ts';
import { comparison } from './comparison.ts';
import { drivenLinks } from './driven.ts';
import type { Exhibit } from './exhibit.ts';
import type { ArmSubject } from './part.ts';
import { StagedArm } from './staged-arm.ts';
import { type Staged, StagedBody } from './staged-body.ts';

/** Parts beside an arm. */
const parts = [drivenLinks, comparison];

/** Prepares a whole body, or a character by some of its bones. */
const prepareOther: Prepare = (view, exhibit, settings, title, events) => {
  const { character, scene } = exhibit;
  if (!(character instanceof Body) || !scene) return prepareCharacter(view, exhibit, settings, title, events);
  puppetOf(character, settings, title);
  return (before) => new StagedBody(view, character, scene, settings, before, title, events);
};

/**
 * Shows an exhibit: an arm or a character that follows the handles of its goals, solved once per frame until
 * it rests. The core must be loaded (`init`).
 */
export class Bench extends ArmBench {
  /** @internal */
  override prepareOther = prepareOther;

  /** @internal */
  override overlayOf = (model: Model): JointOverlay => new JointOverlay(model);

  readonly #pageHasClock: boolean;

  /** @throws LimberError `noWebGL`. */
  constructor(host: HTMLElement, options: BenchOptions = {}) {
    super(host, options);
    this.#pageHasClock = options.pageHasClock ?? false;
  }

  /** What is on show, an arm or a `Body`, for a page that makes its frames. @internal */
  get staged(): Staged {
    return this.actor as Staged;
  }

  /** The same as an arm. @internal */
  get arm(): StagedArm {
    return this.actor as StagedArm;
  }

  /** @internal */
  protected override prepareArm(subject: ArmSubject, title: string, events: ActorEvents): Making {
    const { run } = subject;
    try {
      const made = parts.flatMap((part) => part(subject) ?? []);
      return (before) =>
        new StagedArm(this.view, subject, before, title, events, this.drawnOn(run.model), made);
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
