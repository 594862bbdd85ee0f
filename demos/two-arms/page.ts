import { init } from 'limber';
import { Stage } from 'limber/three';
import { AddressBar } from '../shell/address-bar.ts';
import { Fields, fill, microseconds } from '../shell/fields.ts';
import { frameTime, Metronome } from '../shell/metronome.ts';
import { degrees } from '../shell/words.ts';
import { mountEditor } from '../editor/index.ts';
import { addShare } from '../shell/share.ts';
import { Curves, type CurveLook } from '../shell/curves.ts';
import { History, memory } from '../shell/history.ts';
import { distance } from '../shell/words.ts';
import { defaults, fromQuery, gains, toQuery, type Picks } from './address.ts';
import { courseAt } from './course.ts';
import { modes, start as home } from './modes.ts';
import { Pair } from './pair.ts';
import { TwoArmsStage } from './stage.ts';

/** Milliseconds between two changes of the numbers: faster than this nobody reads. */
const pause = 100;
const looks: readonly CurveLook[] = [{ colour: '--left' }, { colour: '--right' }];
const arms = ['left', 'right'] as const;

/** Everything on the page that moves. Tests find it at `main.limberTwoArms`. */
export class TwoArmsPage {
  picks: Picks;
  readonly pair: Pair;
  readonly stage: TwoArmsStage | null;
  readonly curves: Curves;
  readonly history = new History(2);
  /** The cube goes along its course by itself. */
  playing = false;
  private readonly fields: Fields;
  private readonly bar = new AddressBar();
  private readonly metronome = new Metronome();
  /** Seconds: of the chart, and along the course. */
  private time = 0;
  private along = 0;
  private shownAt = -Infinity;

  constructor(page: Document) {
    const main = page.querySelector<HTMLElement>('main')!;
    const { picks, complaints } = fromQuery(location.search);
    this.picks = picks;
    this.pair = new Pair(picks);
    this.fields = new Fields(main);
    fill(this.fields.select('mode'), modes);
    this.fields.input('gain').max = String(gains.length - 1);
    this.stage = Stage.available() ? new TwoArmsStage(this.fields.find('.run .stage'), this.pair) : null;
    this.curves = new Curves(this.fields.find('.run .plot'), {
      ...{ label: 'seconds', range: [1e-6, 1], line: '1 mm' },
    });
    this.curves.tolerance = 1e-3;
    this.connect();
    this.settle();
    this.fields.write('complaint', complaints.join(' '));
    const isShared = location.search !== '';
    this.setPlaying(this.stage !== null && !isShared && !Stage.shared().reducedMotion);
    addShare(this.fields.find('.share'), { title: 'Two arms', address: () => this.bar.url });
    mountEditor(this.fields.find('.editor'), {
      ...{ problem: () => this.pair.problem, view: this.stage?.view, changed: () => this.pick({}) },
      describe: (goal) => this.picks.mode.goals()[this.pair.goals.indexOf(goal)] ?? null,
      keeps: true,
    });
  }

  /** Nothing moves, and nothing will. */
  get resting(): boolean {
    return !this.playing && this.pair.settled;
  }

  pick(change: Partial<Picks>): void {
    this.picks = { ...this.picks, ...change };
    this.pair.change(this.picks);
    this.fields.write('complaint', '');
    this.settle();
  }

  /** The next frame, by the reader's wish. */
  step(): void {
    if (this.playing) this.setPlaying(false);
    this.along += frameTime;
    this.stepOnce(true);
    this.show();
  }

  reset(): void {
    const { mode, gain, feedForward } = this.picks;
    this.picks = { ...defaults, mode, gain, feedForward };
    this.along = 0;
    this.time = 0;
    this.history.clear();
    this.pair.begin(this.picks);
    this.settle();
  }

  private connect(): void {
    const { fields, stage } = this;
    const mode = fields.select('mode');
    mode.addEventListener('change', () => this.pick({ mode: modes[mode.selectedIndex]! }));
    const gain = fields.input('gain');
    gain.addEventListener('input', () => this.pick({ gain: gains[Number(gain.value)]! }));
    const forward = fields.input('forward');
    forward.addEventListener('change', () => this.pick({ feedForward: forward.checked }));
    fields.button('play').addEventListener('click', () => this.setPlaying(!this.playing));
    fields.button('step').addEventListener('click', () => this.step());
    fields.button('reset').addEventListener('click', () => this.reset());
    if (!stage) return;
    stage.onTake = () => this.setPlaying(false);
    stage.onPick = (change) => this.pick(change);
    stage.view.onFrame = (dt) => this.frame(dt);
  }

  /** All controls, the view and the address follow the picks. */
  private settle(): void {
    const { fields, picks } = this;
    fields.select('mode').value = picks.mode.name;
    fields.write('mode-text', picks.mode.text);
    fields.input('gain').value = String((gains as readonly number[]).indexOf(picks.gain));
    fields.input('gain').setAttribute('aria-valuetext', `${picks.gain} a second`);
    fields.write('gain-value', `${picks.gain} /s`);
    fields.input('forward').checked = picks.feedForward;
    arms.forEach((arm, i) => fields.write(`${arm}-name`, picks.mode.gaps[i]!));
    this.stage?.show(picks);
    this.bar.write(toQuery(picks));
    this.show();
  }

  private setPlaying(playing: boolean): void {
    this.playing = playing;
    this.fields.button('play').textContent = playing ? 'Pause' : 'Play';
    this.bar.write(toQuery(this.picks));
    this.pair.wake();
    this.show();
  }

  /** `onCourse`: the cube goes on along its course. */
  private stepOnce(onCourse: boolean): void {
    if (onCourse) {
      this.picks = { ...this.picks, ...courseAt(this.along, home) };
      this.pair.change(this.picks);
      this.stage?.show(this.picks);
    }
    this.pair.step();
    this.time += frameTime;
    this.history.add(
      this.time,
      this.pair.gaps.map((gap) => gap.distance),
    );
  }

  /** Once a drawn frame. */
  private frame(dt: number): boolean {
    if (this.resting) this.metronome.reset();
    else {
      this.metronome.advance(dt, () => {
        if (this.playing) this.along += frameTime;
        this.stepOnce(this.playing);
      });
    }
    const { resting } = this;
    this.update(resting);
    return !resting;
  }

  private show(): void {
    this.update(true);
    this.stage?.view.invalidate();
  }

  private update(now: boolean): void {
    const { pair, history, fields } = this;
    this.stage?.update();
    const width = memory * frameTime;
    const end = Math.max(width, this.time);
    this.curves.show(looks, history.data, [end - width, end]);
    if (!now && performance.now() - this.shownAt < pause) return;
    this.shownAt = performance.now();
    arms.forEach((arm, i) => {
      fields.write(`${arm}-distance`, distance(pair.gaps[i]!.distance));
      fields.write(`${arm}-angle`, degrees(pair.gaps[i]!.angle));
    });
    fields.write('limits', pair.problem.linksAtLimit().join(', ') || 'none');
    fields.write('cost', microseconds(this.metronome.cost));
    fields.write('warning', pair.result?.warning || 'none');
  }
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
  main.limberTwoArms = new TwoArmsPage(page);
}

declare global {
  interface HTMLElement {
    limberTwoArms?: TwoArmsPage;
  }
}
