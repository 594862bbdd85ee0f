/**
 * The landscape of an arm of two hinges: its error over both angles, with the paths on which solvers go down
 * into it. The arm and the point on the map are the same pose.
 */
import type { SolverName, SolveOptions } from 'limber';
import { button, make } from '../../demos/shell/dom.ts';
import { minus, type Point } from '../../demos/shell/plane.ts';
import { onTheme } from '../../demos/views/looks.ts';
import { addSvg, Board, put, set, writeLine, type HandleOptions } from './board.ts';
import { row } from './parts.ts';
import { angleOf, centimetres, PlaneArm, wrapped } from './plane-arm.ts';
import { between, Scrubber } from './scrubber.ts';
import { pointsOf } from './steps/planar.ts';
import { Terrain } from './terrain.ts';

const lengths = [0.5, 0.38] as const;
/** Radians either way. */
const limit = 2.3;
const start = [-0.4, 0.05];
/** Axes of the map. */
const labels = [
  [0.42, 0.96, 'first hinge →'],
  [-0.97, -0.9, '↑ second hinge'],
] as const;
/** Steps of a path. */
const most = 40;
/** Steps per second while playing. */
const pace = 8;
const goal: Point = [0.42, 0.44];

const methods = {
  ccd: 'CCD',
  transpose: 'transpose (gradient)',
  pseudoinverse: 'pseudoinverse',
  dls: 'damped least squares',
  lm: 'Levenberg–Marquardt',
} satisfies Partial<Record<SolverName, string>>;
type Method = keyof typeof methods;
const names = Object.keys(methods) as Method[];

/** Poses of one method, one per step, and whether the last one is at the goal. */
interface Path {
  readonly poses: readonly (readonly number[])[];
  readonly arrived: boolean;
}

interface Lines extends Readonly<Record<'line' | 'end' | 'ghost', SVGElement>> {
  readonly box: HTMLInputElement;
}

/** On the map: half turns, each angle within a turn. */
const onMap = (q: readonly number[]): Point => [wrapped(q[0]!) / Math.PI, wrapped(q[1]!) / Math.PI];

/** Cuts a path where it leaves one edge of the map and comes in at the other. */
function outline(poses: Path['poses']): string {
  let last: Point | null = null;
  return poses
    .map((q) => {
      const [x, y] = onMap(q);
      const jumps = !last || Math.abs(x - last[0]) > 1 || Math.abs(y - last[1]) > 1;
      last = [x, y];
      return `${jumps ? 'M' : 'L'}${x.toFixed(4)} ${y.toFixed(4)}`;
    })
    .join('');
}

export const landscape = (host: HTMLElement): Landscape => new Landscape(host);

export class Landscape {
  readonly arm: PlaneArm;
  readonly map: Board;
  readonly paths = new Map<Method, Path>();
  readonly #terrain = new Terrain(lengths);
  readonly #lines = new Map<Method, Lines>();
  readonly #limits = make('input', { type: 'checkbox', name: 'limits' });
  readonly #scrubber = new Scrubber(pace, () => this.#show());
  readonly #leap: SVGElement;
  readonly #stopPainting: () => void;
  /** The pose from which all paths start. */
  #q: readonly number[] = start;
  /** The method whose steps the slider and Play go through. */
  #shown: Method;

