import { init, LimberError, solverNames, type SolveResult, type SolverName } from 'limber';
import type { ArmSettings } from 'limber/element';
import { robots } from 'limber/presets';
import { Stage } from 'limber/three';
import { toURDF } from 'limber/urdf';
import { describe, distance as lengthOf } from '../../web/src/element/live/words.ts';
import { degrees } from '../shell/words.ts';
import { addShare, present } from '../shell/share.ts';
import { rounded } from '../shell/picks.ts';
import { fromQuery, toQuery, type Picks } from './address.ts';
import { catalogue, type Source } from './catalogue.ts';
import type { Given } from './files.ts';
import { takeFiles } from './intake.ts';
import { JointList } from './joints.ts';
import { looksOf, type Own, readFiles, remarkOn, sourceOf } from './own.ts';
import { Panel } from './panel.ts';
import { download, Recorder } from './recorder.ts';
import { Rig } from './rig.ts';
import { RobotStage } from './stage.ts';
import { Trouble } from './trouble.ts';

const find = <T extends Element>(page: ParentNode, selector: string): T => page.querySelector<T>(selector)!;

/** Frames after which a robot that keeps moving without arriving is left alone. */
const patience = 240;

/** Everything on the page that moves. Tests find it at `main.limberRobots`. */
export class RobotsPage {
  picks: Picks;
  rig!: Rig;
  /** The reader's file, if that is what is shown. */
  own: Own | null = null;
  readonly solvers: readonly SolverName[];
  readonly stage: RobotStage | null;
  readonly joints: JointList;
  readonly recorder = new Recorder();
  private readonly panel: Panel;
  private readonly trouble: Trouble;
  private result: SolveResult | null = null;
  private moving = false;
  private frames = 0;
  /** The hand has moved something: the address tells of it. */
  private touched = false;
  /** Files come one after another: only the last is shown. */
  private turn = 0;
  private hasLooks = false;
  private hinted = false;

  constructor(private readonly page: Document) {
    this.solvers = solverNames();
    this.picks = fromQuery(location.search, this.solvers);
    const asked = new URLSearchParams(location.search).get('robot') ?? this.picks.robot;
    this.panel = new Panel(find(page, '.robot'), this.solvers);
    this.trouble = new Trouble(find(page, '.trouble'));
    this.joints = new JointList(find(page, '.joints .list'));
    this.stage = Stage.available() ? new RobotStage(find(page, '.robot .stage')) : null;
    this.connect();
    this.show(new Rig(catalogue[this.picks.robot!]));
    if (this.stage) this.stage.view.onFrame = (dt) => this.frame(dt);
    if (asked !== this.picks.robot) {
      const known = Object.keys(catalogue).join(', ');
      this.trouble.say(`The address has robot “${asked?.slice(0, 40)}”; known are ${known}.`);
    }
  }

  /** Nothing moves; false while frames are still solved. */
  get resting(): boolean {
    return !this.moving;
  }

  pick(change: Partial<Picks>): void {
    const before = this.picks;
    const isNew = change.robot !== undefined && change.robot !== before.robot;
    this.picks = { ...before, ...change };
    if (isNew) {
      this.turn += 1;
      this.trouble.clear();
      this.own = null;
      this.picks = { ...this.picks, tip: null, at: [], q: [] };
      this.show(new Rig(catalogue[this.picks.robot!]));
      return;
    }
    if (change.tip !== undefined || change.orientation !== undefined) this.aim();
    if (change.meshes !== undefined) void this.dress();
    this.settle();
    this.wake();
  }

  /** Files that were dropped or picked. */
  async open(given: readonly Given[]): Promise<void> {
    const turn = (this.turn += 1);
    let file = given[0]?.file.name ?? 'nothing';
    let text = '';
    try {
      const read = await readFiles(given, this.own);
      if (turn !== this.turn) return;
      [file, text] = [read.name, read.text];
      const all = this.own?.text === text ? [...this.own.given, ...given] : given;
      const source: Source = sourceOf(file, text);
      const rig = new Rig(source);
      this.own = { name: file, text, given: all, source };
      this.picks = { ...this.picks, robot: null, tip: null, at: [], q: [] };
      this.trouble.clear();
      this.show(rig);
    } catch (error) {
      if (turn === this.turn) this.trouble.refuse(file, error, text);
      return;
    }
    await this.dress();
  }

