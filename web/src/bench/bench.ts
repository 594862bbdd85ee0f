import { disposeSymbol } from '../core/disposable.ts';
import { LimberError } from '../describe/errors.ts';
import type { Problem } from '../core/problem.ts';
import type { Model } from '../core/model.ts';
import type { JointOverlay } from '../three/joint-overlay.ts';
import { Stage } from '../three/stage.ts';
import { View } from '../three/view.ts';
import type { Actor, ActorEvents, Memory, SolveDetail } from './actor.ts';
import { ArmActor, type ArmDrawn } from './arm.ts';
import { makePause, makeReset } from './buttons.ts';
import { settingsOf, wholeArm, type Exhibit, type ExhibitSettings } from './exhibit.ts';
import type { MakeRooms } from './goal-handles.ts';
import type { ArmSubject } from './part.ts';
import { checkCount, makeRun } from './start.ts';

export interface BenchOptions {
  /** Called after every solved frame. */
  readonly onSolve?: (detail: SolveDetail) => void;
  /** Called after a target, a direction or an obstacle was moved by hand, before it is solved for. */
  readonly onMove?: () => void;
  /** Element for the exhibit's progress: "Reached.", "2.1 cm away, joint 3 at its limit." */
  readonly status?: HTMLElement;
  /** Show a Reset button when an arm rests off its target; default true. */
  readonly reset?: boolean;
  /** Draws the rooms of goals, with balls to drag their edges: `goalRooms`. Default null: they are not drawn. */
  readonly rooms?: MakeRooms | null;
  /** The page makes the frames of a `Bench`, and has its own buttons, also without WebGL. Default false. */
  readonly pageHasClock?: boolean;
}

/** Settings that `tune` can change. */
export type Tuning = Partial<
  Pick<ExhibitSettings, 'solver' | 'limits' | 'maxIterations' | 'clearance' | 'overlay' | 'step'>
>;

/** Options of `show`. */
export interface ShowOptions {
  /** State to continue from, as far as it fits: see `memory`. */
  readonly before?: Memory | null;
  /** Keep the camera as the reader has turned it; default false. */
  readonly keepsCamera?: boolean;
}

/** Names the exhibit for screen readers. */
const titleOf = ({ arm, title, character }: Exhibit): string => {
  const given = arm && 'links' in arm ? arm.name : (arm?.title ?? arm?.name ?? arm?.description.name);
  return title ?? given ?? (character ? 'Character' : 'Arm');
};

/** Makes the actor of a checked exhibit, after the previous one is disposed. */
export type Making = (before: Memory | null) => Actor;

/** Prepares exhibits other than arms. @throws LimberError for settings that do not fit. */
export type Prepare = (
  view: View,
  exhibit: Exhibit,
  settings: ExhibitSettings,
  title: string,
  events: ActorEvents,
) => Making;

/** Makes what is drawn over the joints of an arm. */
export type MakeOverlay = (model: Model) => JointOverlay | null;

/** A smaller bench for arms only, without an overlay. */
export class ArmBench {
  readonly view: View;
  /** Prepares exhibits other than arms. @internal */
  prepareOther: Prepare = () => {
    throw new LimberError('badDescription', 'this bench shows arms only: give it an arm, or use a Bench');
  };
  /** @internal */
  overlayOf: MakeOverlay = () => null;
  /** Draws the rooms of goals. @internal */
  rooms: MakeRooms | null;
  /** True to show a Reset button when an arm rests off its target. */
  offersReset: boolean;
  #actor: Actor | null = null;
  #exhibit: Exhibit = {};
  #pause: HTMLElement | null = null;
  #endLoading = (): void => {};
  readonly #again: HTMLElement;
  readonly #options: BenchOptions;

  /** @throws LimberError `noWebGL`. */
  constructor(host: HTMLElement, options: BenchOptions = {}) {
    if (!options.pageHasClock && !Stage.available())
      throw new LimberError('noWebGL', 'this browser offers no WebGL 2');
    this.#options = options;
    this.offersReset = options.reset ?? true;
    this.rooms = options.rooms ?? null;
    this.view = new View(host);
    this.#again = makeReset(host, () => this.reset());
  }

