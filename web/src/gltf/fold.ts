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
  const { links } = problem.model;
  const { q, poses } = problem.state;
  let middle = links[end]!.parent;
  while (middle >= 0 && !(links[middle]!.nq === 1 && moves(problem, middle))) middle = links[middle]!.parent;
  let start = middle < 0 ? -1 : links[middle]!.parent;
  while (start >= 0 && !moves(problem, start)) start = links[start]!.parent;
  if (start < 0) return false;
  from.fromArray(poses, 7 * start);
  hinge.fromArray(poses, 7 * middle);
  const upper = from.distanceTo(hinge);
  const lower = hinge.distanceTo(place);
  const now = from.distanceTo(place);
  const wanted = from.distanceTo(target);
  if (now < straight * (upper + lower) || wanted >= now) return false;
  const cosine = (wanted ** 2 - upper ** 2 - lower ** 2) / (2 * upper * lower);
  const bend = Math.acos(Math.min(1, Math.max(-1, cosine)));
  const { qIndex, motions } = links[middle]!;
  const [min, max] = motions[0]!.limits;
  // Into the limits.
  const at = q[qIndex]!;
  q[qIndex] = at - min <= max - at ? Math.min(at + bend, max) : Math.max(at - bend, min);
  return true;
}

function moves({ model, jointWeights }: Problem, link: number): boolean {
  const { nq, vIndex } = model.links[link]!;
  return nq > 0 && jointWeights[vIndex]! > 0;
}

const from = new Vector3();
const hinge = new Vector3();
