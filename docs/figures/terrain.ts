/** The error of an arm of two hinges over its angles, painted as a map: blue valleys, contour lines, walls. */
import type { Point } from '../../demos/shell/plane.ts';
import { columnsOf, pointsOf } from './steps/planar.ts';

/** Pixels per side. */
const size = 360;
/** Metres of error between two contour lines. */
const interval = 0.1;

/** Half turns: the map's coordinates, each in [−1, 1]. */
const angleAt = (pixel: number): number => Math.PI * ((2 * (pixel + 0.5)) / size - 1);

type Colour = readonly [red: number, green: number, blue: number];

/** A custom property of the element as numbers from 0 to 255. */
function colourOf(element: HTMLElement, property: string): Colour {
  const probe = document.createElement('i');
  probe.style.color = `var(${property})`;
  element.append(probe);
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
  context.fillStyle = getComputedStyle(probe).color;
  context.fillRect(0, 0, 1, 1);
  probe.remove();
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return [red!, green!, blue!];
}

export class Terrain {
  readonly canvas = document.createElement('canvas');
  readonly #context: CanvasRenderingContext2D;
  readonly #image: ImageData;
  /** Tip and columns of every pixel: they do not depend on the goal. */
  readonly #table: Float32Array;
  readonly #reach: number;
  #colours: readonly Colour[] = [];

  constructor(lengths: readonly [number, number]) {
    this.canvas.width = this.canvas.height = size;
    this.#context = this.canvas.getContext('2d')!;
    this.#image = this.#context.createImageData(size, size);
    this.#reach = lengths[0] + lengths[1];
    this.#table = new Float32Array(6 * size * size);
    for (let i = 0; i < size * size; ++i) {
      const q = [angleAt(i % size), -angleAt(Math.floor(i / size))];
      const points = pointsOf(q, lengths);
      this.#table.set([points[2]!, ...columnsOf(points)].flat(), 6 * i);
    }
  }

  /** Reads the colours of the theme. */
  setTheme(host: HTMLElement): void {
    this.#colours = ['--figure-goal', '--figure-page', '--figure-ink', '--figure-limit'].map((name) =>
      colourOf(host, name),
    );
  }

  /** `limit`: radians either way beyond which there is a wall; ∞: none. */
  paint([goalX, goalY]: Point, limit: number): void {
    const [deep, page, ink, wall] = this.#colours as [Colour, Colour, Colour, Colour];
    const table = this.#table;
    const { data } = this.#image;
    const most = this.#reach + Math.hypot(goalX, goalY);
    const perPixel = (2 * Math.PI) / size;
    for (let i = 0; i < size * size; ++i) {
      const at = 6 * i;
      const x = goalX - table[at]!;
      const y = goalY - table[at + 1]!;
      const error = Math.hypot(x, y);
      const height = Math.min(1, 0.25 + 1.1 * Math.sqrt(error / most));
      // Slope of ‖e‖ = ‖Jᵀ e‖ / ‖e‖, in metres per pixel, so that a line has one width everywhere.
      const alongA = table[at + 2]! * x + table[at + 3]! * y;
      const alongB = table[at + 4]! * x + table[at + 5]! * y;
      const slope = (perPixel * Math.hypot(alongA, alongB)) / error;
      const off = Math.abs(error - interval * Math.round(error / interval));
      const line = 0.3 * Math.max(0, 1 - off / (0.9 * slope));
      const column = i % size;
      const row = (i - column) / size;
      const isWall = Math.max(Math.abs(angleAt(column)), Math.abs(angleAt(row))) > limit;
      const wallPart = !isWall ? 0 : (column + row) % 12 < 3 ? 0.55 : 0.22;
      for (let k = 0; k < 3; ++k) {
        let value = deep[k]! + height * (page[k]! - deep[k]!);
        value += line * (ink[k]! - value);
        data[4 * i + k] = value + wallPart * (wall[k]! - value);
      }
      data[4 * i + 3] = 255;
    }
    this.#context.putImageData(this.#image, 0, 0);
  }
}
