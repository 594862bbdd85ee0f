import { Trajectory } from 'limber';
import type { Rig } from './rig.ts';

/** A file that the browser saves. */
export function download(name: string, type: string, content: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Keeps the joint values of every drawn frame while it is on. */
export class Recorder {
  trajectory: Trajectory | null = null;
  on = false;
  private seconds = 0;

  start(rig: Rig): void {
    this.trajectory = new Trajectory(rig.model);
    this.trajectory.add(0, rig.problem.state.q);
    this.seconds = 0;
    this.on = true;
  }

  /** `dt` seconds have passed. */
  frame(rig: Rig, dt: number): void {
    if (!this.on) return;
    this.seconds += dt;
    this.trajectory!.add(this.seconds, rig.problem.state.q);
  }

  stop(): void {
    this.on = false;
  }

  /** Another robot: what was recorded belongs to the one before. */
  forget(): void {
    this.on = false;
    this.trajectory = null;
  }

  /** "3.2 s, 190 frames" */
  get words(): string {
    const { trajectory } = this;
    if (!trajectory) return 'Nothing is recorded yet.';
    const { length, duration } = trajectory;
    return `${this.on ? 'Recording: ' : ''}${duration.toFixed(1)} s, ${length} ${length === 1 ? 'frame' : 'frames'}`;
  }
}
