/** Arms and tracks that are there to be tried, and a run of the one along the other. */
export * from './arms/index.ts';
export * from './robots/index.ts';
export { pathsOf } from './paths.ts';
export { Player } from './player.ts';
export { defaultDt, iterationsAFrame, Run, type RunOptions } from './run.ts';
export * from './tracks/index.ts';
