/** The columns of targets in a file. */
import { show } from '../describe/errors.ts';
import { numberIn, UsageError } from './reading.ts';

/** In the order of a goal's numbers. */
export const targetColumns = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'] as const;
const [point, rotation] = [targetColumns.slice(0, 3), targetColumns.slice(3)];
/** Columns of rotations that are none of ours. */
const otherRotations = ['roll', 'pitch', 'yaw', 'rx', 'ry', 'rz'];

/**
 * Whether columns of these names are a point without a rotation, so that any will do.
 * @throws UsageError if there are other angles.
 */
export function namePoints(names: readonly string[]): boolean {
  if (rotation.some((name) => names.includes(name))) return false;
  const other = names.find((name) => otherRotations.includes(name.toLowerCase()));
  if (other !== undefined)
    throw new UsageError(
      `the targets have a column ${show(other)}; give a quaternion, ${rotation.join(', ')}, or x, y, z alone`,
    );
  return point.every((name) => names.includes(name));
}

/** The same for a CSV's first row, which may be numbers. */
export function isPointRow(cells: readonly string[]): boolean {
  const first = cells.map((cell) => cell.trim());
  return namePoints(first) || (first.length === 3 && first.every((cell) => !Number.isNaN(numberIn(cell))));
}
