/** The element once it is near the viewport: the part with three.js and the solver. */
import { init } from '../../index.ts';
import { Run } from '../../presets/index.ts';
import { Stage } from '../../three/stage.ts';
import { View } from '../../three/view.ts';
import type { ArmSettings } from '../attributes.ts';
import { ArmError, type ReadyDetail } from '../events.ts';
import type { LimberArm } from '../limber-arm.ts';
import { makeControls } from './controls.ts';
import { makePause } from './pause.ts';
import { makeReset } from './reset.ts';
import { RunSession, type Memory, type Shown } from './session.ts';
import { makeRun } from './start.ts';
import { subjectOf, type Subject } from './subject.ts';
import { followTheme } from './theme.ts';

export type { Memory };

export interface Place {
  readonly owner: LimberArm;
  readonly stage: HTMLElement;
  readonly panel: HTMLElement;
}

/** Settings whose change makes another arm, a new run, or a new panel. */
const keys = {
  subject: ({ preset, src, tips }: ArmSettings) => JSON.stringify([src || preset, tips]),
  run: ({ hinges, track, direction, q, targets, goals, loops, obstacles, clearance }: ArmSettings) =>
    JSON.stringify([hinges, track, direction, q, targets, goals, loops, obstacles, clearance === null]),
  panel: ({ controls, solver, limits }: ArmSettings) => JSON.stringify([controls, solver, limits]),
};

/** An arm in an element. */
export class LiveArm {
  private subject: Subject | null = null;
  private effectors: readonly string[] = [];
  private settings: ArmSettings | null = null;
  private session: Shown | null = null;
  private view: View | null = null;
  private pause: HTMLElement | null = null;
  private readonly again: HTMLElement;
  private unfollow: (() => void) | null = null;
  /** `ready` was sent for this arm. */
  private isTold = false;

  /** `old`: from before the element was removed from the page. */
  constructor(
    private readonly place: Place,
    private readonly old: Memory | null,
  ) {
    this.again = makeReset(place.stage, () => this.session?.reset());
  }

  /** Meshes that could not be drawn. */
  get missing(): Promise<readonly string[]> {
    return this.session!.missing;
  }

  get memory(): Memory | null {
    return this.session?.memory ?? null;
  }

  /**
   * Applies the settings: another arm, or the same one changed. If they do not fit, everything stays as it was. Null: it is
   * still the same arm.
   *
   * @throws LimberError, ArmError.
   */
  async become(settings: ArmSettings, signal: AbortSignal): Promise<ReadyDetail | null> {
    if (!Stage.available()) {
      throw new ArmError('noWebGL', 'the arm needs WebGL 2, and this browser does not offer it');
    }
    await init();
    const isNew = this.differs('subject', settings);
    const subject = isNew ? await subjectOf(settings, signal) : this.subject!;
    if (signal.aborted) return null;
    if (isNew || this.differs('run', settings)) {
      this.begin(subject, settings);
    } else {
      this.session!.tune(settings);
    }
    if (isNew || this.differs('run', settings) || this.differs('panel', settings)) this.fillPanel(settings);
    this.view!.orbit = settings.orbit;
    this.settings = settings;
    if (this.isTold) return null;
    await this.view!.ready;
    if (signal.aborted) return null;
    this.isTold = true;
    return { name: subject.title, effectors: this.effectors, nq: this.session!.problem.model.nq };
  }

  dispose(): void {
    this.unfollow?.();
    this.session?.dispose();
    this.view?.dispose();
    this.pause?.remove();
    this.again.remove();
    this.place.panel.replaceChildren();
    delete this.place.stage.dataset.alive;
    this.session = this.view = this.pause = null;
  }

  private differs(what: keyof typeof keys, settings: ArmSettings): boolean {
    return !this.settings || keys[what](this.settings) !== keys[what](settings);
  }

  /** Starts another run. Whatever can fail comes first. */
  private begin(subject: Subject, settings: ArmSettings): void {
    const { figure } = subject;
    const made = figure ? new figure.Figure(figure.scene, settings) : makeRun(subject, settings);
    const isNew = this.differs('subject', settings);
    const last = this.memory ?? this.old;
    const before = last?.subject === subject.key ? last : null;
    const title = this.titleOf(subject);
    const old = this.view;
    this.session?.dispose();
    const view = isNew ? this.makeView(title) : old!;
    this.subject = subject;
    if (isNew) this.isTold = false;
    this.session =
      made instanceof Run
        ? new RunSession(view, subject, made, settings, before, title)
        : new figure!.FigureSession(view, subject.key, made, settings, before, title);
    this.effectors = made instanceof Run ? made.effectors : made.aims.map(({ bone }) => bone);
    if (view !== old) this.session.look();
    this.session.onSolve = (detail) => {
      this.place.owner.dispatchEvent(new CustomEvent('solve', { detail }));
      // The panel has one of its own.
      this.again.hidden = this.settings!.controls || !this.session!.stuck;
    };
    this.again.hidden = true;
    this.addPause();
  }

  private titleOf(subject: Subject): string {
    const { owner } = this.place;
    return (owner.getAttribute('aria-label') ?? owner.title) || subject.title;
  }

  private makeView(label: string): View {
    const { owner, stage } = this.place;
    this.unfollow?.();
    this.view?.dispose();
    stage.setAttribute('aria-label', label);
    const view = (this.view = new View(stage, { label }));
    this.unfollow = followTheme(owner, stage, (theme) => view.setTheme(theme));
    void view.ready.then(() => (stage.dataset.alive = ''));
    return view;
  }

  private addPause(): void {
    this.pause?.remove();
    this.pause = null;
    const session = this.session!;
    if (!session.follows) return;
    this.pause = makePause(this.place.stage, session.playing, (on) => (session.playing = on));
  }

  private fillPanel(settings: ArmSettings): void {
    const { owner, panel } = this.place;
    const { controls } = settings;
    panel.setAttribute('aria-label', `Controls: ${this.titleOf(this.subject!)}`);
    // The control in use keeps the focus.
    const focused = (panel.getRootNode() as ShadowRoot).activeElement?.getAttribute('name');
    const choose = <K extends keyof ArmSettings>(name: K, value: ArmSettings[K]) => {
      Reflect.set(owner, name, value);
    };
    const { problem } = this.session!;
    panel.replaceChildren(
      ...(controls ? makeControls(settings, problem, choose, () => this.session!.reset()) : []),
    );
    if (focused) panel.querySelector<HTMLElement>(`[name=${focused}]`)?.focus();
  }
}
