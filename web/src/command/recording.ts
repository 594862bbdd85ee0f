/** A run as a table: a row a frame. */
import type { Run } from '../presets/index.ts';
import { coordinateNames } from '../trajectory.ts';

export interface Recording {
  readonly arm: string;
  readonly track: string;
  readonly solver: string;
  /** Seconds a frame. */
  readonly dt: number;
  readonly effectors: readonly string[];
  /** With units where they could be mistaken. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (number | string)[])[];
}

const axes = ['x', 'y', 'z'] as const;

function columnsOf({ arm, model }: Run): string[] {
  const effectors = arm.effectors;
  return [
    'frame',
    'time [s]',
    ...effectors.flatMap((name) => axes.map((axis) => `${name} target ${axis} [m]`)),
    ...coordinateNames(model),
    ...effectors.map((name) => `${name} residual [m]`),
    'iterations',
    'status',
  ];
}

/** Takes `frames` steps. */
export function record(run: Run, frames: number): Recording {
  const rows = Array.from({ length: frames }, () => {
    const { iterations, status } = run.step();
    return [run.frame, run.time, ...run.targets, ...run.q, ...run.residuals, iterations, status];
  });
  return {
    arm: run.arm.name,
    track: run.track.name,
    solver: run.solver,
    dt: run.dt,
    effectors: run.arm.effectors,
    columns: columnsOf(run),
    rows,
  };
}
