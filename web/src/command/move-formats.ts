/** Formats of a motion, chosen by the file's extension. `Trajectory` reads both. */
import type { Trajectory } from '../moves/trajectory.ts';

export type FileFormat = (trajectory: Trajectory) => string;

/** Formats, one line each. */
export const formats: Readonly<Record<string, FileFormat>> = {
  '.csv': (trajectory) => trajectory.toCSV(),
  '.json': (trajectory) => `${JSON.stringify(trajectory)}\n`,
};
