/** The constraint and loop editor's report on a mechanism, and its JSON. */

import {
  closures,
  LimberError,
  Model,
  Problem,
  type GoalDescription,
  type LoopDescription,
  type ModelDescription,
} from 'limber';
import { Quaternion, Vector3 } from 'three';
import { afterEach, describe, expect, it, test } from 'vitest';
import { linkages } from '../../../demos/linkages/scenes/index.ts';
import {
  addGoals,
  check,
  describeMechanism as describeProblem,
  fromJson,
  modelOf,
  openLoops,
  toJson,
} from '../../../demos/editor/document.ts';
import {
  axisNames,
  farPoint,
  placeNow,
  seenFrom,
  turns,
  unturned,
  type Pick,
} from '../../../demos/editor/frames.ts';
import {
  closureKinds,
  draftOfGoal,
  draftOfLoop,
  goalOf,
  goalWords,
  loopOf,
  loopWords,
  residualsOfGoal,
  residualsOfLoop,
  residualWords,
  wishKinds,
  type AnyGoalDescription,
  type Draft,
} from '../../../demos/editor/ties.ts';
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
      shapes: [{ type: 'box', size: [0.4, 0.02, 0.02], position: [0.2, 0, 0] }],
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

const goals: readonly GoalDescription[] = [
  { type: 'pose', link: 'coupler', offset: { position: [0.1, 0, 0] }, target: [0.1, 0.2, 0, 0, 0, 0, 1] },
  { type: 'pose', link: 'coupler', free: ['z', 'rx', 'ry', 'rz'], target: [0, 0, 0, 0.5, 0.5, 0.5, 0.5] },
  { type: 'position', link: 'coupler', target: [0.25, 0.3, 0], weight: 0.5 },
  { type: 'distance', link: 'coupler', side: 'inside', target: [0, 0, 0, 0.3], targetLink: 'rocker' },
  { type: 'lookAt', link: 'coupler', axis: [0, 1, 0], target: [1, 1, 0] },
  { type: 'direction', link: 'rocker', axis: [0, 0, 1], target: [0, 0, 1] },
  { type: 'joint', link: 'crank', target: [0.5], weight: 0 },
];

