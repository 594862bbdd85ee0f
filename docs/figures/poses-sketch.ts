/** All poses of an arm as lines: in pages as they are built, and where there is no WebGL. */
import { Model, Problem } from 'limber';
import { chainTo, goalsFor } from '../../demos/poses/joints.ts';
import type { RobotSource } from '../../demos/robot-files/catalogue.ts';
import { length, minus, type Point } from '../../demos/shell/plane.ts';
import { addLine, addSvg, put } from './board.ts';

/** Seen from the front, the right, and above (radians). */
const [azimuth, elevation] = [0.6, 0.35];
/** Width for its height, like the view's. */
const aspect = 16 / 11;
const mostPoses = 24;

/** Where a point of the world, Y up, is seen. */
function seen([x, y, z]: readonly [number, number, number]): Point {
  const [cos, sin] = [Math.cos(azimuth), Math.sin(azimuth)];
  return [cos * x - sin * z, Math.cos(elevation) * y - Math.sin(elevation) * (sin * x + cos * z)];
}

/** Every pose as the places of its links from the root to the tip, the present one last. */
function courses({ upright, start, tips }: RobotSource): Point[][] {
  using model = Model.from(upright);
  using problem = new Problem(model);
  const { state } = problem;
  const tip = tips[0]!.name;
  const chain: number[] = [];
  for (let at = model.findLink(tip); at >= 0; at = model.links[at]!.parent) chain.unshift(at);
  const show = (q: ArrayLike<number>): Point[] => {
    state.q.set(q);
    state.update();
    return chain.map((at) => seen([...state.poses.subarray(7 * at, 7 * at + 3)] as [number, number, number]));
  };
  const own = show(start);
  for (const goal of goalsFor(model, chainTo(model, tip).joints, tip)) problem.addGoal(goal);
  const found = problem.solutions({ limits: false, most: mostPoses });
  const all = Array.from({ length: found.count }, (_, k) => found.at(k));
  return [...all.map(show), own];
}

export function sketch(host: Element, source: RobotSource): void {
  const all = courses(source);
  const [[left, right], [bottom, top]] = ([0, 1] as const).map((axis) => {
    const places = all.flat().map((point) => point[axis]);
    return [Math.min(...places), Math.max(...places)];
  }) as [[number, number], [number, number]];
  const high = 1.2 * Math.max(top - bottom, (right - left) / aspect);
  const wide = aspect * high;
  const svg = addSvg(host, 'svg', 'plane', {
    viewBox: `${(left + right - wide) / 2} ${-(bottom + top + high) / 2} ${wide} ${high}`,
    'aria-label': source.title,
    role: 'img',
  });
  const upright = addSvg(svg, 'g', '', { transform: 'scale(1 -1)' });
  for (const [k, points] of all.entries()) {
    const isNew = (p: Point, i: number): boolean => i === 0 || length(minus(p, points[i - 1]!)) > 1e-3 * high;
    const places = points.filter(isNew);
    addLine(upright, 'polyline', k + 1 < all.length ? 'ghost' : 'links', places);
    if (k + 1 < all.length) continue;
    for (const place of places.slice(0, -1))
      put(addSvg(upright, 'circle', 'hinge', { r: 0.015 * high }), place);
    put(addSvg(upright, 'circle', 'dot to-goal', { r: 0.025 * high }), places.at(-1)!);
  }
}
