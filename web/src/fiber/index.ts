/** Arms, characters and goals to drag as components of react-three-fiber. */
export { IKArm, type IKArmProps } from './ik-arm.tsx';
export { IKCharacter, type IKCharacterProps, useCharacter } from './ik-character.tsx';
export { IKGoal, type IKGoalProps } from './ik-goal.tsx';
export { type Rig, type RigGoal, useRig } from './rig.ts';
