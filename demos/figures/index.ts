/** `<limber-figure name="sweep">`: a small drawing to try something on, for the article and the docs. */
import { init } from 'limber';
import { base } from './base.ts';
import type { PageFigure } from './figure.ts';
import './figures.css';
import { jacobian } from './jacobian.ts';
import { singularity } from './singularity.ts';
import { sweep } from './sweep.ts';

const figures: Readonly<Record<string, (host: HTMLElement) => PageFigure>> = {
  sweep,
  base,
  jacobian,
  singularity,
};

export class FigureElement extends HTMLElement {
  /** The running figure; not there before it is near the viewport. Tests find it here. */
  figure: PageFigure | null = null;
  private watcher: IntersectionObserver | null = null;

  connectedCallback(): void {
    this.watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void this.start();
      },
      { rootMargin: '60% 0px' },
    );
    this.watcher.observe(this);
  }

  disconnectedCallback(): void {
    this.watcher?.disconnect();
    this.figure?.dispose();
    this.figure = null;
  }

  private async start(): Promise<void> {
    this.watcher?.disconnect();
    const make = figures[this.getAttribute('name') ?? ''];
    if (!make) throw new Error(`no figure named "${this.getAttribute('name')}"`);
    await init();
    if (!this.isConnected || this.figure) return;
    this.replaceChildren();
    this.figure = make(this);
  }
}

customElements.define('limber-figure', FigureElement);
