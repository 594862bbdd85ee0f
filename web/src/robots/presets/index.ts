/** Example arms, robots and tracks. */
export * from './arms/index.ts';
export { capsuleTo, compareFromHere, withCapsules } from './capsules.ts';
export * from './robots/index.ts';
export * from './tracks/index.ts';
