import { FactList, stepCost } from '../shell/board.ts';
import { button } from '../shell/dom.ts';
import { download, fileButton, takeDrops, type Given } from '../shell/files.ts';
import type { StartPage } from '../shell/open.ts';
import { toggle } from '../shell/picks.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { distance } from '../shell/words.ts';
import { CharacterFigure, figureOffsets } from './figure.ts';
import { FileError, type Loaded, openFiles, reasonOf } from './files.ts';
import { HeldPoints, RecordingPanel } from './panel.ts';
import { readPosture, postureOf, take, writePosture } from './posture.ts';
import { Puppet, type PuppetOptions } from './puppet.ts';
import { type RecordingFormat, MotionRecording } from './recording.ts';
import { CharacterStage } from './stage.ts';

const schema = { limits: toggle('Joint limits', true), poles: toggle('Poles of elbows and knees', false) };

type Schema = typeof schema;

/** Everything on the page that moves. */
export class CharacterPage implements Demo<Schema> {
  puppet!: Puppet;
  recording!: MotionRecording;
  readonly shell: Shell<Schema>;
  readonly stage: CharacterStage | null;
  private readonly points = new HeldPoints((pin, held) => {
    this.puppet.hold(pin, held);
    this.wake();
  });
  private readonly recorder = new RecordingPanel({
    record: () => this.toggle('recording', () => this.recording.start()),
    play: () => this.toggle('playing', () => this.recording.play()),
    download: (format) => void this.save(format),
  });
  private readonly facts = new FactList(
    { status: 'status', time: 'time per solve', slip: 'feet off by', bones: 'bones', limits: 'at a limit' },
    ['limits'],
  );
  private animate: Loaded['animate'] = null;
  private isMoving = true;

  constructor(run: HTMLElement) {
    const open = (given: Promise<readonly Given[]>) => void this.open(given);
    const files = fileButton('Open files…', 'files', open, { accept: '.glb,.gltf,.vrm,.bin,image/*' });
    takeDrops(open);
    const figure = button('Our figure', 'figure', () => {
      this.shell.say('');
      this.showFigure();
    });
    this.shell = new Shell(run, schema, {
      title: 'A character that can be dragged',
      alwaysRuns: true,
      extras: [files, figure],
      // A file of the reader's has no address.
      moment: () =>
        this.puppet.scene instanceof CharacterFigure ? writePosture(postureOf(this.puppet)) : '',
    });
    this.stage = this.shell.stage && new CharacterStage(this.shell.stage);
    this.connect();
    this.shell.form.prepend(this.points.element);
    this.shell.form.append(this.recorder.element);
    this.shell.numbers.append(this.facts.element);
    this.showFigure();
    const shared = readPosture(location.search);
    if (shared) take(this.puppet, shared);
    this.shell.run(this, this.stage?.view ?? null);
  }

  /** Nothing moves, and nothing is recorded. */
  get resting(): boolean {
    return this.recording.state === 'idle' && !this.isMoving;
  }

  picked(): void {
    this.puppet.limits = this.shell.picks.limits;
    this.showPoles();
    this.isMoving = true;
  }

  step(): void {
    const { recording, puppet } = this;
    const { dt } = this.shell.clock;
    if (recording.state === 'playing') {
      if (!recording.advance(dt)) recording.stop();
      this.isMoving = true;
    } else {
      this.isMoving = puppet.step();
      if (recording.state === 'recording') recording.add(dt);
    }
    this.animate?.(dt);
  }

  solveInPause(): void {
    for (let i = 0; i < 60 && !this.resting; i += 1) this.step();
  }

  reset(): void {
    this.recording.stop();
    this.puppet.reset();
    this.isMoving = true;
  }

  draw(): void {
    this.stage?.update();
  }

  tell(): void {
    const { puppet, recording } = this;
    const { problem, model } = puppet.character;
    const atLimit = puppet.limits ? problem.linksAtLimit() : [];
    this.points.show();
    this.recorder.show(recording);
    this.facts.write({
      status: recording.state === 'playing' ? 'playing' : (puppet.result?.status ?? '–'),
      time: stepCost(puppet.microseconds),
      slip: distance(puppet.slip),
      bones: String(model.links.length),
      limits: atLimit.join(', ') || 'none',
    });
    const pin = puppet.pins.find((each) => puppet.isDragged(each));
    if (!pin) return;
    const joints = `${atLimit.length} ${atLimit.length === 1 ? 'joint at its limit' : 'joints at their limits'}`;
    const text = puppet.isReached(pin) ? 'reached' : `${distance(pin.effector.distance)} away`;
    this.stage?.view.announce(`${pin.label} ${text}${atLimit.length > 0 ? `, ${joints}` : ''}.`);
  }

  showFigure(): void {
    this.load({ scene: new CharacterFigure(), humanoid: 'auto', animate: null }, figureOffsets);
  }

  /** Shows what files hold; whatever is wrong with them is said, and the character stays. */
  async open(given: Promise<readonly Given[]>): Promise<void> {
    this.shell.say('Opening …');
    try {
      this.load(await openFiles((await given).map(({ file }) => file)));
      this.shell.say(this.doubts());
    } catch (error) {
      this.shell.say(
        error instanceof FileError ? error.message : `The file cannot be shown: ${reasonOf(error)}.`,
      );
    }
  }

  private load({ scene, humanoid, animate }: Loaded, offsets: PuppetOptions['offsets'] = {}): void {
    const before = this.puppet;
    this.puppet = new Puppet(scene, { humanoid, offsets });
    this.recording = new MotionRecording(this.puppet);
    this.animate = animate;
    this.stage?.load(this.puppet);
    before?.dispose();
    this.points.load(this.puppet.pins);
    this.puppet.limits = this.shell.picks.limits;
    this.showPoles();
    if (before) this.wake();
  }

  private doubts(): string {
    const { model, warnings } = this.puppet.character;
    if (this.puppet.isHumanoid) return warnings.map((each) => `Not sure: ${each}.`).join(' ');
    return `No human body was found among its ${model.links.length} bones. So it has no limits, and you can drag the ends of its branches.`;
  }

  private connect(): void {
    const { stage } = this;
    if (!stage) return;
    stage.onTake = (pin) => {
      if (this.recording.state === 'playing') this.recording.stop();
      this.puppet.take(pin);
      this.wake();
    };
    stage.onMove = () => this.wake();
    stage.onLetGo = (pin) => {
      this.puppet.letGo(pin);
      this.wake();
    };
  }

  private showPoles(): void {
    const { poles } = this.shell.picks;
    if (poles === this.puppet.poles.length > 0) return;
    this.puppet.showPoles(poles && this.puppet.isHumanoid);
    this.stage?.showPoles();
  }

  /** Something was moved or switched. */
  private wake(): void {
    this.isMoving = true;
    this.shell.moved();
  }

  private toggle(state: MotionRecording['state'], begin: () => void): void {
    if (this.recording.state === state) this.recording.stop();
    else begin();
    this.wake();
  }

  private async save(format: RecordingFormat): Promise<void> {
    try {
      download(`recording.${format}`, await this.recording.write(format));
    } catch (error) {
      this.shell.say(`The recording cannot be written as ${format}: ${reasonOf(error)}.`);
    }
  }
}

export const start: StartPage = (_, run) => new CharacterPage(run);
