/** Leading an arm: the clutch, what it says, and that nothing moves that should not. */
import { LimberError, Model, Problem, Trajectory, type ModelDescription } from 'limber';
import { robots } from 'limber/robots';
import { KeyboardInput, type LedGoal, type LeadOptions, ManualInput, Teleop, yUp, zUp } from 'limber/teleop';
import { describe, expect, it } from 'vitest';
import { Random } from '../../bench/random.ts';
import { trials } from '../support/trials.ts';
import { dt, farthest, Led } from './led.ts';

/** Six hinges, and one more at the root: seven. */
const arms: Record<string, ModelDescription> = {
  'five joints': robots.so101,
  'six joints': robots.ur5,
  'seven joints': robots.iiwa14,
};

/** A block on a rail of 0.2 m. */
const rail: ModelDescription = {
  links: [
    {
      name: 'block',
      joint: { type: 'prismatic', axis: [1, 0, 0], limits: [0, 0.2] },
      collision: [{ type: 'sphere', radius: 0.05 }],
    },
  ],
};

/** Puts every joint that has a limit at its upper one. */
function atLimits({ model, state }: Problem): void {
  for (const { motions } of model.links)
    for (const { qIndex, limits } of motions) state.q[qIndex] = Number.isFinite(limits[1]) ? limits[1] : 1;
  state.update();
}

describe.each(Object.entries(arms))('a still hand, %s', (_, description) => {
  it.each([
    ['at rest', () => {}],
    ['at the limits', atLimits],
  ])('moves no joint, %s', (__, place) => {
    const led = new Led(description, {}, {}, place);
    led.input.set([0.3, 1.2, -0.4, 0.5, 0.5, 0.5, 0.5]);
    led.run(10);
    const q = led.problem.state.q.slice();
    led.input.held = true;
    led.run(60);
    expect(led.teleop.state).toBe('following');
    expect(farthest(led.problem.state.q, q)).toBeLessThan(1e-6);
  });
});

/** The motion of the tool for a motion of the hand, along and about its axes. */
function motionOf(options: LeadOptions, by: readonly number[], arm = robots.iiwa14): Float64Array {
  const led = new Led(arm, { filter: false, ...options });
  led.input.set([1, 2, 3, 0, 0, 0, 1]);
  led.input.held = true;
  led.run(2);
  const before = led.problem.pose(led.goal.link);
  const [x, y, z, ...turn] = by as [number, number, number, ...number[]];
  led.run(60, (frame) => {
    const share = Math.min(1, (frame + 1) / 30);
    led.input.set([1 + share * x, 2 + share * y, 3 + share * z, ...(turn.length ? turn : [0, 0, 0, 1])]);
  });
  const after = led.problem.pose(led.goal.link);
  return after.map((each, i) => each - before[i]!);
}

