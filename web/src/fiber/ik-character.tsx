import { type ThreeElements, useFrame } from '@react-three/fiber';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Box3, type Group, type Object3D, Vector3 } from 'three';
import type { Character } from '../gltf/character.ts';
import type { CharacterOptions } from '../gltf/skeleton.ts';
import type { GoalDescription } from '../goal.ts';
import type { SolveResult } from '../result.ts';
import { pageTheme, type ThemeChoice } from '../three/theme.ts';
import { characterGoal } from './character-goal.ts';
import { RigProvider, useSteps } from './rig.ts';
import { useCharacter } from './use-character.ts';

/** Props of `<IKCharacter>`; all others go to the scene's root. */
export interface IKCharacterProps extends Omit<ThreeElements['object3D'], 'children'> {
  /** As loaded by `useGLTF` or `useLoader(GLTFLoader, …)`. One scene can be shown in one place only. */
  readonly scene: Object3D;
  /** Equal ones keep the character. */
  readonly options?: CharacterOptions;
  /**
   * Called before each solve, which there is in every frame then: for `mixer.update(dt)` and
   * `character.read()`. `dt`: seconds.
   */
  readonly onFrame?: (character: Character, dt: number) => void;
  /** Called after each solve. The result is one live object. */
  readonly onSolve?: (result: SolveResult, character: Character) => void;
  /** Colours of the handles; default `auto`. */
  readonly theme?: ThemeChoice;
  /** Goals, and other objects in the world's frame. */
  readonly children?: ReactNode;
}

/**
 * A skeleton with inverse kinematics in a scene of react-three-fiber, solved once per frame while something
 * moves. Goals inside name bones by role (`leftHand`), joint or name; their targets are in the world.
 *
 * @throws LimberError as `new Character`, for an error boundary.
 */
export function IKCharacter(props: IKCharacterProps): ReactNode {
  const { scene, options, onFrame, onSolve, theme: choice = 'auto', children, ...rest } = props;
  const character = useCharacter(scene, options);
  const theme = choice === 'auto' ? pageTheme() : choice;
  const step = (dt: number): SolveResult => {
    onFrame?.(character!, dt);
    const result = character!.solve();
    onSolve?.(result, character!);
    return result;
  };
  const wake = useSteps(character?.problem ?? null, step, onFrame !== undefined);
  useEffect(wake, [wake]);
  const parts = useMemo(
    () =>
      character && {
        problem: character.problem,
        size: heightOf(scene),
        addGoal: (goal: GoalDescription) => characterGoal(character, goal),
        poseOf: (bone: string) => character.problem.state.poses.subarray(7 * character.linkOf(bone)),
      },
    [character, scene],
  );
  const rig = useMemo(() => parts && { ...parts, theme, wake }, [parts, theme, wake]);
  return (
    <>
      <primitive object={scene} {...rest} />
      <World>
        <RigProvider value={rig}>{children}</RigProvider>
      </World>
    </>
  );
}

const heightOf = (scene: Object3D): number => new Box3().setFromObject(scene).getSize(new Vector3()).y || 1;

/** Cancels the frames above it. */
function World({ children }: { children: ReactNode }): ReactNode {
  const group = useRef<Group>(null);
  useFrame(() => {
    const { matrix, parent } = group.current!;
    parent!.updateWorldMatrix(true, false);
    matrix.copy(parent!.matrixWorld).invert();
    group.current!.matrixWorldNeedsUpdate = true;
  });
  return (
    <group ref={group} matrixAutoUpdate={false}>
      {children}
    </group>
  );
}
