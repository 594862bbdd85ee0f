/** Example arms, robots and tracks, and runs of an arm along a track. */
export * from './arms/index.ts';
export { capsuleTo, compareFromHere, withCapsules } from './capsules.ts';
export { Detour } from './detour.ts';
export * from './robots/index.ts';
export { pathsOf } from './paths.ts';
export { Player } from './player.ts';
export { Pursuit } from './pursuit.ts';
export { type Frame, RestRule } from './rest-rule.ts';
export { defaultDt, iterationsAFrame, Run, type RunOptions } from './run.ts';
export * from './tracks/index.ts';
