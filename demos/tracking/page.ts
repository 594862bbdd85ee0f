import { mountEditor } from '../editor/index.ts';
import { NumberTable, stepCost } from '../shell/board.ts';
import { Chart } from '../shell/chart.ts';
import { make } from '../shell/dom.ts';
import type { StartPage } from '../shell/open.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { distance } from '../shell/words.ts';
import { Chase } from './chase.ts';
import { courses, speedOf } from './courses.ts';
import { LawTables } from './law-table.ts';
import { schema, type Picks } from './picks.ts';
import { TrackingStage } from './stage.ts';

/** The first has feed-forward. */
const rows = [
  { name: 'with', colour: '--effector-1' },
  { name: 'without', colour: '--effector-0' },
] as const;
/** The laws are measured anew for others of these. */
const ofLaws = ['arm', 'course', 'speed', 'gain', 'substeps'] as const;

/** Everything on the page that moves. */
export class TrackingPage implements Demo<typeof schema> {
  chase!: Chase;
  readonly shell: Shell<typeof schema>;
  readonly stage: TrackingStage | null;
  readonly laws: LawTables;
  readonly chart = new Chart('Distance from the target', { line: 'speed ∕ K' });
  readonly board = new NumberTable(['feed-forward', 'error', 'steady', '× K']);

  constructor(main: HTMLElement, run: HTMLElement) {
    this.shell = new Shell(run, schema, {
      title: 'Tracking',
      facts: { time: 'time', times: 'smaller by', cost: 'step of one arm', warning: 'warning' },
      sentences: ['warning'],
      chart: this.chart,
    });
    this.laws = new LawTables(main, (change) => this.shell.pick(change));
    this.stage = this.shell.stage && new TrackingStage(this.shell.stage);
    if (this.stage) {
      this.stage.onHold = (held) => this.shell.drag({ held, course: courses.at(-1)! });
      this.stage.onStand = (stand) => this.shell.drag({ stand });
    }
    this.board.setRows(rows);
    this.chart.setCurves(rows.map(({ colour }) => colour));
    const editor = make('div', { className: 'editor' });
    this.shell.numbers.prepend(this.board.element);
    this.shell.numbers.append(editor);
    this.shell.run(this, this.stage?.view ?? null);
    mountEditor(editor, {
      title: 'Loops and constraints of the arm with feed-forward',
      view: this.stage?.view,
      problem: () => this.chase.followers[0].problem,
      changed: () => this.shell.moved(),
      describe: () => ({ type: 'position', link: this.picks.arm.effector }),
      keeps: true,
    });
  }

  get picks(): Picks {
    return this.shell.picks;
  }

  /** A course that is picked lets go of the target; a target in the reader's hand is on no course. */
  next(picks: Picks, before: Picks | null): Picks {
    const byHand = courses.at(-1)!;
    const { course, held } = picks;
    if (!held || course === byHand) return picks;
    return before && course !== before.course ? { ...picks, held: null } : { ...picks, course: byHand };
  }

  picked(before: Picks | null): void {
    const isOther = (name: keyof Picks) => this.picks[name] !== before?.[name];
    if (isOther('arm')) this.begin();
    else this.chase.change(this.picks);
    if (isOther('course')) this.stage?.clearTrails();
    if (ofLaws.some(isOther)) this.laws.show(this.picks);
    this.stage?.show(this.picks, isOther);
    this.chart.curves.tolerance = (speedOf(this.picks.course) * this.picks.speed) / this.picks.gain;
  }

  step(): void {
    this.chase.step();
    this.stage?.record();
  }

  sample(): readonly number[] {
    return this.chase.errors;
  }

  solveInPause(): void {
    this.chase.solve();
  }

  reset(): void {
    this.begin();
  }

  draw(): void {
    this.stage?.update();
  }

  tell(): Record<string, string> {
    const { chase, picks } = this;
    const steady = [0, 1].map((i) => chase.steady(i));
    steady.forEach((error, i) => {
      const product = error === null ? '–' : `${distance(error * picks.gain)}/s`;
      this.board.write(i, distance(chase.errors[i]!), error === null ? '–' : distance(error), product);
    });
    const [fed, unfed] = steady;
    return {
      time: `${chase.time.toFixed(2)} s`,
      times: fed && unfed ? `${(unfed / fed).toFixed(0)} ×` : '–',
      cost: stepCost(this.shell.clock.cost / 2),
      warning: chase.followers.map(({ result }) => result?.warning).find(Boolean) ?? 'none',
    };
  }

  /** From time 0. */
  private begin(): void {
    this.chase?.dispose();
    this.chase = new Chase(this.picks);
    this.shell.restart();
    this.stage?.load(this.chase);
  }
}

export const start: StartPage = (main, run) => new TrackingPage(main, run);
