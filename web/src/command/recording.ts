/** A recorded run of some frames. */
import type { Status } from '../core/result.ts';
import type { Run } from '../robots/run/index.ts';
import { Trajectory } from '../moves/trajectory.ts';

export interface Recording {
  readonly arm: string;
  readonly track: string;
  readonly solver: string;
  /** Seconds per frame. */
  readonly dt: number;
  readonly effectors: readonly string[];
  readonly trajectory: Trajectory;
  /** One row per frame: x, y, z of each effector's target, metres. */
  readonly targets: readonly (readonly number[])[];
  /** One row per frame: metres from each effector to its target. */
  readonly residuals: readonly (readonly number[])[];
  /** One per frame. */
  readonly iterations: readonly number[];
  /** One per frame. */
  readonly statuses: readonly Status[];
}

/** Runs and records `frames` frames. */
export function record(run: Run, frames: number): Recording {
  const trajectory = new Trajectory(run.model);
  const [targets, residuals]: [number[][], number[][]] = [[], []];
  const [iterations, statuses]: [number[], Status[]] = [[], []];
  for (let i = 0; i < frames; i += 1) {
    const result = run.step();
    trajectory.add(run.time, run.q);
    targets.push([...run.targets]);
    residuals.push([...run.residuals]);
    iterations.push(result.iterations);
    statuses.push(result.status);
  }
  return {
    arm: run.arm.name,
    track: run.track.name,
    solver: run.solver,
    dt: run.dt,
    effectors: run.effectors,
    trajectory,
    targets,
    residuals,
    iterations,
    statuses,
  };
}
