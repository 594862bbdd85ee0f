import { solverNames, type Mobility, type SolverName } from 'limber';
import { frameTime } from '../shell/clock.ts';
import { button, make, write } from '../shell/dom.ts';
import type { StartPage } from '../shell/open.ts';
import { choice, numbers, toggle, word, writeNumbers, type PicksOf } from '../shell/picks.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { distance } from '../shell/units.ts';
import { present, TiesPanel } from '../ties/panel.ts';
import { onTheme } from '../views/looks.ts';
import { Fits } from './fits.ts';
import { Mechanism } from './mechanism.ts';
import { MisfitScale } from './scale.ts';
import { linkages, type Linkage } from './scenes/index.ts';
import { LinkageStage } from './stage.ts';
import { waysOf, type Ways } from './ways.ts';

const usualSolver = ({ misfits }: Linkage): SolverName => (misfits ? 'maximal' : 'lm');

const schemaOf = (solvers: readonly SolverName[]) => ({
  linkage: choice('Linkage', linkages, linkages[0]!, { at: 'picker' }),
  solver: word<SolverName>('Solver', solvers, ({ linkage }) => usualSolver(linkage as Linkage)),
  trails: toggle('Trails', true),
  /** Shared joint values (radians, metres); null: the zero pose. */
  q: numbers<readonly number[] | null>(null, 1e3, null),
});

type Schema = ReturnType<typeof schemaOf>;
type Picks = PicksOf<Schema>;

const mobilityText =
  'Mobility is the number of ways in which the linkage really moves. By counting, every link has six degrees of freedom and every hinge removes five, which ignores that parallel axes remove some of them twice.';

/** Everything on the page that moves. */
export class LinkagesPage implements Demo<Schema> {
  rig!: Mechanism;
  readonly shell: Shell<Schema>;
  readonly stage: LinkageStage | null;
  #mobility: Mobility | null = null;
  readonly #text = make('p', { className: 'text' });
  readonly #fits: Fits;
  readonly #ties: TiesPanel | null = null;
  readonly #ways = new Map<Linkage, Ways>();
  /** The ties when mobility was measured. */
  #measuredFor: unknown = null;

  constructor(run: HTMLElement) {
    this.shell = new Shell(run, schemaOf(solverNames()), {
      title: 'A linkage',
      extras: [button('Explode', 'explode', () => this.explode())],
      facts: {
        mobility: 'mobility',
        counted: 'by counting',
        residual: 'gap in loops',
        cost: 'time per step',
        iterations: 'iterations',
        status: 'status',
      },
      moment: () => {
        const { q } = this.rig.problem.state;
        return q.some((each) => each !== 0) ? `q=${writeNumbers(q)}` : '';
      },
    });
    const scale = new MisfitScale(run);
    this.#fits = new Fits(scale);
    this.stage = this.shell.stage && new LinkageStage(this.shell.stage, scale, () => this.shell.moved());
    this.#text.dataset.show = 'text';
    this.shell.form.prepend(this.#text);
    this.shell.numbers.append(make('p', { className: 'small' }, mobilityText));
    run.append(this.#fits.element);
    const { q } = this.picks;
    // A shared pose stands still, so that it can be seen.
    this.shell.run(this, this.stage?.view ?? null, { still: q !== null });
    if (q) this.rig.stand(q);
    // From here on, `moment` writes the pose to the address.
    this.shell.note({ q: null });
    this.shell.show();
    onTheme(() => {
      scale.read();
      this.shell.show();
    });
    this.#ties = new TiesPanel({
      problem: () => this.rig.problem,
      goals: () => this.rig.goals,
      view: this.stage?.view ?? null,
      ties: () => present(this.rig.ties, this.rig.goals),
      change: (ties) => {
        this.rig.tie(ties);
        this.#tellSupport();
        this.shell.pick({});
        if (!this.rig.busy) this.rig.solve();
        this.shell.show();
      },
    });
    this.shell.numbers.append(this.#ties.element);
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
    this.#replaceSolver();
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
    this.#ties?.update();
    const mobility = this.#mobility;
    return {
      mobility: mobility ? String(mobility.mobility) : '–',
      // A minus sign is as wide as a digit.
      counted: mobility ? String(mobility.counted).replace('-', '−') : '–',
      residual: distance(rig.residual),
      iterations: String(rig.result?.iterations ?? '–'),
      status: rig.assembling > 0 ? 'assembling' : (rig.result?.status ?? '–'),
    };
  }

  /** Builds a new rig for the present picks. */
  #begin(): void {
    this.rig?.dispose();
    const { linkage, solver } = this.picks;
    this.rig = new Mechanism(linkage);
    this.rig.solver = solver;
    if (linkage.misfits) this.rig.solve();
    const ways = this.#ways.get(linkage) ?? waysOf(linkage);
    this.#ways.set(linkage, ways);
    this.stage?.load(this.rig, ways);
    this.#measuredFor = null;
    this.rig.play(this.shell.clock.playing);
    write(this.#text, linkage.text);
    this.#tellSupport();
  }

  /** Updates the solvers that can be picked: added loops and constraints may rule some out. */
  #tellSupport(): void {
    const { problem } = this.rig;
    this.shell.answer('solver', (name) => problem.supports(name as SolverName));
  }

  /** Replaces a solver that does not support the linkage. */
  #replaceSolver(): void {
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
