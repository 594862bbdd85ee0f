import {
  type Camera,
  Group,
  Matrix4,
  PerspectiveCamera,
  Quaternion,
  Vector3,
  type WebGLRenderer,
} from 'three';
import type { Vec3 } from '../../describe/description.ts';
import { LimberError } from '../../describe/errors.ts';
import { asNumber, asObject, bad, three } from '../../describe/flatten.ts';
import { checkView } from '../check.ts';
import { Stage } from '../stage.ts';
import type { View } from '../view.ts';
import { XRHands } from './xr-hands.ts';

/** Where a headset shows a view. */
export interface EnterXROptions {
  /** ar: in the reader's room, vr: in front of the view's background. Default: ar where the headset has it. */
  readonly mode?: 'immersive-ar' | 'immersive-vr';
  /** Optional features of the session beside `hand-tracking`. */
  readonly features?: readonly string[];
  /**
   * Where the world's origin stands, from the reader's eyes as she enters: metres to the right, up and back. Default
   * 0, −0.4, −0.5, the foot of an arm on a table.
   */
  readonly origin?: Vec3;
  /**
   * Radians by which the world is turned about its vertical. Default 0: the reader looks from the side of the view's
   * camera.
   */
  readonly turn?: number;
  /** Metres of the room per metre of the world, above 0; default 1. */
  readonly scale?: number;
}

type Placement = Required<Pick<EnterXROptions, 'origin' | 'turn' | 'scale'>>;
type Mode = NonNullable<EnterXROptions['mode']>;

const modes = ['immersive-ar', 'immersive-vr'] as const;
const optionNames = ['mode', 'features', 'origin', 'turn', 'scale'];
/** Seconds. */
const longestStep = 0.1;
/** Metres of the room. */
const [near, far] = [0.02, 100] as const;
/** Custom property of a view's host. */
const background = '--limber-background';

/** One renderer, one headset. */
let isTaken = false;

/** A view in a headset; `enterXR` makes it. */
export class Headset {
  /**
   * The world as a reference space: poses in it are along the world's axes, from its origin, in metres of the room.
   */
  space!: XRReferenceSpace;
  /**
   * Called in each frame of the session, before the view's own `onFrame`. `time`: milliseconds; `dt`: seconds since the
   * last one, at most 0.1.
   */
  onFrame: ((time: number, frame: XRFrame, dt: number) => void) | null = null;
  /** Resolves when the view is back on its page, however the session has ended. */
  readonly ended: Promise<void>;
  readonly #renderer: WebGLRenderer;
  /** The eyes, in metres of the room, within the world's. */
  readonly #camera = new PerspectiveCamera();
  readonly #rig = new Group();
  readonly #hands: XRHands;
  /** Poses of the eyes in the world, and of the view's own camera. */
  readonly #eye = noPose();
  readonly #before = noPose();
  readonly #begun: Promise<void>;
  #settleBegun: () => void = () => {};
  #settleEnded: () => void = () => {};
  #base!: XRReferenceSpace;
  #last = NaN;
  #isLeaving = false;
  #isOver = false;
  #putBack: (() => void)[] = [];

