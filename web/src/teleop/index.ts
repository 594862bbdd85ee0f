/**
 * Leading an arm by hands, controllers, sticks or keys. `new Teleop(problem)`, `teleop.lead(input, goal)`,
 * `teleop.step(dt)`.
 */
export { Teleop, type TeleopOptions } from './teleop.ts';
export { type Lead, leadStates, type LeadState, type LedGoal, type LeadOptions, yUp, zUp } from './lead.ts';
export type { Input, Sample } from './input.ts';
export { EitherInput } from './either-input.ts';
export {
  type LandmarkLike,
  type Landmarks,
  LandmarksInput,
  type LandmarksOptions,
} from './landmarks-input.ts';
export { ManualInput } from './manual-input.ts';
export {
  type JogOptions,
  KeyboardInput,
  keyboardKeys,
  type KeyboardOptions,
  motionNames,
  type SignedMotion,
} from './keyboard-input.ts';
export { firstGamepad, GamepadInput, type GamepadLike, type GamepadOptions } from './gamepad-input.ts';
export { TiltInput, type TiltLike } from './tilt-input.ts';
export { type XRFrameLike, XRInput, type XROptions, type XRPoseLike, type XRSourceLike } from './xr-input.ts';
export type { OneEuroOptions } from '../numbers/one-euro.ts';