describe('the clutch', () => {
  it('moves the tool as the hand, scaled', () => {
    expect(farthest(motionOf({}, [0.02, -0.03, 0.01]).slice(0, 3), [0.02, -0.03, 0.01])).toBeLessThan(1e-3);
    expect(farthest(motionOf({ scale: 0.5 }, [0.02, 0, 0]).slice(0, 3), [0.01, 0, 0])).toBeLessThan(1e-3);
  });

  it('takes place or turn alone', () => {
    const turned = [0.02, 0, 0, 0.05, 0, 0, Math.sqrt(1 - 0.05 ** 2)];
    const place = motionOf({ only: 'place' }, turned);
    expect(farthest(place, [0.02, 0, 0, 0, 0, 0, 0])).toBeLessThan(1e-3);
    const turn = motionOf({ only: 'turn' }, turned);
    expect(Math.hypot(...turn.slice(0, 3))).toBeLessThan(1e-3);
    expect(Math.hypot(...turn.slice(3))).toBeCloseTo(0.05, 3);
  });

  it('turns Y up to Z up, and −Z to X', () => {
    const moved = motionOf({ frame: yUp }, [0.01, 0.02, -0.03]);
    expect(farthest(moved.slice(0, 3), [0.03, -0.01, 0.02])).toBeLessThan(1e-3);
    const back = motionOf({ frame: zUp }, [0.03, -0.01, 0.02]);
    expect(farthest(back.slice(0, 3), [0.01, 0.02, -0.03])).toBeLessThan(1e-3);
  });

  it('goes along the view, and along the tool', () => {
    const view = (): number[] => [0, 0, Math.SQRT1_2, Math.SQRT1_2]; // about z: x of the view is y of the world
    expect(farthest(motionOf({ axes: 'view', view }, [0.02, 0, 0]).slice(0, 3), [0, 0.02, 0])).toBeLessThan(
      1e-3,
    );
    const led = new Led(robots.iiwa14);
    const [x, y, z, w] = led.problem.pose(led.goal.link).slice(3) as unknown as [
      number,
      number,
      number,
      number,
    ];
    const toolX = [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)];
    const moved = motionOf({ axes: 'tool' }, [0.02, 0, 0]).slice(0, 3);
    expect(
      farthest(
        moved,
        toolX.map((each) => 0.02 * each),
      ),
    ).toBeLessThan(1e-3);
  });

  it('begins where the tool is, not where it was asked to be', () => {
    const led = new Led(robots.iiwa14, { filter: false });
    led.input.held = true;
    led.run(2);
    led.run(90, (frame) => led.input.set([0.03 * frame, 0, 0])); // far out of reach
    led.input.held = false;
    led.run(20);
    expect(farthest(led.goal.target, led.problem.pose(led.goal.link))).toBeLessThan(1e-12);
    const q = led.problem.state.q.slice();
    led.input.held = true;
    led.run(60);
    expect(farthest(led.problem.state.q, q)).toBeLessThan(1e-6);
  });

  it('leaves joints alone while it is open, whatever restGain says', () => {
    const led = new Led(robots.iiwa14, {}, { step: { restGain: 0.1 } }, atLimits);
    const q = led.problem.state.q.slice();
    led.run(60, (frame) => led.input.set([0.01 * frame, 0, 0]));
    expect(led.teleop.state).toBe('idle');
    expect(farthest(led.problem.state.q, q)).toBe(0);
  });

  it('owes a press on a frame that is not trusted until one is', () => {
    const led = new Led();
    led.input.held = true;
    led.input.lost = 'covered';
    led.run(5);
    expect([led.teleop.state, led.teleop.reason]).toEqual(['lost', 'covered']);
    led.input.set([1, 1, 1]);
    led.run(1);
    expect(led.teleop.state).toBe('following');
  });

  it('is closed anew after a lost frame, where the hand is then', () => {
    const led = new Led(robots.iiwa14, { filter: false });
    led.input.held = true;
    led.run(5);
    const before = led.tool;
    led.input.lost = 'covered';
    led.run(20);
    led.input.set([0.4, 0, 0]);
    led.run(30);
    expect(led.teleop.state).toBe('following');
    expect(farthest(led.tool, before)).toBeLessThan(1e-9);
  });

  it('counts motions of one hand, and not from one hand to another', () => {
    const led = new Led(robots.iiwa14);
    const hand = { at: 0, source: 0 };
    led.input.read = (time, sample) => {
      sample.pose[0] = hand.at;
      Object.assign(sample, { time, held: true, source: hand.source });
    };
    led.run(5);
    const before = led.tool;
    Object.assign(hand, { at: 0.04, source: 1 });
    led.run(1);
    expect(led.teleop.state).toBe('following');
    led.run(20);
    expect(farthest(led.tool, before)).toBeLessThan(1e-9);
  });

  it('must be pressed anew after half a second of silence', () => {
    const led = new Led();
    led.input.held = true;
    led.input.set([0, 0, 0], 7);
    led.run(44);
    expect(led.teleop.state).toBe('following');
    led.run(3);
    expect(led.teleop.state).toBe('lost');
    let time = 8;
    led.run(5, () => led.input.set([0, 0, 0], (time += dt)));
    expect(led.teleop.reason).toMatch(/press again/);
    led.input.held = false;
    led.run(1);
    led.input.held = true;
    led.run(5, () => led.input.set([0, 0, 0], (time += dt)));
    expect(led.teleop.state).toBe('following');
  });
});

