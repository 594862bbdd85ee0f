import { init } from 'limber';
import { Stage } from 'limber/three';
import { Figure } from './figure.ts';
import { FileError, type Loaded, openFiles, reasonOf } from './files.ts';
import { addShare } from '../shell/share.ts';
import { Panel } from './panel.ts';
import { fromQuery, postureOf, take, toQuery } from './posture.ts';
import { Puppet, type PuppetOptions } from './puppet.ts';
import { type Format, Recording } from './recording.ts';
import { CharacterStage } from './stage.ts';
import { distance } from './words.ts';

const find = <T extends Element>(page: ParentNode, selector: string): T => page.querySelector<T>(selector)!;

/** Of the page's own figure: its palms, and the middle of its head. */
const figureOffsets: NonNullable<PuppetOptions['offsets']> = {
  leftHand: [0.006, -0.075, 0.022],
  rightHand: [-0.006, -0.075, 0.022],
  head: [0, 0.105, 0.01],
};

/** Milliseconds between two changes of the numbers: faster than this nobody reads. */
const pause = 100;

/** Everything on the page that moves. Tests find it at `main.limberCharacter`. */
export class CharacterPage {
  puppet!: Puppet;
  recording!: Recording;
  readonly stage: CharacterStage;
  private readonly panel: Panel;
  private animate: Loaded['animate'] = null;
  private shownAt = -Infinity;

  constructor(private readonly page: Document) {
    this.stage = new CharacterStage(find(page, '.puppet .stage'));
    this.panel = new Panel(find(page, '.puppet'));
    this.connect();
    this.showFigure();
    const shared = fromQuery(location.search);
    if (shared) take(this.puppet, shared);
    addShare(find(page, '[data-share]'), {
      title: 'A character that can be dragged',
      address: () => this.address,
    });
  }

  /** Nothing moves, and nothing is recorded. */
  get resting(): boolean {
    return this.recording.state === 'idle' && this.puppet.result !== null && !this.moving;
  }
  private moving = true;

  /** With the posture of the page's own figure; a file of the reader's has no address. */
  private get address(): URL {
    const address = new URL(location.pathname, location.href);
    if (this.puppet.scene instanceof Figure) address.search = toQuery(postureOf(this.puppet));
    return address;
  }

  showFigure(): void {
    this.load({ scene: new Figure(), humanoid: 'auto', animate: null }, figureOffsets);
  }

  /** Shows what files hold; whatever is wrong with them is said, and the character stays. */
  async open(files: readonly File[]): Promise<void> {
    this.say('Opening …');
    try {
      const loaded = await openFiles(files);
      this.load(loaded);
      this.say(this.puppet.isHumanoid ? '' : this.whyNoBody());
    } catch (error) {
      this.say(error instanceof FileError ? error.message : `That cannot be shown: ${reasonOf(error)}.`);
    }
  }

  private load({ scene, humanoid, animate }: Loaded, offsets: PuppetOptions['offsets'] = {}): void {
    const next = new Puppet(scene, { humanoid, offsets });
    const before = this.puppet;
    this.puppet = next;
    this.recording = new Recording(next);
    this.animate = animate;
    this.stage.load(next);
    before?.dispose();
    this.panel.load(next);
    this.puppet.limits = this.panel.limits;
    this.setPoles(this.panel.poles);
    this.show();
  }

  private whyNoBody(): string {
    const { links } = this.puppet.character.model;
    return (
      `Its ${links.length} bones are not named as a body’s, so they have no limits, and the ends of its branches can be ` +
      'dragged.'
    );
  }

  private connect(): void {
    const { stage, panel } = this;
    stage.onTake = (pin) => {
      if (this.recording.state === 'playing') this.recording.stop();
      this.puppet.take(pin);
      this.show();
    };
    stage.onMove = () => this.show();
    stage.onLetGo = (pin) => {
      this.puppet.letGo(pin);
      this.show();
    };
    stage.view.onFrame = (dt) => this.frame(dt);
    panel.onHold = (pin, held) => {
      this.puppet.hold(pin, held);
      this.show();
    };
    panel.onLimits = (on) => {
      this.puppet.limits = on;
      this.show();
    };
    panel.onPoles = (on) => this.setPoles(on);
    panel.onReset = () => {
      this.recording.stop();
      this.puppet.reset();
      this.show();
    };
    panel.onRecord = () => this.toggleRecording();
    panel.onPlay = () => this.togglePlaying();
    panel.onDownload = (format) => void this.download(format);
    panel.onFiles = (files) => void this.open(files);
    panel.onFigure = () => {
      this.say('');
      this.showFigure();
    };
  }

  private setPoles(on: boolean): void {
    this.puppet.showPoles(on);
    this.stage.showPoles();
    this.show();
  }

  private toggleRecording(): void {
    if (this.recording.state === 'recording') this.recording.stop();
    else this.recording.start();
    this.show();
  }

  private togglePlaying(): void {
    if (this.recording.state === 'playing') this.recording.stop();
    else this.recording.play();
    this.show();
  }

  private async download(format: Format): Promise<void> {
    try {
      const blob = await this.recording.write(format);
      const link = this.page.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = `recording.${format}`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch (error) {
      this.say(`The recording cannot be written as ${format}: ${reasonOf(error)}.`);
    }
  }

  /** Once a drawn frame. */
  private frame(dt: number): boolean {
    const { recording, puppet } = this;
    if (recording.state === 'playing') {
      if (!recording.advance(dt)) recording.stop();
      this.moving = true;
    } else {
      this.moving = puppet.step();
      if (recording.state === 'recording') recording.add(dt);
    }
    this.animate?.(dt);
    this.stage.update();
    const goesOn = this.moving || recording.state !== 'idle';
    this.write(!goesOn);
    return goesOn;
  }

  /** Something has changed that is to be seen. */
  private show(): void {
    this.moving = true;
    this.panel.show(this.recording);
    this.stage.view.invalidate();
  }

  private write(now: boolean): void {
    const time = performance.now();
    if (!now && time - this.shownAt < pause) return;
    this.shownAt = time;
    this.panel.show(this.recording);
    this.panel.write(this.puppet, this.recording);
    const pin = this.puppet.pins.find((each) => this.puppet.isDragged(each));
    if (!pin) return;
    const { effector, label } = pin;
    const atLimit = this.puppet.character.problem.linksAtLimit();
    const limits = atLimit.length > 0 ? `, ${atLimit.length} joints at their limits` : '';
    const text = this.puppet.isReached(pin) ? 'reached' : `${distance(effector.distance)} away`;
    this.stage.view.announce(`${label} ${text}${limits}.`);
  }

  /** Politely, above the view; nothing to say takes no room. */
  private say(text: string): void {
    find<HTMLElement>(this.page, '.complaint').textContent = text;
  }
}

export async function start(page: Document, explain: (text: string) => void): Promise<void> {
  await init();
  if (!Stage.available()) {
    explain('The character is not shown: its view needs WebGL 2, and this browser does not offer it.');
    return;
  }
  for (const fieldset of page.querySelectorAll('fieldset')) fieldset.disabled = false;
  find<HTMLElement>(page, 'main').limberCharacter = new CharacterPage(page);
}

declare global {
  interface HTMLElement {
    limberCharacter?: CharacterPage;
  }
}
