import { solverNames, type SolverName, type Vec3 } from 'limber';
import { Player, Run } from 'limber/presets';
import { NumberTable, FactList } from '../shell/board.ts';
import { Chart } from '../shell/chart.ts';
import { button, make, write } from '../shell/dom.ts';
import type { StartPage } from '../shell/open.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { distance } from '../shell/words.ts';
import { colourOf } from '../views/looks.ts';
import { goTo, momentOf, readMoment, writeMoment } from './moment.ts';
import { commandOf, schemaOf, type Picks, type Schema } from './picks.ts';
import { RunStage } from './stage.ts';
import { StraightSection } from './straight/section.ts';

/** Metres: both targets of the branching arm at once are further apart than its branches reach. */
const farTargets: readonly Vec3[] = [
  [-0.95, 0.55, 0],
  [0.95, 0.55, 0],
];

/** Frame 0 of what is picked. */
const runOf = ({ arm, track, solver, dt, limits }: Picks): Run =>
  new Run(arm, track, { solver, dt, options: { limits } });

/** Everything on the page that moves. */
export class TracksPage implements Demo<Schema> {
  player!: Player;
  readonly shell: Shell<Schema>;
  readonly stage: RunStage | null;
  readonly straight: StraightSection;
  readonly chart = new Chart('Residual');
  private readonly solvers = solverNames();
  private readonly board = new NumberTable(['effector', 'residual', 'target', '']);
  private readonly facts = new FactList(
    { time: 'time', frame: 'frame', iterations: 'iterations', status: 'status', limits: 'at a limit' },
    ['limits'],
  );
  private readonly far = button('Put both targets out of reach', 'far', () =>
    farTargets.forEach((target, i) => this.hold(i, target)),
  );
  private readonly command = make('code');
  private readonly commandNote = make('span');
  private letGo: readonly HTMLButtonElement[] = [];

  constructor(main: HTMLElement, run: HTMLElement) {
    this.straight = new StraightSection(main.querySelector('.straight')!);
    this.shell = new Shell(run, schemaOf(this.solvers), {
      title: 'An arm on a track',
      moment: () => (this.player.run.frame > 0 ? writeMoment(momentOf(this.player)) : ''),
      arm: () => {
        const { arm, track, solver, limits } = this.picks;
        return { preset: arm.name, track: track.name, solver, limits };
      },
    });
    this.stage = this.shell.stage && new RunStage(this.shell.stage);
    if (this.stage) this.stage.onHold = (index, { x, y, z }) => this.hold(index, [x, y, z]);
    this.board.element.classList.add('effectors');
    this.shell.numbers.append(this.board.element, this.far, this.facts.element);
    const same = make(
      'p',
      { className: 'same' },
      'The same run in Node, from Reset on',
      this.commandNote,
      ': ',
      this.command,
    );
    this.chart.element.append(same);
    run.append(this.chart.element);
    const moment = readMoment(location.search);
    this.shell.run(this, this.stage?.view ?? null, { still: moment !== null });
    if (moment) goTo(this.player, moment);
    this.shell.show();
  }

  get picks(): Picks {
    return this.shell.picks;
  }

  get resting(): boolean {
    return this.player.resting;
  }

  get speed(): number {
    return this.picks.speed;
  }

  /** What needs no new run goes on with the one there is. */
  picked(before: Picks | null): void {
    const { arm, track, dt, limits, trails } = this.picks;
    if (!before || arm !== before.arm || track !== before.track || dt !== before.dt) this.begin();
    this.replaceSolver();
    const { run } = this.player;
    if (run.solver !== this.picks.solver) this.player.setSolver(this.picks.solver);
    if (limits !== before?.limits) this.player.setLimits(limits);
    this.stage?.showTrails(trails);
    write(this.command, commandOf(this.picks));
    write(this.commandNote, limits ? '' : ', but with limits');
  }

  step(): void {
    this.player.step();
  }

  solveInPause(): void {
    this.player.solveInPause();
  }

  reset(): void {
    this.player.reset();
    this.chart.clear();
    this.stage?.clearTrails();
  }

  draw(): void {
    this.stage?.update();
    this.chart.show(this.picks.dt);
  }

  tell(): void {
    const { run, result } = this.player;
    run.goals.forEach((goal, i) => {
      this.board.write(i, distance(goal.distance), this.stateOf(i));
      this.letGo[i]!.style.visibility = this.player.isHeld(i) ? '' : 'hidden';
    });
    this.facts.write({
      time: `${run.time.toFixed(2)} s`,
      frame: String(run.frame),
      iterations: String(result?.iterations ?? '–'),
      status: result?.status ?? '–',
      limits: run.problem.linksAtLimit().join(', ') || 'none',
    });
  }

  hold(index: number, position: Vec3 | null): void {
    this.player.hold(index, position);
    this.shell.moved();
  }

  /** A new run of what is picked, from frame 0. */
  private begin(): void {
    this.player?.dispose();
    this.player = new Player(runOf(this.picks));
    const { arm, model, problem } = this.player.run;
    this.player.onStep = () => {
      this.chart.add(this.player.run.time, this.player.run.residuals);
      this.stage?.record();
    };
    this.shell.clock.dt = this.picks.dt;
    this.shell.answer('solver', (name) => problem.supports(name as SolverName));
    this.chart.setCurves(arm.effectors.map((_, i) => colourOf(i)));
    this.chart.curves.tolerance = 1e-4 * model.reach;
    const others = arm.effectors.length === farTargets.length ? farTargets : [];
    this.far.hidden = others.length === 0;
    this.stage?.load(this.player, others);
    this.letGo = arm.effectors.map((name, i) => this.makeLetGo(name, i));
    // The column's head says the rest.
    const rows = arm.effectors.map((name, i) => ({
      name: name.replace(/ effector$/, ''),
      colour: colourOf(i),
    }));
    this.board.setRows(rows, (i) => this.letGo[i]!);
  }

  /** A solver that does not support the arm gives way to one that does. */
  private replaceSolver(): void {
    const { problem } = this.player.run;
    const answer = problem.supports(this.picks.solver);
    if (answer === true) return;
    const solver = this.solvers.find((each) => problem.supports(each) === true)!;
    this.shell.amend(
      { solver },
      `The solver ${this.picks.solver} does not support this arm: ${answer}. The page uses ${solver}.`,
    );
  }

  private stateOf(index: number): string {
    if (this.player.isHeld(index)) return 'held';
    return this.player.follows(index) ? 'on its track' : 'stays';
  }

  private makeLetGo(name: string, index: number): HTMLButtonElement {
    const element = button('Let go', 'let-go', () => {
      this.hold(index, null);
      this.stage?.handles[index]?.element.focus();
    });
    element.className = 'small-button';
    element.setAttribute('aria-label', `Let go of the target of ${name}`);
    return element;
  }
}

export const start: StartPage = (main, run) => new TracksPage(main, run);
