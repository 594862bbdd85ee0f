import { init, type Vec3 } from 'limber';
import { Stage } from 'limber/three';
import { mountEditor } from '../editor/index.ts';
import { addShare } from '../shell/share.ts';
import { AddressBar } from '../shell/address-bar.ts';
import { Fields, microseconds } from '../shell/fields.ts';
import { Metronome } from '../shell/metronome.ts';
import { fromQuery, toQuery } from './address.ts';
import { examples, settingsOf, type Example } from './examples.ts';
import type { Settings } from './kinds/index.ts';
import { Panel } from './panel.ts';
import { bent, Rig } from './rig.ts';
import { ConstraintsStage } from './stage.ts';

/** Milliseconds between two changes of the numbers: faster than this nobody reads. */
const pause = 100;
/** Steps made at once where nothing is drawn. */
const unseen = 600;

/** Everything on the page that moves. Tests find it at `main.limberConstraints`. */
export class ConstraintsPage {
  readonly rig = new Rig();
  readonly stage: ConstraintsStage | null;
  settings: readonly Settings[];
  stand: Vec3;
  /** Whose settings these are. */
  private example: Example | null;
  private readonly panel: Panel;
  private readonly fields: Fields;
  private readonly bar = new AddressBar();
  private readonly metronome = new Metronome();
  private shownAt = -Infinity;

  constructor(page: Document) {
    const main = page.querySelector<HTMLElement>('main')!;
    const { scene, complaints } = fromQuery(location.search);
    this.settings = scene.settings;
    this.stand = scene.stand;
    this.example = new URLSearchParams(location.search).has('on') ? null : examples[0]!;
    this.fields = new Fields(main);
    this.panel = new Panel(main);
    this.stage = Stage.available() ? new ConstraintsStage(this.fields.find('.run .stage'), this.rig) : null;
    this.rig.begin(scene.joints, this.stand);
    this.connect();
    this.settle();
    this.fields.write('complaint', complaints.join(' '));
    addShare(this.fields.find('.share'), { title: 'Constraints', address: () => this.bar.url });
    mountEditor(this.fields.find('.editor'), {
      ...{ problem: () => this.rig.problem, view: this.stage?.view, changed: () => this.settle() },
      // The page's own constraints are in its form.
      describe: () => null,
    });
  }

  /** The robot has come to rest. */
  get resting(): boolean {
    return this.rig.settled;
  }

  set(index: number, change: Partial<Settings>): void {
    this.example = null;
    this.settings = this.settings.map((each, i) => (i === index ? { ...each, ...change } : each));
    this.settle();
  }

  /** Another example, with the robot where it is. */
  try(example: Example): void {
    this.example = example;
    this.settings = settingsOf(example);
    this.settle();
  }

  reset(): void {
    this.stand = [0, 0, 0];
    this.rig.begin(bent, this.stand);
    this.try(this.example ?? examples[0]!);
  }

  private connect(): void {
    this.panel.onChange = (index, change) => this.set(index, change);
    this.panel.onExample = (example) => this.try(example);
    this.fields.button('reset').addEventListener('click', () => this.reset());
    const { stage } = this;
    if (!stage) return;
    stage.onMove = (index, moved) => this.set(index, moved);
    stage.onStand = (place) => this.push(place);
    stage.view.onFrame = (dt) => this.frame(dt);
  }

  /** The base goes somewhere, and the robot with it. */
  private push(place: Vec3): void {
    this.stand = place;
    this.rig.stand.place(...place);
    this.rig.wake();
    this.show();
  }

  /** Everything follows the settings. */
  private settle(): void {
    this.rig.set(this.settings);
    this.panel.show(this.settings, this.example);
    if (!this.stage) for (let i = 0; i < unseen && !this.rig.settled; i += 1) this.rig.step();
    this.fields.write('complaint', '');
    this.show();
  }

  /** Once a drawn frame. */
  private frame(dt: number): boolean {
    if (this.rig.settled) this.metronome.reset();
    else this.metronome.advance(dt, () => this.rig.step());
    const resting = this.rig.settled;
    this.update(resting);
    return !resting;
  }

  private show(): void {
    this.update(true);
    this.stage?.view.invalidate();
  }

  private update(now: boolean): void {
    this.stage?.update(this.settings, this.stand);
    const { settings, stand, rig } = this;
    if (!now && performance.now() - this.shownAt < pause) return;
    this.shownAt = performance.now();
    this.bar.write(toQuery({ settings, stand, joints: Array.from(rig.joints) }));
    this.panel.tell(settings.map(({ on }, i) => (on ? rig.goals[i]! : null)));
    this.fields.write('state', rig.settled ? 'at rest' : 'moving');
    this.fields.write('limits', rig.problem.linksAtLimit().join(', ') || 'none');
    this.fields.write('cost', microseconds(this.metronome.cost));
    this.fields.write('warning', rig.result?.warning || 'none');
  }
}

export async function start(page: Document, explain: (text: string) => void): Promise<void> {
  await init();
  const main = page.querySelector<HTMLElement>('main')!;
  if (!Stage.available()) {
    explain(
      'The robot is not shown: its view needs WebGL 2, and this browser does not offer it. The numbers are right.',
    );
    main.classList.add('no-view');
  }
  for (const fieldset of page.querySelectorAll('fieldset')) fieldset.disabled = false;
  main.limberConstraints = new ConstraintsPage(page);
}

declare global {
  interface HTMLElement {
    limberConstraints?: ConstraintsPage;
  }
}
