import { mountEditor } from '../editor/index.ts';
import { NumberTable } from '../shell/board.ts';
import { Chart } from '../shell/chart.ts';
import { frameTime } from '../shell/clock.ts';
import { make } from '../shell/dom.ts';
import type { StartPage } from '../shell/open.ts';
import { defaultsOf } from '../shell/picks.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { degrees, distance } from '../shell/words.ts';
import { courseAt } from './course.ts';
import { startPoint as home } from './modes.ts';
import { Pair } from './pair.ts';
import { schema, type Picks } from './picks.ts';
import { TwoArmsStage } from './stage.ts';

/** Left, right. */
const colours = ['--effector-1', '--effector-2'] as const;

/** Everything on the page that moves. */
export class TwoArmsPage implements Demo<typeof schema> {
  readonly pair: Pair;
  readonly shell: Shell<typeof schema>;
  readonly stage: TwoArmsStage | null;
  readonly chart = new Chart('Distance of both hands from their places', { line: '1 mm' });
  private readonly board = new NumberTable(['gap', 'distance', 'angle']);
  /** Seconds along the course. */
  private along = 0;

  constructor(run: HTMLElement) {
    this.shell = new Shell(run, schema, {
      title: 'Two arms',
      facts: { cost: 'time per step', limits: 'at a limit', warning: 'warning' },
      sentences: ['limits', 'warning'],
      chart: this.chart,
    });
    this.pair = new Pair(this.picks);
    this.stage = this.shell.stage && new TwoArmsStage(this.shell.stage, this.pair);
    if (this.stage) {
      // What the reader takes leaves its course.
      this.stage.onTake = () => this.shell.drag({ ...this.moment, course: false });
      this.stage.onMove = (change) => this.shell.drag({ ...this.moment, ...change, course: false });
      this.stage.onStand = (change) => this.shell.drag(change);
    }
    this.chart.curves.tolerance = 1e-3;
    this.chart.setCurves(colours);
    this.board.element.classList.add('gaps');
    this.board.setRows(colours.map((colour) => ({ name: '', colour })));
    const editor = make('div', { className: 'editor' });
    this.shell.numbers.prepend(this.board.element);
    this.shell.numbers.append(editor);
    this.shell.run(this, this.stage?.view ?? null);
    mountEditor(editor, {
      problem: () => this.pair.problem,
      view: this.stage?.view,
      changed: () => this.shell.moved(),
      describe: (goal) => this.picks.mode.goals()[this.pair.goals.indexOf(goal)] ?? null,
      keeps: true,
    });
  }

  get picks(): Picks {
    return this.shell.picks;
  }

  /** Nothing moves by itself, and the arms have come to rest. */
  get resting(): boolean {
    return !this.picks.course && this.pair.settled;
  }

  picked(before: Picks | null): void {
    const { mode } = this.picks;
    this.follow();
    mode.gaps.forEach((name, i) => this.board.name(i, name));
    if (before && before.mode !== mode && !this.shell.clock.playing) this.solveInPause();
  }

  step(): void {
    if (this.picks.course) {
      this.along += frameTime;
      this.follow();
    }
    this.pair.step();
  }

  sample(): number[] {
    return this.pair.gaps.map((gap) => gap.distance);
  }

  solveInPause(): void {
    this.pair.solve();
  }

  reset(): void {
    const { mode, gain, feedForward, course } = this.picks;
    this.shell.note({ ...defaultsOf(schema), mode, gain, feedForward, course });
    this.along = 0;
    this.pair.begin({ ...this.picks, ...this.moment });
    this.follow();
  }

  draw(): void {
    this.stage?.update();
  }

  tell(): Pair['facts'] {
    const { pair } = this;
    pair.gaps.forEach((gap, i) => this.board.write(i, distance(gap.distance), degrees(gap.angle)));
    return pair.facts;
  }

  /** Where the box, or the cube, is now. */
  private get moment(): Partial<Picks> {
    const { course, place, direction } = this.picks;
    return course ? courseAt(this.along, home) : { place, direction };
  }

  /** Arms and view follow what is picked, and where the course has come to. */
  private follow(): void {
    const now = { ...this.picks, ...this.moment };
    this.pair.change(now);
    this.stage?.show(now);
  }
}

export const start: StartPage = (_, run) => new TwoArmsPage(run);
