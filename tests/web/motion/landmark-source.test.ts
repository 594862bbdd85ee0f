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
  roles,
} from 'limber/character';
import { makeBody, seeded } from '../gltf/skeletons.ts';
import { expectError } from '../support/models.ts';
import { asMediapipe, asObject, names, pointsOf, sides } from './points.ts';
import { noisy } from './trembling.ts';
import { pace, walkAt } from './walking.ts';

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
      // After so long a gap all begins anew.
      source.take(give(posed), 3 * i);
      follower.step(3 * i);
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
  it('still feet stand still through 5 mm of noise, and the filter halves that of hands', () => {
    const tremor = [false, true].map((filter) => {
      const { still, place, step, follower } = make({ filter });
      const random = seeded(5);
      const spread = { feet: 0, hands: 0 };
      let last: Vector3 | undefined;
      let first: Vector3 | undefined;
      for (let i = 0; i < 90; i += 1) {
        step(noisy(still, 0.005, random), i / 30);
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
    const { still, source } = make({ filter: true, travels: false });
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
    const { still, source } = make({ floor: false, travels: false });
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
    const without = still.map((each, i) => (i === 11 ? { ...each, visibility: 0 } : each));
    expectError(() => new LandmarkSource([without]), 'badDescription', 'no frame shows both shoulders');
    for (const none of [[], [undefined]])
      expectError(() => new LandmarkSource(none), 'badDescription', 'no frame shows both shoulders');
    expectError(() => new LandmarkSource([still], { filter: { beta: -1 } }), 'badOption', 'beta', '-1');
    for (const [odd, ...parts] of [
      [{ seatd: true }, 'options.seatd is unknown'],
      [{ filter: { mincutoff: 2 } }, 'options.filter.mincutoff is unknown'],
      [{ filter: 5 }, 'options.filter must be an object', '5'],
      [{ up: 'x' }, 'options.up must be', '"-y"', '"x"'],
      [{ visibility: NaN }, 'options.visibility must be a number from 0 to 1', 'NaN'],
    ] as const)
      expectError(() => new LandmarkSource([still], odd as LandmarkOptions), 'badDescription', ...parts);
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

/** A person at a desk, whose hips and legs are hidden. */
describe('the upper body alone', () => {
  const onLegs = (_: unknown, i: number) => i > 22;
  const hide = (landmarks: Landmark[]) =>
    landmarks.map((each, i) => (onLegs(each, i) ? { ...each, x: 5, visibility: 0.1 } : each));
  const make = (options: LandmarkOptions = {}, turn = 0) => {
    const posed = new Character(makeBody({ droop: 0.8 }).scene);
    const points = pointsOf(posed);
    for (const each of Object.values(points)) each.applyAxisAngle(new Vector3(0, 1, 0), turn);
    const landmarks = asMediapipe(points);
    const body = new Character(makeBody({ droop: 0.8 }).scene);
    const place = (role: Role) => new Vector3().fromArray(body.problem.state.poses, 7 * body.linkOf(role));
    const rest = new Map([...joints, 'hips' as Role].map((role) => [role, place(role)]));
    const source = new LandmarkSource([hide(landmarks)], options);
    return { landmarks, source, follower: new Follower(body, source), place, rest };
  };

  it.each([0, 2.5])('starts at once, on legs at rest, turned by %f', (turn) => {
    const { landmarks, source, follower, place, rest } = make({}, turn);
    source.take(hide(landmarks), 0);
    follower.step(0);
    expect(source.weight('hips')).toBe(0.01);
    const hips = place('hips');
    for (const role of joints) {
      const off = place(role).distanceTo(
        rest
          .get(role)!
          .clone()
          .applyAxisAngle(new Vector3(0, 1, 0), turn),
      );
      expect(off, role).toBeLessThan(0.08);
    }
    // Nothing carries the person away.
    const random = seeded(3);
    for (let i = 1; i < 90; i += 1) {
      source.take(noisy(hide(landmarks), 0.01, random), i / 30);
      follower.step(i / 30);
    }
    expect(place('hips').distanceTo(hips)).toBeLessThan(0.01);
    expect(follower.stands('left') && follower.stands('right')).toBe(true);
  });

  it('sits, if told so: thighs are level and shins upright', () => {
    const { landmarks, source, follower, place } = make({ seated: true });
    source.take(hide(landmarks), 0);
    follower.step(0);
    for (const side of sides) {
      const [hip, knee, foot] = (['UpperLeg', 'LowerLeg', 'Foot'] as const).map((part) =>
        place(`${side}${part}`),
      );
      expect(knee!.z - hip!.z).toBeGreaterThan(0.98 * knee!.distanceTo(hip!));
      expect(knee!.y - foot!.y).toBeGreaterThan(0.98 * knee!.distanceTo(foot!));
    }
    expect(place('leftToes').y).toBeCloseTo(0.01, 2);
  });

  it('is joined by the legs, which ease in; their lengths stay as they were estimated', () => {
    const { landmarks, source, follower, place, rest } = make({ seated: true });
    const lifted = landmarks.map((each, i) => (i === 26 || i > 27 && i % 2 === 0 ? { ...each, y: each.y - 0.2, z: each.z - 0.2 } : each)); // prettier-ignore
    let last = place('leftFoot');
    for (let i = 0; i < 60; i += 1) {
      source.take(i < 10 ? hide(landmarks) : lifted, i / 30);
      follower.step(i / 30);
      const now = place('leftFoot').sub(place('hips'));
      if (i > 0) expect(now.distanceTo(last), `${i}`).toBeLessThan(0.07);
      last = now;
    }
    expect(source.weight('leftFoot')).toBe(0.9);
    // It came to stand while it eased, and is held; when it sat it was 0.41 m ahead.
    const standing = rest.get('leftFoot')!.clone().sub(rest.get('hips')!);
    expect(place('leftFoot').sub(place('hips')).distanceTo(standing)).toBeLessThan(0.15);
    expect(place('rightFoot').y - rest.get('rightFoot')!.y).toBeGreaterThan(0.1);
    const figure = source.rest.slice();
    source.read(figure);
    const lengthIn = (numbers: Float64Array, from: Role, to: Role) => {
      const at = (role: Role) => new Vector3().fromArray(numbers, 7 * roles.indexOf(role));
      return at(from).distanceTo(at(to));
    };
    expect(lengthIn(figure, 'leftLowerLeg', 'leftFoot')).toBeCloseTo(
      lengthIn(source.rest, 'leftLowerLeg', 'leftFoot'),
      9,
    );
    // Winter's shares of the height: thigh 0.245, shoulders 0.259.
    const shoulders = lengthIn(source.rest, 'leftUpperArm', 'rightUpperArm');
    expect(lengthIn(figure, 'rightUpperLeg', 'rightLowerLeg')).toBeCloseTo((0.245 / 0.259) * shoulders, 9);
  });
});

/** Somebody who walks for 8 s, as a camera sees it: about the hips. */
describe('landmarks about the hips', () => {
  const posed = new Character(makeBody({ droop: 0.8 }).scene);
  const still = pointsOf(posed);
  const make = (options: LandmarkOptions = {}) => {
    const body = new Character(makeBody({ droop: 0.8, random: seeded(3) }).scene);
    const source = new LandmarkSource([asMediapipe(still)], options);
    const follower = new Follower(body, source);
    const place = (role: Role) => new Vector3().fromArray(body.problem.state.poses, 7 * body.linkOf(role));
    return { source, follower, place };
  };

  it.each([30, 60].flatMap((rate) => [0.005, 0.01].map((noise) => [rate, noise] as const)))(
    'walk, at %i per second with noise of %f m: the foot that stands carries the body',
    (rate, noise) => {
      const { source, follower, place } = make({ filter: true });
      const random = seeded(5);
      const spans = { left: 0, right: 0 };
      let begun = new Vector3();
      let stood = { left: false, right: false };
      for (let i = 0; i <= 8 * rate; i += 1) {
        source.take(noisy(asMediapipe(walkAt(still, i / rate)), noise, random), i / rate);
        follower.step(i / rate);
        if (i === rate) begun = place('hips');
        for (const side of sides) if (follower.stands(side) && !stood[side]) spans[side] += 1;
        stood = { left: follower.stands('left'), right: follower.stands('right') };
      }
      const way = place('hips').sub(begun);
      expect(way.z / (7 * pace)).toBeGreaterThan(0.94);
      expect(way.z / (7 * pace)).toBeLessThan(1.03);
      expect(Math.abs(way.x)).toBeLessThan(0.15);
      for (const side of sides) expect(spans[side]).toBeGreaterThanOrEqual(7);
    },
  );

  /** The way of the hips over 4 s, and how high they are. */
  const walked = (source: LandmarkSource, rate: number) => {
    const figure = source.rest.slice();
    for (let i = 0; i <= 4 * rate; i += 1) {
      source.take(asMediapipe(walkAt(still, i / rate)), i / rate);
      source.read(figure);
    }
    return figure.slice(0, 3);
  };

  it('begin where they began when their recording does', () => {
    const { source } = make();
    expect(walked(source, 30)).toEqual(walked(source, 30));
  });

  it('walk at four per second, also without a floor', () => {
    const { source } = make({ floor: false });
    const [, y, z] = walked(source, 4);
    expect(z! / (4 * pace)).toBeGreaterThan(0.9);
    expect(z! / (4 * pace)).toBeLessThan(1.05);
    // The landmarks count from the hips.
    expect(y).toBeCloseTo(0, 9);
  });

  it('walk on the spot, if they do not travel', () => {
    const { source, follower, place } = make({ travels: false });
    for (let i = 0; i <= 60; i += 1) {
      source.take(asMediapipe(walkAt(still, i / 30)), i / 30);
      follower.step(i / 30);
      expect(Math.abs(place('hips').z)).toBeLessThan(0.05);
    }
  });

  it('who stands for a minute in noise of 10 mm stays within 6 cm', () => {
    const { source } = make();
    const figure = source.rest.slice();
    const random = seeded(9);
    for (let i = 0; i <= 1800; i += 1) {
      source.take(noisy(asMediapipe(still), 0.01, random), i / 30);
      source.read(figure);
      expect(Math.hypot(figure[0]!, figure[2]!)).toBeLessThan(0.06);
    }
  });

  const arm = [13, 15, 17, 19];
  it.each<[string, number, (landmarks: Landmark[]) => Landmark[] | undefined | 'no frame']>([
    [
      'an arm that was hidden',
      0.5,
      (all) => all.map((each, i) => (arm.includes(i) ? { ...each, visibility: 0 } : each)),
    ],
    ['a body that was hidden', 0.5, (all) => all.map((each) => ({ ...each, visibility: 0 }))],
    ['a person who was away', 1, () => undefined],
    ['a person without frames', 1, () => 'no frame'],
  ])('%s for %f s eases in: hands are at most 1.3 times as fast as ever', (_, length, hide) => {
    const fastest = (from: number) => {
      const { source, follower, place } = make();
      let last: Vector3[] | undefined;
      let most = 0;
      for (let i = 0; i <= 120; i += 1) {
        const isHidden = i > from && i <= from + 30 * length;
        const all = asMediapipe(walkAt(still, i / 30));
        const seen = isHidden ? hide(all) : all;
        if (seen !== 'no frame') {
          source.take(seen, i / 30);
          follower.step(i / 30);
        }
        const hands = sides.map((side) => place(`${side}Hand`));
        if (last) hands.forEach((hand, k) => (most = Math.max(most, 30 * hand.distanceTo(last![k]!))));
        last = hands;
      }
      return most;
    };
    const own = fastest(Infinity);
    for (let from = 20; from < 60; from += 7) expect(fastest(from), `${from}`).toBeLessThan(1.3 * own);
  });

  /** An arm that waves at the side, once a second. */
  const waveAt = (time: number) => {
    const angle = 0.8 + 0.6 * Math.sin(2 * Math.PI * time);
    const turned = Object.entries(still).map(([name, place]) => {
      if (!/left(Elbow|Wrist|Index|Pinky)/.test(name)) return [name, place];
      const from = still.leftShoulder;
      return [
        name,
        place
          .clone()
          .sub(from)
          .applyAxisAngle(new Vector3(0, 0, 1), angle)
          .add(from),
      ];
    });
    return Object.fromEntries(turned) as typeof still;
  };
  it('shake little where noise of 10 mm is filtered at 30 per second, and are at most 50 ms late', () => {
    const handOf = (moves: boolean, noise: number, filter: boolean) => {
      const { source, follower, place } = make({ filter });
      const random = seeded(7);
      return Array.from({ length: 400 }, (_, i) => {
        const points = moves ? waveAt(i / 30) : still;
        source.take(noisy(asMediapipe(points), noise, random), i / 30);
        follower.step(i / 30);
        return place('leftHand');
      }).slice(30);
    };
    const shaking = (path: readonly Vector3[]) => {
      const second = path.slice(2).map((each, i) => each.clone().sub(path[i + 1]!).sub(path[i + 1]!).add(path[i]!).length()); // prettier-ignore
      return second.sort((a, b) => a - b)[Math.floor(0.99 * second.length)]!;
    };
    expect(shaking(handOf(false, 0.01, true))).toBeLessThan(0.02);
    const moving = handOf(true, 0.01, true);
    expect(shaking(moving)).toBeLessThan(0.045);
    const clean = handOf(true, 0, false);
    /** How well the clean path fits so much later, in seconds. */
    const off = (late: number) =>
      moving.slice(10, -1).reduce((sum, each, i) => {
        const at = i + 10 - 30 * late;
        const from = clean[Math.floor(at)]!;
        return (
          sum +
          from
            .clone()
            .lerp(clean[Math.floor(at) + 1]!, at % 1)
            .distanceToSquared(each)
        );
      }, 0);
    const lates = Array.from({ length: 50 }, (_, i) => 0.003 * i);
    expect(lates.reduce((a, b) => (off(b) < off(a) ? b : a))).toBeLessThanOrEqual(0.05);
  });
});