describe('keys', () => {
  const jogged = () => {
    const problem = new Problem(Model.from(rail));
    const keys = new KeyboardInput(null, { speed: 0.3 });
    const teleop = new Teleop(problem);
    teleop.lead(keys, problem.addGoal({ type: 'position', link: 'block' }));
    const run = (seconds: number): number => {
      for (let i = 0; i < seconds / dt; ++i) teleop.step(dt);
      return problem.state.q[0]!;
    };
    return { keys, run, teleop };
  };

  it('move the tool by speed and time, and it stops with them', () => {
    const { keys, run, teleop } = jogged();
    keys.press('KeyW');
    expect(run(0.5)).toBeCloseTo(0.15, 2);
    keys.releaseAll();
    const at = run(1);
    expect(at).toBeCloseTo(0.15, 2);
    expect(run(1)).toBe(at);
    expect(teleop.state).toBe('idle');
  });

  it('lead the target no farther than 5 cm beyond a limit, so that it comes back at once', () => {
    const { keys, run } = jogged();
    keys.press('KeyW');
    expect(run(4)).toBeCloseTo(0.2, 9);
    keys.press('KeyS');
    keys.release('KeyW');
    expect(run(0.3)).toBeCloseTo(0.2 - 0.3 * 0.3 + 0.05, 2);
  });
});

it('a page that was away for a while must be pressed anew, and nothing leaps', () => {
  const led = new Led(robots.iiwa14);
  led.input.held = true;
  led.run(10);
  const q = led.problem.state.q.slice();
  led.input.set([0.1, 0, 0]);
  led.teleop.step(3);
  const { reason } = led.teleop;
  expect(reason).toBe('a step took 3.0 s, more than half a second; press again');
  led.run(10);
  expect(led.teleop.reason).toBe('it is still pressed from before; press again');
  expect(farthest(led.problem.state.q, q)).toBeLessThan(1e-9);
});

it('says every freeze and moves nothing unless it is led, whatever comes', { timeout: 600_000 }, () => {
  const random = new Random(11);
  const led = new Led(robots.so101, { only: 'place' });
  const { q } = led.problem.state;
  const [before, moved] = [q.slice(), q.slice()];
  const hand = [0, 0, 0];
  let [time, still, isHeld] = [0, 0, 0];
  const seen = new Set<string>();
  for (let frame = 0; frame < trials(1e6, 1e4); ++frame) {
    const step = random.between(0.004, 0.03);
    time += random.between(0, 1) < 0.01 ? random.between(-1, 1) : step;
    hand.forEach((each, k) => (hand[k] = 0.99 * each + random.between(-0.006, 0.006)));
    if (random.between(0, 1) < 0.02) led.input.held = !led.input.held;
    const luck = random.between(0, 1);
    if (luck < 0.01) led.input.set([NaN, 0, 0]);
    else if (luck < 0.02) led.input.set([0, 0, 0, 0]);
    else if (luck < 0.03)
      led.input.set(
        hand.map((each) => each + 0.5),
        time,
      );
    else if (luck < 0.9) led.input.set([...hand, 0, 0, 0, 1], time);
    before.set(q);
    led.teleop.step(step);
    const { state } = led.teleop;
    seen.add(state);
    expect(q.every(Number.isFinite)).toBe(true);
    if (state === 'idle' || state === 'lost') expect(farthest(q, before)).toBe(0);
    const isLed = state === 'following' || state === 'slow';
    still = isLed && farthest(q, moved) < 1e-5 ? still + step : 0;
    if (still === 0) moved.set(q);
    // Half a second, and a frame.
    if (still > 0.53 && led.goal.distance > 0.005) ++isHeld;
  }
  expect(isHeld).toBe(0);
  expect([...seen].sort()).toEqual(expect.arrayContaining(['following', 'held', 'idle', 'lost', 'slow']));
});

