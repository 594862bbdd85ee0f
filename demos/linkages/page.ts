import { solverNames, type Mobility, type SolverName } from 'limber';
import { mountEditor } from '../editor/index.ts';
import { FactList, stepCost } from '../shell/board.ts';
import { frameTime } from '../shell/clock.ts';
import { button, make, write } from '../shell/dom.ts';
import type { StartPage } from '../shell/open.ts';
import { writeNumbers } from '../shell/picks.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { distance } from '../shell/words.ts';
import { onTheme } from '../views/looks.ts';
import { Fits } from './fits.ts';
import { schemaOf, usualSolver, type Picks, type Schema } from './picks.ts';
import { Mechanism } from './mechanism.ts';
import type { Linkage } from './scenes/index.ts';
import { LinkageStage } from './stage.ts';
import { waysOf, type Ways } from './ways.ts';

/** Everything on the page that moves. */
export class LinkagesPage implements Demo<Schema> {
  rig!: Mechanism;
  readonly shell: Shell<Schema>;
  readonly stage: LinkageStage | null;
  mobility: Mobility | null = null;
  private readonly text = make('p', { className: 'text' });
  private readonly facts = new FactList({
    mobility: 'mobility',
    counted: 'by counting',
    residual: 'gap in loops',
    time: 'time per step',
    iterations: 'iterations',
    status: 'status',
  });
  private readonly fits = new Fits();
  private readonly ways = new Map<Linkage, Ways>();
  /** The loops that were closed when mobility was measured. */
  private measuredFor = '';

  constructor(run: HTMLElement) {
    this.shell = new Shell(run, schemaOf(solverNames()), {
      title: 'A linkage',
      extras: [button('Explode', 'explode', () => this.explode())],
      moment: () => {
        const { q } = this.rig.problem.state;
        return q.some((each) => each !== 0) ? `q=${writeNumbers(q)}` : '';
      },
    });
    this.stage = this.shell.stage && new LinkageStage(this.shell.stage);
    if (this.stage) this.stage.onHand = () => this.shell.moved();
    this.text.dataset.show = 'text';
    const small = make('p', { className: 'small' });
    small.textContent =
      'Mobility is the number of ways in which the linkage really moves. By counting, every link has six degrees of freedom and every hinge removes five, which ignores that parallel axes remove some of them twice.';
    const editor = make('div', { className: 'editor' });
    this.shell.form.prepend(this.text);
    this.shell.numbers.append(this.facts.element, small, editor);
    run.append(this.fits.element);
    const { q } = this.shell.picks;
    // A pose that was shared stands still, so that it can be seen.
    this.shell.run(this, this.stage?.view ?? null, { still: q !== null });
    if (q) this.take(q);
    onTheme(() => {
      this.fits.repaint();
      this.shell.show();
    });
    mountEditor(editor, {
      problem: () => this.rig.problem,
      view: this.stage?.view,
      changed: () => {
        this.tellSupport();
        this.shell.pick({});
        if (!this.rig.busy) this.rig.solve();
        this.shell.show();
      },
      // What plays and pulls is the page's own.
      describe: () => null,
    });
  }

  get picks(): Picks {
    return this.shell.picks;
  }

  get resting(): boolean {
    return !this.rig.moving;
  }

  /** Links fly together, and a link that is pulled follows, in a pause too. */
  get underWay(): boolean {
    return this.rig.moving && !this.rig.playing;
  }

  /** Another linkage begins anew, and has the solver that is usual for it. */
  next(picks: Picks, before: Picks | null): Picks {
    const { linkage } = picks;
    return before && linkage !== before.linkage ? { ...picks, solver: usualSolver(linkage), q: null } : picks;
  }

  picked(before: Picks | null): void {
    const { linkage, trails } = this.picks;
    if (linkage !== before?.linkage) this.begin();
    this.replaceSolver();
    if (this.rig.solver !== this.picks.solver) {
      this.rig.solver = this.picks.solver;
      if (!this.rig.busy) this.rig.solve();
    }
    this.stage?.showTrails(trails);
  }

  played(playing: boolean): void {
    this.rig.play(playing);
  }

  /** A frame of the linkage, drawn or not. */
  step(): void {
    const isAssembling = this.rig.assembling > 0;
    this.rig.step(frameTime);
    if (!isAssembling) this.stage?.record();
  }

  solveInPause(): void {
    if (this.rig.pull) this.step();
  }

  reset(): void {
    this.rig.reset();
    this.stage?.clearTrails();
    this.shell.setPlaying(false);
  }

  explode(): void {
    this.rig.explode();
    this.stage?.clearTrails();
    this.shell.show();
  }

  draw(): void {
    this.stage?.update();
  }

  tell(): void {
    const { rig } = this;
    this.measure();
    const { mobility } = this;
    this.facts.write({
      mobility: mobility ? String(mobility.mobility) : '–',
      counted: mobility ? signed(mobility.counted) : '–',
      residual: distance(rig.residual),
      time: stepCost(this.shell.clock.cost),
      iterations: String(rig.result?.iterations ?? '–'),
      status: rig.assembling > 0 ? 'assembling' : (rig.result?.status ?? '–'),
    });
    this.fits.tell();
  }

  /** A new rig of what is picked. */
  private begin(): void {
    this.rig?.dispose();
    const { linkage, solver } = this.picks;
    this.rig = new Mechanism(linkage);
    this.rig.solver = solver;
    if (linkage.misfits) this.rig.solve();
    this.stage?.load(this.rig, this.waysFor(linkage));
    this.fits.load(this.rig);
    this.measuredFor = '';
    this.rig.play(this.shell.clock.playing);
    write(this.text, linkage.text);
    this.tellSupport();
  }

  private waysFor(linkage: Linkage): Ways {
    const known = this.ways.get(linkage) ?? waysOf(linkage);
    this.ways.set(linkage, known);
    return known;
  }

  /** Which solvers can be picked: loops and constraints that were added may rule some out. */
  private tellSupport(): void {
    const { problem } = this.rig;
    this.shell.answer('solver', (name) => problem.supports(name as SolverName));
  }

  /** A solver that does not support the linkage gives way. */
  private replaceSolver(): void {
    const { linkage, solver } = this.picks;
    const answer = this.rig.problem.supports(solver);
    if (answer === true) return;
    const usual = usualSolver(linkage);
    this.shell.amend(
      { solver: usual },
      `The solver ${solver} does not support this linkage: ${answer}. The page uses ${usual}.`,
    );
    this.rig.solver = usual;
  }

  private take(q: readonly number[]): void {
    const { state } = this.rig.problem;
    if (q.length !== state.q.length) return;
    state.q.set(q);
    state.update();
    this.rig.solve();
    this.shell.show();
  }

  /** Costly, and so only once, and when another loop is open or closed. */
  private measure(): void {
    const { rig } = this;
    const closed = `closed ${rig.problem.loops.map((loop) => Number(loop.closed)).join('')}`;
    if (closed === this.measuredFor || rig.assembling > 0) return;
    this.measuredFor = closed;
    this.mobility = rig.problem.mobility();
    // It leaves the links where joint values put them.
    if (rig.solver === 'maximal') rig.solve();
  }
}

/** With a minus sign of the width of digits. */
const signed = (value: number): string => (value < 0 ? `−${-value}` : String(value));

export const start: StartPage = (_, run) => new LinkagesPage(run);
