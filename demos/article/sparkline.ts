/** Points that the line remembers, and the fewest that fill its width. */
const [memory, fewest] = [120, 30];
/** Range of the scale in powers of ten: from the whole reach down to a hundred-thousandth of it. */
const decades = 5;

const svg = (name: 'svg' | 'path'): SVGElement =>
  document.createElementNS('http://www.w3.org/2000/svg', name);

/** The error over time, oldest at the left, on a logarithmic scale: steady convergence is a straight line. */
export class Sparkline {
  readonly element = svg('svg');
  readonly #line = svg('path');
  readonly #end = svg('path');
  #heights: number[] = [];

  constructor() {
    this.element.setAttribute('preserveAspectRatio', 'none');
    this.element.setAttribute('aria-hidden', 'true');
    this.element.append(this.#line, this.#end);
  }

  clear(): void {
    this.#heights = [];
  }

  /** `fraction`: error as a fraction of the reach. */
  add(fraction: number): void {
    const depth = -Math.log10(Math.max(fraction, 1e-30)) / decades;
    const heights = (this.#heights = [...this.#heights.slice(1 - memory), Math.min(1, Math.max(0, depth))]);
    const last = heights.length - 1;
    this.element.setAttribute('viewBox', `0 0 ${Math.max(last, fewest - 1)} 1`);
    this.#line.setAttribute('d', `M${heights.map((height, i) => `${i} ${height.toFixed(3)}`).join('L')}`);
    this.#end.setAttribute('d', `M${last} ${heights[last]!.toFixed(3)}h0`);
  }
}
