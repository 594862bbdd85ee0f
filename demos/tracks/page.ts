import { solverNames, type Vec3 } from 'limber';
import { Picture } from 'limber/bench';
import { Player, Run } from 'limber/run';
import { View } from 'limber/three';
import { NumberTable } from '../shell/board.ts';
import { Chart } from '../shell/chart.ts';
import { button, make, write } from '../shell/dom.ts';
import type { StartPage } from '../shell/open.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { distance } from '../shell/units.ts';
import { colourOf, painted } from '../views/looks.ts';
import { Scenery } from '../views/scenery.ts';
import { Trail } from '../views/trail.ts';
import { goTo, momentOf, readMoment, writeMoment } from './moment.ts';
import { commandOf, schemaOf, type Picks, type Schema } from './picks.ts';

/** Metres: the two targets are further apart than the branching arm reaches with both branches at once. */
const farTargets: readonly Vec3[] = [
  [-0.95, 0.55, 0],
  [0.95, 0.55, 0],
];

/** Field of view of the narrower side in degrees; below, the camera's direction, seen from its target. */
const fov = 40;
const side: Vec3 = [0.35, 0.22, 1];
/** Opacity of a track: usually, and while its target is held. */
const opacity = { usual: 0.6, held: 0.2 } as const;

/** A run of the present picks at frame 0. */
const runOf = ({ arm, track, solver, dt, limits }: Picks): Run =>
  new Run(arm, track, { solver, dt, options: { limits } });

