/** A run as a table: a row a frame. */
import type { Link } from '../model.ts';
import type { Run } from '../presets/index.ts';

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

/** Names of a link's numbers in q, in their order: of a ball a quaternion, of a screw radians or metres. */
function jointColumns({ name, motions }: Link): string[] {
  const own = motions.filter(({ mimics }) => !mimics);
  return own.flatMap(({ isBall, w }, i) => {
    const label = own.length > 1 ? `${name} ${i + 1}` : name;
    if (isBall) return [...axes, 'w'].map((part) => `${label} q${part}`);
    return [`${label} [${w.some((each) => each !== 0) ? 'rad' : 'm'}]`];
  });
}

function columnsOf({ arm, model }: Run): string[] {
  const effectors = arm.effectors;
  return [
    'frame',
    'time [s]',
    ...effectors.flatMap((name) => axes.map((axis) => `${name} target ${axis} [m]`)),
    ...model.links.flatMap(jointColumns),
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
