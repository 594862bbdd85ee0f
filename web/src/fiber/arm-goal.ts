import type { Goal } from '../goal.ts';
import type { Problem } from '../problem.ts';
import type { RigGoal } from './rig.ts';

/** A goal of a problem whose world is the rig's frame. */
export class ArmGoal implements RigGoal {
  constructor(
    private readonly problem: Problem,
    private readonly goal: Goal,
  ) {}

  get target(): number[] {
    return Array.from(this.goal.target);
  }

  write(target: ArrayLike<number>): void {
    this.goal.target.set(target);
  }

  remove(): void {
    this.problem.removeGoal(this.goal);
  }
}
