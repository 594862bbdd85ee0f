/** An arm on its way: along a track, towards a goal, back to rest. */
export { Detour } from './detour.ts';
export { pathsOf } from './paths.ts';
export { Player } from './player.ts';
export { Pursuit } from './pursuit.ts';
export { type Frame, RestRule } from './rest-rule.ts';
export { defaultDt, iterationsAFrame, Run, type RunOptions } from './run.ts';
