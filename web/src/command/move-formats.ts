/** How a way is written, by the file's ending. `Trajectory` reads both. */
import type { Trajectory } from '../trajectory.ts';

export type FileFormat = (trajectory: Trajectory) => string;

/** A new format is one line here. */
export const formats: Readonly<Record<string, FileFormat>> = {
  '.csv': (trajectory) => trajectory.toCSV(),
  '.json': (trajectory) => `${JSON.stringify(trajectory)}\n`,
};
