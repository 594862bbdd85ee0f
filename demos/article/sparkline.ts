import { cssColour, onTheme } from '../views/looks.ts';

/** Sweeps that the line remembers. */
const memory = 120;
/** Fewest sweeps that fill its width. */
const fewest = 30;
/** Range of the scale in powers of ten: from the whole reach down to a hundred-thousandth of it. */
const decades = 5;

/** The error over time, oldest at the left, on a logarithmic scale: steady convergence is a straight line. */
export class Sparkline {
  readonly canvas = document.createElement('canvas');
  #points: number[] = [];
  /** Read again only when the theme changes: reading a style makes the browser lay out. */
  #colour = '';

  constructor() {
    this.canvas.setAttribute('aria-hidden', 'true');
    onTheme(() => (this.#colour = ''));
  }

  clear(): void {
    this.#points = [];
  }

  /** `fraction`: error as a fraction of the reach. */
  add(fraction: number): void {
    if (this.#points.length === memory) this.#points.shift();
    const level = Math.log10(Math.max(fraction, 1e-30)) / decades + 1;
    this.#points.push(Math.min(1, Math.max(0, level)));
    this.#draw();
  }

  #draw(): void {
    const { canvas } = this;
    const points = this.#points;
    const ratio = Math.min(devicePixelRatio, 2);
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (width === 0 || height === 0) return;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const context = canvas.getContext('2d')!;
    context.clearRect(0, 0, width, height);
    this.#colour ||= cssColour(canvas, '--spark');
    context.strokeStyle = context.fillStyle = this.#colour;
    context.lineWidth = 1.5 * ratio;
    context.lineJoin = 'round';
    const inset = 3 * ratio;
    const step = (width - 2 * inset) / (Math.max(points.length, fewest) - 1);
    const y = (level: number) => inset + (1 - level) * (height - 2 * inset);
    context.beginPath();
    points.forEach((level, i) => context.lineTo(inset + step * i, y(level)));
    context.stroke();
    context.beginPath();
    context.arc(inset + step * (points.length - 1), y(points.at(-1)!), inset * 0.9, 0, 7);
    context.fill();
  }
}