/** Everything on the page that moves. */
export class TracksPage implements Demo<Schema> {
  player!: Player;
  readonly shell: Shell<Schema>;
  readonly view: View | null;
  /** The arm, its tracks, and targets that can be dragged. */
  picture: Picture | null = null;
  readonly chart = new Chart('Residual');
  readonly #board = new NumberTable(['effector', 'residual', 'target', '']);
  readonly #far = button('Put both targets out of reach', 'far', () =>
    farTargets.forEach((target, i) => this.hold(i, target)),
  );
  readonly #command = make('code');
  readonly #commandNote = make('span');
  #letGo: readonly HTMLButtonElement[] = [];
  #trails: readonly Trail[] = [];
  readonly #scenery: Scenery | null;

  constructor(run: HTMLElement) {
    this.shell = new Shell(run, schemaOf(solverNames()), {
      title: 'An arm on a track',
      facts: {
        time: 'time',
        frame: 'frame',
        iterations: 'iterations',
        status: 'status',
        limits: 'at a limit',
      },
      sentences: ['limits'],
      chart: this.chart,
      moment: () => (this.player.run.frame > 0 ? writeMoment(momentOf(this.player)) : ''),
      arm: () => {
        const { arm, track, solver, limits } = this.picks;
        return { preset: arm.name, track: track.name, solver, limits };
      },
    });
    this.view = this.shell.stage && new View(this.shell.stage, { label: 'An arm and its targets', fov });
    this.#scenery = this.view && new Scenery(this.view);
    this.#board.element.classList.add('effectors');
    this.shell.numbers.prepend(this.#board.element, this.#far);
    const same = make(
      'p',
      { className: 'same' },
      'The same run in Node, from Reset on',
      this.#commandNote,
      ': ',
      this.#command,
    );
    this.chart.element.append(same);
    const moment = readMoment(location.search);
    this.shell.run(this, this.view, { still: moment !== null });
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

  /** Changes that need no new run continue the present one. */
  picked(before: Picks | null): void {
    const { arm, track, dt, limits, trails } = this.picks;
    if (!before || arm !== before.arm || track !== before.track || dt !== before.dt) this.#begin();
    this.shell.support(this.player.run.problem, 'this arm');
    const { run } = this.player;
    if (run.solver !== this.picks.solver) run.solver = this.picks.solver;
    if (limits !== before?.limits) run.options = { ...run.options, limits };
    this.player.wake();
    for (const trail of this.#trails) trail.visible = trails;
    write(this.#command, commandOf(this.picks));
    write(this.#commandNote, limits ? '' : ', but with limits');
  }

  step(): void {
    this.player.step();
  }

  solveInPause(): void {
    this.player.solveInPause();
  }

  reset(): void {
    this.player.reset();
    for (const trail of this.#trails) trail.forget();
  }

  draw(): void {
    this.picture?.update();
    this.picture?.paths.forEach((path, i) => {
      if (path) path.material.opacity = this.player.isHeld(i) ? opacity.held : opacity.usual;
    });
  }

  tell(): Record<string, string> {
    const { run, result } = this.player;
    run.goals.forEach((goal, i) => {
      this.#board.write(i, distance(goal.distance), this.#stateOf(i));
      this.#letGo[i]!.style.visibility = this.player.isHeld(i) ? '' : 'hidden';
    });
    return {
      time: `${run.time.toFixed(2)} s`,
      frame: String(run.frame),
      iterations: String(result?.iterations ?? '–'),
      status: result?.status ?? '–',
      limits: run.problem.linksAtLimit().join(', ') || 'none',
    };
  }

  hold(index: number, position: Vec3 | null): void {
    this.player.hold(index, position);
    this.shell.moved();
  }

  /** Starts a new run of the present picks from frame 0. */
  #begin(): void {
    this.picture?.dispose();
    this.player?.dispose();
    const player = (this.player = new Player(runOf(this.picks)));
    const { arm, model } = player.run;
    player.onStep = () => this.#record();
    this.shell.clock.dt = this.picks.dt;
    this.chart.setCurves(arm.effectors.map((_, i) => colourOf(i)));
    this.chart.curves.tolerance = 1e-4 * model.reach;
    const others = arm.effectors.length === farTargets.length ? farTargets : [];
    this.#far.hidden = others.length === 0;
    this.picture = this.view && this.#pictureOf(player, others);
    this.#trails = arm.effectors.map((_, i) => painted(new Trail(), colourOf(i)));
    this.#scenery?.show(...this.#trails);
    this.#letGo = arm.effectors.map((name, i) => this.#makeLetGo(name, i));
    // The column's head says "effector" already.
    const rows = arm.effectors.map((name, i) => ({
      name: name.replace(/ effector$/, ''),
      colour: colourOf(i),
    }));
    this.#board.setRows(rows, (i) => this.#letGo[i]!);
  }

  /** The camera leaves room for `others` (metres). */
  #pictureOf(player: Player, others: readonly Vec3[]): Picture {
    const label = (_: string, name: string) => `Target of ${name}`;
    const onMove = () => this.shell.moved();
    const picture = new Picture(this.view!, player, { side, label, onMove });
    for (const path of picture.paths) if (path) painted(path, '--path');
    picture.tune({ limits: true, overlay: null });
    picture.frame(others);
    return picture;
  }

  /** Appends the effectors' present positions to their trails. */
  #record(): void {
    const { arm, model, problem, residuals, time } = this.player.run;
    this.chart.add(time, residuals);
    this.#trails.forEach((trail, i) => {
      const first = 7 * model.findLink(arm.effectors[i]!);
      const [x, y, z] = problem.state.poses.subarray(first, first + 3);
      trail.push(x!, y!, z!);
    });
  }

  #stateOf(index: number): string {
    if (this.player.isHeld(index)) return 'held';
    return this.player.follows(index) ? 'on its track' : 'stays';
  }

  #makeLetGo(name: string, index: number): HTMLButtonElement {
    const element = button('Let go', 'let-go', () => {
      this.hold(index, null);
      this.picture?.handles.points[index]?.element.focus();
    });
    element.className = 'small-button';
    element.setAttribute('aria-label', `Let go of the target of ${name}`);
    return element;
  }
}

export const start: StartPage = (_, run) => new TracksPage(run);
