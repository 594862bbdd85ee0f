import { init } from 'limber';
import { Stage } from 'limber/three';
import { mountEditor } from '../editor/index.ts';
import { addShare } from '../shell/share.ts';
import { AddressBar } from '../shell/address-bar.ts';
import { Fields, microseconds } from '../shell/fields.ts';
import { frameTime, Metronome } from '../shell/metronome.ts';
import { Curves, type CurveLook } from '../shell/curves.ts';
import { History, memory } from '../shell/history.ts';
import { distance } from '../shell/words.ts';
import { fromQuery, toQuery, type Picks } from './address.ts';
import { courses, speedOf } from './courses.ts';
import { LawTables } from './law-table.ts';
import { Panel } from './panel.ts';
import { Race } from './race.ts';
import { TrackingStage } from './stage.ts';

/** Milliseconds between two changes of the numbers: faster than this nobody reads. */
const pause = 100;
/** The first has feed-forward. */
const looks: readonly CurveLook[] = [{ colour: '--with' }, { colour: '--without' }];
const names = ['with', 'without'] as const;
/** What another race is needed for; the laws are measured anew for some more. */
const ofRace = ['arm'] as const;
const ofLaws = ['arm', 'course', 'speed', 'gain', 'substeps'] as const;

/** Everything on the page that moves. Tests find it at `main.limberTracking`. */
export class TrackingPage {
  picks: Picks;
  race!: Race;
  playing = false;
  readonly stage: TrackingStage | null;
  readonly curves: Curves;
  readonly laws: LawTables;
  readonly history = new History(2);
  private readonly panel: Panel;
  private readonly fields: Fields;
  private readonly metronome = new Metronome();
  private readonly bar = new AddressBar();
  private shownAt = -Infinity;

  constructor(page: Document) {
    const { picks, complaints } = fromQuery(location.search);
    this.picks = picks;
    const root = page.querySelector<HTMLElement>('main')!;
    this.fields = new Fields(root);
    this.panel = new Panel(root);
    this.laws = new LawTables(root);
    this.stage = Stage.available() ? new TrackingStage(this.fields.find('.run .stage')) : null;
    this.curves = new Curves(this.fields.find('.run .plot'), {
      ...{ label: 'seconds', range: [1e-6, 1], line: 'speed ∕ K' },
    });
    this.connect();
    this.begin();
    this.settle();
    this.laws.show(picks);
    this.fields.write('complaint', complaints.join(' '));
    this.setPlaying(this.stage !== null && !Stage.shared().reducedMotion);
    addShare(this.fields.find('.share'), { title: 'Tracking', address: () => this.bar.url });
    mountEditor(this.fields.find('.editor'), {
      ...{ title: 'Loops and constraints of the arm with feed-forward', view: this.stage?.view },
      ...{ problem: () => this.race.followers[0].problem, changed: () => this.pick({}) },
      describe: () => ({ type: 'position', link: this.picks.arm.effector }),
      keeps: true,
    });
  }

  /** The next frame, by the reader's wish. */
  step(): void {
    this.setPlaying(false);
    this.stepOnce();
    this.show();
  }

  reset(): void {
    this.begin();
    this.show();
  }

  pick(change: Partial<Picks>): void {
    const before = this.picks;
    this.picks = completed(before, change);
    const isOther = (name: keyof Picks) => this.picks[name] !== before[name];
    if (ofRace.some(isOther)) this.begin();
    else this.race.change(this.picks);
    if (isOther('course')) this.stage?.clearTrails();
    if (ofLaws.some(isOther)) this.laws.show(this.picks);
    this.fields.write('complaint', '');
    this.settle();
  }

  private connect(): void {
    const { fields, stage } = this;
    this.panel.onPick = (change) => this.pick(change);
    this.laws.onPick = (change) => this.pick(change);
    fields.button('play').addEventListener('click', () => this.setPlaying(!this.playing));
    fields.button('step').addEventListener('click', () => this.step());
    fields.button('reset').addEventListener('click', () => this.reset());
    if (!stage) return;
    stage.onHold = (held) => this.pick({ held });
    stage.onStand = (stand) => this.pick({ stand });
    stage.view.onFrame = (dt) => this.frame(dt);
  }

  /** From time 0. */
  private begin(): void {
    this.race?.dispose();
    this.race = new Race(this.picks);
    this.history.clear();
    this.metronome.reset();
    this.stage?.load(this.race);
  }

  /** All controls, the view and the address follow the picks. */
  private settle(): void {
    this.panel.show(this.picks);
    this.stage?.show(this.picks);
    this.curves.tolerance = (speedOf(this.picks.course) * this.picks.speed) / this.picks.gain;
    this.bar.write(toQuery(this.picks));
    this.show();
  }

  private setPlaying(playing: boolean): void {
    this.playing = playing;
    this.fields.button('play').textContent = playing ? 'Pause' : 'Play';
    this.show();
  }

  private stepOnce(): void {
    this.race.step();
    this.history.add(this.race.time, this.race.errors);
    this.stage?.record();
  }

  /** Once a drawn frame. */
  private frame(dt: number): boolean {
    if (this.playing) this.metronome.advance(dt, () => this.stepOnce());
    this.update(!this.playing);
    return this.playing;
  }

  /** Something has changed that is to be seen. */
  private show(): void {
    this.update(true);
    this.stage?.view.invalidate();
  }

  private update(now: boolean): void {
    const { race, history } = this;
    this.stage?.update();
    const width = memory * frameTime;
    const end = Math.max(width, race.time);
    this.curves.show(looks, history.data, [end - width, end]);
    if (now || performance.now() - this.shownAt > pause) this.showNumbers();
  }

  private showNumbers(): void {
    this.shownAt = performance.now();
    const { fields, race, picks } = this;
    names.forEach((name, i) => {
      const steady = race.steady(i);
      fields.write(`${name}-error`, distance(race.errors[i]!));
      fields.write(`${name}-steady`, steady === null ? '–' : distance(steady));
      fields.write(`${name}-product`, steady === null ? '–' : `${distance(steady * picks.gain)}/s`);
    });
    const [fed, unfed] = [race.steady(0), race.steady(1)];
    fields.write('times', fed === null || unfed === null ? '–' : `${(unfed / fed).toFixed(0)} ×`);
    fields.write('time', `${race.time.toFixed(2)} s`);
    fields.write('cost', microseconds(this.metronome.cost / 2));
    fields.write('warning', race.followers[0].result?.warning || race.followers[1].result?.warning || 'none');
  }
}

/** A course that is picked lets go of the target; a target that is taken leaves its course. */
function completed(picks: Picks, change: Partial<Picks>): Picks {
  const { course, held } = change;
  const byHand = courses.at(-1)!;
  if (held) return { ...picks, ...change, course: byHand };
  if (course && course !== byHand) return { ...picks, ...change, held: null };
  return { ...picks, ...change };
}

export async function start(page: Document, explain: (text: string) => void): Promise<void> {
  await init();
  const main = page.querySelector<HTMLElement>('main')!;
  if (!Stage.available()) {
    explain(
      'The arms are not shown: their view needs WebGL 2, and this browser does not offer it. Step makes the next frame, and the numbers are right.',
    );
    main.querySelector<HTMLButtonElement>('button[name=play]')!.disabled = true;
    main.classList.add('no-view');
  }
  for (const fieldset of page.querySelectorAll('fieldset')) fieldset.disabled = false;
  main.limberTracking = new TrackingPage(page);
}

declare global {
  interface HTMLElement {
    limberTracking?: TrackingPage;
  }
}
