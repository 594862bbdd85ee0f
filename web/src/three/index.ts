/**
 * Views of Limber's models with three.js, and shapes fitted round meshes. Importing this does not touch the page;
 * constructing a view does.
 */

export { ArmShape, type ArmShapeOptions } from './arm-shape.ts';
export type { MeshSource } from './mesh-source.ts';
export { ClearanceLines, type ClearanceLinesOptions } from './clearance-lines.ts';
export { type Posable, toClip } from './clip.ts';
export { CollisionOverlay, type CollisionOverlayOptions } from './collision-overlay.ts';
export * from './fit/index.ts';
export { DirectionHandle, type DirectionHandleOptions } from './direction-handle.ts';
export { EdgeHandle, type EdgeHandleOptions } from './edge-handle.ts';
export { FloorHandle, type FloorHandleOptions } from './floor-handle.ts';
export { boxOf } from './framing.ts';
export { GoalHandle, type GoalHandleOptions } from './goal-handle.ts';
export { GoalRoom } from './goal-room.ts';
export { HandleMesh } from './handle-mesh.ts';
export { Handle, type HandleOptions } from './handle.ts';
export { JointOverlay, type JointOverlayOptions } from './joint-overlay.ts';
export {
  type LinkLike,
  type ModelLike,
  type ObstacleLike,
  type ProblemLike,
  type StateLike,
} from './model-like.ts';
export { ObstacleHandle, type ObstacleHandleOptions } from './obstacle-handle.ts';
export { OrientationHandle, type OrientationHandleOptions } from './orientation-handle.ts';
export type { PointBounds, PointHandleOptions } from './point-handle.ts';
export { RobotBinding, type RobotBindingOptions, type RobotLike } from './robot-binding.ts';
export { dragPoint } from './sight.ts';
export type { RoomEdge } from './room/mark.ts';
export { Stage } from './stage.ts';
export { takePose } from './take-pose.ts';
export { type Palette, palettes, type Theme, type ThemeChoice, type Themed } from './theme.ts';
export { enterXR, type EnterXROptions, Headset } from './xr/enter-xr.ts';
export type { UpAxis } from './up.ts';
export { View, type ViewOptions } from './view.ts';
