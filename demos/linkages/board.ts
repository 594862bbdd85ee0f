import type { Mobility } from 'limber';
import { distance } from '../shell/words.ts';
import type { Rig } from './rig.ts';
import { misfitOf, misfitWords, MisfitScale } from './scale.ts';

/** Milliseconds between two changes of the numbers while a linkage moves. */
const pause = 100;
/** Solves over which times are averaged: a browser's clock ticks too coarsely for one. */
const averaged = 40;

interface Row {
  readonly dot: HTMLElement;
  readonly words: HTMLElement;
}

/** Live numbers: of the whole, and of every joint. */
export class Board {
  /** Microseconds a step, averaged; NaN before anything was solved. */
  microseconds = Number.NaN;
  mobility: Mobility | null = null;
  private rows: readonly Row[] = [];
  private rig!: Rig;
  private shownAt = -Infinity;
  /** The loops that were closed when mobility was measured. */
  private measuredFor = '';
  private times: number[] = [];
  private readonly scale = new MisfitScale();

  constructor(private readonly root: HTMLElement) {}

  load(rig: Rig): void {
    this.rig = rig;
    this.times = [];
    this.microseconds = Number.NaN;
    this.measuredFor = '';
    this.repaint();
    this.fill();
  }

  /** A row a joint: anew after a loop was added or taken away. */
  fill(): void {
    const list = this.root.querySelector('.joints')!;
    this.rows = this.rig.joints.map(({ name, isLoop }) => this.makeRow(isLoop ? name : this.jointName(name)));
    list.replaceChildren(...this.rows.map(({ dot }) => dot.parentElement!));
  }

  /** The theme is another. */
  repaint(): void {
    this.scale.read(this.root);
    this.shownAt = -Infinity;
  }

  /** A step was solved: milliseconds. */
  add(milliseconds: number): void {
    this.times.push(milliseconds);
    if (this.times.length > averaged) this.times.shift();
    this.microseconds = (1000 * this.times.reduce((sum, each) => sum + each, 0)) / this.times.length;
  }

  /** `now`: whatever was shown a moment ago. */
  show(now: boolean): void {
    const time = performance.now();
    if (!now && time - this.shownAt < pause) return;
    this.shownAt = time;
    const { rig } = this;
    if (rig.joints.length !== this.rows.length) this.fill();
    this.measure();
    const { mobility } = this;
    this.write('mobility', mobility ? String(mobility.mobility) : '–');
    this.write('counted', mobility ? signed(mobility.counted) : '–');
    this.write('residual', distance(rig.residual));
    this.write('status', rig.assembling > 0 ? 'assembling' : (rig.result?.status ?? '–'));
    this.write('iterations', rig.result ? String(rig.result.iterations) : '–');
    this.write('time', this.times.length >= 10 ? `${this.microseconds.toFixed(0)} µs` : '–');
    this.rows.forEach((row, i) => this.showFit(row, i));
  }

  /** Costly, and so only once, and when another loop is open or closed. */
  private measure(): void {
    const { rig } = this;
    const closed = `closed ${rig.problem.loops.map((loop) => Number(loop.closed)).join('')}`;
    if (closed === this.measuredFor || rig.assembling > 0) return;
    this.measuredFor = closed;
    this.mobility = rig.problem.mobility();
    // It leaves the links where joint values put them.
    if (rig.solver === 'maximal') rig.solve();
  }

  private showFit({ dot, words }: Row, index: number): void {
    const [metres, radians] = this.rig.fit(index);
    const colour = this.scale.colourOf(misfitOf(metres, radians));
    dot.style.background = colour ? `#${colour.getHexString()}` : '';
    write(words, misfitWords(metres, radians));
  }

  private jointName(link: string): string {
    const { links } = this.rig.model;
    const { parent } = links.find(({ name }) => name === link)!;
    return `${links[parent]?.name ?? 'ground'} to ${link}`;
  }

  private makeRow(name: string): Row {
    const item = document.createElement('li');
    const [dot, called, words] = ['i', 'span', 'b'].map((tag) => document.createElement(tag));
    dot!.className = 'dot';
    called!.textContent = name;
    called!.title = name;
    item.append(dot!, called!, words!);
    return { dot: dot!, words: words! };
  }

  private write(name: string, text: string): void {
    write(this.root.querySelector(`[data-show="${name}"]`)!, text);
  }
}

/** With a minus sign of the width of digits. */
const signed = (value: number): string => (value < 0 ? `−${-value}` : String(value));

function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
