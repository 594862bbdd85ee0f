/** How many sweeps the line remembers. */
const memory = 120;
/** How many fill its width at least. */
const fewest = 30;
/** The scale: from the whole reach down to a hundred-thousandth of it, in powers of ten. */
const decades = 5;

const system = matchMedia('(prefers-color-scheme: dark)');

/** The course of the error, oldest at the left, on a logarithmic scale: steady convergence is a straight line. */
export class Sparkline {
  readonly canvas = document.createElement('canvas');
  private readonly points = new Float32Array(memory);
  private count = 0;
  private colour = '';
  private colourOf: string | undefined;

  constructor() {
    this.canvas.setAttribute('aria-hidden', 'true');
  }

  clear(): void {
    this.count = 0;
  }

  /** `fraction`: error as a fraction of the reach. */
  add(fraction: number): void {
    if (this.count === memory) this.points.copyWithin(0, 1);
    else this.count += 1;
    const level = Math.log10(Math.max(fraction, 1e-30)) / decades + 1;
    this.points[this.count - 1] = Math.min(1, Math.max(0, level));
    this.draw();
  }

  private draw(): void {
    const { canvas } = this;
    const ratio = Math.min(devicePixelRatio, 2);
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (width === 0 || height === 0) return;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const context = canvas.getContext('2d')!;
    context.clearRect(0, 0, width, height);
    context.strokeStyle = context.fillStyle = this.currentColour();
    context.lineWidth = 1.5 * ratio;
    context.lineJoin = 'round';
    const inset = 3 * ratio;
    const step = (width - 2 * inset) / (Math.max(this.count, fewest) - 1);
    const x = (i: number) => inset + step * i;
    const y = (i: number) => inset + (1 - this.points[i]!) * (height - 2 * inset);
    context.beginPath();
    for (let i = 0; i < this.count; i += 1) context.lineTo(x(i), y(i));
    context.stroke();
    context.beginPath();
    context.arc(x(this.count - 1), y(this.count - 1), inset * 0.9, 0, 7);
    context.fill();
  }

  /** Asked for again only when the theme changes: reading a style makes the browser lay out. */
  private currentColour(): string {
    const theme = `${document.documentElement.dataset.theme} ${system.matches}`;
    if (theme !== this.colourOf) {
      this.colourOf = theme;
      this.colour = getComputedStyle(this.canvas).getPropertyValue('--spark');
    }
    return this.colour;
  }
}
