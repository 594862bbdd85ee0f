/** Where a tool is along rows of joint values. */
import type { Quat, Vec3 } from '../description.ts';
import { asPose } from '../flatten.ts';
import type { Model } from '../model.ts';
import { Problem } from '../problem.ts';
import type { BoundedTool } from './bounds.ts';

/** Radians: a straight way of the joints gets rows between, because the tool's is bent. */
const longest = 0.05;

const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** The product of quaternions x y z w. */
function times(a: Quat, b: Quat): Quat {
  const [x, y, z] = cross([a[0], a[1], a[2]], [b[0], b[1], b[2]]);
  return [
    a[3] * b[0] + b[3] * a[0] + x,
    a[3] * b[1] + b[3] * a[1] + y,
    a[3] * b[2] + b[3] * a[2] + z,
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

const back = ([x, y, z, w]: Quat): Quat => [-x, -y, -z, w];

/**
 * Rows of q with six more numbers: the tool's position, and the sum of the rotation vectors from each row to the next, whose
 * derivative is its angular velocity; both in the world.
 */
export function withTool(
  rows: readonly Float64Array[],
  model: Model,
  { link, offset }: BoundedTool,
): Float64Array[] {
  const problem = new Problem(model);
  try {
    const at = 7 * model.findLink(link);
    const [ox, oy, oz, ...turn] = asPose(offset, 'offset');
    let rotation: Quat | undefined;
    const summed = [0, 0, 0];
    return filled(rows).map((q) => {
      problem.state.q.set(q);
      problem.state.update();
      const [x, y, z, ...own] = problem.state.poses.subarray(at, at + 7) as unknown as [
        number,
        number,
        number,
        ...Quat,
      ];
      const [dx, dy, dz] = times(times(own, [ox, oy, oz, 0]), back(own));
      const next = times(own, turn);
      const [rx, ry, rz, rw] = times(next, back(rotation ?? next));
      const sine = Math.hypot(rx, ry, rz);
      const angle = sine > 0 ? (2 * Math.atan2(sine, Math.abs(rw)) * Math.sign(rw || 1)) / sine : 0;
      for (const [k, part] of [rx, ry, rz].entries()) summed[k]! += angle * part;
      rotation = next;
      return Float64Array.of(...q, x + dx, y + dy, z + dz, ...summed);
    });
  } finally {
    problem.dispose();
  }
}

/** With rows between those that are far apart. */
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
