import { View } from 'limber/three';
import { refusalOf } from '../robot-files/files.ts';
import { Chart } from '../shell/chart.ts';
import { button, make } from '../shell/dom.ts';
import { download, fileButton, fileName, type Given, takeDrops } from '../shell/files.ts';
import { Latest } from '../shell/latest.ts';
import type { StartPage } from '../shell/open.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { accept, animated, FileError, type Opened, readGiven, reasonOf } from './files.ts';
import { type Format, formatNames, formats } from './formats.ts';
import { standingWell } from './marks.ts';
import type { Panel } from './panel.ts';
import { Pull } from './pull.ts';
import { bodies, panels, type Picks, type Schema, schemaOf } from './scene.ts';
import { Walk } from './walk.ts';
import { standing } from './walker.ts';

/** A body that walks, or is pulled. */
export class BodyPage implements Demo<Schema> {
  readonly walk = new Walk();
  readonly pull = new Pull();
  readonly shell: Shell<Schema>;
  readonly view: View | null;
  readonly #saves = formatNames.map((format) =>
    button(formats[format].title, `save-${format}`, () => void this.save(format)),
  );
  readonly #latest = new Latest();

  constructor(run: HTMLElement) {
    const { pull, walk } = this;
    const open = (given: Promise<readonly Given[]>) => this.shell.doing.during('loading', this.open(given));
    takeDrops(open);
    const chart = new Chart('Slip of the feet', { line: '5 mm' });
    chart.curves.tolerance = standingWell;
    this.shell = new Shell(run, schemaOf(walk, pull), {
      title: 'A body',
      before: [fileButton('Open a recording or a body', 'files', open, { accept })],
      extras: [...walk.extras, ...pull.extras],
      chart,
    });
    const { form, numbers, stage } = this.shell;
    form.append(
      ...pull.controls,
      this.#more(fileButton('Open a folder', 'folder', open, { webkitdirectory: true })),
    );
    numbers.append(...walk.numbers, ...pull.numbers);
    this.view = stage && new View(stage, { label: 'A skeleton and bodies in motion', fov: 34 });
    for (const name of panels) this[name].start({ shell: this.shell, view: this.view, chart });
    this.shell.run(this, this.view, { still: this.shell.picks.frame[0] > 0 });
    if (this.shell.picks.panel === 'pull') this.#runs();
  }

  get #now(): Panel {
    return this[this.shell.picks.panel];
  }

  #more(folder: HTMLElement): HTMLElement {
    const words = make('p', { id: 'save' }, 'Save the motion of this body:');
    const saves = make('div', { className: 'files', role: 'group' }, words, ...this.#saves);
    saves.setAttribute('aria-labelledby', words.id);
    const text =
      'Motion: BVH, VRMA, animated GLB. Bodies: GLB, VRM, URDF with its meshes. Nothing leaves your computer.';
    const opens = make('div', { className: 'open' }, folder, make('p', {}, text));
    return make('details', { className: 'more' }, make('summary', {}, 'More'), saves, opens);
  }

  /** A pulled body has no Play: it rests by itself. */
  #runs(): void {
    if (this.view) this.shell.setPlaying(true);
  }

  get resting(): boolean {
    return this.#now.resting;
  }

  get speed(): number {
    const { panel, speed } = this.shell.picks;
    return panel === 'walk' ? speed : 1;
  }

  next(picks: Picks, before: Picks | null): Picks {
    return before && picks.pulled !== before.pulled ? { ...picks, q: null, held: null } : picks;
  }

  picked(before: Picks | null): void {
    const { panel } = this.shell.picks;
    for (const name of panels) {
      const { controls, extras, numbers } = this[name];
      for (const each of [...controls, ...extras, ...numbers]) each.hidden = name !== panel;
    }
    this.shell.root.classList.toggle('pulls', panel === 'pull');
    if (before && before.panel !== panel) {
      this[before.panel].leave();
      this.shell.restart();
    }
    this.#now.picked();
    if (before && before.panel !== panel) this.#runs();
  }

  step(): void {
    this.#now.step();
  }

  solveInPause(): void {
    this.#now.solveInPause();
  }

  reset(): void {
    this.#now.reset();
  }

  draw(): void {
    this.#now.draw();
  }

  sample(): ArrayLike<number> {
    return this.#now.sample();
  }

  tell(): void {
    this.#now.tell();
    for (const each of this.#saves) each.disabled = !this.#now.saved;
  }

  /** Shows what is in files; errors are reported, and everything stays as it was. */
  open(coming: Promise<readonly Given[]>): Promise<void> {
    const about = { file: 'What you dropped', text: '' };
    this.shell.say('Opening …');
    const robot = this.walk.walkers.find(({ name }) => name === 'robot')!;
    return this.#latest.take(async () => readGiven(await coming, about, robot.made.source!), {
      show: (opened) => this.shell.say(this.#take(opened, about.file)),
      drop: ({ source, robot }) => [source, robot].forEach((each) => each?.dispose()),
      refuse: (error) =>
        this.shell.say(error instanceof FileError ? error.message : refusalOf(about.file, error, about.text)),
    });
  }

  /** Shows one thing. Returns words about it. @throws LimberError if it cannot be shown. */
  #take({ loaded, remark = '', robot, source }: Opened, title: string): string {
    const { pull, walk } = this;
    if (loaded && this.shell.picks.panel === 'pull') return pull.open(loaded, title);
    const motion = source ?? (loaded && animated(loaded));
    const body = motion
      ? undefined
      : (robot ?? (loaded && standing(loaded, { ...bodies[1]!, title, text: 'From your file.' })));
    try {
      if (motion) walk.follow(motion, title);
      else if (body) walk.put(body);
      return remark;
    } catch (error) {
      for (const each of [motion, body]) each?.dispose();
      throw error;
    }
  }

  /** Gives the reader the motion of the body whose numbers are shown. */
  async save(format: Format): Promise<void> {
    const { saved, title } = this.#now;
    try {
      if (saved) download(fileName(title, format), await formats[format].write(saved()));
    } catch (error) {
      this.shell.say(`The motion cannot be written as ${format}: ${reasonOf(error)}.`);
    }
  }
}

export const start: StartPage = (_, run) => new BodyPage(run);
