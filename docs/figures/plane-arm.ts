/** A planar arm of hinges, solved by the core and drawn as SVG, with a goal that can be dragged. */
import { Model, Problem, type CollisionShape, type Goal, type SolveOptions } from 'limber';
import { write } from '../../demos/shell/dom.ts';
import { length, minus, type Point } from '../../demos/shell/plane.ts';
import { addSvg, Board, put, sector, writeLine, type Box } from './board.ts';
import { sentence } from './parts.ts';

export interface PlaneArmOptions {
  /** Link lengths from the base on (metres). */
  readonly lengths: readonly number[];
  /** Radians. */
  readonly start: readonly number[];
  /** Radians either way; default: no limits. */
  readonly limit?: number;
  /** Metres around each link that must stay free; default: links may touch. */
  readonly radius?: number;
  readonly goal: Point;
  /** Visible area in metres. */
  readonly box: Box;
  /** For screen readers. */
  readonly label: string;
  /** The reader has moved the goal; default: the arm reaches for it, and is drawn. */
  readonly onGoal?: () => void;
  /** Draws the figure's additions, and returns the text under it. */
  readonly draw: () => string;
}

export const centimetres = (metres: number): string => {
  const value = 100 * metres;
  return `${value.toFixed(value < 9.95 ? 1 : 0)} cm`;
};

export const angleOf = ([x, y]: Point): number => Math.atan2(y, x);
/** Wraps into (−π, π]. */
export const wrapped = (angle: number): number =>
  angle - 2 * Math.PI * Math.ceil(angle / (2 * Math.PI) - 0.5);

/** Draws a turn of hinge `i`, from where its link is on. */
export function drawTurn(element: Element, points: readonly Point[], i: number, turn: number): void {
  sector(element, points[i]!, 0.15, angleOf(minus(points[i + 1]!, points[i]!)), turn);
}

/** Along x, from one hinge to the next. */
function capsule(length: number, radius: number): CollisionShape {
  const half = Math.SQRT1_2;
  return { type: 'capsule', radius, length, position: [length / 2, 0, 0], rotation: [0, half, 0, half] };
}

function modelOf({ lengths, limit, radius }: PlaneArmOptions): Model {
  const names = [...lengths.map((_, i) => `link ${i + 1}`), 'tip'];
  const joint = { type: 'revolute' as const, ...(limit && { limits: [-limit, limit] as const }) };
  return Model.from({
    links: names.map((name, i) => ({
      name,
      ...(i > 0 && { parent: names[i - 1]!, origin: { position: [lengths[i - 1]!, 0, 0] as const } }),
      joint: i < lengths.length ? joint : { type: 'fixed' as const },
      ...(radius && i < lengths.length && { collision: [capsule(lengths[i]!, radius)] }),
    })),
  });
}

export class PlaneArm {
  /** The figure's additions are in its layers under and over the arm, in metres. */
  readonly board: Board;
  readonly problem: Problem;
  readonly goal: Goal;
  readonly #links: SVGElement;
  readonly #hinges: readonly SVGElement[];
  readonly #words = sentence();

  constructor(
    private readonly host: Element,
    private readonly options: PlaneArmOptions,
  ) {
    this.problem = new Problem(modelOf(options));
    this.goal = this.problem.addGoal({ type: 'position', link: 'tip', target: [...options.goal, 0] });
    this.take(options.start);

    this.board = new Board(host, options.box, options.label);
    const { middle } = this.board;
    this.#links = addSvg(middle, 'polyline', 'links');
    this.#hinges = options.lengths.map(() => addSvg(middle, 'circle', 'hinge', { r: 0.022 }));
    this.board.addGoal(
      () => this.target,
      (place) => this.moveGoal(place),
    );
  }

  get target(): Point {
    return [this.goal.target[0]!, this.goal.target[1]!];
  }

  /** Joints from the base on, then the tip. */
  get points(): Point[] {
    const { poses } = this.problem.state;
    return Array.from({ length: poses.length / 7 }, (_, i) => [poses[7 * i]!, poses[7 * i + 1]!]);
  }

  get tip(): Point {
    return this.points.at(-1)!;
  }

  /** Metres from the tip to the goal. */
  get error(): number {
    return length(minus(this.target, this.tip));
  }

  get q(): number[] {
    return [...this.problem.state.q];
  }

  /** Sets this pose. */
  take(q: readonly number[]): void {
    this.problem.state.q.set(q);
    this.problem.state.update();
  }

  /** One CCD sweep that moves only the given joint; default: all joints. */
  sweep(joint?: number, options: SolveOptions = {}): void {
    this.problem.jointWeights.fill(joint === undefined ? 1 : 0);
    if (joint !== undefined) this.problem.jointWeights[joint] = 1;
    this.problem.solve({ solver: 'ccd', maxIterations: 1, ...options });
    this.problem.jointWeights.fill(1);
  }

  moveGoal(place: Point): void {
    this.goal.target.set(this.board.within(place));
    if (this.options.onGoal) this.options.onGoal();
    else this.reach();
  }

  /** Moves the arm to the goal and draws it. */
  reach(): void {
    this.problem.solve({ solver: 'lm' });
    this.show();
  }

  show(): void {
    const { points } = this;
    writeLine(this.#links, points);
    this.#hinges.forEach((hinge, i) => put(hinge, points[i]!));
    this.board.show();
    write(this.#words, this.options.draw());
    // The words come last, after the figure's own additions to its host.
    if (!this.#words.isConnected) this.host.append(this.#words);
  }

  dispose(): void {
    this.problem.dispose();
    this.problem.model.dispose();
  }
}