describe('what comes in', () => {
  /** Frames of a hand that moves 2 mm a frame; `spoil` changes them. Returns how far the tool went in a frame at most. */
  function leap(
    spoil: (input: ManualInput, frame: number, time: number) => void,
  ): [most: number, states: Set<string>] {
    const led = new Led(robots.iiwa14);
    led.input.held = true;
    let [most, before] = [0, led.tool];
    const states = new Set<string>();
    led.run(180, (frame) => {
      led.input.set([0.0005 * frame, 0, 0], 3 + frame * dt);
      spoil(led.input, frame, 3 + frame * dt);
      most = Math.max(most, farthest(led.tool, before));
      before = led.tool;
      states.add(led.teleop.state);
    });
    expect(led.problem.state.q.every(Number.isFinite)).toBe(true);
    return [most, states];
  }

  const isBad = (frame: number): boolean => frame >= 60 && frame < 69;
  it.each<[string, string, (input: ManualInput, frame: number, time: number) => void]>([
    ['a jump of half a metre', 'held', (input, frame, t) => isBad(frame) && input.set([0.5, 0, 0], t)],
    ['a jump that stays', 'held', (input, frame, t) => frame >= 60 && input.set([0.5, 0, 0], t)],
    ['a spin', 'held', (input, frame, t) => isBad(frame) && input.set([0, 1, 0, 0], t)],
    ['NaN', 'lost', (input, frame, t) => isBad(frame) && input.set([NaN, 0, 0], t)],
    ['a zero quaternion', 'lost', (input, frame, t) => isBad(frame) && input.set([0, 0, 0, 0], t)],
    [
      'a quaternion of another length',
      'lost',
      (input, frame, t) => isBad(frame) && input.set([0, 0, 0, 1.1], t),
    ],
    ['too few numbers', 'lost', (input, frame, t) => isBad(frame) && input.set([1, 2], t)],
    ['a time that is not finite', 'lost', (input, frame) => isBad(frame) && input.set([0.03, 0, 0], NaN)],
    [
      'a clock that runs backwards',
      'following',
      (input, frame, t) => isBad(frame) && input.set([0.0005 * frame, 0, 0], 6 - t),
    ],
    [
      'an input that throws',
      'lost',
      (input, frame) => {
        if (isBad(frame)) input.read = () => expect.fail('unplugged');
        else Reflect.deleteProperty(input, 'read');
      },
    ],
  ])('%s is %s, and no leap', (_, state, spoil) => {
    const [most, states] = leap(spoil);
    expect([...states]).toContain(state);
    // In a frame the hand goes half a millimetre; the filter makes up for what it held.
    expect(most).toBeLessThan(0.002);
    expect(most).toBeGreaterThan(0.0003);
  });

  it('a burst of half a metre for 0.1 s moves the tool by less than a millimetre', () => {
    const led = new Led(robots.iiwa14);
    led.input.held = true;
    led.run(60);
    const before = led.tool;
    let most = 0;
    led.run(90, (frame) => {
      led.input.set([frame < 9 ? 0.5 : 0, 0, 0]);
      most = Math.max(most, farthest(led.tool, before));
    });
    expect(most).toBeLessThan(1e-3);
  });

  it('a jump is held between samples, too, and a press on it is owed', () => {
    const led = new Led();
    led.input.set([0, 0, 0], 1);
    led.run(1);
    led.input.set([0.5, 0, 0], 1.01);
    led.run(1);
    led.input.held = true;
    led.run(3);
    expect([led.teleop.state, led.goal.weight]).toEqual(['held', 0]);
    led.input.set([0, 0, 0], 1.05);
    led.run(1);
    expect([led.teleop.state, led.goal.weight]).toEqual(['following', 1]);
  });

  it('what the hand did while no frame came is not made up for', () => {
    const led = new Led(robots.iiwa14, { filter: false });
    led.input.held = true;
    led.input.set([0, 0, 0], 1);
    led.run(2);
    const before = led.tool;
    led.run(24);
    led.input.set([0.2, 0, 0], 1.29);
    led.run(20);
    expect([led.teleop.state, led.teleop.reason]).toEqual(['held', 'its frames are more than 0.25 s apart']);
    expect(farthest(led.tool, before)).toBeLessThan(1e-9);
    led.input.set([0.2, 0, 0], 1.5);
    led.run(1);
    expect(led.teleop.state).toBe('following');
  });

  it('an input that puts lists in place of those of the sample is lost', () => {
    const led = new Led();
    led.input.read = (_, sample) => Object.assign(sample, { pose: [0, 0, 0, 0, 0, 0, 1] });
    led.run(1);
    expect(led.teleop.reason).toMatch(/it failed: .*pose/);
  });

  it('a clock that runs backwards does not make a hand too fast', () => {
    const led = new Led();
    led.input.held = true;
    led.run(30, (frame) => {
      led.input.set([0.03 * Math.sin(0.5 * frame), 0, 0], 9 - frame * dt);
      if (frame > 0) expect(led.teleop.state).not.toBe('held');
    });
  });

  it('a hand that is held for long is rebased, and followed again within 0.17 s', () => {
    const led = new Led(robots.iiwa14);
    led.input.held = true;
    led.run(10);
    led.input.set([0.5, 0, 0]);
    led.run(13);
    expect(led.teleop.state).toBe('held');
    led.run(2);
    expect(led.teleop.state).toBe('following');
  });
});

