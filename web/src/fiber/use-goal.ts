import { type RefObject, useEffect, useRef, useState } from 'react';
import type { GoalDescription } from '../goal.ts';
import { useSame } from '../react/same.ts';
import { withNumbers } from '../react/set-goals.ts';
import { type Rig, type RigGoal, useRig } from './rig.ts';

/** A goal that belongs to a component. */
export interface OwnGoal {
  /** Null until both are ready. */
  readonly rig: Rig | null;
  /** The same object as long as the descriptions are equal. */
  readonly description: GoalDescription;
  /** Null until it is added, and after it is removed: read it in frames and events. */
  readonly goal: RefObject<RigGoal | null>;
  /** True while it is added. */
  readonly ready: boolean;
  /** Writes numbers from an index of the target on, and returns the whole target. */
  readonly write: (first: number, numbers: readonly number[]) => number[];
}

/**
 * Adds a goal to the component's rig. Its target is the last of those given or written, also in a rig that is
 * made anew.
 *
 * @throws LimberError as `problem.addGoal`, for an error boundary.
 */
export function useGoal(given: GoalDescription): OwnGoal {
  const rig = useRig();
  const { target, ...rest } = useSame(withNumbers(given));
  const description = useSame(rest) as GoalDescription;
  const goal = useRef<RigGoal | null>(null);
  const latest = useRef<ArrayLike<number> | undefined>(undefined);
  const [ready, setReady] = useState(false);
  const { addGoal, wake } = rig ?? {};

  useEffect(() => {
    if (!target) return;
    latest.current = target;
    goal.current?.write(target);
  }, [target]);
  useEffect(() => {
    if (!addGoal) return undefined;
    const { current } = latest;
    const made = addGoal({ ...description, ...(current && { target: current }) });
    goal.current = made;
    setReady(true);
    return () => {
      goal.current = null;
      setReady(false);
      made.remove();
    };
  }, [addGoal, description]);
  useEffect(() => {
    wake?.();
    return wake;
  }, [wake, addGoal, description, target]);

  const write = (first: number, numbers: readonly number[]): number[] => {
    const next = goal.current?.target ?? [];
    next.splice(first, numbers.length, ...numbers);
    goal.current?.write(next);
    latest.current = next;
    wake?.();
    return next;
  };
  return { rig, description, goal, ready, write };
}
