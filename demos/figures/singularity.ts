/** A two-bar arm on its way to being straight: the step that undoes an error, with damping and without. */
import { make, write } from '../shell/dom.ts';
import { centimetres, type PageFigure } from './figure.ts';
import { columns } from './jacobian.ts';
import type { Point } from '../shell/plane.ts';
import { degrees } from '../shell/words.ts';
import { addSvg, writeLine, PlaneArm, set } from './plane-arm.ts';

const lengths = [0.5, 0.4];
/** Metres per radian, as σ is. */
const lambda = 0.08;
/** The error that a step is to undo, metres. */
const error = 0.01;

/** Singular values of the 2 × n matrix of these columns, the larger first: roots of the eigenvalues of J Jᵀ. */
export function singularValues(of: readonly Point[]): Point {
  const sum = (f: (p: Point) => number): number => of.reduce((total, p) => total + f(p), 0);
  const [xx, xy, yy] = [sum(([x]) => x * x), sum(([x, y]) => x * y), sum(([, y]) => y * y)];
  const root = Math.hypot((xx - yy) / 2, xy);
  const mean = (xx + yy) / 2;
  return [Math.sqrt(mean + root), Math.sqrt(Math.max(mean - root, 0))];
}

const exact = (sigma: number): number => 1 / sigma;
const damped = (sigma: number): number => sigma / (sigma * sigma + lambda * lambda);

/** A small chart of both factors over σ, and where the arm is now. */
function chart(host: HTMLElement): (sigma: number) => void {
  const [most, high] = [0.4, 25];
  const at = (sigma: number, factor: number): Point => [sigma / most, 0.6 * Math.min(factor / high, 1.2)];
  const svg = addSvg(host, 'svg', 'plane chart');
  set(svg, { viewBox: '-0.08 -0.68 1.16 0.8', 'aria-hidden': 'true' });
  const upright = addSvg(svg, 'g', '');
  set(upright, { transform: 'scale(1 -1)' });
  writeLine(addSvg(upright, 'polyline', 'axis'), [[0, 0.66], [0, 0], [1.05, 0]]); // prettier-ignore
  const curve = (f: (sigma: number) => number, name: string): SVGElement => {
    const sigmas = Array.from({ length: 120 }, (_, i) => ((i + 0.2) / 120) * most);
    writeLine(
      addSvg(upright, 'polyline', `curve ${name}`),
      sigmas.map((sigma) => at(sigma, f(sigma))),
    );
    const dot = addSvg(upright, 'circle', `dot ${name}`);
    set(dot, { r: 0.022 });
    return dot;
  };
  const dots = [curve(exact, 'exact'), curve(damped, 'damped')];
  for (const [x, y, text] of [
    [0.98, 0.07, 'σ'],
    [0.1, -0.56, '1/σ'],
    [0.3, -0.3, 'σ/(σ² + λ²)'],
  ] as const) {
    // prettier-ignore
    const label = addSvg(svg, 'text', 'label');
    set(label, { x, y });
    label.textContent = text;
  }
  return (sigma) =>
    [exact, damped].forEach((f, i) => {
      const [cx, cy] = at(Math.min(sigma, most), f(sigma));
      set(dots[i]!, { cx, cy });
    });
}

export function singularity(host: HTMLElement): PageFigure {
  const arm = new PlaneArm(host, {
    lengths,
    start: [0.9, -1],
    goal: [0.6, 0.3],
    box: [-0.3, -0.25, 1.45, 1.05],
    label: 'An arm of two hinges and a goal',
    onGoal: () => {
      arm.problem.solve({ solver: 'lm' });
      show();
    },
  });
  const place = chart(host);
  const say = make('p', { className: 'say', role: 'status' });
  host.append(say);

  function show(): void {
    arm.draw();
    const [, sigma] = singularValues(columns(arm.points));
    place(sigma);
    const step = (factor: number): string =>
      factor * error < 10 ? degrees(factor * error) : 'more than a full turn';
    write(
      say,
      `Smallest singular value: ${sigma.toFixed(3)}. To undo ${centimetres(error)} in the weakest direction, the joints turn by ${step(exact(sigma))} without damping, and by ${step(damped(sigma))} with it.`,
    );
  }

  arm.problem.solve({ solver: 'lm' });
  show();
  return arm;
}
