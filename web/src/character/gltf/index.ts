/** Inverse kinematics for three.js skeletons: bones become a model, and its poses go back to the bones. */
export type { Aim } from './aim.ts';
export { Character } from './character.ts';
export type { CharacterOptions, RootMotion } from './skeleton.ts';
export type { BoneSource, RestPose } from './bones.ts';
export type { BoneCollision, BoneJoint } from './joints.ts';
export type { Effector, EffectorOptions } from './effector.ts';
export type { Gaze, GazeOptions } from './gaze.ts';
export type { Pole, PoleOptions } from './pole.ts';
export { type Finger, roles, type Role } from './roles.ts';
export type { GLTFLike, HumanoidMap, HumanoidRecord, VRMHumanoidLike } from './humanoid.ts';