  /** The goal goes back to the first tip, the robot to its first pose. */
  reset(): void {
    this.picks = { ...this.picks, at: [], q: [] };
    this.touched = false;
    this.rig.stand([], this.picks.limits);
    this.rig.targetTip();
    this.stage?.follow();
    this.stage?.frame();
    this.wake();
  }

  private connect(): void {
    const { page, stage } = this;
    this.panel.onPick = (change) => this.pick(change);
    this.joints.onChange = () => {
      this.touched = true;
      this.moving = false;
      this.result = null;
      this.rig.targetTip();
      stage?.follow();
      this.settleAddress();
      this.update(true);
    };
    takeFiles(page, {
      onFiles: (given) => void this.open(given),
      onTrouble: (error) => this.trouble.refuse('What you dropped', error),
    });
    this.onClick('reset', () => this.reset());
    this.onClick('urdf', () => this.copy('URDF', () => toURDF(this.rig.source.description)));
    this.onClick('json', () => this.copy('JSON', () => JSON.stringify(this.rig.source.description, null, 2)));
    this.onClick('record', () => this.record());
    this.onClick('save-json', () => this.save('json', 'application/json', (it) => JSON.stringify(it)));
    this.onClick('save-csv', () => this.save('csv', 'text/csv', (it) => it.toCSV()));
    addShare(find(page, '.share'), {
      title: 'A robot that can be dragged',
      address: present,
      arm: () => this.asElement,
    });
    if (!stage) return;
    stage.onTarget = () => {
      this.touched = true;
      this.wake();
    };
  }

  /** The robot as an element has it; null: it is of a file, or of this page alone. */
  private get asElement(): Partial<ArmSettings> | null {
    const { robot, solver, limits } = this.picks;
    if (robot === null || !Object.hasOwn(robots, robot)) return null;
    const { goal, problem } = this.rig;
    const targets = Array.from(goal.target.subarray(0, 3), rounded);
    return { preset: robot, solver, limits, targets, q: Array.from(problem.state.q, rounded) };
  }

  private onClick(name: string, act: () => void): void {
    find(this.page, `button[name=${name}]`).addEventListener('click', act);
  }

  /** Another robot takes the place of the one there is. */
  private show(rig: Rig): void {
    const before: Rig | undefined = this.rig;
    this.rig = rig;
    this.hasLooks = this.touched = false;
    this.result = null;
    this.recorder.forget();
    rig.stand(this.picks.q, this.picks.limits);
    this.panel.load(rig, this.own?.name ?? null);
    this.joints.load(rig.problem);
    this.stage?.load(rig);
    this.stage?.frame();
    before?.dispose();
    this.aim();
    this.settle();
    this.wake();
  }

  /** The meshes of a file, where it has some and they are wanted. */
  private async dress(): Promise<void> {
    const { own, rig, turn } = this;
    if (!own) return;
    try {
      const looks = this.picks.meshes ? await looksOf(own) : null;
      if (turn !== this.turn || rig !== this.rig) return looks?.dispose();
      this.hasLooks ||= looks?.drawn ?? false;
      if (looks && remarkOn(looks)) this.trouble.say(remarkOn(looks));
      if (looks && !looks.drawn) looks.dispose();
      rig.wear(looks?.drawn ? looks : null);
    } catch (error) {
      if (turn === this.turn) this.trouble.refuse(`The looks in ${own.name}`, error);
      rig.wear(null);
    }
    this.stage?.load(rig);
    this.stage?.frame();
    this.settle();
    this.update(true);
  }

  /** A new goal for what is picked, with its handles. */
  private aim(): void {
    const { at, tip, orientation } = this.picks;
    this.rig.reachWith(tip, orientation);
    if (tip !== null && tip !== this.rig.tip) {
      this.trouble.say(`There is no link “${tip.slice(0, 40)}” here; the tip is ${this.rig.tip}.`);
      this.picks = { ...this.picks, tip: null };
    }
    const { target } = this.rig.goal;
    if (at.length >= target.length) target.set(at.slice(0, target.length));
    else if (at.length === 3) target.set(at);
    this.picks = { ...this.picks, at: [] };
    this.stage?.makeHandles(!this.hinted);
    this.hinted = true;
  }

  /** A solver that does not support the goal gives way to one that does; then all controls and the address follow. */
  private settle(): void {
    const { rig, picks } = this;
    const answer = rig.supports(picks.solver);
    if (answer !== true) {
      const solver = this.solvers.find((each) => rig.supports(each) === true)!;
      this.trouble.say(
        `The solver ${picks.solver} does not support this: ${answer}. It goes on with ${solver}.`,
      );
      this.picks = { ...picks, solver };
    }
    rig.overlay.visible = picks.arcs;
    this.panel.show(this.picks, rig, this.hasLooks || !picks.meshes);
    this.settleAddress();
    this.showRecording();
  }