  /** What is shown. @throws LimberError `disposed` before `show`. @internal */
  get actor(): Actor {
    if (this.#actor) return this.#actor;
    throw new LimberError('disposed', 'this bench shows nothing; call show first');
  }

  /**
   * The exhibit's problem; its numbers may be read and written. @throws LimberError `disposed` before `show`.
   */
  get problem(): Problem {
    return this.actor.problem;
  }

  /** Links or bones that have a target. */
  get effectors(): readonly string[] {
    return this.actor.effectors;
  }

  /** Resolves with the meshes that could not be drawn, once all have loaded. */
  get missing(): Promise<readonly string[]> {
    return this.actor.missing;
  }

  /** Pose and targets, for a later `show` of the same arm; null before `show`. */
  get memory(): Memory | null {
    return this.#actor?.memory ?? null;
  }

  /** True if nothing will move until something changes. */
  get resting(): boolean {
    return this.actor.resting;
  }

  /**
   * True if all targets are reached as far as a reader can see: within a thousandth of the reach, and half a
   * degree.
   */
  get reached(): boolean {
    return this.actor.reached;
  }

  /** Progress in words: "Reached.", "2.1 cm away, joint 3 at its limit." */
  get words(): string {
    return this.actor.words;
  }

  /**
   * Shows another exhibit. If it does not fit, the current one stays.
   *
   * @throws LimberError naming the setting that does not fit.
   */
  show(exhibit: Exhibit, { before = null, keepsCamera = false }: ShowOptions = {}): void {
    const title = titleOf(exhibit);
    const make = this.#prepare(exhibit, title, {
      solved: (detail) => this.#tell(detail),
      moved: () => void (this.#actor && this.#options.onMove?.()),
    });
    this.#actor?.dispose();
    this.#actor = null;
    this.#exhibit = exhibit;
    this.view.label = title;
    const actor = (this.#actor = make(before));
    const { camera } = exhibit;
    if (!keepsCamera && camera) this.view.look(camera.position, camera.target);
    else if (!keepsCamera) actor.look();
    this.#again.hidden = true;
    this.#endLoading();
    this.#endLoading = this.view.doing.begin('loading');
    void actor.missing.then(this.#endLoading);
    this.#pause?.remove();
    this.#pause = actor.follows
      ? makePause(this.view.host, actor.playing, (on) => (actor.playing = on))
      : null;
  }

  /** Changes settings that need no new run. @throws LimberError `unsupported`, `unknownSolver`. */
  tune(change: Tuning): void {
    const exhibit = { ...this.#exhibit, ...change };
    this.actor.tune(settingsOf(exhibit));
    this.#exhibit = exhibit;
  }

  /**
   * Turns the joints to these values, in the model's order, and continues solving from there. Immediate for
   * readers who prefer reduced motion. `seconds`: duration of the motion; default by the distance.
   *
   * @throws LimberError `badOption`; `unsupported` for a character.
   */
  go(q: ArrayLike<number>, seconds?: number): void {
    const actor = this.actor;
    checkCount('q', Array.from(q), actor.problem.model.nq);
    if (!actor.go) throw new LimberError('unsupported', 'go is for arms; give a character q');
    actor.go(q, seconds);
  }

  /** Returns to the initial pose, targets and camera. */
  reset(): void {
    this.actor.reset();
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

  /** Does everything that can fail; the returned function does the rest. */
  #prepare(exhibit: Exhibit, title: string, events: ActorEvents): Making {
    const settings = settingsOf(exhibit);
    if (!exhibit.arm) return this.prepareOther(this.view, exhibit, settings, title, events);
    const arm = wholeArm(exhibit.arm, settings.tips);
    return this.prepareArm({ arm, run: makeRun(arm, settings), exhibit, settings }, title, events);
  }

  /** Owns the run, also if it throws. @internal */
  protected prepareArm(subject: ArmSubject, title: string, events: ActorEvents): Making {
    return (before) =>
      new ArmActor(this.view, subject, before, title, events, this.drawnOn(subject.run.model));
  }

  /** What is drawn on an arm. @internal */
  protected drawnOn(model: Model): ArmDrawn {
    return { overlay: this.overlayOf(model), rooms: this.rooms };
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