describe('states', () => {
  /** The hand goes on for 0.4 m in 1.7 s, then rests for 1.1 s. */
  function push(led: Led): void {
    led.input.held = true;
    led.run(250, (frame) => led.input.set([Math.min(0.0027 * frame, 0.4), 0, 0]));
  }

  it('says blocked in every frame, with the joint, if the hand is on and no joint moves', () => {
    const led = new Led(rail, { only: 'place' });
    push(led);
    led.run(9, () => {
      expect(led.teleop.state).toBe('blocked');
      expect(led.teleop.reason).toBe('the tool is 200 mm behind: block at the limit');
    });
    led.run(30, (frame) => led.input.set([0.4 - 0.01 * frame, 0, 0]));
    expect(led.teleop.state).toBe('following');
  });

  it('says blocked, with the pair, before an obstacle', () => {
    const led = new Led(rail, { only: 'place' }, { step: { clearance: 0.01 } });
    led.problem.addObstacle({ type: 'box', size: [0.1, 1, 1], position: [0.21, 0, 0] });
    push(led);
    expect(led.teleop.state).toBe('blocked');
    expect(led.teleop.reason).toBe('the tool is 300 mm behind: block and an obstacle are near');
  });

  it('says blocked if a turn that the arm lacks is all that is asked', () => {
    const led = new Led(rail, { filter: false });
    led.input.held = true;
    led.run(70, (frame) => led.input.set([0, 0, Math.sin(0.01 * frame), Math.cos(0.01 * frame)]));
    expect(led.teleop.state).toBe('blocked');
    expect(led.teleop.reason).toMatch(/^the tool is 79° behind/);
  });

  it.each<[LedGoal['type'], number[]]>([
    ['position', [0, 0, 0, 1]],
    ['orientation', [0, 0, 0]],
  ])('follows where nothing is asked: a goal of type %s', (type, hand) => {
    const problem = new Problem(Model.from(robots.so101));
    const [teleop, input] = [new Teleop(problem), new ManualInput()];
    teleop.lead(input, problem.addGoal({ type, link: 'effector' }), { filter: false });
    input.held = true;
    for (let i = 0; i < 90; ++i) {
      input.set(hand.length === 3 ? [0.003 * i, 0, 0] : [0, 0, Math.sin(0.01 * i), Math.cos(0.01 * i)]);
      teleop.step(dt);
    }
    expect([teleop.state, teleop.reason]).toEqual(['following', '']);
  });

  it('says that goals weigh nothing', () => {
    const led = new Led();
    led.input.held = true;
    led.run(2);
    led.goal.weight = 0;
    led.run(90, (frame) => led.input.set([0.001 * frame, 0, 0]));
    expect(led.teleop.state).toBe('blocked');
    expect(led.teleop.reason).toMatch(/behind: its goals have the weight 0$/);
  });

  it('says slow while the tool is behind', () => {
    const led = new Led(robots.iiwa14, { filter: false }, { step: { maxVelocity: 0.05 } });
    led.input.held = true;
    led.run(30, (frame) => led.input.set([0.003 * frame, 0, 0]));
    expect(led.teleop.state).toBe('slow');
    expect(led.teleop.reason).toMatch(/mm behind/);
  });

  it('says slow while the turn is behind, if nothing else is led, and a long step is cut', () => {
    const problem = new Problem(Model.from(robots.iiwa14));
    const [teleop, input] = [new Teleop(problem, { step: { maxVelocity: 0.05 } }), new ManualInput()];
    teleop.lead(input, problem.addGoal({ type: 'orientation', link: 'effector' }), { filter: false });
    input.held = true;
    input.set([0, 0, 0, 1], 1);
    teleop.step(0.1);
    input.set([0.1, 0, 0, Math.sqrt(0.99)], 1.05);
    const q = problem.state.q.slice();
    teleop.step(0.4);
    expect(farthest(problem.state.q, q)).toBeCloseTo(0.005, 9);
    expect([teleop.state, teleop.reason.slice(0, 23)]).toEqual(['slow', 'the tool is 11° behind:']);
  });

  it('is that of the lead that matters most', () => {
    const led = new Led(robots.iiwa14);
    const other = new ManualInput();
    led.teleop.lead(other, led.problem.addGoal({ type: 'position', link: 'joint 4' }));
    led.input.held = true;
    led.run(2);
    expect(led.teleop.state).toBe('following');
    other.lost = 'covered';
    led.run(2);
    expect([led.teleop.state, led.teleop.reason]).toEqual(['lost', 'covered']);
  });
});

