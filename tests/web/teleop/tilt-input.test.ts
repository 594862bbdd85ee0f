/** A phone's turn, against three.js's Euler angles of the W3C's order. */
import { robots } from 'limber/robots';
import { Model, Problem } from 'limber';
import { Teleop, TiltInput } from 'limber/teleop';
import { Euler, MathUtils, Quaternion, Vector3 } from 'three';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { noSample } from '../../../web/src/teleop/input.ts';

const { degToRad, radToDeg } = MathUtils;

const upright = new Vector3(0, 0, 1);
const about = (axis: Vector3, degrees: number): Quaternion =>
  new Quaternion().setFromAxisAngle(axis, degToRad(degrees));

/** The angles of an event for a screen with this turn in the earth's axes, shown turned by `angle` degrees. */
function eventOf(screen: Quaternion, angle = 0) {
  const device = screen.clone().multiply(about(upright, angle));
  const { x, y, z } = new Euler().setFromQuaternion(device, 'ZXY');
  return { alpha: radToDeg(z), beta: radToDeg(x), gamma: radToDeg(y) };
}

function turnOf(input: TiltInput): Quaternion {
  const sample = noSample();
  input.read(1, sample);
  return new Quaternion().fromArray(sample.pose, 3);
}

/** Rotation vector, in degrees, between two turns of a screen while the clutch is pressed. */
function between(before: Quaternion, after: Quaternion, angle = 0): number[] {
  const input = new TiltInput();
  input.update(eventOf(before, angle), angle);
  input.held = true;
  const from = turnOf(input);
  input.update(eventOf(after, angle), angle);
  const by = turnOf(input).multiply(from.invert());
  const [w, sine] = [Math.abs(by.w), Math.hypot(by.x, by.y, by.z)];
  const scale = (Math.sign(by.w) * radToDeg(2 * Math.atan2(sine, w))) / (sine || 1);
  return [by.x, by.y, by.z].map((each) => each * scale);
}

const lying = new Quaternion();
const standing = about(new Vector3(1, 0, 0), 89);

describe('TiltInput', () => {
  /** Axes are the screen's: right, top, towards the reader. */
  it.each([
    ['lying', lying, 'right edge down', new Vector3(0, 1, 0), [10, 0, 0]],
    ['lying', lying, 'top up', new Vector3(1, 0, 0), [0, -10, 0]],
    ['lying', lying, 'top to the left', new Vector3(0, 0, 1), [0, 0, 10]],
    ['standing', standing, 'right edge away', new Vector3(0, 1, 0), [0, 0, 10]],
    ['standing', standing, 'top to the right', new Vector3(0, 0, -1), [10, 0, 0]],
    ['standing', standing, 'top towards the reader', new Vector3(1, 0, 0), [0, -10, 0]],
  ] as const)('%s, its %s%s turns as seen, wherever north is', (_, held, __, axis, wanted) => {
    for (const north of [0, 70, -160])
      for (const angle of [0, 90, 180, 270]) {
        const before = about(upright, north).multiply(held);
        const given = between(before, before.clone().multiply(about(axis, 10)), angle);
        // A standing phone is 1° off the vertical, by which the axes of its turns are.
        const most = held === lying ? 1e-6 : 0.2;
        for (const [i, each] of given.entries()) expect(Math.abs(each - wanted[i]!)).toBeLessThan(most);
      }
  });

  it('keeps the motions of any turns, in axes with Z up', () => {
    for (let i = 0; i < 20; ++i) {
      const [a, b] = [i, i + 0.4].map((s) => new Quaternion().setFromEuler(new Euler(s, 1.7 * s, 2.3 * s)));
      const given = new Vector3(...between(a!, b!));
      expect(given.length()).toBeCloseTo(radToDeg(a!.angleTo(b!)), 6);
      const by = b!.clone().multiply(a!.clone().invert());
      expect(given.z / given.length()).toBeCloseTo(
        (by.z / Math.hypot(by.x, by.y, by.z)) * Math.sign(by.w),
        6,
      );
    }
  });

  it('is lost before the first event, without a sensor, and for angles that are none', () => {
    const input = new TiltInput();
    expect(input.lost).toMatch(/not been asked/);
    input.update({ alpha: null, beta: null, gamma: null });
    expect(input.lost).toMatch(/no sensor/);
    input.update({ alpha: 0, beta: NaN, gamma: 0 });
    expect(input.lost).toMatch(/not finite/);
    input.update({ alpha: 0, beta: 0, gamma: 0 }, 0);
    expect(input.lost).toBe('');
  });

  it('leads a tool, which stays in its place', () => {
    const problem = new Problem(Model.from(robots.ur5));
    const goal = problem.addGoal({ type: 'pose', link: problem.model.links.at(-1)!.name });
    const teleop = new Teleop(problem);
    const tilt = new TiltInput();
    teleop.lead(tilt, goal, { filter: false });
    const before = problem.pose(goal.link).slice();
    tilt.held = true;
    for (let frame = 0; frame < 240; ++frame) {
      tilt.update({ alpha: 200, beta: 40, gamma: Math.min(20, frame / 4) }, 0);
      teleop.step(1 / 60);
    }
    const after = problem.pose(goal.link);
    const [from, to] = [before, after].map((pose) => new Quaternion().fromArray(pose, 3));
    expect(radToDeg(from!.angleTo(to!))).toBeCloseTo(20, 1);
    for (let k = 0; k < 3; ++k) expect(after[k]).toBeCloseTo(before[k]!, 4);
    expect(teleop.state).toBe('following');
  });
});

describe('ask', () => {
  afterEach(() => vi.unstubAllGlobals());
  const asked = async (events: object | undefined): Promise<[boolean, string]> => {
    vi.stubGlobal('DeviceOrientationEvent', events);
    vi.stubGlobal('addEventListener', () => {});
    const tilt = new TiltInput();
    return [await tilt.ask(), tilt.lost];
  };

  it('says why turns do not come', async () => {
    expect(await asked(undefined)).toEqual([false, expect.stringMatching(/HTTPS/)]);
    expect(await asked({ requestPermission: () => Promise.resolve('denied') })).toEqual([
      false,
      expect.stringMatching(/allow it/),
    ]);
    expect(await asked({ requestPermission: () => Promise.reject(new Error('no tap')) })).toEqual([
      false,
      expect.stringMatching(/no tap/),
    ]);
    expect(await asked({})).toEqual([true, expect.stringMatching(/not yet/)]);
    expect(await asked({ requestPermission: () => Promise.resolve('granted') })).toEqual([
      true,
      expect.stringMatching(/not yet/),
    ]);
  });

  it('listens until it is disposed of', async () => {
    const target = new EventTarget();
    vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
    vi.stubGlobal('DeviceOrientationEvent', {});
    const tilt = new TiltInput();
    await tilt.ask();
    const send = (facts: object): boolean =>
      target.dispatchEvent(Object.assign(new Event('deviceorientation'), facts));
    send({ alpha: 1, beta: 2, gamma: 3 });
    expect(tilt.lost).toBe('');
    tilt.dispose();
    send({ alpha: null, beta: null, gamma: null });
    expect(tilt.lost).toBe('');
  });
});
