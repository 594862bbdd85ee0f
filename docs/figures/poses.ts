/**
 * All poses of an arm that reach a goal: the arm, ghosts of the others, and the goal, which can be dragged.
 */
import { Model } from 'limber';
import { Bench } from 'limber/bench';
import { Stage } from 'limber/three';
import { Along } from '../../demos/poses/along.ts';
import { Ghosts } from '../../demos/poses/ghosts.ts';
import { chainTo, goalsFor } from '../../demos/poses/joints.ts';
import { wordsOf } from '../../demos/poses/list.ts';
import { Poses, type Pose } from '../../demos/poses/poses.ts';
import type { RobotSource } from '../../demos/robot-files/catalogue.ts';
import { allRobots } from '../../demos/robot-files/robots.ts';
import { button, make, write } from '../../demos/shell/dom.ts';
import { row, sentence } from './parts.ts';
import { sketch } from './poses-sketch.ts';
import './poses.css';

export function poses(host: HTMLElement): { dispose(): void } {
  if (Stage.available()) return new PosesFigure(host);
  sketch(host, sourceOf(host));
  // While the page is built, it is a first picture.
  if (!host.hasAttribute('inert')) host.append('The view needs WebGL 2, which this browser does not offer.');
  return { dispose() {} };
}

/** The attribute `arm` is a name of the catalogue. */
function sourceOf(host: HTMLElement): RobotSource {
  const name = host.getAttribute('arm');
  const source = allRobots.find((each) => each.name === name);
  if (!source) throw new Error(`no arm named "${name}"`);
  return source;
}

/** Limits do not count: a family contains all solutions of its equations. */
export class PosesFigure {
  readonly bench: Bench;
  readonly poses: Poses;
  readonly ghosts: Ghosts;
  readonly #along: Along | null;
  readonly #say = sentence();
  readonly #start: readonly number[];

  constructor(host: HTMLElement) {
    const source = sourceOf(host);
    const { start, upright, title } = source;
    const tip = source.tips[0]!.name;
    const place = make('div', { className: 'stage' });
    host.append(place);
    this.#start = start;
    this.bench = new Bench(place, { reset: false });
    using model = Model.from(upright);
    const goals = goalsFor(model, chainTo(model, tip).joints, tip);
    this.bench.show({
      arm: { description: upright, effectors: [tip] },
      title,
      goals,
      q: start,
      limits: false,
    });
    if (this.bench.problem.supports('analytic') === true) this.bench.tune({ solver: 'analytic' });
    this.bench.arm.aim();
    this.poses = new Poses(this.bench, tip, () => false);
    this.#along = this.poses.parameter || this.poses.hasWrist ? new Along(() => this.#show()) : null;
    const point = (lit: string | null): void => {
      this.ghosts.lit = lit;
      this.#show();
    };
    this.ghosts = new Ghosts(this.bench.view, this.poses, 'auto', point, (pose) => this.#take(pose));
    host.append(this.#buttons, ...(this.#along ? [this.#along.element] : []), this.#say);
    this.bench.view.onDrawn(() => {
      if (this.poses.update() || this.ghosts.drawn.length === 0) this.#show();
    });
    this.#show();
  }

  dispose(): void {
    this.ghosts.dispose();
    this.poses.dispose();
    this.bench.dispose();
  }

  get #buttons(): HTMLElement {
    const { poses } = this;
    const move = (name: string, text: string, to: () => void) =>
      button(text, name, () => {
        to();
        this.#show();
      });
    return row(
      move('next', 'Next pose', () => this.#next()),
      ...(poses.hasWrist ? [move('straight', 'Straight wrist', () => poses.straighten())] : []),
      ...(poses.hasPoint ? [move('out', 'Out of reach', () => poses.moveOut())] : []),
      move('reset', 'Reset', () => poses.goTo(this.#start)),
    );
  }

  #next(): void {
    const { all, own } = this.poses;
    const next = all[(own ? all.indexOf(own) + 1 : 0) % all.length];
    if (next) this.#take(next);
  }

  #take(pose: Pose): void {
    this.poses.take(pose);
    this.#show();
  }

  #show(): void {
    const { poses, ghosts, bench } = this;
    poses.update();
    ghosts.update(bench.problem.state.poses, true);
    const { own } = poses;
    const name = own && own.name !== '' ? ` Now: ${own.name}.` : '';
    write(this.#say, wordsOf(poses) + name);
    this.#along?.show(poses);
    bench.view.invalidate();
  }
}