it('a grip drives a joint once it changes, unfiltered, also while the pose is lost', () => {
  const problem = new Problem(Model.from(robots.so101));
  const goal = problem.addGoal({ type: 'position', link: 'effector' });
  const grip = problem.addGoal({ type: 'joint', link: 'gripper_link' });
  const teleop = new Teleop(problem);
  const input = new ManualInput();
  teleop.lead(input, goal, { grip, range: [0, 1] });
  const at = problem.model.links.find(({ name }) => name === 'gripper_link')!.qIndex;
  problem.state.q[at] = 0.4;
  problem.state.update();
  for (let i = 0; i < 30; ++i) teleop.step(dt);
  expect(problem.state.q[at]).toBe(0.4);
  input.grip = 0.75;
  input.lost = 'covered';
  for (let i = 0; i < 120; ++i) teleop.step(dt);
  expect(problem.state.q[at]).toBeCloseTo(0.75, 6);
  input.lost = '';
  input.grip = 75;
  teleop.step(dt);
  expect([teleop.state, teleop.reason]).toEqual(['lost', 'its grip is 75, not from 0 to 1']);
  expect(problem.state.q[at]).toBeCloseTo(0.75, 6);
});

it('a grip’s goal is led by one, given back, and lost if it is removed', () => {
  const led = new Led();
  const grip = led.problem.addGoal({ type: 'joint', link: 'gripper_link', weight: 2 });
  const place = led.problem.addGoal({ type: 'position', link: 'effector' });
  const lead = led.teleop.lead(new ManualInput(), place, { grip });
  expect(grip.weight).toBe(0);
  expect(() => led.teleop.lead(new ManualInput(), led.goal, { grip })).toThrow('led already');
  led.teleop.remove(lead);
  expect(grip.weight).toBe(2);
  const hand = new ManualInput();
  hand.held = true;
  const again = led.teleop.lead(hand, place, { grip });
  led.run(2);
  led.problem.removeGoal(grip);
  led.run(2);
  expect([again.state, led.lead.state, place.weight]).toEqual(['lost', 'idle', 0]);
  led.teleop.dispose();
  expect(place.weight).toBe(1);
});

