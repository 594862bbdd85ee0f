/**
 * All poses of an arm that reach a goal: the arm, ghosts of the others, and the goal, which can be dragged.
 */
import { Stage } from 'limber/three';
import { button, make, write } from '../shell/dom.ts';
import { Clock } from '../shell/clock.ts';
import { Along } from '../solutions/along.ts';
import { Arm, type Pose } from '../solutions/arm.ts';
import { catalogue } from '../solutions/catalogue.ts';
import { SolutionsStage } from '../solutions/stage.ts';
import { wordsOf } from '../solutions/status-text.ts';
import './poses.css';

export const poses = (host: HTMLElement): PosesFigure => new PosesFigure(host);

/** Limits do not count: a family contains all solutions of its equations. */
export class PosesFigure {
  readonly arm: Arm;
  /** Null without WebGL. */
  readonly stage: SolutionsStage | null = null;
  readonly #clock = new Clock(() => this.arm.travel(this.#clock.dt));
  readonly #along: Along | null;
  readonly #say = make('p', { className: 'say', role: 'status' });
  /** Name of the pose that the pointer is on. */
  #lit: string | null = null;

  /** `host`: its attribute `arm` is a name of the catalogue. */
  constructor(host: HTMLElement) {
    const name = host.getAttribute('arm');
    const source = catalogue.find((each) => each.name === name);
    if (!source) throw new Error(`no arm named "${name}"`);
    this.arm = new Arm(source, source.tips[0]!.name);
    this.arm.limits = false;
    this.arm.stand(this.arm.start);
    this.#along = this.arm.parameter || this.arm.hasWrist ? new Along(() => this.#show()) : null;
    const place = make('div', { className: 'stage' });
    host.append(place, this.#buttons, ...(this.#along ? [this.#along.element] : []), this.#say);
    if (Stage.available()) this.stage = this.#fill(place);
    else place.append('The view needs WebGL 2, which this browser does not offer.');
    this.#along?.load(this.arm);
    this.#tell();
  }

  dispose(): void {
    this.stage?.dispose();
    this.arm.dispose();
  }

  #fill(place: HTMLElement): SolutionsStage {
    const stage = new SolutionsStage(place, {
      target: () => stage.view.invalidate(),
      point: (name) => {
        this.#lit = name;
        stage.view.invalidate();
      },
      take: (pose) => this.#take(pose),
    });
    stage.load(this.arm);
    stage.frame();
    stage.view.onFrame = (seconds) => this.#draw(stage, seconds);
    return stage;
  }

  get #buttons(): HTMLElement {
    const { arm } = this;
    const move = (name: string, text: string, to: () => void) =>
      button(text, name, () => {
        to();
        this.#show();
      });
    return make(
      'div',
      { className: 'buttons' },
      button('Next pose', 'next', () => this.#next()),
      ...(arm.hasWrist ? [move('straight', 'Straight wrist', () => arm.straighten())] : []),
      ...(arm.hasPoint ? [move('out', 'Out of reach', () => arm.moveOut())] : []),
      move('reset', 'Reset', () => arm.goTo(arm.start)),
    );
  }

  #next(): void {
    const { own, poses } = this.arm;
    const next = poses[(own ? poses.indexOf(own) + 1 : 0) % poses.length];
    if (next) this.#take(next);
  }

  #take(pose: Pose): void {
    this.arm.ended = false;
    this.arm.take(pose);
    this.#show();
  }

  #show(): void {
    this.#tell();
    this.stage?.view.invalidate();
  }

  /** Called once per drawn frame; returns whether another one is needed. */
  #draw(stage: SolutionsStage, seconds: number): boolean {
    const { arm } = this;
    const clock = this.#clock;
    arm.chase();
    if (arm.moving) clock.advance(seconds);
    else clock.reset();
    const lit = arm.poses.find(({ name }) => name === this.#lit) ?? null;
    stage.update(lit, true);
    this.#tell();
    return arm.moving;
  }

  #tell(): void {
    const { own } = this.arm;
    const name = own && own.name !== '' ? ` Now: ${own.name}.` : '';
    write(this.#say, wordsOf(this.arm) + name);
    this.#along?.show();
  }
}
