/** Landmarks as a source: a known body's own points bring it back to where it was. */
import { Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import {
  Character,
  Follower,
  type Landmark,
  type LandmarkOptions,
  LandmarkSource,
  mediapipe,
  type PointNames,
  type Role,
} from 'limber/character';
import { makeBody, seeded } from '../gltf/skeletons.ts';
import { expectError } from '../support/models.ts';
import { asMediapipe, asObject, names, pointsOf, sides } from './points.ts';

const joints: readonly Role[] = sides.flatMap((side): Role[] =>
  (['LowerArm', 'Hand', 'LowerLeg', 'Foot', 'Toes'] as const).map((part): Role => `${side}${part}`),
);

const turnOf = (body: Character, role: Role) =>
  new Quaternion().fromArray(body.problem.state.poses, 7 * body.linkOf(role) + 3);

/** Poses with limbs and the whole body anyhow, and the back straight. */
function poseAnyhow(body: Character, random: () => number): void {
  body.reset();
  const { state } = body.problem;
  const { links } = body.model;
  for (const role of [
    ...joints,
    'leftUpperArm',
    'rightUpperArm',
    'leftUpperLeg',
    'rightUpperLeg',
    'head',
    'hips',
  ] as Role[]) {
    if (/Toes|Foot/.test(role)) continue;
    for (const { qIndex, isBall } of links[body.linkOf(role)]!.motions)
      if (isBall) {
        const turn = [random() - 0.5, random() - 0.5, random() - 0.5].map((each) => 0.9 * each);
        const w = Math.sqrt(1 - turn.reduce((sum, each) => sum + each * each, 0));
        state.q.set([...turn, w], qIndex);
      } else if (role !== 'hips') state.q[qIndex] = 0.4 + 0.8 * random();
  }
  state.update();
}

describe('the points of a body bring it back', () => {
  it.each([
    ['named points', false, 0],
    ["MediaPipe's", true, 0],
    ['hanging arms at rest, any axes', false, 0.8],
  ] as const)('%s', (_, isCamera, droop) => {
    const random = seeded(11);
    const { scene } = makeBody({ droop, ...(droop > 0 && { random: seeded(3) }) });
    using posed = new Character(scene);
    const give = (body: Character) => (isCamera ? asMediapipe(pointsOf(body)) : asObject(pointsOf(body)));
    const options = isCamera ? {} : { names };
    const copy = makeBody({ droop, ...(droop > 0 && { random: seeded(3) }) });
    using body = new Character(copy.scene);
    posed.reset();
    const source = new LandmarkSource([give(posed)], options);
    for (let i = 0; i < 20; i += 1) {
      using follower = new Follower(body, source);
      poseAnyhow(posed, random);
      source.take(give(posed), i);
      follower.step(i);
      const place = (of: Character, role: Role) =>
        new Vector3()
          .fromArray(of.problem.state.poses, 7 * of.linkOf(role))
          .sub(new Vector3().fromArray(of.problem.state.poses, 7 * of.linkOf('leftUpperLeg')));
      for (const role of joints)
        expect(place(body, role).distanceTo(place(posed, role)), `${role}, ${i}`).toBeLessThan(1e-5);
      // The body's head is 0.05 rad before its hips, which tilts the axes of its hands.
      for (const role of ['leftHand', 'rightHand', 'leftFoot', 'rightFoot', 'head'] as Role[])
        expect(turnOf(body, role).angleTo(turnOf(posed, role)), `${role}, ${i}`).toBeLessThan(0.055);
    }
  });
});

/** A person who stands and waves, live at 30 frames per second. */
describe('live', () => {
  const make = (options: LandmarkOptions = {}) => {
    const posed = new Character(makeBody({ droop: 0.8 }).scene);
    posed.reset();
    const body = new Character(makeBody({ droop: 0.8, random: seeded(3) }).scene);
    const source = new LandmarkSource([asMediapipe(pointsOf(posed))], options);
    const follower = new Follower(body, source);
    const still = asMediapipe(pointsOf(posed));
    const place = (role: Role) => new Vector3().fromArray(body.problem.state.poses, 7 * body.linkOf(role));
    const step = (landmarks: Landmark[] | undefined, time: number) => {
      source.take(landmarks, time);
      follower.step(time);
    };
    return { posed, body, source, follower, still, place, step };
  };
  const normal = (random: () => number) =>
    Array.from({ length: 12 }, random).reduce((sum, each) => sum + each, -6);

  it('still feet stand still through 5 mm of noise, and the filter halves that of hands', () => {
    const tremor = [false, true].map((filter) => {
      const { still, place, step, follower } = make({ filter });
      const random = seeded(5);
      const spread = { feet: 0, hands: 0 };
      let last: Vector3 | undefined;
      let first: Vector3 | undefined;
      for (let i = 0; i < 90; i += 1) {
        const noisy = still.map((each) => ({
          x: each.x + 0.005 * normal(random),
          y: each.y + 0.005 * normal(random),
          z: each.z + 0.005 * normal(random),
          visibility: 1,
        }));
        step(noisy, i / 30);
        if (i < 30) continue;
        expect(follower.stands('left')).toBe(true);
        first ??= place('leftToes').setY(0);
        spread.feet = Math.max(spread.feet, place('leftToes').setY(0).distanceTo(first));
        if (last) spread.hands += last.distanceTo(place('leftHand')) / 59;
        last = place('leftHand');
      }
      return spread;
    });
    for (const { feet } of tremor) expect(feet).toBeLessThan(2e-3);
    expect(tremor[1]!.hands).toBeLessThan(0.5 * tremor[0]!.hands);
  });

  it('the filter is at most 60 ms late at half a metre a second', () => {
    const { still, source } = make({ filter: true });
    const figure = source.rest.slice();
    let late = 0;
    for (let i = 0; i < 60; i += 1) {
      const x = (0.5 * i) / 30;
      source.take(
        still.map((each) => ({ ...each, x: each.x + x })),
        i / 30,
      );
      source.read(figure);
      late = (x - figure[0]!) / 0.5;
    }
    expect(late).toBeGreaterThan(0);
    expect(late).toBeLessThan(0.06);
  });

  it('a hidden hand stays for 0.3 s, then goes down beside the hips without a jump', () => {
    const { posed, still, place, step, source } = make();
    const { state } = posed.problem;
    state.q[posed.model.links[posed.linkOf('leftLowerArm')]!.motions[0]!.qIndex] = 1.5;
    state.update();
    const bent = asMediapipe(pointsOf(posed));
    const hidden = bent.map((each, i) =>
      [13, 15, 17, 19].includes(i) ? { ...each, x: 9, visibility: 0.1 } : each,
    );
    for (let i = 0; i < 20; i += 1) step(bent, i / 30);
    expect(source.weight('leftHand')).toBe(0.9);
    const seen = place('leftHand');
    let last = seen;
    for (let i = 20; i < 28; i += 1) step(hidden, i / 30);
    expect(place('leftHand').distanceTo(seen)).toBeLessThan(1e-3);
    expect(source.weight('leftHand')).toBe(0.01);
    expect(source.weight('rightHand')).toBe(0.9);
    for (let i = 28; i < 120; i += 1) {
      step(hidden, i / 30);
      expect(place('leftHand').distanceTo(last)).toBeLessThan(0.1);
      last = place('leftHand');
    }
    expect(last.distanceTo(seen)).toBeGreaterThan(0.2);
    expect(last.y).toBeLessThan(place('hips').y + 0.05);
    for (let i = 120; i < 140; i += 1) step(undefined, i / 30);
    expect(place('leftHand').distanceTo(last)).toBeLessThan(0.02);
    expect(still).toHaveLength(33);
    // Time may go back, as that of a recording that begins again.
    for (let i = 0; i < 10; i += 1) step(bent, i / 30);
    expect(place('leftHand').distanceTo(seen)).toBeLessThan(1e-3);
    for (let i = 0; i < 60; i += 1) step(hidden, i / 30 - 9);
    expect(place('leftHand').distanceTo(seen)).toBeGreaterThan(0.2);
  });

  it('hips that are hidden go with the shoulders; landmarks from elsewhere may have fewer points', () => {
    const { still, source } = make({ floor: false });
    const figure = source.rest.slice();
    source.take(still, 0);
    source.read(figure);
    const before = figure[0]!;
    source.take(
      still.map((each, i) => ({ ...each, x: each.x + 0.1, visibility: i > 22 ? 0 : 1 })),
      0.1,
    );
    source.read(figure);
    expect(figure[0]! - before).toBeCloseTo(0.1, 9);
    const { nose, leftEar, leftHeel, leftIndex, ...few } = mediapipe;
    expect([nose, leftEar, leftHeel, leftIndex]).toEqual([0, 7, 29, 19]);
    const other = new LandmarkSource([still], { names: few, up: '-y' });
    other.take(still, 0);
    other.read(figure);
    expect([...figure].every(Number.isFinite)).toBe(true);
  });

  it('says what is missing', () => {
    const { still, source } = make();
    const without = still.map((each, i) => (i === 25 || i === 26 ? { ...each, visibility: 0 } : each));
    expectError(() => new LandmarkSource([without]), 'badDescription', 'a hip and its knee', 'seen whole');
    expectError(() => new LandmarkSource([]), 'badDescription', 'both hips');
    const { leftKnee, ...names } = mediapipe;
    expect(leftKnee).toBe(25);
    expectError(() => new LandmarkSource([still], { names }), 'badDescription', 'lacks leftKnee');
    const odd = { ...mediapipe, tail: 3 } as PointNames;
    expectError(() => new LandmarkSource([still], { names: odd }), 'badDescription', '"tail"', 'no point');
    still[13] = { x: NaN, y: 0, z: 0 };
    source.take(still, 0);
    expect([source.weight('leftHand'), source.weight('rightHand')]).toEqual([0.01, 0.9]);
    expectError(() => source.take(undefined, NaN), 'badTrajectory', 'seconds');
  });
});
