import { solverNames } from 'limber';
import { GoalHandles } from 'limber/bench';
import { ArmShape, JointOverlay, type View } from 'limber/three';
import { toURDF } from 'limber/urdf';
import { isPreset } from '../robot-files/catalogue.ts';
import { findFile, remarkOn } from '../robot-files/files.ts';
import { Opener } from '../robot-files/opener.ts';
import { nextRobot } from '../robot-files/picks.ts';
import { Rig } from '../robot-files/rig.ts';
import { aim, asElement, frame, placeOf, told } from '../robot-files/shown.ts';
import { button, make, write } from '../shell/dom.ts';
import { copyLines, download } from '../shell/files.ts';
import type { StartPage } from '../shell/open.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { pointOut, robotView } from '../views/robot-view.ts';
import { Scenery } from '../views/scenery.ts';
import { CodePanel } from './code.ts';
import { schemaOf, type Picks, type Schema } from './picks.ts';
import { fileName, programs, type Scene } from './programs.ts';
import { SolutionList } from './solution-list.ts';

export class WorkbenchPage implements Demo<Schema> {
  rig!: Rig;
  readonly shell: Shell<Schema>;
  readonly view: View | null;
  readonly code = new CodePanel(() => this.#wake());
  readonly solutions: SolutionList;
  handles: GoalHandles | null = null;
  #shape!: ArmShape;
  #overlay!: JointOverlay;
  readonly #scenery: Scenery | null;
  readonly #program = make('pre', { className: 'code', tabIndex: 0 });
  readonly #said = make('span', { className: 'small', role: 'status' });
  readonly #save = button(`Save ${fileName}`, 'save', () =>
    download(fileName, new Blob([this.picks.robot.own?.text ?? toURDF(this.picks.robot.description)])),
  );
  /** The reader has moved something, so the address includes it. */
  #touched = false;
  /** Solutions and program are of another goal. */
  #isStale = true;
  readonly #opener = new Opener({
    present: () => this.picks.robot,
    show: (robot) => this.shell.pick({ robot }),
    refuse: (reason) => this.shell.say(reason),
  });

  constructor(run: HTMLElement) {
    this.shell = new Shell(run, schemaOf(solverNames()), {
      title: 'A robot to try, and its program',
      alwaysRuns: true,
      facts: { distance: 'distance', angle: 'angle', count: 'solutions', words: '' },
      sentences: ['words'],
      arm: () => asElement(this.rig, this.picks),
    });
    const { form, numbers, stage } = this.shell;
    this.view = stage && robotView(stage, 'A robot and its goal');
    this.#scenery = this.view && new Scenery(this.view);
    this.solutions = new SolutionList(this.view, (q) => this.#take(q));
    numbers.append(this.solutions.element, this.code.element);
    form.prepend(this.#opener.element('A URDF: open, drop or paste it. Nothing leaves your computer.'));
    const copy = button('Copy', 'copy', () => {
      void copyLines('the program', this.program).then((text) => write(this.#said, text));
    });
    const actions = make('div', { className: 'actions' }, copy, this.#save, this.#said);
    const panel = make(
      'div',
      { className: 'program' },
      run.querySelector('.picker')!,
      this.#program,
      actions,
    );
    run.append(make('div', { className: 'told' }, panel));
    this.shell.run(this, this.view);
  }

  get picks(): Picks {
    return this.shell.picks;
  }

  get resting(): boolean {
    return this.rig.resting && !this.code.running;
  }

  /** The program that is shown, for the arm as it stands. */
  get program(): string {
    const { rig, picks } = this;
    const { robot, solver, limits } = picks;
    const { goals, state } = rig.problem;
    const scene: Scene = { robot, solver, limits, goals, q: state.q };
    const { write } = programs.find(({ name }) => name === picks.program)!;
    return `${write(scene).join('\n')}\n`;
  }

  readonly next = nextRobot<Picks>;

  picked(before: Picks | null): void {
    const { robot, tip, orientation, arcs, program } = this.picks;
    const isNew = robot !== before?.robot;
    if (isNew) this.#begin();
    const isOther = isNew || tip !== before.tip;
    if (isOther || orientation !== before.orientation) this.#aim();
    this.shell.support(this.rig.problem, 'this');
    this.#overlay.visible = arcs;
    if (before && program !== before.program) this.#writeProgram();
    else this.#wake();
  }

  step(): void {
    const { rig, code, picks } = this;
    const { dt } = this.shell.clock;
    if (code.running) code.step(dt, rig.problem, rig.goal);
    else rig.step(picks, dt);
    this.#isStale = true;
    if (rig.resting) this.#remember();
  }

  solveInPause(): void {
    // A program ends only by hand, so in a pause it runs once per change.
    if (this.code.running) return this.step();
    while (!this.rig.resting) this.step();
  }

  reset(): void {
    this.code.stop();
    this.#touched = false;
    this.shell.note({ at: [], q: [] });
    this.rig.stand([], this.picks.limits);
    this.rig.targetTip();
    this.#isStale = true;
    frame(this.view, this.rig, this.#shape);
  }

  draw(): void {
    const { state, activeLimits } = this.rig.problem;
    this.#shape.update(state.poses);
    if (this.#overlay.visible) this.#overlay.update(state, activeLimits);
    this.handles?.update();
  }

  tell(): Record<string, string> {
    const { rig, resting } = this;
    const atLimit = resting && this.picks.limits ? rig.problem.linksAtLimit() : [];
    const numbers = told(rig, atLimit);
    if (resting && this.#isStale) {
      this.#isStale = false;
      this.solutions.find(this.picks.limits);
      this.#writeProgram();
      this.view?.announce(numbers.words);
    }
    return { ...numbers, count: String(this.solutions.count) };
  }

  #begin(): void {
    const before: Rig | undefined = this.rig;
    const { robot, q, limits } = this.picks;
    this.#opener.forget();
    this.code.stop();
    this.rig = new Rig(robot);
    this.#touched = false;
    this.rig.stand(q, limits);
    this.#save.hidden = isPreset(robot);
    this.solutions.load(this.rig.problem, this.rig.model);
    this.#dress();
    before?.dispose();
  }

  /** Shows the file's meshes, or bars where one is missing. */
  #dress(): void {
    const { model, meshes, source } = this.rig;
    const find = (path: string): File | null => findFile(source.own?.given ?? [], path) ?? null;
    const missing = meshes.filter((file) => !find(file));
    const isWhole = meshes.length > 0 && missing.length === 0;
    const look = isWhole ? { meshes: find } : ({ generate: meshes.length > 0 ? 'always' : 'auto' } as const);
    this.#shape = new ArmShape(model, { tips: false, ...look });
    this.#overlay = new JointOverlay(model);
    this.#scenery?.show(this.#shape, this.#overlay);
    frame(this.view, this.rig, this.#shape);
    if (source.own) this.shell.say(source.own.warnings, remarkOn(missing, [], false));
    const drawn = this.#shape.loaded.then(() => this.view?.invalidate());
    this.shell.doing.during('loading', drawn);
  }

  /** Sets a new goal for the present picks, with its handles. */
  #aim(): void {
    const { rig } = this;
    this.code.stop();
    aim(rig, this.picks);
    this.handles?.dispose();
    const moved = () => {
      this.code.stop('It stopped, because you took the goal.');
      this.#touched = true;
      this.#wake();
    };
    const size = rig.model.reach || 1;
    this.handles =
      this.view &&
      new GoalHandles(this.view, rig.problem, {
        size,
        onChange: moved,
        onEnd: () => {
          rig.letGo();
          this.shell.moved();
        },
      });
    pointOut(this.handles?.points[0]);
  }

  /** Something has changed: the arm follows. */
  #wake(): void {
    this.rig.wake();
    this.#isStale = true;
    this.shell.moved();
  }

  #take(q: Float64Array): void {
    this.code.stop();
    this.#touched = true;
    this.rig.go(q);
    this.shell.show();
  }

  #remember(): void {
    if (this.#touched) this.shell.note(placeOf(this.rig));
  }

  #writeProgram(): void {
    write(this.#program, this.program);
  }
}

export const start: StartPage = (_, run) => new WorkbenchPage(run);
