import { type ThreeElements, useThree } from '@react-three/fiber';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { ModelDescription } from '../describe/description.ts';
import type { SolverName } from '../describe/core-names.ts';
import type { GoalDescription } from '../core/goal.ts';
import type { SolveOptions } from '../core/options.ts';
import type { Problem } from '../core/problem.ts';
import { useSame } from '../react/same.ts';
import { useOwned } from '../react/use-owned.ts';
import { stand, useProblem } from '../react/use-problem.ts';
import type { SolveResult } from '../core/result.ts';
import { ArmShape, type ArmShapeOptions } from '../three/arm-shape.ts';
import { JointOverlay, type JointOverlayOptions } from '../three/joint-overlay.ts';
import { sizeOf } from '../three/model-like.ts';
import { pageTheme, type ThemeChoice } from '../three/theme.ts';
import { ArmGoal, RigProvider, useSteps } from './rig.ts';

/** Props of `<IKArm>`; all others go to its group. */
export interface IKArmProps extends Omit<ThreeElements['group'], 'children'>, ArmShapeOptions {
  /** An equal one keeps the arm and its pose. three.js has Y up: see `yUp` of `limber/robots`. */
  readonly description: ModelDescription;
  /** Default: the problem's own. */
  readonly solver?: SolverName;
  /** Options of every solve; default `{ maxIterations: 2 }`, because there is one per frame. */
  readonly options?: SolveOptions;
  /**
   * Joint values to start from, and to take whenever they change: radians, metres, quaternions (x y z w).
   * Default: the middle of the limits.
   */
  readonly q?: ArrayLike<number>;
  /** Colours; default `auto`. */
  readonly theme?: ThemeChoice;
  /** Draws joint axes and limits over the arm; options as those of a `JointOverlay`. Default false. */
  readonly overlay?: boolean | JointOverlayOptions;
  /** Called after each solve. The result is one live object. */
  readonly onSolve?: (result: SolveResult, problem: Problem) => void;
  /** Goals, and other objects in the arm's frame. */
  readonly children?: ReactNode;
}

/**
 * An arm in a scene of react-three-fiber, solved once per frame while something moves. Its frame is the
 * model's world: metres.
 *
 * @throws LimberError for an invalid description or goal, for an error boundary.
 */
export function IKArm({
  description,
  solver,
  options,
  q,
  theme: choice = 'auto',
  overlay: shown = false,
  onSolve,
  children,
  generate,
  toolAxis,
  tips,
  opacity,
  meshes,
  ...group
}: IKArmProps): ReactNode {
  const problem = useProblem(description, q);
  const shape = useArmShape(problem, { generate, toolAxis, tips, opacity, meshes });
  const overlay = useOverlay(problem, shown);
  const theme = choice === 'auto' ? pageTheme() : choice;
  const invalidate = useThree((state) => state.invalidate);
  const start = useSame(q);
  const how = useSame<SolveOptions>({ maxIterations: 2, ...(solver && { solver }), ...options });
  const wake = useSteps(problem, () => {
    const result = problem!.solve(how);
    draw(problem!, shape, overlay);
    onSolve?.(result, problem!);
    return result;
  });
  useEffect(() => {
    if (problem && start) stand(problem, start);
  }, [problem, start]);
  useEffect(() => {
    if (problem) draw(problem, shape, overlay);
    wake();
  }, [problem, shape, overlay, start, how, wake]);
  useEffect(() => {
    shape?.setTheme(theme);
    overlay?.setTheme(theme);
    invalidate();
  }, [shape, overlay, theme, invalidate]);
  const parts = useMemo(
    () =>
      problem && {
        problem,
        size: sizeOf(problem.model),
        addGoal: (goal: GoalDescription) => new ArmGoal(problem, problem.addGoal(goal)),
        poseOf: (link: string) => problem.state.poses.subarray(7 * problem.model.findLink(link)),
      },
    [problem],
  );
  const rig = useMemo(() => parts && { ...parts, theme, wake }, [parts, theme, wake]);
  return (
    <group {...group}>
      {shape && <primitive object={shape} />}
      {overlay && <primitive object={overlay} />}
      <RigProvider value={rig}>{children}</RigProvider>
    </group>
  );
}

function draw({ state, activeLimits }: Problem, shape: ArmShape | null, overlay: JointOverlay | null): void {
  shape?.update(state.poses);
  overlay?.update(state, activeLimits);
}

function useOverlay(problem: Problem | null, shown: boolean | JointOverlayOptions): JointOverlay | null {
  const options = shown === true ? {} : shown;
  const key = problem && options ? { model: problem.model, options } : null;
  return useOwned(key, ({ model, options }) => new JointOverlay(model, options));
}

type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The shape of a problem's arm; null until both are ready. */
function useArmShape(problem: Problem | null, options: Given<ArmShapeOptions>): ArmShape | null {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const key = problem && { model: problem.model, options: Object.fromEntries(given) as ArmShapeOptions };
  return useOwned(key, ({ model, options }) => new ArmShape(model, options));
}
