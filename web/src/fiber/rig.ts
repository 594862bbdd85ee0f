import { createContext, useCallback, useContext, useEffect, useMemo } from 'react';
import { useFrame, useThree } from '@react-three/fiber';
import { LimberError } from '../describe/errors.ts';
import type { Goal, GoalDescription } from '../core/goal.ts';
import type { Problem } from '../core/problem.ts';
import { type Frame, RestRule } from '../robots/run/index.ts';
import type { Theme } from '../three/theme.ts';

/** A goal in a rig. */
export interface RigGoal {
  /** A copy of its target, in the rig's frame. */
  readonly target: number[];
  write(target: ArrayLike<number>): void;
  remove(): void;
}

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

/** An arm or a character that is solved in frames while something moves. */
export interface Rig {
  /** Belongs to the component: add obstacles and loops, but do not dispose it. */
  readonly problem: Problem;
  /** Metres: the reach of an arm, the height of a character. Handles have a fraction of it. */
  readonly size: number;
  readonly theme: Theme;
  /** @throws LimberError as `problem.addGoal`. */
  readonly addGoal: (description: GoalDescription) => RigGoal;
  /** World pose of a link, in the rig's frame: position (metres), quaternion (x y z w). */
  readonly poseOf: (link: string) => ArrayLike<number>;
  /** Call it after a change of the problem: the next frames solve. */
  readonly wake: () => void;
}

/** Null: not ready yet. Undefined: outside. */
const RigContext = createContext<Rig | null | undefined>(undefined);
export const RigProvider = RigContext.Provider;

/**
 * The arm or the character that a component is in; null until it is ready, and while it is made anew.
 *
 * @throws LimberError `badOption` outside.
 */
export function useRig(): Rig | null {
  const rig = useContext(RigContext);
  if (rig === undefined)
    throw new LimberError('badOption', 'this component must be inside an <IKArm> or an <IKCharacter>');
  return rig;
}

/**
 * Calls `step` in every frame until the problem rests, and again after `wake`, which it returns. `always`: it
 * does not rest. In a canvas with `frameloop="demand"` it asks for these frames.
 */
export function useSteps(problem: Problem | null, step: (dt: number) => Frame, always = false): () => void {
  const invalidate = useThree((state) => state.invalidate);
  const rule = useMemo(() => problem && new RestRule(problem), [problem]);
  useFrame((_, dt) => {
    if (!rule || (rule.resting && !always)) return;
    if (rule.end(step(dt)) || always) invalidate();
  });
  useEffect(() => {
    if (always) invalidate();
  }, [always, invalidate]);
  return useCallback(() => {
    rule?.wake();
    invalidate();
  }, [rule, invalidate]);
}
