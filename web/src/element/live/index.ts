/** The element once it is near the viewport: converts its attributes to an exhibit on a bench. */
import { ArmBench } from '../../bench/bench.ts';
import type { Memory } from '../../bench/actor.ts';
import type { Exhibit } from '../../bench/exhibit.ts';
import { coreTables } from '../../describe/core-tables.ts';
import { init } from '../../index.ts';
import type { Theme } from '../../three/theme.ts';
import type { ArmSettings } from '../attributes.ts';
import type { ReadyDetail } from '../events.ts';
import { loadRooms, loadScenes } from './load.ts';
import { makeControls } from './controls.ts';
import { landscape, subjectOf, type Subject } from './subject.ts';

/** State of an arm, and its key. */
export interface Past extends Memory {
  readonly key: string;
}

export interface Place {
  readonly owner: HTMLElement;
  readonly stage: HTMLElement;
  readonly panel: HTMLElement;
}

/** Settings that change without a new run, or with another arm. */
const apart =
  'preset src scene tips solver limits sweeps clearance orbit theme controls poster loading'.split(' ');

/** Keys of settings whose change needs another arm, a new run, or a new panel. */
const keys = {
  subject: ({ preset, scene, src, tips }: ArmSettings) => JSON.stringify([scene, src || preset, tips]),
  run: (settings: ArmSettings) =>
    JSON.stringify([
      Object.entries(settings).filter(([name]) => !apart.includes(name)),
      settings.clearance === null,
    ]),
  panel: ({ controls, solver, limits }: ArmSettings) => JSON.stringify([controls, solver, limits]),
};

const exhibitOf = ({ sweeps, scene: _, ...settings }: ArmSettings): Exhibit => ({
  ...settings,
  maxIterations: sweeps,
});

/** Words of all goals that say their room. */
const roomWords = Object.values(coreTables.goals)
  .flat()
  .filter(({ kind }) => kind === 'interval' || kind === 'cone')
  .flatMap(({ name, short }) => [name, ...(short ? [short.name] : [])]);
const mayHaveRoom = (goal: unknown): boolean => roomWords.some((word) => word in Object(goal));

/** An arm in an element. */
export class LiveArm {
  #subject: Subject | null = null;
  #settings: ArmSettings | null = null;
  #bench: ArmBench | null = null;
  /** True after `ready` was sent for this arm. */
  #isTold = false;

  /** `old`: state from before the element's removal from the page. */
  constructor(
    private readonly place: Place,
    private readonly old: Past | null,
  ) {}

  /** Resolves with the meshes that could not be drawn. */
  get missing(): Promise<readonly string[]> {
    return this.#bench!.missing;
  }

  get past(): Past | null {
    const memory = this.#bench?.memory;
    return memory ? { ...memory, key: this.#subject!.key } : null;
  }

  /**
   * Applies the settings: another arm, or the same one changed. If they do not fit, everything stays as it
   * was. Null: it is still the same arm. `file`: the contents of `src`, if they are on their way.
   *
   * @throws LimberError.
   */
  async become(
    written: ArmSettings,
    signal: AbortSignal,
    file?: Promise<ArrayBuffer>,
  ): Promise<ReadyDetail | null> {
    const bench = (this.#bench ??= this.#makeBench());
    await init();
    const article = written.scene && written.scene !== landscape ? await loadScenes() : null;
    const settings: ArmSettings = article?.withScene(written, this.place.owner) ?? written;
    const isNew = this.#differs('subject', settings);
    const subject = isNew ? await subjectOf(settings, signal, file) : this.#subject!;
    if (settings.goals?.some(mayHaveRoom)) bench.rooms ??= (await loadRooms()).goalRooms;
    if (signal.aborted) return null;
    const begins = isNew || this.#differs('run', settings);
    if (begins) this.#begin(subject, settings, isNew);
    else bench.tune({ ...settings, maxIterations: settings.sweeps });
    if (begins || this.#differs('panel', settings)) this.#fillPanel(settings);
    bench.view.orbit = settings.orbit;
    // The panel has its own button.
    bench.offersReset = !settings.controls;
    this.#settings = settings;
    if (this.#isTold) return null;
    await bench.view.ready;
    if (signal.aborted) return null;
    this.#isTold = true;
    return { name: subject.title, effectors: bench.effectors, nq: bench.problem.model.nq };
  }

  dispose(): void {
    this.#bench?.dispose();
    this.#bench = null;
    this.place.panel.replaceChildren();
    delete this.place.stage.dataset.alive;
  }

  #makeBench(): ArmBench {
    const { owner, stage } = this.place;
    const bench = new ArmBench(stage, {
      onSolve: (detail) => owner.dispatchEvent(new CustomEvent('solve', { detail })),
    });
    void bench.view.ready.then(() => (stage.dataset.alive = ''));
    bench.view.setTheme(stage.dataset.theme as Theme);
    return bench;
  }

  /** Takes the stage's theme and colours, which may have changed. */
  followTheme(): void {
    this.#bench?.view.setTheme(this.place.stage.dataset.theme as Theme);
  }

  #differs(what: keyof typeof keys, settings: ArmSettings): boolean {
    return !this.#settings || keys[what](this.#settings) !== keys[what](settings);
  }

  /** Starts another run. */
  #begin(subject: Subject, settings: ArmSettings, isNew: boolean): void {
    const past = this.past ?? this.old;
    const shown = subject.make();
    if (subject.prepare) this.#bench!.prepareOther = subject.prepare;
    if (subject.overlayOf) this.#bench!.overlayOf = subject.overlayOf;
    try {
      this.#bench!.show(
        { ...exhibitOf(settings), ...shown, title: this.#titleOf(subject) },
        { before: past?.key === subject.key ? past : null, keepsCamera: !isNew },
      );
    } catch (error) {
      shown.character?.dispose();
      throw error;
    }
    this.#subject = subject;
    if (isNew) this.#isTold = false;
  }

  #titleOf(subject: Subject): string {
    const { owner } = this.place;
    return (owner.getAttribute('aria-label') ?? owner.title) || subject.title;
  }

  #fillPanel(settings: ArmSettings): void {
    const { owner, panel } = this.place;
    const { controls } = settings;
    panel.setAttribute('aria-label', `Controls: ${this.#titleOf(this.#subject!)}`);
    // The control in use keeps the focus.
    const focused = (panel.getRootNode() as ShadowRoot).activeElement?.getAttribute('name');
    const choose = <K extends keyof ArmSettings>(name: K, value: ArmSettings[K]) => {
      // A scene has other defaults, so a toggle is written whole.
      if (typeof value === 'boolean') owner.setAttribute(name, value ? 'on' : 'off');
      else Reflect.set(owner, name, value);
    };
    const bench = this.#bench!;
    panel.replaceChildren(
      ...(this.#subject!.panel?.() ??
        (controls ? makeControls(settings, bench.problem, choose, () => bench.reset()) : [])),
    );
    if (focused) panel.querySelector<HTMLElement>(`[name=${focused}]`)?.focus();
  }
}
