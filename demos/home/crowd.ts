/** 200 robots that reach for one cube, and the time that it takes to solve for them. */
import { Model, Problem } from 'limber';
import { robots, yUp } from 'limber/robots';
import { Ticker } from '../shell/ticker.ts';
import { cssColour, onTheme } from '../views/looks.ts';
import { ready } from './hero-arm.ts';

const count = 200;
/** Metres between robots. */
const apart = 0.62;
/** The camera: metres over the floor, and before the first row. */
const [eye, away] = [2.7, 5.5];
/** Pixels; a narrower picture has fewer columns. */
const narrow = 600;
/** Metres: the farthest target of a robot. */
const reach = 0.75;
/** Frames per number shown. */
const sample = 20;

export class Crowd {
  private readonly canvas: HTMLCanvasElement;
  private readonly output: HTMLOutputElement;
  #playing = false;
  readonly #problem = new Problem(Model.from(yUp(robots.panda)));
  readonly #targets = new Float64Array(3 * count);
  readonly #q: Float64Array;
  readonly #context: CanvasRenderingContext2D;
  readonly #colours: string[] = [];
  readonly #bases: (readonly [x: number, z: number])[] = [];
  readonly #ticker: Ticker;
  #isSeen = false;
  #time = 0;
  readonly #costs: number[] = [];
  readonly #columns: number;
  /** Metres from the first row to the last. */
  readonly #depth: number;

  constructor(section: HTMLElement) {
    this.canvas = section.querySelector('canvas')!;
    this.output = section.querySelector('output')!;
    const { canvas } = this;
    this.#context = canvas.getContext('2d')!;
    this.#problem.addGoal({ type: 'position', link: 'effector' });
    const columns = (this.#columns = canvas.clientWidth < narrow ? 10 : 25);
    const rows = count / columns;
    this.#depth = (rows - 1) * apart;
    const nq = this.#problem.model.nq;
    this.#q = Float64Array.from({ length: nq * count }, (_, i) => ready[i % nq]!);
    for (let i = 0; i < count; i += 1) {
      const [row, column] = [Math.floor(i / columns), i % columns];
      this.#bases.push([(column - (columns - 1) / 2) * apart, row * apart - this.#depth]);
    }
    // The first picture, and a number for readers who do not let it move.
    for (let i = 0; i < sample; i += 1) this.#measure();
    new ResizeObserver(() => this.#fit()).observe(canvas);
    this.#ticker = new Ticker(canvas);
    this.#ticker.onFrame = (seconds) => this.#frame(seconds);
    new IntersectionObserver(([entry]) => {
      this.#isSeen = entry!.isIntersecting;
      this.#ticker.invalidate();
    }).observe(canvas);
    onTheme(() => this.#paint());
    this.#paint();
    section.dataset.drawn = '';
  }

  set playing(on: boolean) {
    this.#playing = on;
    this.#ticker.invalidate();
  }

  #paint(): void {
    const names = ['--line', '--soft', '--ink', '--goal'];
    this.#colours.splice(0, 4, ...names.map((name) => cssColour(this.canvas, name)));
    this.#fit();
  }

  #fit(): void {
    const ratio = Math.min(devicePixelRatio, 2);
    this.canvas.width = this.canvas.clientWidth * ratio;
    this.canvas.height = this.canvas.clientHeight * ratio;
    this.#draw();
  }

  /** Returns whether another frame is needed. */
  #frame(seconds: number): boolean {
    if (!this.#isSeen || !this.#playing) return false;
    this.#time += seconds;
    this.#measure();
    this.#draw();
    return true;
  }

  #measure(): void {
    const begun = performance.now();
    this.#solve();
    this.#costs.push(performance.now() - begun);
    if (this.#costs.length < sample) return;
    const mean = this.#costs.reduce((sum, each) => sum + each) / sample;
    this.output.textContent = mean.toFixed(1);
    this.#costs.length = 0;
  }

  get #cube(): readonly [number, number, number] {
    const t = this.#time;
    return [
      0.33 * this.#columns * apart * Math.sin(0.6 * t),
      0.9 + 0.3 * Math.sin(1.7 * t),
      (this.#depth * (Math.sin(0.83 * t) - 1)) / 2,
    ];
  }

  /** Each robot reaches as far towards the cube as it can. */
  #solve(): void {
    const [x, y, z] = this.#cube;
    this.#bases.forEach(([u, w], i) => {
      const way = [x - u, y - shoulder, z - w] as const;
      const share = Math.min(1, reach / Math.hypot(...way));
      this.#targets.set([way[0] * share, shoulder + way[1] * share, way[2] * share], 3 * i);
    });
    this.#problem.solveAll(this.#targets, {
      solver: 'lm',
      maxIterations: 6,
      tolerance: 2e-3,
      starts: this.#q,
      out: { q: this.#q },
    });
  }

  /** Pixels of a point (metres), in perspective; the last number is the scale. */
  #project(x: number, y: number, z: number): readonly [number, number, number] {
    const { width, height } = this.canvas;
    const near = width / (this.#columns * apart);
    const scale = (near * away) / (away - z);
    return [width / 2 + x * scale, 0.93 * height + scale * (eye - y) - near * eye, scale];
  }

  #draw(): void {
    const context = this.#context;
    const { state, model } = this.#problem;
    const { nq } = model;
    const [line, soft, ink, goal] = this.#colours as [string, string, string, string];
    const [x, y, z] = this.#cube;
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.lineCap = context.lineJoin = 'round';
    const lineTo = ([u, v]: readonly [number, number, number]) => context.lineTo(u, v);
    let isDrawn = false;
    const drawCube = () => {
      const [u, v, scale] = this.#project(x, y, z);
      const size = Math.max(0.2 * scale, 8);
      context.fillStyle = goal;
      context.beginPath();
      context.roundRect(u - size / 2, v - size / 2, size, size, size / 8);
      context.fill();
      isDrawn = true;
    };
    this.#bases.forEach(([u, w], i) => {
      if (!isDrawn && w > z) drawCube();
      state.q.set(this.#q.subarray(nq * i, nq * (i + 1)));
      state.update();
      const { poses } = state;
      const [left, top, scale] = this.#project(u, 0, w);
      context.beginPath();
      context.ellipse(left, top, 0.14 * scale, 0.05 * scale, 0, 0, 7);
      context.fillStyle = line;
      context.fill();
      context.beginPath();
      context.moveTo(left, top);
      for (let k = 0; k < poses.length; k += 7)
        lineTo(this.#project(u + poses[k]!, poses[k + 1]!, w + poses[k + 2]!));
      context.lineWidth = Math.max(0.075 * scale, 1.2);
      context.strokeStyle = soft;
      context.stroke();
      const tip = poses.length - 7;
      const [a, b] = this.#project(u + poses[tip]!, poses[tip + 1]!, w + poses[tip + 2]!);
      context.beginPath();
      context.arc(a, b, Math.max(0.06 * scale, 1.2), 0, 7);
      context.fillStyle = ink;
      context.fill();
    });
    if (!isDrawn) drawCube();
  }
}

/** Height of the shoulder over the floor (metres). */
const shoulder = 0.333;
