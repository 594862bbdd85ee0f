/** What keys, sticks and headsets give. */
import { LimberError } from 'limber';
import {
  EitherInput,
  GamepadInput,
  type GamepadLike,
  type Input,
  KeyboardInput,
  ManualInput,
  type Sample,
  XRInput,
  type XRPoseLike,
  type XRSourceLike,
} from 'limber/teleop';
import { describe, expect, it } from 'vitest';
import { noSample } from '../../../web/src/teleop/input.ts';

function read(input: Input, time = 1, sample: Sample = noSample()): Sample {
  sample.lost = '';
  sample.ended = false;
  input.read(time, sample);
  return sample;
}

describe('KeyboardInput', () => {
  it('moves while keys are down, which close the clutch', () => {
    const keys = new KeyboardInput(null, { speed: 0.2, turnSpeed: 3 });
    expect(read(keys).held).toBe(false);
    expect([keys.press('KeyW'), keys.press('KeyQ'), keys.press('KeyO'), keys.press('F5')]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    const { held, twist } = read(keys);
    expect(held).toBe(true);
    expect([...twist]).toEqual([0.2, 0, -0.2, 0, 0, -3]);
    keys.press('KeyS');
    keys.release('KeyQ');
    keys.release('KeyO');
    expect(read(keys).held).toBe(false);
  });

  it('opens and closes the grip as long as its keys are down, without the clutch', () => {
    const keys = new KeyboardInput();
    const sample = read(keys, 1);
    keys.press('KeyG');
    expect(read(keys, 1.25, sample)).toMatchObject({ grip: 0.5, held: false });
    expect(read(keys, 9, sample).grip).toBe(1);
    keys.releaseAll();
    keys.press('KeyH');
    expect(read(keys, 9.25, sample).grip).toBe(0.5);
  });

  it('listens to events, with Shift slowly, and lets go with the focus', () => {
    const target = new EventTarget();
    const keys = new KeyboardInput(target, { speed: 1 });
    const send = (type: string, facts: object): Event => {
      const event = Object.assign(new Event(type, { cancelable: true }), facts);
      target.dispatchEvent(event);
      return event;
    };
    expect(send('keydown', { code: 'KeyW', shiftKey: true }).defaultPrevented).toBe(true);
    expect(read(keys).twist[0]).toBe(0.2);
    send('keyup', { code: 'ShiftLeft', shiftKey: false });
    expect(read(keys).twist[0]).toBe(1);
    send('blur', {});
    expect(read(keys).held).toBe(false);
    send('keydown', { code: 'KeyW' });
    expect(send('keydown', { code: 'MetaLeft', metaKey: true }).defaultPrevented).toBe(false);
    expect(read(keys).held).toBe(false);
    keys.dispose();
    send('keydown', { code: 'KeyW' });
    expect(read(keys).held).toBe(false);
  });

  it('refuses keys without a motion, and speeds of nothing', () => {
    expect(() => new KeyboardInput(null, { keys: { KeyW: 'x' as never } })).toThrow(
      /options.keys.KeyW is "x"/,
    );
    expect(() => new KeyboardInput(null, { speed: 0 })).toThrow(/options.speed is 0/);
    expect(() => new KeyboardInput(null, { rate: 1 } as never)).toThrow(LimberError);
  });
});

describe('GamepadInput', () => {
  const pad = (axes: number[], pressed: Record<number, number> = {}): GamepadLike => ({
    connected: true,
    axes,
    buttons: Array.from({ length: 17 }, (_, i) => ({ value: pressed[i] ?? 0 })),
  });
  const given = (gamepad: GamepadLike | null): Sample =>
    read(new GamepadInput({ gamepad: () => gamepad, deadZone: 0.2, speed: 1, turnSpeed: 1 }));

  it('has a dead zone, beyond which its way begins at 0', () => {
    expect(given(pad([0.19, -0.19, 0.1, 0.2])).held).toBe(false);
    expect(given(pad([0, -0.6, 0, 0])).twist[0]).toBeCloseTo(0.5, 12);
    expect([...given(pad([-1, -1, 1, -1.2], { 15: 1, 7: 0.3 })).twist]).toEqual([1, 1, 1, 1, 0, -1]);
    expect(given(pad([0, 0, 0, 0], { 7: 0.3 }))).toMatchObject({ grip: 0.3, held: false });
  });

  it('is lost while none is there', () => {
    expect(given(null).lost).toMatch(/no gamepad/);
    expect(given({ ...pad([1, 1, 1, 1]), connected: false })).toMatchObject({ held: false });
    expect(() => new GamepadInput({ deadZone: 1 })).toThrow(/deadZone is 1/);
    expect(() => new GamepadInput({ gamepad: 0 as never })).toThrow(/options.gamepad must be a function/);
  });
});

describe('EitherInput', () => {
  it('is the first that is pressed, until it is let go, and each time another source', () => {
    const [a, b] = [new ManualInput(), new ManualInput()];
    const input = new EitherInput([a, b]);
    const given = (): [number, boolean, number, string] => {
      const { source, held, pose, lost } = read(input);
      return [source, held, pose[0]!, lost];
    };
    b.set([7, 0, 0]);
    expect(given()).toEqual([0, false, 0, '']);
    a.lost = 'unplugged';
    expect(given()).toEqual([1, false, 7, '']);
    b.held = true;
    a.set([1, 0, 0]);
    a.held = true;
    expect(given()).toEqual([1, true, 7, '']);
    b.held = false;
    expect(given()).toEqual([0, true, 1, '']);
    expect(() => new EitherInput([])).toThrow(/one at least/);
    expect(() => new EitherInput([{} as never])).toThrow(/the input must be an object with a function read/);
  });

  it('has the grip that has changed last, whoever leads; keys go on from it', () => {
    const [hand, keys] = [new ManualInput(), new KeyboardInput()];
    const input = new EitherInput([hand, keys]);
    const gripAt = (time: number): number => read(input, time).grip;
    hand.held = true;
    hand.grip = 0.5;
    expect(gripAt(0)).toBe(0.5);
    keys.press('KeyG');
    expect(gripAt(0.1)).toBeCloseTo(0.7, 9);
    keys.release('KeyG');
    expect(gripAt(0.2)).toBeCloseTo(0.7, 9);
    hand.grip = 0;
    expect(gripAt(0.3)).toBe(0);
  });
});

describe('XRInput', () => {
  const space = {};
  const poseAt = (x: number, y: number, z: number, emulatedPosition = false): XRPoseLike => ({
    transform: { position: { x, y, z }, orientation: { x: 0, y: 0, z: 0, w: 1 } },
    emulatedPosition,
  });
  /** A frame with one source, whose space and joints are their own poses. */
  const frameOf = (source: XRSourceLike | null, visibilityState = 'visible') => ({
    session: { inputSources: source ? [source] : [], visibilityState },
    getPose: (given: object) => given as XRPoseLike,
    getJointPose: (joint: object) => joint as XRPoseLike,
  });
  const controller = (pose: XRPoseLike | null, squeezed = false, trigger = 0, handedness = 'right') => ({
    handedness,
    gripSpace: pose,
    gamepad: {
      buttons: [
        { pressed: trigger > 0, value: trigger },
        { pressed: squeezed, value: Number(squeezed) },
      ],
    },
  });

  it('reads the grip’s pose, squeeze and trigger of its own hand', () => {
    const input = new XRInput({ hand: 'left' });
    expect(read(input)).toMatchObject({ ended: true });
    input.update(frameOf(controller(poseAt(1, 2, 3), true, 0.4, 'left')), space, 4000);
    const sample = read(input);
    expect([...sample.pose]).toEqual([1, 2, 3, 0, 0, 0, 1]);
    expect(sample).toMatchObject({ time: 4, held: true, grip: 0.4, lost: '', ended: false });
    input.update(frameOf(controller(poseAt(1, 2, 3), true)), space, 5000);
    expect(read(input)).toMatchObject({ lost: 'there is no left hand', held: false });
  });

  it('reads buttons while the pose is lost', () => {
    const input = new XRInput();
    input.update(frameOf(controller(null, true, 1)), space, 1000);
    expect(read(input)).toMatchObject({ held: true, grip: 1, lost: 'the hand is not seen' });
  });

  it('takes a guessed position for lost only once it has had another', () => {
    const input = new XRInput();
    const lost = (isGuessed: boolean): string => {
      input.update(frameOf(controller(poseAt(0, 0, 0, isGuessed))), space, 1000);
      return read(input).lost;
    };
    expect([lost(true), lost(false), lost(true)]).toEqual(['', '', 'the position is guessed']);
  });

  it('needs a new press after the session was hidden or ended', () => {
    const input = new XRInput();
    input.update(frameOf(controller(poseAt(0, 0, 0), true), 'visible-blurred'), space, 1000);
    expect(read(input)).toMatchObject({ ended: true, lost: 'the session is visible-blurred' });
    input.update(frameOf(controller(poseAt(0, 0, 0), true)), space, 1000);
    expect(read(input)).toMatchObject({ ended: false, held: true });
    input.end();
    expect(read(input)).toMatchObject({ ended: true, held: false });
  });

  it('reads a bare hand: wrist, fist and pinch', () => {
    const input = new XRInput();
    const hand = (ring: number, pinch: number): XRSourceLike => ({
      handedness: 'right',
      hand: new Map([
        ['wrist', poseAt(0, 0, 0)],
        ['ring-finger-phalanx-proximal', poseAt(0, 0.1, 0)],
        ['ring-finger-tip', poseAt(0, ring, 0)],
        ['thumb-tip', poseAt(0, 0, 0)],
        ['index-finger-tip', poseAt(pinch, 0, 0)],
      ]),
    });
    const given = (ring: number, pinch: number): [boolean, number] => {
      input.update(frameOf(hand(ring, pinch)), space, 1000);
      const { held, grip } = read(input);
      return [held, grip];
    };
    expect(given(0.18, 0.1)).toEqual([false, 0]);
    expect(given(0.13, 0.01)).toEqual([false, 1]);
    expect(given(0.11, 0.01)).toEqual([true, 1]);
    expect(given(0.13, 0.01)).toEqual([true, 1]);
    expect(given(0.15, 0.01)).toEqual([false, 1]);
  });

  it('reads a phone that moves itself: a touch is the clutch, a second one turns the grip over', () => {
    const input = new XRInput({ hand: 'phone' });
    const touch: XRSourceLike = { handedness: 'none', targetRayMode: 'screen' };
    const given = (touches: number, pose: XRPoseLike | null = poseAt(1, 2, 3)) => {
      const session = {
        inputSources: Array.from({ length: touches }, () => touch),
        visibilityState: 'visible',
      };
      input.update({ ...frameOf(null), session, getViewerPose: () => pose }, space, 2000);
      const { held, grip, lost } = read(input);
      return [held, grip, lost];
    };
    expect(given(0)).toEqual([false, 0, '']);
    expect([...read(input).pose]).toEqual([1, 2, 3, 0, 0, 0, 1]);
    expect(given(1)).toEqual([true, 0, '']);
    expect(given(2)).toEqual([true, 1, '']);
    expect(given(2, null)).toEqual([true, 1, 'the phone does not know where it is']);
    expect(given(0)).toEqual([false, 1, '']);
    expect(given(2, poseAt(0, 0, 0, true))).toEqual([true, 0, 'the position is guessed']);
    input.update(frameOf(null), space, 3000);
    expect(read(input)).toMatchObject({ held: false, lost: 'the phone does not know where it is' });
  });

  it('takes the types of a browser', () => {
    const take = (input: XRInput, frame: XRFrame, base: XRReferenceSpace): void =>
      input.update(frame, base, 0);
    expect(take).toBeTypeOf('function');
    expect(() => new XRInput({ hand: 'both' as never })).toThrow(/left, right or phone/);
  });
});
