/** Inverse kinematics: `await init()`, a `Model`, a `Problem`, goals, `solve`. */
export * from './api.ts';
export { init } from './core/init.ts';
