import { LimberError, solverNames } from 'limber';
import { GoalHandles } from 'limber/bench';
import { ArmShape, JointOverlay, type View } from 'limber/three';
import { toURDF } from 'limber/urdf';
import { finderOf, remarkOn } from '../robot-files/files.ts';
import { Opener } from '../robot-files/opener.ts';
import { nextRobot } from '../robot-files/picks.ts';
import { Rig } from '../robot-files/rig.ts';
import { aim, asElement, frame, placeOf, told } from '../robot-files/shown.ts';
import { button, make, write } from '../shell/dom.ts';
import { copyLines } from '../shell/files.ts';
import type { StartPage } from '../shell/open.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { pointOut, robotView } from '../views/robot-view.ts';
import { Scenery } from '../views/scenery.ts';
import { JointList } from './joints.ts';
import { schemaOf, type Picks, type Schema } from './picks.ts';
import { Recorder } from './recorder.ts';

/** Everything on the page that moves. */
export class RobotsPage implements Demo<Schema> {
  rig!: Rig;
  readonly shell: Shell<Schema>;
  readonly view: View | null;
  /** The goal's cube, and the rings of its orientation. */
  handles: GoalHandles | null = null;
  shape!: ArmShape;
  readonly joints = new JointList(() => this.#setByHand());
  readonly recorder = new Recorder(() => this.shell.moved());
  #overlay!: JointOverlay;
  readonly #scenery: Scenery | null;
  readonly #copied = make('span', { className: 'key' });
  /** The reader has moved something, so the address includes it. */
  #touched = false;
  readonly #opener = new Opener({
    present: () => this.picks.robot,
    show: (robot) => this.shell.pick({ robot }),
    refuse: (reason) => this.shell.say(reason),
  });

  constructor(run: HTMLElement) {
    this.#copied.dataset.show = 'copied';
    this.#copied.setAttribute('role', 'status');
    const json = () => JSON.stringify(this.picks.robot.description, null, 2);
    this.shell = new Shell(run, schemaOf(solverNames()), {
      title: 'A robot that can be dragged',
      alwaysRuns: true,
      facts: { distance: 'distance', angle: 'angle', size: 'links / DoF', words: '' },
      sentences: ['words'],
      extras: [
        ...this.recorder.elements,
        button(
          'Copy URDF',
          'urdf',
          () => void this.#copy('URDF', () => toURDF(this.picks.robot.description)),
        ),
        button('Copy JSON', 'json', () => void this.#copy('JSON', json)),
        this.#copied,
      ],
      arm: () => asElement(this.rig, this.picks),
    });
    this.view = this.shell.stage && robotView(this.shell.stage, 'A robot and its goal');
    this.#scenery = this.view && new Scenery(this.view);
    this.shell.form.prepend(
      this.#opener.element(
        'A URDF, alone or with its meshes (.stl, .dae, .obj). Nothing leaves your computer.',
      ),
    );
    this.shell.form.append(this.joints.element);
    this.shell.run(this, this.view);
  }

  get picks(): Picks {
    return this.shell.picks;
  }

  get resting(): boolean {
    return this.rig.resting && !this.recorder.on;
  }

  readonly next = nextRobot<Picks>;

  picked(before: Picks | null): void {
    const isNew = this.picks.robot !== before?.robot;
    if (isNew) this.#begin();
    const { tip, orientation, meshes, arcs } = this.picks;
    if (!isNew && meshes !== before.meshes) this.shell.doing.during('loading', this.#dress());
    if (isNew || tip !== before.tip || orientation !== before.orientation) this.#aim();
    this.shell.support(this.rig.problem, 'this');
    this.#overlay.visible = arcs;
    this.rig.wake();
  }

  step(): void {
    const { rig, picks, recorder } = this;
    const { dt } = this.shell.clock;
    if (!rig.resting) {
      rig.step(picks, dt);
      if (rig.resting) this.#remember();
    }
    recorder.add(dt);
  }

  solveInPause(): void {
    while (!this.rig.resting) this.step();
  }

  reset(): void {
    this.#touched = false;
    this.shell.note({ at: [], q: [] });
    this.rig.stand([], this.picks.limits);
    this.rig.targetTip();
    frame(this.view, this.rig, this.shape);
  }

  draw(): void {
    const { handles, rig, shape } = this;
    const overlay = this.#overlay;
    const { state, activeLimits } = rig.problem;
    shape.update(state.poses);
    if (overlay.visible) overlay.update(state, activeLimits);
    handles?.update();
  }

  tell(): Record<string, string> {
    const { rig, joints } = this;
    const { model, resting } = rig;
    const numbers = told(rig, resting && this.picks.limits ? joints.atLimit : []);
    joints.show();
    this.recorder.show();
    if (resting) this.view?.announce(numbers.words);
    return { ...numbers, size: `${model.links.length} / ${model.nv}` };
  }

  /** Replaces the current robot. */
  #begin(): void {
    const { shell } = this;
    const before: Rig | undefined = this.rig;
    const { robot, q, limits } = this.picks;
    this.#opener.forget();
    this.rig = new Rig(robot);
    this.#touched = false;
    this.rig.stand(q, limits);
    this.recorder.load(this.rig);
    this.joints.load(this.rig.problem);
    const meshes = shell.form.querySelector<HTMLElement>('label:has([name=meshes])')!;
    meshes.hidden = this.rig.meshes.length === 0;
    this.shell.doing.during('loading', this.#dress());
    before?.dispose();
  }

  /** Shows the file's meshes or bars, as picked; bars also where no mesh is found. */
  async #dress(): Promise<void> {
    const { rig } = this;
    const { meshes, robot } = this.picks;
    this.#wear(meshes);
    const refused = await this.shape.loaded;
    if (rig !== this.rig || meshes !== this.picks.meshes) return;
    const drawn = refused.length < rig.meshes.length;
    const find = finderOf(rig.source);
    const remark = remarkOn(
      rig.meshes.filter((file) => !find(file)),
      refused,
      drawn,
    );
    if (meshes && rig.meshes.length > 0 && !drawn) this.#wear(false);
    else frame(this.view, this.rig, this.shape);
    if (robot.own && robot.own.warnings + remark !== '') this.shell.say(robot.own.warnings, remark);
  }

  #wear(meshes: boolean): void {
    const { model, meshes: files } = this.rig;
    const look = meshes
      ? { meshes: finderOf(this.rig.source) }
      : ({ generate: files.length > 0 ? 'always' : 'auto' } as const);
    this.shape = new ArmShape(model, { tips: false, ...look });
    this.#overlay = new JointOverlay(model);
    this.#overlay.visible = this.picks.arcs;
    this.#scenery?.show(this.shape, this.#overlay);
    frame(this.view, this.rig, this.shape);
  }

  /** Sets a new goal for the present picks, with its handles. */
  #aim(): void {
    aim(this.rig, this.picks);
    this.handles?.dispose();
    this.handles = this.view && this.#makeHandles();
    pointOut(this.handles?.points[0]);
  }

  #makeHandles(): GoalHandles {
    const { model, problem } = this.rig;
    const moved = () => {
      this.#touched = true;
      this.shell.moved();
    };
    return new GoalHandles(this.view!, problem, {
      size: model.reach || 1,
      onChange: () => {
        this.rig.wake();
        moved();
      },
      onEnd: () => {
        this.rig.letGo();
        moved();
      },
    });
  }

  /** A slider has moved a joint: the goal follows. */
  #setByHand(): void {
    this.#touched = true;
    this.rig.targetTip();
    this.#remember();
    this.shell.show();
  }

  #remember(): void {
    if (this.#touched) this.shell.note(placeOf(this.rig));
  }

  async #copy(what: string, text: () => string): Promise<void> {
    try {
      write(this.#copied, await copyLines(what, text()));
    } catch (error) {
      if (!(error instanceof LimberError)) throw error;
      write(this.#copied, error.message);
    }
  }
}

export const start: StartPage = (_, run) => new RobotsPage(run);
