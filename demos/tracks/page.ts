import { init, solverNames, type SolverName } from 'limber';
import { Player, Run } from 'limber/presets';
import { Stage } from 'limber/three';
import { fromQuery, toQuery, type Picks } from './address.ts';
import type { ArmSettings } from 'limber/element';
import { addShare } from '../shell/share.ts';
import { Board } from './board.ts';
import { Curves, type CurveLook } from '../shell/curves.ts';
import { History, memory } from '../shell/history.ts';
import { colourOf } from '../views/looks.ts';
import { goTo, momentOf, readMoment, writeMoment } from './moment.ts';
import { Panel } from './panel.ts';
import { RunStage } from './stage.ts';
import { StraightSection } from './straight/section.ts';

const find = <T extends Element>(page: ParentNode, selector: string): T => page.querySelector<T>(selector)!;

/** Metres: both targets of the branching arm at once are further apart than its branches reach. */
const farTargets = [
  [-0.95, 0.55, 0],
  [0.95, 0.55, 0],
] as const;

/** Frame 0 of what is picked. */
const runOf = ({ arm, track, solver, dt, limits }: Picks): Run =>
  new Run(arm, track, { solver, dt, options: { limits } });

/** Everything on the page that moves. Tests find it at `main.limberTracks`. */
export class TracksPage {
  picks: Picks;
  player!: Player;
  readonly solvers: readonly SolverName[];
  readonly stage: RunStage | null;
  readonly curves: Curves;
  history!: History;
  private looks: readonly CurveLook[] = [];
  private readonly panel: Panel;
  private readonly board: Board;
  private readonly play: HTMLButtonElement;
  private readonly far: HTMLButtonElement;

  constructor(private readonly page: Document) {
    this.solvers = solverNames();
    const { picks, complaints } = fromQuery(location.search, this.solvers);
    this.picks = picks;
    this.panel = new Panel(find(page, '.run'), this.solvers);
    this.board = new Board(find(page, '.numbers'));
    this.stage = Stage.available() ? new RunStage(find(page, '.run .stage')) : null;
    this.curves = new Curves(find(page, '.run .plot'), { label: 'seconds', range: [1e-6, 1] });
    this.play = find(page, 'button[name=play]');
    this.far = find(page, 'button[name=far]');
    const moment = readMoment(location.search);
    this.connect();
    this.begin();
    this.say(complaints);
    if (moment) goTo(this.player, moment);
    // A moment that was shared stands still, so that it can be seen.
    this.setPlaying(this.stage !== null && !moment && !Stage.shared().reducedMotion);
    addShare(find(page, '.share'), {
      title: 'An arm on a track',
      address: () => this.address,
      arm: () => this.asElement,
    });
  }

  /** The next frame of the run, by the reader's wish. */
  step(): void {
    this.setPlaying(false);
    this.player.step();
    this.show();
  }

  reset(): void {
    this.player.reset();
    this.history.clear();
    this.stage?.clearTrails();
    this.show();
  }

  /** Other choices: what needs no new run goes on with the one there is. */
  pick(change: Partial<Picks>): void {
    this.say([]);
    const before = this.picks;
    this.picks = { ...before, ...change };
    const { arm, track, dt, solver, limits } = this.picks;
    const isNew = arm !== before.arm || track !== before.track || dt !== before.dt;
    if (isNew) this.begin();
    else {
      if (solver !== before.solver) this.player.setSolver(solver);
      if (limits !== before.limits) this.player.setLimits(limits);
      this.settle();
    }
  }

  hold(index: number, position: readonly [number, number, number] | null): void {
    this.player.hold(index, position);
    if (!this.player.playing && position) this.player.solveInPause();
    this.show();
  }

  /** With the moment that is shown. */
  private get address(): URL {
    const address = new URL(location.pathname, location.href);
    address.search = toQuery(this.picks);
    if (this.player.run.frame > 0) {
      const query = new URLSearchParams(address.search);
      writeMoment(query, momentOf(this.player));
      address.search = query.toString().replaceAll('%2C', ',');
    }
    return address;
  }

