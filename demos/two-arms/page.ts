import { mountEditor } from '../editor/index.ts';
import { NumberTable, FactList, stepCost } from '../shell/board.ts';
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
  private readonly facts = new FactList({ cost: 'time per step', limits: 'at a limit', warning: 'warning' }, [
    'limits',
    'warning',
  ]);
  /** Seconds: of the chart, and along the course. */
  private time = 0;
  private along = 0;

  constructor(run: HTMLElement) {
    this.shell = new Shell(run, schema, { title: 'Two arms' });
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
    this.shell.numbers.append(this.board.element, this.facts.element, editor);
    run.append(this.chart.element);
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
    this.time += frameTime;
    this.chart.add(
      this.time,
      this.pair.gaps.map((gap) => gap.distance),
    );
  }

  solveInPause(): void {
    this.pair.solve();
  }

  reset(): void {
    const { mode, gain, feedForward, course } = this.picks;
    this.shell.note({ ...defaultsOf(schema), mode, gain, feedForward, course });
    this.along = this.time = 0;
    this.chart.clear();
    this.pair.begin({ ...this.picks, ...this.moment });
    this.follow();
  }

  draw(): void {
    this.stage?.update();
    this.chart.show(frameTime);
  }

  tell(): void {
    const { pair } = this;
    pair.gaps.forEach((gap, i) => this.board.write(i, distance(gap.distance), degrees(gap.angle)));
    this.facts.write({ cost: stepCost(this.shell.clock.cost), ...pair.facts });
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
