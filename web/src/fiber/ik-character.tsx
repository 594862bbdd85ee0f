import { type ThreeElements, useFrame } from '@react-three/fiber';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Box3, type Group, type Object3D, Vector3 } from 'three';
import type { Quat, Vec3 } from '../describe/description.ts';
import { unwrap } from '../describe/flatten.ts';
import type { BoneSource } from '../character/gltf/bones.ts';
import { Character } from '../character/gltf/character.ts';
import type { Effector } from '../character/gltf/effector.ts';
import type { CharacterOptions } from '../character/gltf/skeleton.ts';
import type { GoalDescription } from '../core/goal.ts';
import { useOwned } from '../react/use-owned.ts';
import type { SolveResult } from '../core/result.ts';
import { pageTheme, type ThemeChoice } from '../three/theme.ts';
import { ArmGoal, RigProvider, type RigGoal, useSteps } from './rig.ts';

/**
 * A `Character` of a skeleton that belongs to the component; null until the core is ready. Equal options keep
 * it.
 *
 * @throws LimberError as `new Character`, for an error boundary.
 */
export function useCharacter(source: BoneSource, options: CharacterOptions = {}): Character | null {
  return useOwned({ source, options }, (given) => new Character(given.source, given.options));
}

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

/** Keys of goals that an effector can have. */
const effectorKeys = ['type', 'link', 'target', 'weight', 'priority'];

/** A goal of a character. Points and poses are effectors, so that far targets do not pull at the others. */
function characterGoal(character: Character, description: GoalDescription): RigGoal {
  const { type } = description;
  const isPlain = Object.keys(description).every((key) => effectorKeys.includes(key));
  if ((type === 'position' || type === 'pose') && isPlain) return new EffectorGoal(character, description);
  return new ArmGoal(character.problem, character.addGoal(description));
}

class EffectorGoal implements RigGoal {
  readonly #effector: Effector;

  constructor(character: Character, { type, link, target, weight, priority }: GoalDescription) {
    this.#effector = character.addEffector(link, {
      orientation: type === 'pose',
      ...(weight !== undefined && { weight }),
      ...(priority !== undefined && { priority }),
    });
    if (target) this.write(unwrap<ArrayLike<number>>(target));
  }

  get target(): number[] {
    const { orientation, target, targetOrientation } = this.#effector;
    return [...target.toArray(), ...(orientation ? targetOrientation.toArray() : [])];
  }

  write(numbers: ArrayLike<number>): void {
    const { orientation, target, targetOrientation } = this.#effector;
    const [x, y, z, ...turn] = Array.from(numbers);
    target.set(...([x, y, z] as unknown as Vec3));
    if (orientation) targetOrientation.set(...(turn as unknown as Quat));
  }

  remove(): void {
    this.#effector.remove();
  }
}
