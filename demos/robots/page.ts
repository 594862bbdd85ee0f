import { LimberError, solverNames } from 'limber';
import type { ArmSettings } from 'limber/element';
import { robots } from 'limber/presets';
import { toURDF } from 'limber/urdf';
import { describe } from 'limber/bench';
import { FactList } from '../shell/board.ts';
import { button, make, write } from '../shell/dom.ts';
import { copyLines } from '../shell/files.ts';
import type { StartPage } from '../shell/open.ts';
import { rounded } from '../shell/picks.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { degrees, distance } from '../shell/words.ts';
import { remarkOn } from '../robot-files/files.ts';
import { JointList } from './joints.ts';
import { Opener } from '../robot-files/opener.ts';
import { schemaOf, type Picks, type Schema } from './picks.ts';
import { Recorder } from './recorder.ts';
import { Rig } from './rig.ts';
import { RobotStage } from './stage.ts';

/** Everything on the page that moves. */
export class RobotsPage implements Demo<Schema> {
  rig!: Rig;
  readonly shell: Shell<Schema>;
  readonly stage: RobotStage | null;
  readonly joints = new JointList(() => this.setByHand());
  readonly recorder = new Recorder(() => this.shell.moved());
  private readonly solvers = solverNames();
  private readonly facts = new FactList(
    { distance: 'distance', angle: 'angle', size: 'links / DoF', words: '' },
    ['words'],
  );
  private readonly copied = make('span', { className: 'key' });
  /** The hand has moved something: the address tells of it. */
  private touched = false;
  private readonly opener = new Opener({
    present: () => this.picks.robot,
    show: (robot) => this.shell.pick({ robot }),
    refuse: (reason) => this.shell.say(reason),
  });

  constructor(run: HTMLElement) {
    this.copied.dataset.show = 'copied';
    this.copied.setAttribute('role', 'status');
    const json = () => JSON.stringify(this.picks.robot.description, null, 2);
    this.shell = new Shell(run, schemaOf(this.solvers), {
      title: 'A robot that can be dragged',
      alwaysRuns: true,
      extras: [
        ...this.recorder.elements,
        button('Copy URDF', 'urdf', () => void this.copy('URDF', () => toURDF(this.picks.robot.description))),
        button('Copy JSON', 'json', () => void this.copy('JSON', json)),
        this.copied,
      ],
      arm: () => this.asElement,
    });
    this.stage = this.shell.stage && new RobotStage(this.shell.stage, () => this.moveGoal());
    this.shell.numbers.append(this.facts.element);
    this.shell.form.prepend(
      this.opener.element(
        'A URDF, alone or with its meshes (.stl, .dae, .obj). Nothing leaves your computer.',
      ),
    );
    this.shell.form.append(this.joints.element);
    this.shell.run(this, this.stage?.view ?? null);
  }

  get picks(): Picks {
    return this.shell.picks;
  }

  get resting(): boolean {
    return !this.rig.moving && !this.recorder.on;
  }

  /** Another robot has its usual tip, and stands where it stands first. */
  next(picks: Picks, before: Picks | null): Picks {
    const { robot } = picks;
    return before && robot !== before.robot ? { ...picks, tip: robot.tips[0]!, at: [], q: [] } : picks;
  }

  picked(before: Picks | null): void {
    const isNew = this.picks.robot !== before?.robot;
    if (isNew) this.begin();
    const { tip, orientation, meshes, arcs } = this.picks;
    if (!isNew && meshes !== before.meshes) void this.dress();
    if (isNew || tip !== before.tip || orientation !== before.orientation) this.aim();
    this.replaceSolver();
    this.rig.overlay.visible = arcs;
    this.rig.wake();
  }

  step(): void {
    const { rig, picks, recorder } = this;
    const { dt } = this.shell.clock;
    if (rig.moving) {
      rig.step(picks, dt, this.stage?.held ?? false);
      if (!rig.moving) this.remember();
    }
    recorder.add(dt);
  }

  solveInPause(): void {
    while (this.rig.moving) this.step();
  }

  reset(): void {
    this.touched = false;
    this.shell.note({ at: [], q: [] });
    this.rig.stand([], this.picks.limits);
    this.rig.targetTip();
    this.stage?.follow();
    this.stage?.frame();
  }

  draw(): void {
    this.rig.show();
  }

