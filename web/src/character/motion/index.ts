/** Motion of a person onto bodies of any proportions, with feet that stand. */
export { checkBVH } from './bvh.ts';
export { type BVHOptions, toBVH } from './bvh-writer.ts';
export {
  type Figures,
  readClip,
  type ReadClipOptions,
  type RestingClip,
  standAtRest,
} from './clip-source.ts';
export { addToGLB } from './glb.ts';
export { Follower, type FollowerOptions, type HandRule } from './follower.ts';
export { FootPlacement, type FootPlacementOptions } from './foot-placement.ts';
export type { Ground, GroundAt } from './ground.ts';
export { figureSize, type FigureSource, type SkeletonOptions, SkeletonSource } from './skeleton-source.ts';
export { type LandmarkOptions, LandmarkSource, readLandmarks } from './landmark-source.ts';
export type { OneEuroOptions } from '../../numbers/one-euro.ts';
export {
  type Landmark,
  type Landmarks,
  mediapipe,
  type Point,
  type PointNames,
  type Up,
} from './landmarks.ts';
export type { Departure, Miss, MotionReport, RobotReport, Speeding } from './motion-report.ts';
export {
  type Motion,
  retargetClip,
  retargetFigures,
  type RetargetFiguresOptions,
  type RetargetOptions,
} from './retarget-clip.ts';
export type { RobotMotion } from './robot-motion.ts';
export { RobotBody, type RobotBodyOptions } from './robot-body.ts';
export type { RobotRoles } from './robot-roles.ts';
