/** A bench for exhibits: an arm or a character on a page, with handles to drag. */
export type { Memory, SolveDetail } from './actor.ts';
export { Bench, type BenchOptions, type ShowOptions, type Tuning } from './bench.ts';
export type { Exhibit, ExhibitArm, ExhibitSettings } from './exhibit.ts';
export { GoalHandles, type GoalHandlesOptions, type GoalPart } from './goal-handles.ts';
export { Picture, type PictureOptions } from './picture.ts';
export { middleOf } from './rest.ts';
export { decade, degrees, describe, distance, factsOf, list, type Facts } from './words.ts';
