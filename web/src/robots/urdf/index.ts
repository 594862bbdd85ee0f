/** Reads and writes URDF files. Needs neither the core nor a browser. */
export { fromURDF, type CollisionMesh, type URDFDescription, type URDFOptions } from './read.ts';
export { tipsOf } from './tips.ts';
export { toURDF } from './write.ts';
