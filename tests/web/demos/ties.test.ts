/** Ties in words, in the form and as JSON; frames on links. */
import { closures, LimberError, Model, Problem } from 'limber';
import type { GoalDescription, LoopDescription, ModelDescription } from 'limber';
import { Quaternion, Vector3 } from 'three';
import { afterEach, describe, expect, it, test } from 'vitest';
import { axisNames, farPoint, placeNow, seenFrom, turns, unturned } from '../../../demos/ties/frames.ts';
import type { Pick } from '../../../demos/ties/frames.ts';
import { closureKinds, draftOf, residualWords, split, tieOf, tieWords } from '../../../demos/ties/kinds.ts';
import { wishKinds, type Draft, type GoalTie, type Tie } from '../../../demos/ties/kinds.ts';
import { fromJson, present } from '../../../demos/ties/panel.ts';
import '../support/silence.ts';

const open: { dispose(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0).reverse()) each.dispose();
});

function build(description: ModelDescription): Problem {
  const model = Model.from(description);
  const problem = new Problem(model);
  open.push(model, problem);
  return problem;
}

/** Two links over the ground and one beside them, not closed at the top. */
const chain: ModelDescription = {
  name: 'open four-bar',
  links: [
    { name: 'crank', joint: { type: 'continuous', axis: [0, 0, 1] } },
    {
      name: 'coupler',
      parent: 'crank',
      origin: { position: [0, 0.2, 0] },
      joint: { type: 'continuous', axis: [0, 0, 1] },
    },
    {
      name: 'rocker',
      origin: { position: [0.5, 0, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
      joint: { type: 'revolute', axis: [0, 0, 1], limits: [-3, 3] },
    },
  ],
};
const closing: LoopDescription = {
  name: 'closure',
  a: { link: 'coupler', position: [0.4, 0, 0] },
  b: { link: 'rocker', position: [0.3, 0, 0] },
  free: 'revolute',
};

describe('words', () => {
  it('name both links and the closure', () => {
    const loop = (change: Partial<LoopDescription>) => tieWords({ ...closing, ...change });
    expect(loop({})).toBe('coupler – rocker, revolute');
    expect(loop({ b: {} })).toBe('coupler – world, revolute');
    expect(loop({ b: { link: null }, free: ['ry', 'rx', 'rz'] })).toBe('coupler – world, ball');
    expect(loop({ free: ['x', 'y', 'rx'] })).toBe('coupler – rocker, holding z, ry and rz');
    const { free: _, ...fixed } = closing;
    expect(tieWords(fixed)).toBe('coupler – rocker, fixed');
  });

  it.each([
    [{ type: 'pose', link: 'hand' }, 'hand – world, pose'],
    [{ type: 'pose', link: 'hand', free: ['rz', 'z', 'rx', 'ry'] }, 'hand – world, point on line'],
    [{ type: 'pose', link: 'hand', free: ['x', 'y', 'rx', 'ry', 'rz'] }, 'hand – world, point on plane'],
    [{ type: 'pose', link: 'hand', free: ['rz'], targetLink: 'box' }, 'hand – box, pose, free in rz'],
    [
      { type: 'distance', link: 'hand', side: 'inside', target: [0, 0, 0, 0.25] },
      'hand – world, distance at most 25.0 cm',
    ],
    [{ type: 'joint', link: 'elbow', target: [Math.PI / 6] }, 'elbow, joint value 30°'],
    [{ type: 'chain', link: 'hand' }, 'hand – world, chain'],
    [
      { type: 'pose', link: 'hand', within: { x: [-0.02, 0.02], rz: [-0.1, null] }, tilt: Math.PI / 18 },
      'hand – world, pose, x ±2.00 cm, rz at least −5.7°, tilt up to 10°',
    ],
    [
      { type: 'distance', link: 'hand', target: [0, 0, 0, 1], within: [-0.1, 0.2] },
      'hand – world, distance 90.0 cm to 1.20 m',
    ],
  ] as const)('name what %j wants', (goal, words) => {
    expect(tieWords(goal as unknown as Tie)).toBe(words);
  });

  it('say of a residual what the tie holds', () => {
    const residual = { distance: 0.0015, angle: Math.PI / 90 };
    const say = (tie: object) => residualWords(tie as Tie, residual);
    expect(say({ ...closing, free: 'ball' })).toBe('1.50 mm');
    expect(say({ ...closing, free: ['x', 'y', 'z'] })).toBe('2.0°');
    for (const tie of [closing, { type: 'pose', link: 'hand' }, { type: 'chain', link: 'hand' }])
      expect(say(tie)).toBe('1.50 mm, 2.0°');
    expect(say({ type: 'pose', link: 'hand', free: ['z', 'rx', 'ry', 'rz'] })).toBe('1.50 mm');
    expect(say({ type: 'lookAt', link: 'hand' })).toBe('2.0°');
    expect(say({ type: 'slide', link: 'hand' })).toBe('1.50 mm');
  });
});

describe('frames', () => {
  it('along x, y and z are turned so that z goes there', () => {
    axisNames.forEach((name, i) => {
      const z = new Vector3(0, 0, 1).applyQuaternion(new Quaternion(...turns[name]));
      expect(z.toArray().map((each) => each + 0)).toEqual([0, 1, 2].map((k) => (k === i ? 1 : 0)));
    });
  });

  it('are seen from another link where they are', () => {
    const problem = build(chain);
    problem.state.q.set([0.4, -1.1, 0.7]);
    problem.state.update();
    const pick: Pick = { link: 'coupler', position: [0.4, 0.1, -0.2], rotation: turns.x };
    for (const link of ['rocker', 'crank', null]) {
      const [a, b] = [pick, seenFrom(problem, link, pick)].map((each) => placeNow(problem, each));
      expect(a!.position.distanceTo(b!.position)).toBeLessThan(1e-15);
      expect(a!.rotation.angleTo(b!.rotation)).toBeLessThan(1e-7);
    }
  });

  it('begin where something is attached to the link', () => {
    const problem = build(chain);
    expect(farPoint(problem, 'crank')).toEqual([0, 0.2, 0]);
    expect(farPoint(problem, 'rocker')).toEqual([0, 0, 0]);
    problem.addLoop(closing);
    expect(farPoint(problem, 'coupler')).toEqual([0.4, 0, 0]);
    expect(farPoint(problem, 'rocker')).toEqual([0.3, 0, 0]);
  });
});

describe('the form', () => {
  const draft: Draft = {
    kind: 'revolute',
    a: { link: 'coupler', position: [0.4, 0, 0], rotation: turns.y },
    b: { link: 'rocker', position: [0.3, 0.1, 0], rotation: turns.x },
    held: ['x', 'ry'],
    side: 'outside',
    distance: 0.3,
    motion: 0,
    value: 0.2,
    weight: 2,
  };

  test.each([...closureKinds, ...wishKinds].map(({ name }) => name))(
    'takes a tie apart as it put it together: %s',
    (kind) => {
      const problem = build(chain);
      const tie = tieOf({ ...draft, kind }, problem);
      const read = draftOf(tie)!;
      expect(read.kind).toBe(kind);
      expect(tieOf({ ...draft, ...read }, problem)).toEqual(tie);
      const { goals, loops } = split([tie]);
      for (const goal of goals) expect(problem.addGoal(goal).weight).toBe(2);
      for (const loop of loops) expect(problem.addLoop(loop).description.weight).toBe(2);
    },
  );

  it('has every closure of the table', () => {
    expect(closureKinds.map(({ name }) => name)).toEqual([...Object.keys(closures), 'axes']);
  });

  it('asks a slide for metres', () => {
    const problem = build({ links: [{ name: 'lift', joint: { type: 'prismatic' } }] });
    const a: Pick = { link: 'lift', position: [0, 0, 0], rotation: unturned };
    expect((tieOf({ ...draft, kind: 'joint', a }, problem) as GoalTie).type).toBe('slide');
  });
});

describe('a list of ties', () => {
  const goal: GoalDescription & { target: number[] } = {
    type: 'position',
    link: 'coupler',
    target: [0, 0.3, 0],
  };

  it('leaves out those that are off, and has the targets as they are now', () => {
    const ties: readonly Tie[] = [{ ...goal, off: true }, closing, goal];
    const { goals, loops } = split(ties);
    expect([goals, loops]).toEqual([[goal], [closing]]);
    const problem = build(chain);
    const live = goals.map((each) => problem.addGoal(each));
    expect(present(ties, live)[2]).toBe(goal);
    live[0]!.target.set([0.1, 0.2, 0.3]);
    expect(present(ties, live)).toEqual([ties[0], closing, { ...goal, target: [0.1, 0.2, 0.3] }]);
  });

  it('has rooms as a hand has left them, instead of short words', () => {
    const leash: GoalTie = { type: 'distance', link: 'coupler', side: 'inside', target: [0, 0, 0, 1] };
    const problem = build(chain);
    const live = problem.addGoal(leash);
    expect(present([leash], [live])).toEqual([leash]);
    live.within = [null, 0.5];
    const { side: _, ...rest } = leash;
    expect(present([leash], [live])).toEqual([{ ...rest, within: [null, 0.5] }]);
    const cone: GoalTie = { type: 'direction', link: 'coupler', target: [1, 0, 0], tilt: 0.2 };
    const exact = problem.addGoal(cone);
    expect(present([cone], [exact])).toEqual([cone]);
    Object.assign(exact, { tilt: 0 });
    expect(present([cone], [exact])).toEqual([{ ...cone, tilt: 0 }]);
  });

  it('is read from JSON, or refused', () => {
    expect(fromJson(JSON.stringify([closing, goal]))).toEqual([closing, goal]);
    for (const [text, words] of [
      ['', /^this is not JSON: ./],
      ['[{', /^this is not JSON: ./],
      ['{}', /no list/],
      ['[null]', /no list/],
    ] as const)
      expect(() => fromJson(text)).toThrowError(words);
    expect(() => fromJson('7')).toThrowError(LimberError);
  });
});