describe('words', () => {
  const loop = (change: Partial<LoopDescription>) => loopWords({ ...closing, ...change });

  it('name both links and the closure', () => {
    expect(loop({})).toBe('coupler – rocker, revolute');
    expect(loop({ b: {} })).toBe('coupler – world, revolute');
    expect(loop({ b: { link: null }, free: ['ry', 'rx', 'rz'] })).toBe('coupler – world, ball');
    expect(loop({ free: ['x', 'y', 'rx'] })).toBe('coupler – rocker, holding z, ry and rz');
    const { free: _, ...fixed } = closing;
    expect(loopWords(fixed)).toBe('coupler – rocker, fixed');
  });

  it('name what a goal wants, in metres and degrees', () => {
    const say = (goal: object, ...target: number[]) => goalWords(goal as GoalDescription, target);
    expect(say({ type: 'pose', link: 'hand' })).toBe('hand – world, pose');
    expect(say({ type: 'pose', link: 'hand', free: ['rz', 'z', 'rx', 'ry'] })).toBe(
      'hand – world, point on line',
    );
    expect(say({ type: 'pose', link: 'hand', free: ['x', 'y', 'rx', 'ry', 'rz'], targetLink: 'box' })).toBe(
      'hand – box, point on plane',
    );
    expect(say({ type: 'pose', link: 'hand', free: ['rz'] })).toBe('hand – world, pose, free in rz');
    expect(say({ type: 'distance', link: 'hand', side: 'inside' }, 0, 0, 0, 0.25)).toBe(
      'hand – world, distance at most 0.25 m',
    );
    expect(say({ type: 'joint', link: 'elbow' }, Math.PI / 6)).toBe('elbow, joint value 30°');
    expect(say({ type: 'slide', link: 'lift' }, -0.1)).toBe('lift, joint value -0.1 m');
    expect(say({ type: 'chain', link: 'hand' })).toBe('hand – world, chain');
  });

  it('say of a residual what the closure holds', () => {
    const shown = (free: LoopDescription['free']) => residualsOfLoop({ ...closing, free: free! });
    expect(shown('ball')).toEqual(['distance']);
    expect(shown(['x', 'y', 'z'])).toEqual(['angle']);
    expect(shown('revolute')).toEqual(['distance', 'angle']);
    const ofGoal = (goal: object) => residualsOfGoal({ link: 'hand', ...goal } as GoalDescription);
    expect(ofGoal({ type: 'pose' })).toEqual(['distance', 'angle']);
    expect(ofGoal({ type: 'pose', free: ['z', 'rx', 'ry', 'rz'] })).toEqual(['distance']);
    expect(ofGoal({ type: 'lookAt' })).toEqual(['angle']);
    expect(ofGoal({ type: 'slide' })).toEqual(['distance']);
    expect(ofGoal({ type: 'chain' })).toEqual(['distance', 'angle']);
    expect(residualWords({ distance: 0.0015, angle: Math.PI / 90 }, ['distance', 'angle'])).toBe(
      '1.50 mm, 2.0°',
    );
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
      const seen = seenFrom(problem, link, pick);
      const [a, b] = [pick, seen].map((each) => placeNow(problem, each));
      expect(a!.position.distanceTo(b!.position)).toBeLessThan(1e-15);
      expect(a!.rotation.angleTo(b!.rotation)).toBeLessThan(1e-7);
    }
  });

  it('begin where the link is tied or ends', () => {
    const problem = build(chain);
    expect(farPoint(problem, 'crank')).toEqual([0, 0.2, 0]);
    expect(farPoint(problem, 'coupler')).toEqual([0.4, 0, 0]);
    expect(farPoint(problem, 'rocker')).toEqual([0, 0, 0]);
    problem.addLoop(closing);
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

  test.each(closureKinds.map(({ name }) => name))('takes a loop apart as it put it together: %s', (kind) => {
    const problem = build(chain);
    const loop = loopOf({ ...draft, kind });
    const again = loopOf({ ...draft, ...draftOfLoop(loop) });
    expect(again).toEqual(loop);
    expect(draftOfLoop(loop).kind).toBe(kind);
    problem.addLoop(loop);
  });

  test.each(wishKinds.map(({ name }) => name))(
    'takes a constraint apart as it put it together: %s',
    (kind) => {
      const problem = build(chain);
      const goal = goalOf({ ...draft, kind }, problem) as AnyGoalDescription;
      const read = draftOfGoal(goal, goal.target as number[]);
      expect(read!.kind).toBe(kind);
      expect(goalOf({ ...draft, ...read }, problem)).toEqual(goal);
      expect(problem.addGoal(goal).weight).toBe(2);
    },
  );

  it('has every closure of the table', () => {
    expect(closureKinds.map(({ name }) => name)).toEqual([...Object.keys(closures), 'axes']);
  });

  it('asks a slide for metres', () => {
    const lift = { name: 'lift', joint: { type: 'prismatic' } } as const;
    const problem = build({ links: [lift] });
    const a: Pick = { link: 'lift', position: [0, 0, 0], rotation: unturned };
    expect(goalOf({ ...draft, kind: 'joint', a }, problem).type).toBe('slide');
  });
});

describe('JSON', () => {
  const write = (description: ModelDescription, added: readonly GoalDescription[] = []) => {
    const problem = build(description);
    addGoals(problem, added);
    return toJson(describeProblem(problem, added));
  };

  const examples = [
    { ...chain, loops: [closing] },
    ...linkages.map(({ description }) => description),
  ] satisfies ModelDescription[];

  test.each(examples.map((each) => [each.name, each] as const))(
    'reads back the same: %s',
    (_, description) => {
      const mechanism = fromJson(write(description));
      const [before, after] = [build(description), build(modelOf(mechanism))];
      expect(after.loops.map((loop) => loop.description)).toEqual(
        before.loops.map((loop) => loop.description),
      );
      expect(after.model.links).toEqual(before.model.links);
      expect(after.model.name).toBe(before.model.name);
      expect(after.state.poses).toEqual(before.state.poses);
      expect(check(mechanism, before.model)).toBe(true);
    },
  );

  it('has the goals, with what they want and weigh', () => {
    const mechanism = fromJson(write({ ...chain, loops: [closing] }, goals));
    expect(mechanism.goals).toEqual(goals);
    const problem = build(modelOf(mechanism));
    addGoals(problem, mechanism.goals).forEach((goal, i) => {
      expect(goal.type).toBe(goals[i]!.type);
      expect(goal.weight).toBe(goals[i]!.weight ?? 1);
      expect(Array.from(goal.target)).toEqual(goals[i]!.target);
    });
  });

  it('keeps an open loop open, and is no description of a model then', () => {
    const problem = build({ ...chain, loops: [closing, { ...closing, name: 'second' }] });
    problem.loops[1]!.closed = false;
    const mechanism = fromJson(toJson(describeProblem(problem, [])));
    const again = build(modelOf(mechanism));
    openLoops(again, mechanism);
    expect(again.loops.map(({ closed }) => closed)).toEqual([true, false]);
  });

  it('tells other links from the same', () => {
    const { model } = build(chain);
    const [crank, coupler, rocker] = chain.links;
    const shuffled = { loops: [closing], links: [rocker!, { ...crank!, parent: null }, coupler!] };
    expect(check(shuffled, build(shuffled).model)).toBe(true);
    expect(
      check({ links: [crank!, { ...coupler!, origin: { position: [0, 0.21, 0] } }, rocker!] }, model),
    ).toBe(false);
    expect(check({ ...chain, name: 'another name' }, model)).toBe(true);
  });

  it('has a line for every link, loop and goal', () => {
    const lines = write({ ...chain, loops: [closing] }, goals)
      .trim()
      .split('\n');
    expect(lines).toHaveLength(2 + 1 + 3 * 2 + 3 + 1 + goals.length);
  });
});

describe('JSON that is wrong', () => {
  const text = toJson({ ...chain, loops: [closing], goals });

  function reject(wrong: string): LimberError {
    const { model } = build(chain);
    try {
      check(fromJson(wrong), model);
    } catch (error) {
      expect(error).toBeInstanceOf(LimberError);
      return error as LimberError;
    }
    throw new Error('nothing was wrong');
  }

  const replaced = (from: string, to: string): string => {
    expect(text).toContain(from);
    return text.replace(from, to);
  };

  it('wherever it is cut', () => {
    const whole = text.trimEnd();
    for (let length = 0; length < whole.length; length += 7) {
      expect(reject(whole.slice(0, length)).message).toMatch(/^this is not JSON: ./);
    }
  });

  it.each(['null', '[]', '7', '"links"', 'true'])('%s is no object', (wrong) => {
    expect(reject(wrong).message).toBe('description must be an object');
  });

  it('is told with its place', () => {
    const { links } = chain;
    const say = (mechanism: object) => reject(JSON.stringify(mechanism)).message;
    expect(say({})).toMatch(/^description.links must be an array/);
    expect(say({ links, loop: [] })).toMatch(/^description.loop is unknown/);
    expect(say({ links, loops: {} })).toMatch(/^loops must be an array/);
    expect(say({ links, loops: [null] })).toMatch(/^loops\[0\] must be an object/);
    expect(say({ links, loops: [{ ...closing, closed: 'yes' }] })).toBe(
      'loops[0].closed must be true or false',
    );
    expect(say({ links, goals: 3 })).toBe('goals must be an array');
    expect(say({ links, goals: [goals[0], null] })).toMatch(/^goals\[1\]: /);
    expect(say({ links, goals: [{ type: 'wish', link: 'crank' }] })).toMatch(/^goals\[0\]: /);
  });

  it('names a link that there is not', () => {
    const error = reject(replaced('"b":{"link":"rocker"', '"b":{"link":"walker"'));
    expect(error.code).toBe('unknownLink');
    expect(error.message).toContain('walker');
    const goal = reject(replaced('"type":"joint","link":"crank"', '"type":"joint","link":"walker"'));
    expect(goal.code).toBe('unknownLink');
    expect(goal.message).toMatch(/^goals\[6\]: .*walker/);
    expect(reject(replaced('"parent":"crank"', '"parent":"walker"')).code).toBe('unknownParent');
  });

  it('names a value of a wrong type', () => {
    expect(reject(replaced('"free":"revolute"', '"free":"hinge"')).code).toBe('badLoop');
    expect(reject(replaced('"free":"revolute"', '"free":7')).message).toContain('loops[0].free');
    expect(reject(replaced('"position":[0.3,0,0]', '"position":[0.3,0]')).message).toContain(
      'loops[0].b.position',
    );
    expect(reject(replaced('"position":[0,0.2,0]', '"position":"up"')).message).toContain('links[1].origin');
    expect(reject(replaced('"target":[0.5]', '"target":[0.5,1]')).message).toMatch(/^goals\[6\]: .*target/);
  });
});
