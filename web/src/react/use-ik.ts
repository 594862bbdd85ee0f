import { useEffect, useRef, useState } from 'react';
import type { ModelDescription } from '../describe/description.ts';
import type { GoalDescription } from '../core/goal.ts';
import type { SolveOptions } from '../core/options.ts';
import type { Problem } from '../core/problem.ts';
import type { SolveRecord } from '../core/result.ts';
import { useSame } from './same.ts';
import { type OwnedGoal, setGoals, withNumbers } from './set-goals.ts';
import { useProblem } from './use-problem.ts';

/** A problem as of one solve. The numbers are copies, so that a render may depend on them. */
export interface IK {
  /** The same until the description changes; do not dispose it. */
  readonly problem: Problem;
  /** Null if `options` are false. */
  readonly result: SolveRecord | null;
  /** Joint values: radians, metres, quaternions (x y z w). */
  readonly q: Float64Array;
  /** World poses, 7 numbers per link: position (metres), quaternion (x y z w). */
  readonly poses: Float64Array;
}

interface Given {
  readonly problem: Problem;
  readonly goals: readonly OwnedGoal[];
}

/**
 * A problem that belongs to the component, with these goals, solved whenever they or the options change. Null
 * until the core is ready. It starts in the middle of the limits. Equal data may be new objects at each
 * render: an equal description keeps the problem, and other targets are only written.
 *
 * `options`: those of every solve, which starts from the last pose; false: the component solves.
 *
 * @throws LimberError of `init`, `Model.from`, `addGoal` and `solve`, for an error boundary.
 */
export function useIK(
  description: ModelDescription,
  goals: readonly GoalDescription[] = [],
  options: SolveOptions | false = {},
): IK | null {
  const problem = useProblem(description);
  const wanted = useSame(goals.map(withNumbers));
  const how = useSame(options);
  const given = useRef<Given | null>(null);
  const [ik, show] = useState<IK | null>(null);
  useEffect(() => {
    if (!problem) return;
    setGoals(problem, given.current?.problem === problem ? given.current.goals : null, wanted);
    given.current = { problem, goals: wanted };
    const result = how ? problem.solve(how).copy() : null;
    const { q, poses } = problem.state;
    show({ problem, result, q: q.slice(), poses: poses.slice() });
  }, [problem, wanted, how]);
  return problem && ik?.problem === problem ? ik : null;
}
