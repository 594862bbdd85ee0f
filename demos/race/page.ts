import { solverNames } from 'limber';
import { View } from 'limber/three';
import { make, write } from '../shell/dom.ts';
import type { StartPage } from '../shell/open.ts';
import { Panels } from '../shell/panels.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { Ticker } from '../shell/ticker.ts';
import { peerArms } from './arms.ts';
import { Peers } from './peers.ts';
import { schemaOf, type Picks, type Schema } from './picks.ts';
import { Solvers } from './solvers.ts';

/**
 * Limber's solvers on one course, or Limber and other libraries on the benchmark's targets. No exhibition: a
 * bench solves one arm, frame by frame while its view is in sight; here thirteen are solved from the start to
 * the end, also out of sight and without WebGL.
 */
export class RacePage implements Demo<Schema> {
  readonly names = solverNames();
  readonly solvers = new Solvers(this);
  readonly peers = new Peers(this);
  readonly shell: Shell<Schema>;
  /** Null without WebGL. */
  readonly view: View | null;
  readonly #panels: Panels;

  constructor(run: HTMLElement) {
    const { peers, solvers } = this;
    const shell = new Shell(run, schemaOf(this.names), { title: 'A race of solvers', alwaysRuns: true });
    this.shell = shell;
    this.view = shell.stage && new View(shell.stage, { label: 'Arms and their targets', fov: 40 });
    this.#panels = new Panels(shell, [solvers, peers]);
    shell.run(this, new Ticker(run));
  }

  get picks(): Picks {
    return this.shell.picks;
  }

  get resting(): boolean {
    return !this.#panels.open.some(({ busy }) => busy);
  }

  /** Another tree has other effectors; hand-set targets start from the present ones. */
  next(picks: Picks, before: Picks | null): Picks {
    const { arm, panel, target } = picks;
    if (!before) return picks;
    if (panel === 'peers' && !peerArms.includes(arm)) return { ...picks, arm: peerArms[0]! };
    if (target !== 'hand') return picks;
    if (before.arm !== arm) return { ...picks, target: 'near' };
    return before.target === 'hand' ? picks : { ...picks, at: [...this.solvers.race.course.targets] };
  }

  picked(before: Picks | null): void {
    const { peers, picks, shell, solvers } = this;
    const { at, target } = picks;
    const names = Object.keys(picks) as (keyof Picks)[];
    solvers.replay.finish();
    const isSame = before && names.every((name) => name === 'axis' || picks[name] === before[name]);
    if (isSame && picks.panel === 'solvers') return solvers.show();
    if (target === 'hand' && (at.length === 0 || at.length % 7 > 0))
      shell.amend({ target: 'near', at: [] }, 'The address does not say where the targets are.');
    for (const panel of [solvers, peers]) panel.close();
    this[picks.panel].open();
  }

  step(): void {
    this.solvers.replay.step(this.shell.clock.dt);
  }

  solveInPause(): void {}

  draw(): void {
    if (this.picks.panel === 'solvers') this.solvers.work();
  }

  tell(): void {
    this.#panels.update();
  }
}

/** The files of the contest, loaded when they are unfolded. */
const sources = import.meta.glob<string>('../../tests/bench/{in-page,three-ccd,closed-chain}.ts', {
  query: '?raw',
  import: 'default',
});

export const start: StartPage = (main, run) => {
  for (const [path, load] of Object.entries(sources)) {
    const code = make('pre', { className: 'code', tabIndex: 0 });
    const fold = make('details', {}, make('summary', {}, path.split('/').at(-1)!), code);
    fold.addEventListener('toggle', () => void load().then((text) => write(code, text)), { once: true });
    main.querySelector('.sources')!.append(fold);
  }
  return new RacePage(run);
};