  private get asElement(): Partial<ArmSettings> {
    const { arm, track, solver, limits } = this.picks;
    return { preset: arm.name, track: track.name, solver, limits };
  }

  private connect(): void {
    const { page, stage } = this;
    this.panel.onPick = (change) => this.pick(change);
    this.board.onLetGo = (index) => {
      this.hold(index, null);
      stage?.handles[index]?.element.focus();
    };
    this.play.addEventListener('click', () => this.setPlaying(!this.player.playing));
    find(page, 'button[name=step]').addEventListener('click', () => this.step());
    find(page, 'button[name=reset]').addEventListener('click', () => this.reset());
    this.far.addEventListener('click', () => {
      farTargets.forEach((target, i) => this.hold(i, target));
    });
    if (!stage) return;
    stage.onHold = (index, { x, y, z }) => this.hold(index, [x, y, z]);
    stage.view.onFrame = (dt) => this.frame(dt);
  }

  /** A new run of what is picked, from frame 0. */
  private begin(): void {
    const playing = this.player?.playing ?? false;
    this.player?.dispose();
    this.player = new Player(runOf(this.picks));
    this.player.playing = playing;
    const { arm, model } = this.player.run;
    this.player.onStep = () => {
      this.history.add(this.player.run.time, this.player.run.residuals);
      this.stage?.record();
    };
    this.history = new History(arm.effectors.length);
    this.looks = arm.effectors.map((_, i) => ({ colour: colourOf(i) }));
    this.curves.tolerance = 1e-4 * model.reach;
    const others = arm.effectors.length === farTargets.length ? farTargets : [];
    this.stage?.load(this.player, others);
    this.board.load(arm.effectors);
    this.far.hidden = others.length === 0;
    this.settle();
  }

  /** A solver that does not support the arm gives way to one that does; then all controls and the address follow. */
  private settle(): void {
    const { problem } = this.player.run;
    const supports = (solver: SolverName) => problem.supports(solver);
    const answer = supports(this.picks.solver);
    if (answer !== true) {
      const solver = this.solvers.find((each) => supports(each) === true)!;
      this.say([
        `The solver ${this.picks.solver} does not support this arm: ${answer}. It runs with ${solver}.`,
      ]);
      this.picks = { ...this.picks, solver };
      this.player.setSolver(solver);
    }
    this.panel.show(this.picks, supports);
    this.stage?.showTrails(this.picks.trails);
    history.replaceState(null, '', location.pathname + toQuery(this.picks) + location.hash);
    this.show();
  }

  private setPlaying(playing: boolean): void {
    this.player.playing = playing;
    this.play.textContent = playing ? 'Pause' : 'Play';
    this.show();
  }

  /** Once a drawn frame. */
  private frame(dt: number): boolean {
    const { player } = this;
    if (player.running) player.advance(dt * this.picks.speed);
    this.update(!player.running);
    return player.running;
  }

  /** Something has changed that is to be seen. */
  private show(): void {
    this.update(true);
    this.stage?.view.invalidate();
  }

  private update(now: boolean): void {
    this.stage?.update();
    this.board.show(this.player, now);
    const width = memory * this.picks.dt;
    const end = Math.max(width, this.player.run.time);
    this.curves.show(this.looks, this.history.data, [end - width, end]);
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
      'The arms are not shown: their views need WebGL 2, and this browser does not offer it. Step makes the next frame, and the numbers are right.',
    );
    find<HTMLButtonElement>(page, 'button[name=play]').disabled = true;
    find(page, 'main').classList.add('no-view');
  }
  for (const fieldset of page.querySelectorAll('fieldset')) fieldset.disabled = false;
  const main = find<HTMLElement>(page, 'main');
  main.limberTracks = new TracksPage(page);
  main.limberStraight = new StraightSection(find(page, '.straight'));
}

declare global {
  interface HTMLElement {
    limberTracks?: TracksPage;
    limberStraight?: StraightSection;
  }
}
