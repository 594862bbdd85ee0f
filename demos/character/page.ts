import { Body, BodyPicture, type BodyOptions } from 'limber/bench';
import { Character } from 'limber/gltf';
import { View } from 'limber/three';
import { Vector3, type Object3D } from 'three';
import { FileError, type Loaded, openFiles, reasonOf } from '../character-files/files.ts';
import type { Format } from '../character-files/formats.ts';
import { stepCost } from '../shell/board.ts';
import { button } from '../shell/dom.ts';
import { download, fileButton, takeDrops, type Given } from '../shell/files.ts';
import type { StartPage } from '../shell/open.ts';
import { toggle } from '../shell/picks.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { distance } from '../shell/units.ts';
import { CharacterFigure, figureOffsets } from '../views/figure.ts';
import { HeldPoints, RecordingPanel } from './panel.ts';
import { readPosture, postureOf, take, writePosture } from './posture.ts';
import { MotionRecording } from './recording.ts';

const schema = { limits: toggle('Joint limits', true), poles: toggle('Poles of elbows and knees', false) };

type Schema = typeof schema;

/** Degrees. */
const fieldOfView = 34;

/** Everything on the page that moves. */
export class CharacterPage implements Demo<Schema> {
  scene!: Object3D;
  puppet!: Body;
  recording!: MotionRecording;
  readonly shell: Shell<Schema>;
  readonly view: View | null;
  #picture: BodyPicture | null = null;
  readonly #points = new HeldPoints((pin, held) => {
    this.puppet.hold(pin, held);
    this.shell.moved();
  });
  readonly #recorder = new RecordingPanel({
    record: () => this.#toggle('recording', () => this.recording.start()),
    play: () => this.#toggle('playing', () => this.recording.play()),
    download: (format) => void this.#save(format),
  });
  #animate: Loaded['animate'] = null;
  /** Microseconds of the last solve. */
  #cost = NaN;

  constructor(run: HTMLElement) {
    const open = (given: Promise<readonly Given[]>) => this.shell.doing.during('loading', this.open(given));
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
      facts: {
        status: 'status',
        time: 'time per solve',
        slip: 'feet off by',
        bones: 'bones',
        limits: 'at a limit',
      },
      sentences: ['limits'],
      // A file of the reader's cannot be put in an address.
      moment: () => (this.scene instanceof CharacterFigure ? writePosture(postureOf(this.puppet)) : ''),
    });
    this.view = this.shell.stage && new View(this.shell.stage, { label: 'A character', fov: fieldOfView });
    this.shell.form.prepend(this.#points.element);
    this.shell.form.append(this.#recorder.element);
    this.showFigure();
    const shared = readPosture(location.search);
    if (shared) take(this.puppet, shared);
    this.shell.run(this, this.view);
  }

  /** Nothing moves, and nothing is recorded. */
  get resting(): boolean {
    return this.recording.state === 'idle' && this.puppet.resting;
  }

  picked(): void {
    this.#showPoles();
    this.puppet.wake();
  }

  step(): void {
    const { recording, puppet } = this;
    const { dt } = this.shell.clock;
    if (recording.state === 'playing') {
      if (!recording.advance(dt)) recording.stop();
      puppet.wake();
    } else {
      const before = performance.now();
      puppet.step({ limits: this.shell.picks.limits });
      this.#cost = 1000 * (performance.now() - before);
      if (recording.state === 'recording') recording.add(dt);
    }
    this.#animate?.(dt);
  }

  solveInPause(): void {
    for (let i = 0; i < 60 && !this.resting; i += 1) this.step();
  }

  reset(): void {
    this.recording.stop();
    this.puppet.reset();
  }

  draw(): void {
    this.#picture?.update();
  }

  tell(): Record<string, string> {
    const { puppet, recording } = this;
    const { model, problem } = puppet.character;
    const atLimit = this.shell.picks.limits ? problem.linksAtLimit() : [];
    this.#points.show();
    this.#recorder.show(recording);
    const pin = puppet.pins.find((each) => puppet.isDragged(each));
    if (pin) {
      const { distance: away } = pin.effector;
      const text = away <= 1e-3 * model.reach ? 'reached' : `${distance(away)} away`;
      const joints = `${atLimit.length} ${atLimit.length === 1 ? 'joint at its limit' : 'joints at their limits'}`;
      this.view?.announce(`${pin.label} ${text}${atLimit.length > 0 ? `, ${joints}` : ''}.`);
    }
    const standing = puppet.pins.filter(
      (each) => puppet.isFoot(each) && each.held && !puppet.isDragged(each),
    );
    return {
      status: recording.state === 'playing' ? 'playing' : (puppet.result?.status ?? '–'),
      time: stepCost(this.#cost),
      slip: distance(Math.max(0, ...standing.map(({ effector }) => effector.distance))),
      bones: String(model.links.length),
      limits: atLimit.join(', ') || 'none',
    };
  }

  showFigure(): void {
    this.#load(
      { scene: new CharacterFigure(), humanoid: 'auto', animate: null, animations: [] },
      figureOffsets,
    );
  }

  /** Shows the contents of files; errors are reported, and the current character stays. */
  async open(given: Promise<readonly Given[]>): Promise<void> {
    this.shell.say('Opening …');
    try {
      this.#load(await openFiles((await given).map(({ file }) => file)));
      this.shell.say(this.#doubts());
    } catch (error) {
      this.shell.say(
        error instanceof FileError ? error.message : `The file cannot be shown: ${reasonOf(error)}.`,
      );
    }
  }

  #load({ scene, humanoid, animate }: Loaded, offsets: BodyOptions['offsets'] = {}): void {
    const before = this.puppet as Body | undefined;
    const puppet = new Body(new Character(scene, { humanoid }), { offsets });
    this.#picture?.dispose();
    before?.dispose();
    [this.scene, this.puppet, this.#animate] = [scene, puppet, animate];
    this.recording = new MotionRecording(puppet, scene);
    this.#picture = this.view && new BodyPicture(this.view, puppet, scene, () => this.#touched());
    this.#look();
    this.#points.load(puppet.pins);
    this.#showPoles();
    if (before) this.shell.moved();
  }

  /** Aims the camera slightly from the side, with room for raised arms. */
  #look(): void {
    if (!this.#picture) return;
    const { box, height, view } = this.#picture;
    const centre = box.getCenter(new Vector3());
    const radius = 0.62 * height;
    const away = (1.05 * radius) / Math.sin((fieldOfView / 2) * (Math.PI / 180));
    view.look(new Vector3(0.42, 0.16, 1).setLength(away).add(centre).toArray(), centre.toArray());
    view.setExtent(radius);
  }

  #doubts(): string {
    const { model, warnings } = this.puppet.character;
    if (this.puppet.isHumanoid) return warnings.map((each) => `Not sure: ${each}.`).join(' ');
    return `No human body was found among its ${model.links.length} bones. So it has no limits, and you can drag the ends of its branches.`;
  }

  #showPoles(): void {
    const { poles } = this.shell.picks;
    if (poles !== this.puppet.poles.length > 0) this.puppet.showPoles(poles && this.puppet.isHumanoid);
  }

  /** The reader has taken a pin or a pole. */
  #touched(): void {
    if (this.recording.state === 'playing') this.recording.stop();
    this.shell.moved();
  }

  #toggle(state: MotionRecording['state'], begin: () => void): void {
    if (this.recording.state === state) this.recording.stop();
    else begin();
    this.puppet.wake();
    this.shell.moved();
  }

  async #save(format: Format): Promise<void> {
    try {
      download(`recording.${format}`, await this.recording.write(format));
    } catch (error) {
      this.shell.say(`The recording cannot be written as ${format}: ${reasonOf(error)}.`);
    }
  }
}

export const start: StartPage = (_, run) => new CharacterPage(run);
