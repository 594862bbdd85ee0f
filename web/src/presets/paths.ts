/** The lines that targets follow. */
import type { Run } from './run.ts';
import { placeFor, type Curve, type CurvePlace } from './tracks/track.ts';

/** Seconds between two points of a line, and at most along it. */
const every = 0.02;
const longest = 20;

/**
 * Where a curve goes, from time 0 until it is back where it began and going the same way, three numbers a point; a curve
 * that does not come back is cut off.
 */
export function pathOf(curve: Curve, place: CurvePlace): Float32Array {
  const point = new Float64Array(3);
  const points: number[] = [];
  const near = (i: number, k: number): boolean =>
    [0, 1, 2].every((axis) => Math.abs(points[3 * i + axis]! - points[3 * k + axis]!) < 1e-6 * place.size);
  const most = Math.round(longest / every);
  for (let i = 0; i <= most; i += 1) {
    curve(i * every, place, point, 0);
    points.push(...point);
    if (i > 2 && near(i, 1) && near(i - 1, 0)) break;
  }
  return new Float32Array(points);
}

/** The path of every effector's target, as a run at frame 0 lays them out; none where the hand moves it. */
export function pathsOf({ arm, model, problem, track }: Run): (Float32Array | null)[] {
  const { poses } = problem.state;
  const at = (link: number): Float64Array => poses.subarray(7 * link, 7 * link + 3);
  return arm.effectors.map((name, i) => {
    const curve = track.curves[i % track.curves.length];
    if (!curve) return null;
    const link = model.findLink(name);
    return pathOf(curve, placeFor(at(link), at(rootOf(model.links, link)), model.reach));
  });
}

function rootOf(links: readonly { readonly parent: number }[], link: number): number {
  while (links[link]!.parent >= 0) link = links[link]!.parent;
  return link;
}
