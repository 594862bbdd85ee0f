/** A headset that iwer emulates, with two controllers and two bare hands. */
import { metaQuest3, XRDevice, XRReferenceSpace } from 'iwer';
import { Quaternion, Vector3 } from 'three';

/** iwer takes a transform for its matrix. */
const offset = Object.getOwnPropertyDescriptor(XRReferenceSpace.prototype, 'getOffsetReferenceSpace')!
  .value as (this: XRReferenceSpace, matrix: unknown) => XRReferenceSpace;
XRReferenceSpace.prototype.getOffsetReferenceSpace = function (this: XRReferenceSpace, transform: unknown) {
  return offset.call(this, (transform as XRRigidTransform).matrix);
};

/** From now on a page, or one in a frame, has a headset, 1.6 m above the floor. */
export function wearHeadset(inside: Window & typeof globalThis = window): XRDevice {
  const device = new XRDevice(metaQuest3, { stereoEnabled: false });
  device.installRuntime({ forceInstall: true, globalObject: inside });
  if (inside === window) return device;
  // Of its own realm iwer knows only the names.
  Object.defineProperty(inside.navigator, 'xr', { value: navigator.xr, configurable: true });
  inside.WebGL2RenderingContext.prototype.makeXRCompatible = () => Promise.resolve();
  return device;
}

/** Puts a controller or hand at a place of the room (metres), turned so that its ray goes to `to`. */
export function put(
  input: {
    position: { set(x: number, y: number, z: number): void };
    quaternion: { set(...q: number[]): void };
  },
  at: Vector3,
  to?: Vector3,
): void {
  input.position.set(at.x, at.y, at.z);
  if (!to) return;
  const { x, y, z, w } = new Quaternion().setFromUnitVectors(
    new Vector3(0, 0, -1),
    to.clone().sub(at).normalize(),
  );
  input.quaternion.set(x, y, z, w);
}
