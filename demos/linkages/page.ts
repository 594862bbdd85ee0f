import { init, solverNames, type SolverName } from 'limber';
import { Stage } from 'limber/three';
import { mountEditor } from '../editor/index.ts';
import { addShare } from '../shell/share.ts';
import { onTheme } from '../views/looks.ts';
import { fromQuery, toQuery, usualSolver, type Picks } from './address.ts';
import { Board } from './board.ts';
import { Panel } from './panel.ts';
import { Rig } from './rig.ts';
import type { Linkage } from './scenes/index.ts';
import { LinkageStage } from './stage.ts';
import { waysOf, type Ways } from './ways.ts';

const find = <T extends Element>(page: ParentNode, selector: string): T => page.querySelector<T>(selector)!;

/** Everything on the page that moves. Tests find it at `main.limberLinkages`. */
export class LinkagesPage {
  picks: Picks;
  rig!: Rig;
  readonly solvers: readonly SolverName[];
  readonly stage: LinkageStage | null;
  readonly board: Board;
  private readonly panel: Panel;
  private readonly play: HTMLButtonElement;
  private readonly ways = new Map<Linkage, Ways>();

  constructor(private readonly page: Document) {
    this.solvers = solverNames();
    const { picks, q, complaints } = fromQuery(location.search, this.solvers);
    this.picks = picks;
    this.panel = new Panel(find(page, '.run'), this.solvers);
    this.board = new Board(find(page, '.run'));
    this.stage = Stage.available() ? new LinkageStage(find(page, '.stage')) : null;
    this.play = find(page, 'button[name=play]');
    this.connect();
    this.say(complaints);
    this.begin(false);
    if (q) this.take(q);
    // A pose that was shared stands still, so that it can be seen.
    this.setPlaying(this.stage !== null && !q && !Stage.shared().reducedMotion);
    addShare(find(page, '.share'), { title: 'A linkage', address: () => this.address });
    mountEditor(find(page, '.editor'), {
      ...{ problem: () => this.rig.problem, view: this.stage?.view, changed: () => this.pick({}) },
      // What plays and pulls is the page's own.
      describe: () => null,
    });
  }

  /** Other choices: another linkage begins anew, and has the solver that is usual for it. */
  pick(change: Partial<Picks>): void {
    this.say([]);
    const { linkage } = this.picks;
    this.picks = { ...this.picks, ...change };
    if (this.picks.linkage !== linkage) {
      this.picks = { ...this.picks, solver: usualSolver(this.picks.linkage) };
      this.begin(this.rig.playing);
    } else {
      this.rig.solver = this.picks.solver;
      if (!this.rig.busy) this.rig.solve();
      this.settle();
    }
  }

  setPlaying(playing: boolean): void {
    this.rig.play(playing);
    this.play.textContent = playing ? 'Pause' : 'Play';
    this.show();
  }

  explode(): void {
    this.rig.explode();
    this.stage?.clearTrails();
    this.show();
  }

  reset(): void {
    this.rig.reset();
    this.stage?.clearTrails();
    this.setPlaying(false);
  }

  /** A frame of the linkage, drawn or not. */
  step(dt: number): void {
    const { rig } = this;
    const assembled = rig.assembling > 0;
    rig.step(dt);
    if (rig.assembling === 0 && assembled) this.board.show(true);
    if (!assembled) {
      this.board.add(rig.taken);
      this.stage?.record();
    }
  }

  private get address(): URL {
    const address = new URL(location.pathname, location.href);
    const { q } = this.rig.problem.state;
    address.search = toQuery(this.picks, q.some((each) => each !== 0) ? q : null);
    return address;
  }

  private connect(): void {
    const { page, stage } = this;
    this.panel.onPick = (change) => this.pick(change);
    this.play.addEventListener('click', () => this.setPlaying(!this.rig.playing));
    find(page, 'button[name=explode]').addEventListener('click', () => this.explode());
    find(page, 'button[name=reset]').addEventListener('click', () => this.reset());
    onTheme(() => {
      this.board.repaint();
      this.show();
    });
    if (!stage) return;
    stage.onHand = () => this.show();
    stage.view.onFrame = (dt) => this.frame(dt);
  }

  /** A new rig of what is picked. */
  private begin(playing: boolean): void {
    this.rig?.dispose();
    const { linkage, solver } = this.picks;
    this.rig = new Rig(linkage);
    this.rig.solver = solver;
    if (linkage.misfits) this.rig.solve();
    this.stage?.load(this.rig, this.waysFor(linkage));
    this.board.load(this.rig);
    this.rig.play(playing);
    this.settle();
  }

  private waysFor(linkage: Linkage): Ways {
    const known = this.ways.get(linkage) ?? waysOf(linkage);
    this.ways.set(linkage, known);
    return known;
  }

  /** A solver that does not support the linkage gives way; then all controls and the address follow. */
  private settle(): void {
    const { problem } = this.rig;
    const supports = (solver: SolverName) => problem.supports(solver);
    const answer = supports(this.picks.solver);
    if (answer !== true) {
      const solver = usualSolver(this.picks.linkage);
      this.say([`The solver ${this.picks.solver} does not do here: ${answer}. Taken is ${solver}.`]);
      this.picks = { ...this.picks, solver };
      this.rig.solver = solver;
    }
    this.panel.show(this.picks, supports);
    this.stage?.showTrails(this.picks.trails);
    history.replaceState(null, '', location.pathname + toQuery(this.picks) + location.hash);
    this.show();
  }

  private take(q: readonly number[]): void {
    const { state } = this.rig.problem;
    if (q.length !== state.q.length) return;
    state.q.set(q);
    state.update();
    this.rig.solve();
  }

  /** Once a drawn frame. */
  private frame(dt: number): boolean {
    const { rig } = this;
    if (rig.busy) this.step(dt);
    this.update(!rig.busy);
    return rig.moving;
  }

  /** Something has changed that is to be seen. */
  private show(): void {
    this.update(true);
    this.stage?.view.invalidate();
  }

  private update(now: boolean): void {
    this.stage?.update();
    this.board.show(now);
  }

  /** Politely, above the view; nothing to say takes no room. */
  private say(sentences: readonly string[]): void {
    const note = find<HTMLElement>(this.page, '.complaint');
    if (sentences.length === 0 && note.textContent === '') return;
    note.textContent = sentences.join(' ');
  }
}

export async function start(page: Document, explain: (text: string) => void): Promise<void> {
  await init();
  if (!Stage.available()) {
    explain(
      'The linkages are not shown: their views need WebGL 2, and this browser does not offer it. The numbers are right.',
    );
    find<HTMLButtonElement>(page, 'button[name=play]').disabled = true;
    find(page, 'main').classList.add('no-view');
  }
  for (const fieldset of page.querySelectorAll('fieldset')) fieldset.disabled = false;
  find<HTMLElement>(page, 'main').limberLinkages = new LinkagesPage(page);
}

declare global {
  interface HTMLElement {
    limberLinkages?: LinkagesPage;
  }
}
