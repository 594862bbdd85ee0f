/** How a phone is held: one input for the page, whatever it shows. */
import { TiltInput } from 'limber/teleop';

export const tilt = new TiltInput();
let isAsked = false;

/** Whether this is a device that can be tilted, and is touched. */
export const isPhone = (): boolean =>
  'DeviceOrientationEvent' in globalThis && matchMedia('(pointer: coarse)').matches;

/** Within a tap. */
export async function askToTilt(): Promise<void> {
  isAsked = true;
  await tilt.ask();
}

/** What a phone can, or why it cannot. */
export function tiltWords(): string {
  if (!isPhone()) return '';
  if (isAsked && tilt.lost) return tilt.lost;
  return 'xr' in navigator ? '' : 'this browser has no WebXR: drag, and hold Tilt to turn the tool';
}
