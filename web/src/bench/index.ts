/** A bench for exhibits: an arm or a character on a page, with handles to drag. */
export type { Memory, SolveDetail } from './actor.ts';
export { Body, type BodyOptions, type PolePin } from './body.ts';
export { BodyPicture } from './body-picture.ts';
export { ArmBench, type BenchOptions, type ShowOptions, type Tuning } from './bench.ts';
export { Ghost } from './comparison.ts';
export type { Driven, Exhibit, ExhibitArm, ExhibitSettings, Place } from './exhibit.ts';
export { GoalHandles, type GoalHandlesOptions, type GoalPart, type GoalWhat } from './goal-handles.ts';
export type { GoalRooms, MakeRooms } from './goal-handles.ts';
export { goalRooms } from './goal-rooms.ts';
export { Picture, type PictureOptions } from './picture.ts';
export { GoalPoint, Puppet, type Pin, type PinPoint, type PuppetOptions } from './puppet.ts';
export { type PinHand, PinHandles, type PinHandlesOptions, PuppetPicture } from './puppet-picture.ts';
export { startOf } from './rest.ts';
export {
  decade,
  degrees,
  describe,
  distance,
  factsOf,
  list,
  motionsTo,
  signed,
  type Facts,
} from './describe.ts';
export type { Staged, StagedBody } from './staged-body.ts';
export { sentenceOf } from '../describe/errors.ts';
export { Bench } from './whole-bench.ts';