describe('out', () => {
  it('gives joints and time, and contains what a callback throws', () => {
    const given: number[] = [];
    const led = new Led(
      robots.so101,
      {},
      {
        onJoints(q, time) {
          given.push(time, ...q);
          q.fill(7);
          throw new Error('the socket is closed');
        },
      },
    );
    const q = led.problem.state.q.slice();
    led.run(1);
    expect(led.teleop.warning).toBe('onJoints failed: the socket is closed');
    expect(given).toEqual([dt, ...q]);
    expect(farthest(led.teleop.q, q)).toBe(0);
  });

  it('records and plays to the bit, from where it began', () => {
    const led = new Led(robots.iiwa14);
    const recording = new Trajectory(led.problem.model);
    led.teleop.recording = recording;
    led.input.held = true;
    led.run(40, (frame) => led.input.set([0.001 * frame, 0, 0]));
    led.teleop.recording = null;
    expect(() => led.teleop.play(recording)).toThrow(/in the first frame; bring it there first/);
    const begin = (): void => {
      led.problem.state.q.set(recording.row(0));
      led.problem.state.update();
      led.teleop.play(recording);
    };
    begin();
    led.run(20);
    expect(led.teleop.reason).toBe('a trajectory is played');
    expect(farthest(led.teleop.q, recording.row(20))).toBeLessThan(1e-12);
    led.teleop.play(null);
    led.problem.jointWeights.fill(0); // Then a step takes all that has moved for driven.
    led.run(1);
    expect(farthest(led.problem.velocities, new Float64Array(7))).toBe(0);
    begin();
    led.run(39);
    expect(led.teleop.state).toBe('idle');
    const q = led.problem.state.q.slice();
    expect(farthest(q, recording.row(39))).toBe(0);
    led.run(20); // The clutch is still pressed: no press of this time.
    expect(led.teleop.state).toBe('lost');
    expect(farthest(led.problem.state.q, q)).toBe(0);
    led.teleop.recording = recording;
    begin();
    led.run(40); // It gets longer meanwhile, and ends nevertheless.
    expect(led.teleop.state).toBe('lost');
    expect(recording.length).toBe(80);
  });
});

