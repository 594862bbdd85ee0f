/** `<limber-figure name="sweep">`: a small interactive drawing for the article and the docs. */
import { init } from 'limber';
import { doingOf } from '../../web/src/three/doing.ts';
import { whenNear } from '../../demos/shell/dom.ts';
import { base } from './base.ts';
import { bound } from './bound.ts';
import { damping } from './damping.ts';
import { euler } from './euler.ts';
import './figures.css';
import { jacobian } from './jacobian.ts';
import { singularity } from './singularity.ts';
import { springs } from './springs.ts';
import { sweep } from './sweep.ts';
import { tilt } from './tilt.ts';
import { forwards, twoLinks } from './two-links.ts';

type Make = (host: HTMLElement) => { dispose(): void };

/** Frame 0 of those that draw SVG is drawn into pages as they are built (`still.ts`). */
export const figures: Readonly<Record<string, () => Make | Promise<Make>>> = {
  sweep: () => sweep,
  base: () => base,
  jacobian: () => jacobian,
  springs: () => springs,
  damping: () => damping,
  singularity: () => singularity,
  bound: () => bound,
  forwards: () => forwards,
  'two-links': () => twoLinks,
  euler: () => euler,
  tilt: () => tilt,
  steps: async () => (await import('./steps/figure.ts')).stepsFigure,
  straight: async () => (await import('./straight/figure.ts')).straight,
  // Concepts and recipes.
  frames: async () => (await import('./frames.ts')).frames,
  loops: async () => (await import('./loops.ts')).loops,
  solutions: async () => (await import('./solutions.ts')).solutions,
  state: async () => (await import('./state.ts')).state,
  upright: async () => (await import('./upright.ts')).upright,
  elbow: async () => (await import('./elbow.ts')).elbow,
  'look-at': async () => (await import('./look-at.ts')).lookAt,
  'slider-crank': async () => (await import('./slider-crank.ts')).sliderCrank,
  'five-axes': async () => (await import('./five-axes.ts')).fiveAxes,
  // These draw with three.js.
  method: async () => (await import('./method.ts')).method,
  poses: async () => (await import('./poses.ts')).poses,
};

/** Whether the core is loaded. */
let isReady = false;

export class FigureElement extends HTMLElement {
  /** The running figure; null before it comes near the viewport. Tests find it here. */
  figure: ReturnType<Make> | null = null;
  #forget: (() => void) | null = null;

  connectedCallback(): void {
    this.#forget = whenNear(this, () => doingOf(this).during('loading', this.#start()));
  }

  disconnectedCallback(): void {
    this.#forget?.();
    this.figure?.dispose();
    this.figure = null;
  }

  async #start(): Promise<void> {
    const load = figures[this.getAttribute('name') ?? ''];
    if (!load) throw new Error(`no figure named "${this.getAttribute('name')}"`);
    const [make] = await Promise.all([load(), init()]);
    isReady = true;
    this.#show(make);
  }

  #show(make: Make): void {
    if (!this.isConnected || this.figure) return;
    this.replaceChildren();
    this.inert = false;
    this.figure = make(this);
  }

  /** Nothing is loaded while a page is printed: shows the figure if its code is here. */
  print(): void {
    const make = isReady && figures[this.getAttribute('name') ?? '']?.();
    if (typeof make === 'function') this.#show(make);
  }
}

customElements.define('limber-figure', FigureElement);
addEventListener('beforeprint', () => {
  for (const each of document.querySelectorAll<FigureElement>('limber-figure')) each.print();
});
