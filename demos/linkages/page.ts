import { solverNames, type Mobility, type SolverName } from 'limber';
import { frameTime } from '../shell/clock.ts';
import { button } from '../shell/dom.ts';
import type { StartPage } from '../shell/open.ts';
import { choice, numbers, toggle, word, writeNumbers, type PicksOf } from '../shell/picks.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { distance } from '../shell/units.ts';
import { present, TiesPanel } from '../ties/panel.ts';
import { onTheme } from '../views/looks.ts';
import { Fits, MisfitScale } from './fits.ts';
import { Mechanism, usualSolver } from './mechanism.ts';
import { linkages, type Linkage } from './scenes/index.ts';
import { LinkageStage } from './stage.ts';

const schemaOf = (solvers: readonly SolverName[]) => ({
  linkage: choice('Linkage', linkages, linkages[0]!),
  solver: word<SolverName>('Solver', solvers, ({ linkage }) => usualSolver(linkage as Linkage)),
  trails: toggle('Trails', true),
  /** Shared joint values (radians, metres); null: the zero pose. */
  q: numbers<readonly number[] | null>(null, 1e3, null),
});

type Schema = ReturnType<typeof schemaOf>;
type Picks = PicksOf<Schema>;

const facts = {
  mobility: 'mobility',
  counted: 'mobility by Grübler’s count',
  residual: 'gap in loops',
  cost: 'time per step',
  iterations: 'iterations',
  status: 'status',
};

/** Everything on the page that moves. */
export class LinkagesPage implements Demo<Schema> {
  rig!: Mechanism;
  readonly shell: Shell<Schema>;
  readonly stage: LinkageStage | null;
  readonly #fits: Fits;
  readonly #ties: TiesPanel;
  #mobility: Mobility | null = null;
  /** The ties when mobility was measured. */
  #measuredFor: unknown = null;

  constructor(run: HTMLElement) {
    const extras = [button('Explode', 'explode', () => this.explode())];
    const moment = (): string => {
      const { q } = this.rig.problem.state;
      return q.some((each) => each !== 0) ? `q=${writeNumbers(q)}` : '';
    };
    const shell = new Shell(run, schemaOf(solverNames()), { title: 'A linkage', extras, facts, moment });
    this.shell = shell;
    const scale = new MisfitScale(run);
    this.#fits = new Fits(scale);
    this.stage = shell.stage && new LinkageStage(shell.stage, scale, () => shell.moved());
    const view = this.stage?.view ?? null;
    this.#ties = this.#listTies(view);
    shell.form.append(this.#ties.element);
    run.append(this.#fits.element);
    const { q } = this.picks;
    // A shared pose stands still, so that it can be seen.
    shell.run(this, view, { still: q !== null });
    if (q) this.rig.stand(q);
    // From here on, `moment` writes the pose to the address.
    shell.note({ q: null });
    shell.show();
    onTheme(() => {
      scale.read();
      shell.show();
    });
  }

  get picks(): Picks {
    return this.shell.picks;
  }

  get resting(): boolean {
    return !this.rig.moving;
  }

  /** During a pause too, links fly together, and a pulled link follows. */
  get underWay(): boolean {
    return this.rig.moving && !this.rig.playing;
  }

  /** Another linkage starts over, with its usual solver. */
  next(picks: Picks, before: Picks | null): Picks {
    const { linkage } = picks;
    return before && linkage !== before.linkage ? { ...picks, solver: usualSolver(linkage), q: null } : picks;
  }

  picked(before: Picks | null): void {
    const { linkage, trails } = this.picks;
    if (linkage !== before?.linkage) this.#begin();
    // Added loops and constraints may rule some solvers out.
    this.shell.support(this.rig.problem, 'this linkage', usualSolver(linkage));
    if (this.rig.solver !== this.picks.solver) {
      this.rig.solver = this.picks.solver;
      if (!this.rig.busy) this.rig.solve();
    }
    this.stage?.showTrails(trails);
  }

  played(playing: boolean): void {
    this.rig.play(playing);
  }

  /** Advances the linkage by one frame, drawn or not. */
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

  tell(): Record<string, string> {
    const { rig } = this;
    this.#measure();
    this.#fits.tell(rig);
    this.#ties.update();
    const { mobility, counted } = this.#mobility ?? { mobility: '–', counted: '–' };
    return {
      mobility: String(mobility),
      // A minus sign is as wide as a digit.
      counted: String(counted).replace('-', '−'),
      residual: distance(rig.residual),
      iterations: String(rig.result?.iterations ?? '–'),
      status: rig.assembling > 0 ? 'assembling' : (rig.result?.status ?? '–'),
    };
  }

  #listTies(view: LinkageStage['view'] | null): TiesPanel {
    return new TiesPanel({
      problem: () => this.rig.problem,
      goals: () => this.rig.goals,
      view,
      ties: () => present(this.rig.ties, this.rig.goals),
      change: (ties) => {
        this.rig.tie(ties);
        this.shell.pick({});
        if (!this.rig.busy) this.rig.solve();
        this.shell.show();
      },
    });
  }

  /** Builds a new rig for the present picks. */
  #begin(): void {
    this.rig?.dispose();
    const { linkage, solver } = this.picks;
    this.rig = new Mechanism(linkage);
    this.rig.solver = solver;
    if (linkage.misfits) this.rig.solve();
    this.stage?.load(this.rig);
    this.#measuredFor = null;
    this.rig.play(this.shell.clock.playing);
  }

  /** Measures mobility. Costly, so only once for each state of the loops. */
  #measure(): void {
    const { rig } = this;
    if (rig.ties === this.#measuredFor || rig.assembling > 0) return;
    this.#measuredFor = rig.ties;
    this.#mobility = rig.problem.mobility();
    // The measurement leaves the links at their joint values.
    if (rig.solver === 'maximal') rig.solve();
  }
}

export const start: StartPage = (_, run) => new LinkagesPage(run);