  constructor(host: HTMLElement) {
    const only = names.find((name) => name === host.getAttribute('solver'));
    this.#shown = only ?? 'ccd';
    const left = make('div');
    const right = make('div', { className: 'map' }, this.#terrain.canvas);
    host.append(make('div', { className: 'pair' }, left, right));
    this.arm = new PlaneArm(left, {
      lengths,
      limit,
      start,
      goal,
      box: [-1, -1, 2, 2],
      label: 'An arm of two hinges and a goal',
      wordsIn: host,
      onGoal: () => this.#change(),
      draw: () => this.#say(),
    });
    this.map = new Board(right, [-1, -1, 2, 2], 'Its error over the angles of both hinges');
    for (const [x, y, text] of labels) addSvg(this.map.svg, 'text', 'word', { x, y }).textContent = text;
    this.#leap = addSvg(this.map.middle, 'path', 'path leap');
    for (const name of names) this.#addMethod(name, only ? name === only : name !== 'lm');
    this.#addHandles();
    this.#limits.addEventListener('change', () => this.#change());
    host.append(
      row(...names.map((name) => this.#lines.get(name)!.box.parentElement!)),
      row(
        this.#scrubber.play,
        this.#scrubber.slider,
        make('label', {}, this.#limits, ' limits'),
        button('Jump', 'jump', () => this.#jump()),
        button('Start again', 'reset', () => this.stand(start)),
      ),
    );
    const repaint = (): void => {
      this.#terrain.setTheme(host);
      this.#paint();
    };
    this.#stopPainting = onTheme(repaint);
    this.#terrain.setTheme(host);
    this.#change();
  }

  dispose(): void {
    this.#stopPainting();
    this.#scrubber.dispose();
    this.arm.dispose();
  }

  /** Poses the arm; all paths start here. */
  stand(q: readonly number[]): void {
    const farthest = this.#limits.checked ? limit : Math.PI;
    this.#q = q.map((angle) => Math.min(Math.max(wrapped(angle), -farthest), farthest));
    this.#change();
  }

  #addMethod(name: Method, on: boolean): void {
    const line = addSvg(this.map.middle, 'path', `path ${name}`);
    const end = addSvg(this.map.middle, 'circle', `end ${name}`, { r: 0.022 });
    const ghost = addSvg(this.arm.board.under, 'polyline', `ghost ${name}`);
    const box = make('input', { type: 'checkbox', name, checked: on });
    box.addEventListener('change', () => {
      if (box.checked) this.#shown = name;
      this.#change();
    });
    make('label', { className: name }, box, make('i'), ` ${methods[name]}`);
    this.#lines.set(name, { line, end, ghost, box });
  }

  #addHandles(): void {
    const { arm, map } = this;
    const grip = (board: Board, parent: Element, handle: Omit<HandleOptions, 'radius'>): void =>
      board.addHandle(parent, 'grip', { radius: 0.045, ...handle });
    const standAt = (place: Point): void => this.stand(map.within(place, 0).map((part) => Math.PI * part));
    grip(arm.board, arm.board.over, {
      label: 'Elbow',
      at: () => arm.points[1]!,
      move: (place) => this.stand([angleOf(place), this.#q[1]!]),
    });
    grip(arm.board, arm.board.over, {
      label: 'Tip',
      at: () => arm.tip,
      move: (place) => {
        const [first] = this.#q as [number];
        this.stand([first, angleOf(minus(place, pointsOf(this.#q, lengths)[1]!)) - first]);
      },
    });
    grip(map, map.top, { label: 'Pose: the angles of both hinges', at: () => onMap(arm.q), move: standAt });
    // A press anywhere on the map takes the point there.
    map.svg.addEventListener('pointerdown', (event) => {
      if (event.target !== map.svg || event.button !== 0) return;
      standAt(map.pointAt(event));
    });
  }

  get #options(): SolveOptions {
    return { limits: this.#limits.checked, tolerance: 1e-3 };
  }

  /** One turn of one hinge per step, from the tip to the base; the other methods turn both at once. */
  #pathOf(name: Method): Path {
    const { arm } = this;
    arm.take(this.#q);
    const poses = [arm.q];
    const isThere = () => arm.error < 1e-3;
    for (let k = 0; k < most && !isThere(); ++k) {
      if (name === 'ccd') arm.sweep(1 - (k % 2), this.#options);
      else {
        arm.take(this.#q);
        arm.problem.solve({ ...this.#options, solver: name, maxIterations: k + 1 });
      }
      poses.push(arm.q);
    }
    return { poses, arrived: isThere() };
  }

  /** The pose, the goal or a choice has changed: all paths are new. */
  #change(): void {
    for (const [name, { line, end, ghost, box }] of this.#lines) {
      for (const each of [line, end, ghost]) each.toggleAttribute('hidden', !box.checked);
      const path = this.#pathOf(name);
      this.paths.set(name, path);
      set(line, { d: outline(path.poses) });
      put(end, onMap(path.poses.at(-1)!));
      writeLine(ghost, pointsOf(path.poses.at(-1)!, lengths));
    }
    set(this.#leap, { d: '' });
    this.#paint();
    this.#scrubber.restart(this.paths.get(this.#shown)!.poses.length - 1);
  }

  /** Shows the pose after some steps of the shown method; between two, a pose in between. */
  #show(): void {
    const [from, to, part] = between(this.paths.get(this.#shown)!.poses, this.#scrubber.at);
    this.arm.take(from.map((angle, i) => angle + part * (to[i]! - angle)));
    this.arm.show();
    this.map.show();
  }

  #say(): string {
    const ends = [...this.paths]
      .filter(([name]) => this.#lines.get(name)!.box.checked)
      .map(([name, { poses, arrived }]) => {
        const does = arrived ? `arrives after ${poses.length - 1} steps` : `has not arrived after ${most}`;
        return ` ${methods[name][0]!.toUpperCase()}${methods[name].slice(1)} ${does}.`;
      });
    return `Error ${centimetres(this.arm.error)}.${ends.join('')}`;
  }

  /** From the end of the shown path, annealing looks for another valley. */
  #jump(): void {
    const from = this.paths.get(this.#shown)!.poses.at(-1)!;
    this.arm.take(from);
    this.arm.problem.solve({ ...this.#options, solver: 'ccd', annealing: 30 });
    const to = this.arm.q;
    this.stand(to);
    set(this.#leap, { d: `M${onMap(from).join(' ')}L${onMap(to).join(' ')}` });
  }

  #paint(): void {
    this.#terrain.paint(this.arm.target, this.#limits.checked ? limit : Infinity);
  }
}