  private settleAddress(): void {
    const { goal, problem } = this.rig;
    const moved = this.touched ? { at: [...goal.target], q: [...problem.state.q] } : {};
    const query = toQuery({ ...this.picks, ...moved });
    history.replaceState(null, '', location.pathname + query + location.hash);
  }

  /** Solve again from now on. */
  private wake(): void {
    this.moving = true;
    this.frames = 0;
    if (this.stage) this.stage.view.invalidate();
    else while (this.moving) this.frame(1 / 60);
  }

  /** Once a drawn frame. */
  private frame(dt: number): boolean {
    const wasMoving = this.moving;
    if (this.moving) {
      this.result = this.rig.solve(this.picks);
      this.frames += 1;
      this.moving = this.result.status === 'maxIterations' && this.frames < patience;
      if (!this.moving) this.settleAddress();
    }
    this.recorder.frame(this.rig, dt);
    if (this.recorder.on) this.showRecording();
    if (wasMoving || this.stage) this.tell(!this.moving);
    return this.moving || this.recorder.on;
  }

  /** Something has changed that is to be seen. */
  private update(now: boolean): void {
    this.tell(now);
    this.stage?.view.invalidate();
  }

  private tell(now: boolean): void {
    const { rig, stage } = this;
    rig.show();
    this.joints.show(now);
    const { goal, source } = rig;
    const away = lengthOf(goal.distance * (source.unit ?? 1));
    const angle = goal.type === 'pose' ? goal.angle : null;
    this.write('distance', away);
    this.write('angle', angle === null ? '–' : degrees(angle));
    this.write('status', this.result?.status ?? '–');
    // Limits are named once the robot rests: while it moves they flicker.
    const atLimit = now && this.picks.limits ? this.joints.atLimit : [];
    const names = atLimit.length > 3 ? [`${atLimit.length} joints`] : atLimit;
    const words = describe({ reached: rig.reached, away, angle, atLimit: names });
    const text = names.length < atLimit.length ? words.replace('at its limit', 'at their limits') : words;
    this.write('words', text);
    if (now) stage?.goal?.announce(text);
  }

  private record(): void {
    if (this.recorder.on) this.recorder.stop();
    else this.recorder.start(this.rig);
    this.showRecording();
    this.stage?.view.invalidate();
  }

  private showRecording(): void {
    const { recorder, page } = this;
    const button = find<HTMLButtonElement>(page, 'button[name=record]');
    const label = recorder.on ? 'Stop' : 'Record';
    if (button.textContent !== label) button.textContent = label;
    this.write('recording', recorder.words);
    const isDone = recorder.trajectory !== null && !recorder.on;
    for (const name of ['save-json', 'save-csv']) {
      find<HTMLButtonElement>(page, `button[name=${name}]`).disabled = !isDone;
    }
  }

  private save(
    ending: string,
    type: string,
    write: (it: NonNullable<Recorder['trajectory']>) => string,
  ): void {
    const { trajectory } = this.recorder;
    const name = this.rig.source.title.replace(/\.urdf$/i, '').replace(/[^\w-]+/g, '-');
    if (trajectory) download(`${name}.${ending}`, type, write(trajectory));
  }

  private copy(what: string, write: () => string): void {
    const said = (text: string) => this.write('copied', text);
    try {
      const text = write();
      navigator.clipboard.writeText(text).then(
        () => said(`Copied ${text.split('\n').length} lines of ${what}.`),
        () => said('The browser does not allow copying here.'),
      );
    } catch (error) {
      if (!(error instanceof LimberError)) throw error;
      said(error.message);
    }
  }

  private write(name: string, text: string): void {
    const element = find(this.page, `[data-show="${name}"]`);
    if (element.textContent !== text) element.textContent = text;
  }
}

export async function start(page: Document, explain: (text: string) => void): Promise<void> {
  await init();
  if (!Stage.available()) {
    explain(
      'The robots are not shown: their view needs WebGL 2, and this browser does not offer it. The sliders and the numbers work.',
    );
    find(page, 'main').classList.add('no-view');
  }
  for (const fieldset of page.querySelectorAll('fieldset')) fieldset.disabled = false;
  find<HTMLElement>(page, 'main').limberRobots = new RobotsPage(page);
}

declare global {
  interface HTMLElement {
    limberRobots?: RobotsPage;
  }
}
