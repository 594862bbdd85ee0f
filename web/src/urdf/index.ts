/** Robots out of URDF files, and back. Needs neither the core nor a browser. */
export { fromURDF, type URDFOptions } from './read.ts';
export { tipsOf } from './tips.ts';
export { toURDF } from './write.ts';
