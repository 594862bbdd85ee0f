/** Tool positions along rows of joint values. */
import type { Quat } from '../describe/description.ts';
import { asPose, type Seven } from '../describe/flatten.ts';
import type { Model } from '../core/model.ts';
import { movePose } from '../describe/poses.ts';
import { Problem } from '../core/problem.ts';
import type { BoundedTool } from './bounds.ts';

/** Radians: a longer straight joint motion gets rows between, because the tool's path is curved. */
const longest = 0.05;

/**
 * Rows of q with six more numbers: the tool's position, and the sum of the rotation vectors from each row to
 * the next, whose derivative is its angular velocity; both in the world.
 */
export function withTool(
  rows: readonly Float64Array[],
  model: Model,
  { link, offset }: BoundedTool,
): Float64Array[] {
  const problem = new Problem(model);
  try {
    const at = 7 * model.findLink(link);
    const onLink = asPose(offset, 'offset');
    const tool = new Float64Array(7);
    // Inverse of the previous rotation.
    const before = new Float64Array(7);
    const turn = new Float64Array(7);
    const summed = [0, 0, 0];
    return filled(rows).map((q, i) => {
      problem.state.q.set(q);
      problem.state.update();
      movePose(problem.state.poses, at, onLink, 0, tool, 0);
      const [x, y, z, qx, qy, qz, qw] = tool as unknown as Seven;
      const back = [0, 0, 0, -qx, -qy, -qz, qw];
      movePose(tool, 0, i > 0 ? before : back, 0, turn, 0);
      before.set(back);
      const [rx, ry, rz, rw] = turn.subarray(3) as unknown as Quat;
      const sine = Math.hypot(rx, ry, rz);
      const angle = sine > 0 ? (2 * Math.atan2(sine, Math.abs(rw)) * Math.sign(rw || 1)) / sine : 0;
      for (const [k, part] of [rx, ry, rz].entries()) summed[k]! += angle * part;
      return Float64Array.of(...q, x, y, z, ...summed);
    });
  } finally {
    problem.dispose();
  }
}

/** Adds rows between rows that are far apart. */
function filled(rows: readonly Float64Array[]): Float64Array[] {
  return rows.flatMap((row, i) => {
    const before = rows[i - 1];
    if (!before) return [row];
    const most = row.reduce((far, each, k) => Math.max(far, Math.abs(each - before[k]!)), 0);
    const parts = Math.max(1, Math.ceil(most / longest));
    return Array.from({ length: parts }, (_, k) =>
      row.map((each, j) => before[j]! + ((k + 1) / parts) * (each - before[j]!)),
    );
  });
}
