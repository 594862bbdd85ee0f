/** A bench for exhibits: an arm or a character on a page, with handles to drag. */
export type { Memory, SolveDetail } from './actor.ts';
export { Bench, type BenchOptions, type ShowOptions, type Tuning } from './bench.ts';
export type { Exhibit, ExhibitArm, ExhibitSettings } from './exhibit.ts';
export { middleOf } from './rest.ts';
export { Turners } from './turners.ts';
export { decade, degrees, describe, distance, list, type Facts } from './words.ts';
