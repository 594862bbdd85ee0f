/** Formats of a recording, chosen by the file's extension. `Trajectory` reads both. */
import { csvLine } from '../moves/csv.ts';
import { timeColumn } from '../moves/trajectory.ts';
import type { Recording } from './recording.ts';

export type Format = (recording: Recording) => string;

const axes = ['x', 'y', 'z'] as const;

/**
 * Time and joint values first, then columns that a trajectory lacks: `Trajectory.fromCSV` stops at
 * `iterations`.
 */
function toCsv({ effectors, trajectory, targets, residuals, iterations, statuses }: Recording): string {
  const columns = [
    timeColumn,
    ...trajectory.coordinates,
    'iterations',
    'status',
    ...effectors.flatMap((name) => axes.map((axis) => `${name} target ${axis} [m]`)),
    ...effectors.map((name) => `${name} residual [m]`),
  ];
  const rows = Array.from(trajectory.times, (time, i) => [
    time,
    ...trajectory.row(i),
    iterations[i]!,
    statuses[i]!,
    ...targets[i]!,
    ...residuals[i]!,
  ]);
  return [columns, ...rows].map(csvLine).join('');
}

/** A trajectory's JSON with additional keys. */
const toJson = ({ trajectory, ...rest }: Recording): string =>
  `${JSON.stringify({ ...trajectory.toJSON(), ...rest })}\n`;

/** Formats, one line each. */
export const formats: Readonly<Record<string, Format>> = { '.csv': toCsv, '.json': toJson };
