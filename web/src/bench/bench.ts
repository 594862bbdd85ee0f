import { disposeSymbol } from '../disposable.ts';
import { LimberError } from '../errors.ts';
import type { Problem } from '../problem.ts';
import { Stage } from '../three/stage.ts';
import { View } from '../three/view.ts';
import type { Actor, Memory, SolveDetail } from './actor.ts';
import { ArmActor } from './arm.ts';
import { makePause, makeReset } from './buttons.ts';
import { CharacterActor, puppetOf } from './character.ts';
import { settingsOf, wholeArm, type Exhibit, type ExhibitSettings } from './exhibit.ts';
import { makeRun } from './start.ts';

export interface BenchOptions {
  /** After every frame in which something was solved. */
  readonly onSolve?: (detail: SolveDetail) => void;
  /** Where the bench writes how far the exhibit has come: "Reached.", "2.1 cm away, joint 3 at its limit." */
  readonly status?: HTMLElement;
  /** A Reset button where an arm rests off its target; default true. */
  readonly reset?: boolean;
}

/** How `show` begins. */
export interface ShowOptions {
  /** Goes on from here, as far as it fits: see `memory`. */
  readonly before?: Memory | null;
  /** The camera stays where the reader has turned it; default false. */
  readonly keepsCamera?: boolean;
}

/** Names the exhibit for screen readers. */
const titleOf = ({ arm, title, character }: Exhibit): string => {
  const given = arm && 'links' in arm ? arm.name : (arm?.title ?? arm?.name ?? arm?.description.name);
  return title ?? given ?? (character ? 'Character' : 'Arm');
};

/**
 * Shows an exhibit: an arm or a character that follows the handles of its goals, solved once per frame until it rests. The
 * core must be loaded (`init`).
 */
export class Bench {
  readonly view: View;
  /** A Reset button where an arm rests off its target. */
  offersReset: boolean;
  #actor: Actor | null = null;
  #exhibit: Exhibit = {};
  #pause: HTMLElement | null = null;
  readonly #again: HTMLElement;
  readonly #options: BenchOptions;

  /** @throws LimberError `noWebGL`. */
  constructor(host: HTMLElement, options: BenchOptions = {}) {
    if (!Stage.available())
      throw new LimberError('noWebGL', 'the arm needs WebGL 2, and this browser does not offer it');
    this.#options = options;
    this.offersReset = options.reset ?? true;
    this.view = new View(host);
    this.#again = makeReset(host, () => this.reset());
  }

  /** The exhibit's; its numbers may be read and written. @throws LimberError `disposed` before `show`. */
  get problem(): Problem {
    return this.#present().problem;
  }

  /** The links or bones that have a target. */
  get effectors(): readonly string[] {
    return this.#present().effectors;
  }

  /** Meshes that could not be drawn, once all have arrived. */
  get missing(): Promise<readonly string[]> {
    return this.#present().missing;
  }

  /** Pose and targets, for `show` of the same arm later; null before `show`. */
  get memory(): Memory | null {
    return this.#actor?.memory ?? null;
  }

  /** How far it has come: "Reached.", "2.1 cm away, joint 3 at its limit." */
  get words(): string {
    return this.#present().words;
  }

  /**
   * Shows another exhibit. If it does not fit, what was shown stays.
   *
   * @throws LimberError naming the setting that does not fit.
   */
  show(exhibit: Exhibit, { before = null, keepsCamera = false }: ShowOptions = {}): void {
    const title = titleOf(exhibit);
    const make = this.#maker(exhibit, title);
    this.#actor?.dispose();
    this.#exhibit = exhibit;
    this.view.label = title;
    const actor = (this.#actor = make(before));
    if (!keepsCamera) actor.look();
    this.#again.hidden = true;
    this.#pause?.remove();
    this.#pause = actor.follows
      ? makePause(this.view.host, actor.playing, (on) => (actor.playing = on))
      : null;
  }

  /** Changes what needs no new run. @throws LimberError `unsupported`, `unknownSolver`. */
  tune(change: Partial<Pick<ExhibitSettings, 'solver' | 'limits' | 'maxIterations' | 'clearance'>>): void {
    const exhibit = { ...this.#exhibit, ...change };
    this.#present().tune(settingsOf(exhibit));
    this.#exhibit = exhibit;
  }

  /** Back to the initial pose, targets and camera. */
  reset(): void {
    this.#present().reset();
  }

  /** Frees the view, the exhibit and its memory in the core. */
  dispose(): void {
    this.#actor?.dispose();
    this.#actor = null;
    this.view.dispose();
    this.#pause?.remove();
    this.#again.remove();
  }

  [disposeSymbol](): void {
    this.dispose();
  }

  #present(): Actor {
    if (this.#actor) return this.#actor;
    throw new LimberError('disposed', 'the bench shows nothing; call show first');
  }

  /** Does all that can fail; what it returns does the rest. */
  #maker(exhibit: Exhibit, title: string): (before: Memory | null) => Actor {
    const settings = settingsOf(exhibit);
    const { view } = this;
    const { arm, character, scene } = exhibit;
    const tell = (detail: SolveDetail): void => this.#tell(detail);
    if (arm) {
      const whole = wholeArm(arm, settings.tips);
      const run = makeRun(whole, settings);
      return (before) => new ArmActor(view, whole, run, settings, before, title, tell);
    }
    if (!character || !scene)
      throw new LimberError(
        'badDescription',
        'the exhibit shows nothing; give it an arm, or a character and its scene',
      );
    const puppet = puppetOf(character, settings, title);
    return (before) => new CharacterActor(view, puppet, scene, settings, before, title, tell);
  }

  #tell(detail: SolveDetail): void {
    const { status, onSolve } = this.#options;
    const actor = this.#actor!;
    if (detail.resting) this.view.announce(actor.words);
    if (status) status.textContent = actor.words;
    this.#again.hidden = !this.offersReset || !actor.stuck;
    onSolve?.(detail);
  }
}
