import { Vector3 } from 'three';
import type { Problem } from '../problem.ts';

/** Part of its length from which on a limb counts as straight: a bend of up to 23 degrees between equal bones. */
const straight = 0.98;

/**
 * Bends the hinge of a straight limb so far that its end, on the link `end`, is as far from its start as the target. No
 * small turn of a straight limb brings its end nearer to a target along it, and where an animation has bent a knee the
 * wrong way, small turns do so beyond its limit: solvers stay there. Writes q, and returns whether it has.
 */
export function fold(problem: Problem, end: number, place: Vector3, target: Vector3): boolean {
  const { model, state, jointWeights } = problem;
  const { links } = model;
  const moves = (link: number): boolean => links[link]!.nq > 0 && jointWeights[links[link]!.vIndex]! > 0;
  let middle = links[end]!.parent;
  while (middle >= 0 && !(links[middle]!.nq === 1 && moves(middle))) middle = links[middle]!.parent;
  let start = middle < 0 ? -1 : links[middle]!.parent;
  while (start >= 0 && !moves(start)) start = links[start]!.parent;
  if (start < 0) return false;
  from.fromArray(state.poses, 7 * start);
  hinge.fromArray(state.poses, 7 * middle);
  const [upper, lower] = [from.distanceTo(hinge), hinge.distanceTo(place)];
  const [is, wanted] = [from.distanceTo(place), from.distanceTo(target)];
  if (is < straight * (upper + lower) || wanted >= is) return false;
  const { qIndex, motions } = links[middle]!;
  const [min, max] = motions[0]!.limits;
  const cosine = (wanted ** 2 - upper ** 2 - lower ** 2) / (2 * upper * lower);
  const bend = Math.acos(Math.min(1, Math.max(-1, cosine)));
  // Into the limits.
  const q = state.q[qIndex]!;
  state.q[qIndex] = q - min <= max - q ? Math.min(q + bend, max) : Math.max(q - bend, min);
  return true;
}

const from = new Vector3();
const hinge = new Vector3();
