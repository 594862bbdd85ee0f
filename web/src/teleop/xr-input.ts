import { asObject, bad } from '../describe/flatten.ts';
import { gripOf, isFist } from './bare-hand.ts';
import { copySample, type Input, noSample, type Sample } from './input.ts';

/** The part of an `XRPose` that is read. */
export interface XRPoseLike {
  readonly transform: {
    readonly position: { readonly x: number; readonly y: number; readonly z: number };
    readonly orientation: { readonly x: number; readonly y: number; readonly z: number; readonly w: number };
  };
  readonly emulatedPosition: boolean;
}

/** The part of an `XRInputSource` that is read. */
export interface XRSourceLike {
  readonly handedness: string;
  readonly targetRayMode?: string | undefined;
  readonly gripSpace?: object | null | undefined;
  readonly hand?: { get(joint: string): object | undefined } | null | undefined;
  readonly gamepad?:
    { readonly buttons: readonly { readonly pressed: boolean; readonly value: number }[] } | null | undefined;
}

/** The part of an `XRFrame` that is read. */
export interface XRFrameLike {
  readonly session: { readonly inputSources: Iterable<XRSourceLike>; readonly visibilityState: string };
  getPose(space: object, base: object): XRPoseLike | null | undefined;
  readonly getJointPose?: XRFrameLike['getPose'] | undefined;
  getViewerPose?(base: object): XRPoseLike | null | undefined;
}

/** Which hand. */
export interface XROptions {
  /** One of a headset's; phone: the screen itself, held like a wand. Default 'right'. */
  readonly hand?: 'left' | 'right' | 'phone';
}

/** Buttons of the layout `xr-standard`. */
const [trigger, squeeze] = [0, 1] as const;

/**
 * A hand in a headset. Of a controller, squeeze is the clutch and the trigger the grip. Of a bare hand, the wrist leads,
 * ring finger and palm are the clutch, and thumb and index are the grip. A phone in `immersive-ar` leads itself: a touch is the
 * clutch, also of a button of the page; a second one closes the grip, and the next one opens it.
 *
 * ```ts
 * function draw(time: number, frame: XRFrame) {
 *   input.update(frame, space, time); // in every frame of the session
 *   teleop.step(dt);
 * }
 * ```
 */
export class XRInput implements Input {
  readonly #side: NonNullable<XROptions['hand']>;
  readonly #seen = noSample();
  #wasTracked = false;
  #touches = 0;
  /** A controller and a bare hand are two. */
  readonly #sources = new WeakMap<object, number>();
  #count = 0;

  /** @throws LimberError `badDescription`. */
  constructor(options: XROptions = {}) {
    const { hand = 'right' } = asObject(options, 'options', ['hand']) as XROptions;
    if (!['left', 'right', 'phone'].includes(hand)) bad('options.hand', 'left, right or phone', hand);
    Object.assign(this.#seen, { time: NaN, lost: 'no session has begun', ended: true });
    this.#side = hand;
  }

  /** Reads a frame, within its callback. `space`: the reference space; `time`: the callback's, milliseconds. */
  update(frame: XRFrameLike, space: object, time: number): void {
    this.#seen.time = time / 1000;
    const { inputSources, visibilityState } = frame.session;
    this.#seen.ended = visibilityState !== 'visible';
    this.#seen.lost = this.#seen.ended ? `the session is ${visibilityState}` : '';
    if (this.#side === 'phone') {
      this.#readPhone(frame, space);
      return;
    }
    let source: XRSourceLike | null = null;
    for (const each of inputSources) if (each.handedness === this.#side) source = each;
    if (!source) {
      this.#seen.held = false;
      this.#seen.lost ||= `there is no ${this.#side} hand`;
      return;
    }
    const what = source.hand ?? source.gripSpace ?? source;
    if (!this.#sources.has(what)) this.#sources.set(what, ++this.#count);
    this.#seen.source = this.#sources.get(what)!;
    if (source.hand) this.#readHand(frame, source.hand, space);
    else this.#readController(frame, source, space);
  }

  /** Call it when the session ends. */
  end(): void {
    this.#seen.ended = true;
    this.#seen.held = false;
    this.#seen.lost = 'the session has ended';
  }

  /** A touch is a source for as long as it lasts. */
  #readPhone(frame: XRFrameLike, space: object): void {
    let touches = 0;
    for (const { targetRayMode } of frame.session.inputSources) touches += Number(targetRayMode === 'screen');
    if (touches > 1 && this.#touches < 2) this.#seen.grip = 1 - this.#seen.grip;
    this.#touches = touches;
    this.#seen.held = touches > 0;
    this.#take(frame.getViewerPose?.(space), 'the phone does not know where it is');
  }

  #readController(frame: XRFrameLike, { gamepad, gripSpace }: XRSourceLike, space: object): void {
    // Buttons go on while the pose is lost.
    this.#seen.held = gamepad?.buttons[squeeze]?.pressed ?? false;
    this.#seen.grip = gamepad?.buttons[trigger]?.value ?? 0;
    this.#take(gripSpace && frame.getPose(gripSpace, space));
  }

  #readHand(frame: XRFrameLike, hand: NonNullable<XRSourceLike['hand']>, space: object): void {
    const poseOf = (name: string): XRPoseLike | null | undefined => {
      const joint = hand.get(name);
      return joint && frame.getJointPose?.(joint, space);
    };
    const wrist = poseOf('wrist');
    this.#take(wrist);
    const [thumb, index] = [poseOf('thumb-tip'), poseOf('index-finger-tip')];
    if (thumb && index) this.#seen.grip = gripOf(between(thumb, index));
    const [tip, knuckle] = [poseOf('ring-finger-tip'), poseOf('ring-finger-phalanx-proximal')];
    if (!wrist || !tip || !knuckle) return;
    this.#seen.held = isFist(between(tip, wrist), between(knuckle, wrist), this.#seen.held);
  }

  /** A position that is guessed counts as lost, but not from a source that has never had another. */
  #take(pose: XRPoseLike | null | undefined, unseen = 'the hand is not seen'): void {
    if (!pose) {
      this.#seen.lost ||= unseen;
      return;
    }
    this.#wasTracked ||= !pose.emulatedPosition;
    if (pose.emulatedPosition && this.#wasTracked) this.#seen.lost ||= 'the position is guessed';
    const { position: p, orientation: r } = pose.transform;
    [p.x, p.y, p.z, r.x, r.y, r.z, r.w].forEach((each, i) => (this.#seen.pose[i] = each));
  }

  read(_: number, sample: Sample): void {
    copySample(this.#seen, sample);
  }
}

function between(
  { transform: { position: a } }: XRPoseLike,
  { transform: { position: b } }: XRPoseLike,
): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}
