import { familyOf } from 'limber/family';
import { Opener } from '../robot-files/opener.ts';
import { nextRobot } from '../robot-files/picks.ts';
import { button, make } from '../shell/dom.ts';
import type { StartPage } from '../shell/open.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { times } from '../shell/units.ts';
import { Along } from './along.ts';
import { Arm, type Pose } from './arm.ts';
import { PoseList } from './list.ts';
import { schema, type Picks, type Schema } from './picks.ts';
import { SolutionsStage } from './stage.ts';
import { noneOf, wordsOf } from './status-text.ts';

/** Milliseconds until an arm is timed again: by then the browser has compiled the code. */
const warm = 800;

/** Everything on the page that moves. */
export class SolutionsPage implements Demo<Schema> {
  arm!: Arm;
  readonly shell: Shell<Schema>;
  readonly stage: SolutionsStage | null;
  readonly list = new PoseList(
    (pose) => this.#take(pose),
    (name) => this.#point(name),
  );
  readonly along = new Along(() => this.#changed());
  readonly #opener = new Opener({
    present: () => this.picks.robot,
    show: (robot) => this.shell.pick({ robot }),
    refuse: (reason) => this.shell.say(reason),
  });
  readonly #straighten = button('Straight wrist', 'straight', () => {
    this.arm.straighten();
    this.#changed();
  });
  readonly #out = button('Out of reach', 'out', () => {
    this.arm.moveOut();
    this.#changed();
  });
  /** Name of the pose under the pointer. */
  #lit: string | null = null;
  #cost = NaN;
  #axes = '';
  #isStale = true;

  constructor(run: HTMLElement) {
    this.shell = new Shell(run, schema, {
      title: 'All poses of an arm',
      alwaysRuns: true,
      extras: [this.#straighten, this.#out],
      facts: {
        count: 'poses',
        allowed: 'within limits',
        cost: 'time per call',
        words: '',
        family: 'solved as',
        axes: 'the arm',
      },
      sentences: ['words', 'family', 'axes'],
    });
    this.stage =
      this.shell.stage &&
      new SolutionsStage(this.shell.stage, {
        target: () => this.shell.moved(),
        point: (name) => this.#point(name),
        take: (pose) => this.#take(pose),
      });
    this.shell.numbers.append(this.list.element, this.along.element);
    const open = this.#opener.element('A URDF of your own, drawn as bars. Nothing leaves your computer.');
    run.append(make('div', { className: 'told' }, this.shell.facts.element, open));
    this.shell.run(this, this.stage?.view ?? null);
  }

  get picks(): Picks {
    return this.shell.picks;
  }

  get resting(): boolean {
    return !this.arm.moving;
  }

  readonly next = nextRobot<Picks>;

  picked(before: Picks | null): void {
    const { robot, tip, limits } = this.picks;
    if (robot !== before?.robot || tip !== before.tip) this.#begin();
    if (limits !== this.arm.limits) this.arm.heed(limits);
    this.#isStale = true;
  }

  step(): void {
    this.arm.travel(this.shell.clock.dt);
  }

  /** Nothing to do here: `draw` chases a moved target. */
  solveInPause(): void {}

  reset(): void {
    this.arm.goTo(this.arm.start);
    this.#changed();
    this.stage?.frame();
  }

  draw(): void {
    this.#chase();
    const lit = this.arm.poses.find(({ name }) => name === this.#lit) ?? null;
    this.stage?.update(lit, this.picks.ghosts);
  }

  tell(): Record<string, string> {
    this.#chase();
    const { arm, list, along } = this;
    if (this.#isStale && !arm.moving) {
      this.#cost = arm.found.family !== '' ? arm.measure(arm.q) : NaN;
      this.#isStale = false;
    }
    list.show(noneOf(arm));
    along.show();
    if (!arm.moving) this.stage?.goal?.announce(wordsOf(arm));
    return {
      count: String(arm.poses.length),
      allowed: String(arm.poses.filter(({ outside }) => outside.length === 0).length),
      cost: Number.isNaN(this.#cost) ? '–' : `${times(this.#cost)} µs`,
      family: arm.found.family || '–',
      words: wordsOf(arm),
      axes: this.#axes,
    };
  }

  #begin(): void {
    const { robot } = this.picks;
    const old: Arm | undefined = this.arm;
    this.#opener.forget();
    this.arm = new Arm(robot, this.picks.tip.name);
    this.arm.limits = this.picks.limits;
    const { at, q } = this.picks;
    this.arm.stand(this.arm.start);
    if (q.length === this.arm.q.length && at.length === this.arm.wish.length) this.arm.standFor(at, q);
    this.#straighten.disabled = !this.arm.hasWrist;
    this.#out.disabled = !this.arm.hasPoint;
    this.shell.form.querySelector<HTMLElement>('.pick:has([name=tip])')!.hidden = !robot.own;
    this.list.load(this.arm);
    this.along.load(this.arm);
    this.stage?.load(this.arm);
    this.stage?.frame();
    old?.dispose();
    this.#axes = familyOf(this.arm.model, this.picks.tip.name).description;
    const { arm } = this;
    const end = this.shell.doing.begin('moving');
    setTimeout(() => {
      end();
      if (arm !== this.arm) return;
      this.#isStale = true;
      this.shell.tell();
    }, warm);
  }

  /** Moves the arm to the target's present pose. */
  #chase(): void {
    if (!this.arm.chase()) return;
    this.#isStale = true;
    this.#remember();
  }

  #take(pose: Pose): void {
    this.arm.ended = false;
    this.arm.take(pose);
    this.#changed();
  }

  #point(name: string | null): void {
    if (name === this.#lit) return;
    this.#lit = name;
    this.list.point(name);
    this.stage?.view.invalidate();
  }

  #changed(): void {
    this.#isStale = true;
    this.#remember();
    this.shell.show();
  }

  #remember(): void {
    this.shell.note({ at: [...this.arm.wish], q: [...this.arm.q] });
  }
}

export const start: StartPage = (_, run) => new SolutionsPage(run);
