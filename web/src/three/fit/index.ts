/**
 * Fits capsules and convex hulls around meshes, for `collision` of links and obstacles. Needs three.js, but
 * no page.
 */
export { fitCapsules, fitHulls, type Fit, type FitOptions, type HullFitOptions } from './mesh.ts';
export { meshOf } from './mesh-of.ts';
export { fitMeshes, fitRobot, type FindMesh, type RobotFit, type RobotFitOptions } from './robot.ts';
export { fitSkin, type SkinFit, type SkinFitOptions } from './skin.ts';
export type { MeshData } from './surface.ts';