  tell(): void {
    const { rig, stage, joints } = this;
    const { goal, model, source, status } = rig;
    const away = distance(goal.distance * (source.unit ?? 1));
    const angle = goal.type === 'pose' ? goal.angle : null;
    // Limits are named once the robot rests: while it moves they flicker.
    const atLimit = !rig.moving && this.picks.limits ? joints.atLimit : [];
    const names = atLimit.length > 3 ? [`${atLimit.length} joints`] : atLimit;
    const news = !rig.moving && status === 'unreachable' ? 'Out of reach' : '';
    const text = describe({ reached: rig.reached, away, angle, atLimit: names, news });
    const words = names.length < atLimit.length ? text.replace('at its limit', 'at their limits') : text;
    joints.show();
    this.recorder.show();
    this.facts.write({
      distance: away,
      angle: angle === null ? '–' : degrees(angle),
      size: `${model.links.length} / ${model.nv}`,
      words,
    });
    if (!rig.moving) stage?.goal?.announce(words);
  }

  /** Another robot takes the place of the one there is. */
  private begin(): void {
    const { shell } = this;
    const before: Rig | undefined = this.rig;
    const { robot, q, limits } = this.picks;
    this.opener.forget();
    this.rig = new Rig(robot);
    this.touched = false;
    this.rig.stand(q, limits);
    this.recorder.load(this.rig);
    this.joints.load(this.rig.problem);
    const meshes = shell.form.querySelector<HTMLElement>('label:has([name=meshes])')!;
    meshes.hidden = this.rig.meshes.length === 0;
    void this.dress();
    before?.dispose();
  }

  /** Meshes of the file or bars, as picked; bars, too, where none of the meshes is there. */
  private async dress(): Promise<void> {
    const { rig } = this;
    const { meshes, robot } = this.picks;
    this.wear(meshes);
    const refused = await rig.shape.loaded;
    if (rig !== this.rig || meshes !== this.picks.meshes) return;
    const drawn = refused.length < rig.meshes.length;
    const remark = remarkOn(rig.missing, refused, drawn);
    if (meshes && rig.meshes.length > 0 && !drawn) this.wear(false);
    else this.stage?.frame();
    if (robot.own && robot.own.warnings + remark !== '') this.shell.say(robot.own.warnings, remark);
  }

  private wear(meshes: boolean): void {
    this.rig.dress(meshes);
    this.stage?.load(this.rig);
    this.stage?.frame();
  }

  /** A new goal for what is picked, with its handles. */
  private aim(): void {
    const { at, tip, orientation } = this.picks;
    this.rig.reachWith(tip.name, orientation);
    const { target } = this.rig.goal;
    if (at.length > 0) target.set(at.slice(0, target.length));
    this.stage?.makeHandles();
  }

  /** A solver that does not support the goal gives way to one that does. */
  private replaceSolver(): void {
    const { problem } = this.rig;
    const { solver } = this.picks;
    const answer = problem.supports(solver);
    this.shell.answer('solver', (name) => problem.supports(name as Picks['solver']));
    if (answer === true) return;
    const other = this.solvers.find((each) => problem.supports(each) === true)!;
    this.shell.amend(
      { solver: other },
      `The solver ${solver} does not support this: ${answer}. The page uses ${other}.`,
    );
  }

  private moveGoal(): void {
    this.touched = true;
    this.rig.wake();
    this.shell.moved();
  }

  /** A joint was moved by its slider: the goal goes along. */
  private setByHand(): void {
    this.touched = true;
    this.rig.targetTip();
    this.stage?.follow();
    this.remember();
    this.shell.show();
  }

  private remember(): void {
    const { goal, problem } = this.rig;
    if (this.touched) this.shell.note({ at: [...goal.target], q: [...problem.state.q] });
  }

  /** The robot as an element has it; null: it is of a file, or of this page alone. */
  private get asElement(): Partial<ArmSettings> | null {
    const { robot, solver, limits } = this.picks;
    if (!Object.hasOwn(robots, robot.name)) return null;
    const { goal, problem } = this.rig;
    const targets = Array.from(goal.target.subarray(0, 3), rounded);
    return { preset: robot.name, solver, limits, targets, q: Array.from(problem.state.q, rounded) };
  }

  private async copy(what: string, text: () => string): Promise<void> {
    try {
      write(this.copied, await copyLines(what, text()));
    } catch (error) {
      if (!(error instanceof LimberError)) throw error;
      write(this.copied, error.message);
    }
  }
}

export const start: StartPage = (_, run) => new RobotsPage(run);