  /** @internal */
  constructor(
    private readonly view: View,
    readonly session: XRSession,
    private readonly placement: Placement,
  ) {
    this.ended = new Promise((resolve) => (this.#settleEnded = resolve));
    this.#begun = new Promise((resolve) => (this.#settleBegun = resolve));
    this.#renderer = Stage.shared().lend(true)!;
    this.#hands = new XRHands(view, session, placement.scale);
    this.#rig.scale.setScalar(1 / placement.scale);
    this.#rig.add(this.#camera);
    [this.#camera.near, this.#camera.far] = [near, far];
  }

  /** Resolves when the reader's place is known. @internal */
  async begin(): Promise<void> {
    const { view, session } = this;
    const { xr, domElement } = this.#renderer;
    this.#putBack = [
      view.onDispose(this.#onLost),
      view.doing.begin('moving'),
      () => domElement.removeEventListener('webglcontextlost', this.#onLost, { capture: true }),
      () => xr.removeEventListener('sessionend', this.#end),
    ];
    // Before the stage's own listener, which lets no other hear of it.
    domElement.addEventListener('webglcontextlost', this.#onLost, { capture: true });
    xr.addEventListener('sessionend', this.#end);
    xr.enabled = true;
    xr.setReferenceSpaceType('local');
    try {
      await xr.setSession(session);
    } catch (error) {
      await this.leave();
      throw error;
    }
    this.#base = xr.getReferenceSpace()!;
    if (session.environmentBlendMode !== 'opaque') this.#putBack.push(clear(view));
    view.scene.add(this.#rig);
    if (!this.#isLeaving) xr.setAnimationLoop(this.#draw);
    await Promise.race([this.#begun, this.ended]);
    if (this.#isLeaving) throw new DOMException('the session has ended as it began');
  }

  /** Ends the session; resolves when the view is back on its page. */
  leave(): Promise<void> {
    this.#isLeaving = true;
    this.#renderer.xr.setAnimationLoop(null);
    this.session.end().catch(() => {
      // It has ended by itself. Its event may be on the way, and three.js puts its things back first.
      if (!this.#renderer.xr.isPresenting) this.#end();
    });
    return this.ended;
  }

  readonly #onLost = (): void => void this.leave();

  /** three.js has put back the size. */
  readonly #end = (): void => {
    if (this.#isOver) return;
    this.#isLeaving = this.#isOver = true;
    const { view } = this;
    const renderer = this.#renderer;
    // Ends the loop of the window, too, which three.js begins now.
    renderer.setAnimationLoop(null);
    renderer.xr.enabled = false;
    // Which three.js forgets if the session ends as it begins.
    renderer.setPixelRatio(1);
    this.#hands.dispose();
    view.scene.remove(this.#rig);
    for (const each of this.#putBack.splice(0)) each();
    isTaken = false;
    Stage.shared().lend(false);
    view.invalidate();
    this.#settleEnded();
  };

  readonly #draw = (time: number, frame?: XRFrame): void => {
    const head = frame!.getViewerPose(this.space ?? this.#base);
    if (!this.space) {
      if (head) this.#place(head.transform);
      return;
    }
    const dt = Number.isNaN(this.#last) ? 1 / 60 : Math.min((time - this.#last) / 1000, longestStep);
    if (!(dt > 0)) return;
    this.#last = time;
    if (head) this.#look(head.transform);
    try {
      this.#step(time, frame!, dt);
    } catch (error) {
      // The next frame is drawn all the same.
      reportError(error);
    }
  };

  /** Puts the world before the reader, who sees it from now on. */
  #place(head: XRRigidTransform): void {
    const transform = worldBefore(head, this.view.camera, this.placement);
    this.space = this.#base.getOffsetReferenceSpace(transform);
    this.#renderer.xr.setReferenceSpace(this.space);
    this.#settleBegun();
  }

  #look(head: XRRigidTransform): void {
    readPose(head, this.#eye);
    this.#eye.position.divideScalar(this.placement.scale);
  }

  /** The view's camera is the reader's eye while it steps. */
  #step(time: number, frame: XRFrame, dt: number): void {
    const { view } = this;
    const { camera, scene, floor } = view;
    const before = this.#before;
    before.position.copy(camera.position);
    before.quaternion.copy(camera.quaternion);
    moveTo(camera, this.#eye);
    try {
      this.onFrame?.(time, frame, dt);
      this.#hands.update(frame, this.space);
      view.onFrame?.(dt);
      if (this.#isLeaving) return;
      floor?.touch(scene.children);
      if (window.limberDraws !== false) this.#renderer.render(scene, this.#camera);
    } finally {
      moveTo(camera, before);
    }
  }
}

interface Pose {
  readonly position: Vector3;
  readonly quaternion: Quaternion;
}

const noPose = (): Pose => ({ position: new Vector3(), quaternion: new Quaternion() });

function readPose({ position: p, orientation: r }: XRRigidTransform, out: Pose): Pose {
  out.position.set(p.x, p.y, p.z);
  out.quaternion.set(r.x, r.y, r.z, r.w);
  return out;
}

function moveTo(camera: Camera, { position, quaternion }: Pose): void {
  camera.position.copy(position);
  camera.quaternion.copy(quaternion);
  camera.updateMatrixWorld();
}

/** Takes away all that would hide the room; returns what puts it back. */
function clear(view: View): () => void {
  const { style } = view.host;
  const before = style.getPropertyValue(background);
  const put = (value: string): void => {
    style.setProperty(background, value);
    view.pageChanged();
  };
  put('transparent');
  return () => put(before);
}

/** The pose of the world in the session's space, from the head's there and the camera's in the world. */
function worldBefore(head: XRRigidTransform, camera: Camera, { origin, turn }: Placement): XRRigidTransform {
  // The reader's right is level, whatever she looks at; so is the camera's.
  const { position, quaternion } = readPose(head, noPose());
  const right = new Vector3(1, 0, 0).applyQuaternion(quaternion);
  const yaw = new Quaternion().setFromAxisAngle(up, Math.atan2(-right.z, right.x));
  const across = new Vector3()
    .setFromMatrixColumn(camera.matrixWorld, 0)
    .projectOnPlane(camera.up)
    .normalize();
  const back = new Vector3().crossVectors(across, camera.up);
  const side = new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(across, camera.up, back));
  const world = new Quaternion().setFromAxisAngle(up, turn).premultiply(yaw).multiply(side.invert());
  const place = new Vector3(...origin).applyQuaternion(yaw).add(position);
  return new XRRigidTransform(place, world);
}

const up = /* @__PURE__ */ new Vector3(0, 1, 0);

function unsupported(message: string, cause?: unknown): never {
  throw new LimberError('unsupported', message, { cause });
}

function asPlacement({ origin = [0, -0.4, -0.5], turn = 0, scale = 1 }: EnterXROptions): Placement {
  if (!Number.isFinite(asNumber(turn, 'options.turn'))) bad('options.turn', 'a finite number', turn);
  if (!(asNumber(scale, 'options.scale') > 0 && scale < Infinity)) bad('options.scale', 'above 0', scale);
  const place = three(origin, 'options.origin');
  if (!place.every(Number.isFinite)) bad('options.origin', 'three finite numbers', origin);
  return { origin: place, turn, scale };
}

function checkPage(): XRSystem {
  if (isTaken) unsupported('a headset shows a view of this page already; leave it first');
  if (!isSecureContext) unsupported('WebXR needs a secure page; serve it by HTTPS or from localhost');
  if (!navigator.xr) unsupported('this browser has no WebXR; open the page in that of a headset');
  if (Stage.shared().canDraw) return navigator.xr;
  throw new LimberError('noWebGL', 'there is no WebGL to draw with; switch on hardware acceleration');
}

async function firstMode(xr: XRSystem): Promise<Mode> {
  for (const mode of modes) if (await xr.isSessionSupported(mode).catch(() => false)) return mode;
  return unsupported('WebXR finds no headset here; connect one, or open the page in its own browser');
}

/**
 * Shows a view in a headset, in front of the reader, until she leaves it: the page's one renderer draws for the session,
 * the other views wait, and all is put back when it ends. The view's `onFrame` is called in the session's frames. A ray
 * from each hand drags the view's handles while the trigger is pressed or the fingers pinch; a hand at a handle holds
 * it, also by its squeeze; hide handles where an `XRInput` leads by the same hand. Call it when the reader presses a button: browsers want that.
 *
 * ```ts
 * const headset = await enterXR(view);
 * headset.onFrame = (time, frame) => hand.update(frame, headset.space, time); // an XRInput
 * await headset.ended;
 * ```
 *
 * @throws LimberError `unsupported` without WebXR, headset or the reader's consent, `noWebGL`, `badDescription`.
 */
export async function enterXR(view: View, options: EnterXROptions = {}): Promise<Headset> {
  checkView(view);
  asObject(options, 'options', optionNames);
  const { mode, features = [] } = options;
  if (mode !== undefined && !modes.includes(mode)) bad('options.mode', modes.join(' or '), mode);
  const placement = asPlacement(options);
  const xr = checkPage();
  isTaken = true;
  try {
    const wanted = mode ?? (await firstMode(xr));
    const optionalFeatures = ['hand-tracking', ...features];
    const headset = new Headset(view, await xr.requestSession(wanted, { optionalFeatures }), placement);
    await headset.begin();
    return headset;
  } catch (error) {
    isTaken = false;
    if (error instanceof LimberError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    return unsupported(`the headset was not entered: ${why}; allow it, and press again`, error);
  }
}