describe('bad input', () => {
  const problemOf = (): Problem => new Problem(Model.from(robots.so101));
  const position = { type: 'position', link: 'effector' } as const;

  it.each([0, -1, NaN, Infinity, '1'])('dt %s', (seconds) => {
    const led = new Led();
    const q = led.problem.state.q.slice();
    expect(() => led.teleop.step(seconds as number)).toThrow(LimberError);
    expect(farthest(led.problem.state.q, q)).toBe(0);
  });

  it('a view that fails is lost', () => {
    const led = new Led(robots.so101, { axes: 'view', view: () => [0, 0, 0, NaN] });
    led.input.held = true;
    led.run(1);
    expect([led.teleop.state, led.teleop.reason]).toEqual([
      'lost',
      'it failed: options.view() is 0, 0, 0, NaN; give a quaternion of length 1',
    ]);
  });

  it.each<[RegExp, () => unknown]>([
    [/options.frame is 0, 0, 0, 2/, () => new Led(robots.so101, { frame: [0, 0, 0, 2] })],
    [/dt is/, () => new Led().teleop.step(0)],
    [/maxVelocity is -1/, () => new Led(robots.so101, {}, { step: { maxVelocity: -1 } }).teleop.step(dt)],
    [/options.speed is unknown/, () => new Teleop(problemOf(), { speed: 1 } as never)],
    [/options.onJoints must be a function/, () => new Teleop(problemOf(), { onJoints: 1 } as never)],
    [/the problem must be/, () => new Teleop({} as never)],
    [/options.axes must be/, () => new Led(robots.so101, { axes: 'hand' as never })],
    [/options.view must be/, () => new Led(robots.so101, { axes: 'view' })],
    [/options.only must be/, () => new Led(robots.so101, { only: 'roll' as never })],
    [
      /options.only is place, which no goal asks for/,
      () => {
        const problem = problemOf();
        const goal = problem.addGoal({ type: 'orientation', link: 'effector' });
        new Teleop(problem).lead(new ManualInput(), goal, { only: 'place' });
      },
    ],
    [/options.scale is 0/, () => new Led(robots.so101, { scale: 0 })],
    [/filter.minCutoff is 0/, () => new Led(robots.so101, { filter: { minCutoff: 0 } })],
    [/filter.restSpeed is -1/, () => new Led(robots.so101, { filter: { restSpeed: -1 } })],
    [
      /of another problem/,
      () => new Teleop(problemOf()).lead(new ManualInput(), problemOf().addGoal(position)),
    ],
    [/one at least/, () => new Teleop(problemOf()).lead(new ManualInput(), [])],
  ])('%s', (message, act) => {
    expect(act).toThrow(LimberError);
    expect(act).toThrow(message);
  });

  it.each<[RegExp, (problem: Problem, teleop: Teleop, input: ManualInput) => unknown]>([
    [
      /of type direction/,
      (p, t, i) => t.lead(i, p.addGoal({ type: 'direction', link: 'effector' }) as never),
    ],
    [/in the frame of/, (p, t, i) => t.lead(i, p.addGoal({ ...position, targetLink: 'shoulder_link' }))],
    [
      /leads one link/,
      (p, t, i) => t.lead(i, [p.addGoal(position), p.addGoal({ ...position, link: 'wrist_link' })]),
    ],
    [/led already/, (p, t, i) => t.lead(i, t.lead(i, p.addGoal(position)).goals)],
    [/must be an object with a function read/, (p, t) => t.lead({} as never, p.addGoal(position))],
  ])('%s', (message, act) => {
    const problem = problemOf();
    expect(() => act(problem, new Teleop(problem), new ManualInput())).toThrow(message);
  });

  it('a goal that is removed is lost to its lead, and stops no other', () => {
    const led = new Led();
    const other = led.problem.addGoal({ type: 'position', link: 'wrist_link' });
    expect(() => new Teleop(led.problem).lead(new ManualInput(), led.goal)).toThrow('led already');
    led.input.held = true;
    led.run(2);
    led.problem.removeGoal(led.goal);
    const hand = new ManualInput();
    hand.held = true;
    const lead = led.teleop.lead(hand, other, { filter: false });
    const before = led.problem.pose('wrist_link');
    led.run(40, (frame) => hand.set([0, 0, 0.0005 * frame]));
    expect([led.lead.state, lead.state]).toEqual(['lost', 'following']);
    expect(led.problem.pose('wrist_link')[2]! - before[2]!).toBeGreaterThan(0.01);
    led.teleop.dispose();
    expect(other.weight).toBe(1);
  });

  it('takes a weight that was written while the clutch is open for the next closing; until then the goal does not pull', () => {
    const led = new Led();
    led.goal.weight = 3;
    led.run(1);
    expect(led.goal.weight).toBe(0);
    led.input.held = true;
    led.run(2);
    expect(led.goal.weight).toBe(3);
    led.input.held = false;
    led.run(2);
    led.goal.weight = 2;
    led.teleop.remove(led.lead);
    expect(led.goal.weight).toBe(2);
  });

  it.each([
    ['a turn', robots.ur5, 'joint 2', { step: { maxVelocity: 0.05 } }],
    ['a slide', rail, 'block', {}],
  ])('names %s that is as fast as its bound', (_, description, name, options) => {
    const led = new Led(description, { filter: false }, options);
    if (description === rail) led.problem.motionBounds[0] = 0.1;
    led.input.held = true;
    led.run(30, (frame) => led.input.set([0.005 * frame, 0.002 * frame, 0]));
    expect(led.teleop.state).toBe('slow');
    expect(led.teleop.reason).toMatch(new RegExp(`${name}.* as fast as allowed`));
  });

  it('gives goals back with their weights', () => {
    const led = new Led();
    expect(led.goal.weight).toBe(0);
    led.teleop.remove(led.lead);
    expect(led.goal.weight).toBe(1);
    expect(led.teleop.leads).toHaveLength(0);
  });
});
