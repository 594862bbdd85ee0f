/** Ready poses, and what is read and written by the names of links and joints. */
import { expect, it } from 'vitest';
import { Model, Problem, type ModelDescription } from 'limber';
import { robots } from 'limber/robots';
import { Quaternion, Vector2, Vector3 } from 'three';
import { chain, expectError } from './support/models.ts';
import './support/silence.ts';

const half = Math.SQRT1_2;

/** Listed breadth first: q is depth first. */
const tree: ModelDescription = {
  links: [
    { name: 'trunk', joint: { type: 'revolute', name: 'waist', rest: 0.25 } },
    { name: 'left', parent: 'trunk', joint: { type: 'ball', rest: [0, 0, half, half] } },
    { name: 'right', parent: 'trunk', joint: { type: 'cylindrical', limits: [[0, 0.2]], rest: [0.5, 1] } },
    { name: 'hand', parent: 'left', origin: { position: [0.3, 0, 0] }, joint: { type: 'prismatic' } },
    { name: 'echo', parent: 'hand', joint: { type: 'revolute', mimic: { link: 'trunk' } } },
  ],
};
const ready = [0.25, 0, 0, half, half, 0, 0.2, 1];

const make = (description = tree): Problem => new Problem(Model.from(description));

it('starts in the ready pose within the limits, and returns to it', () => {
  const problem = make();
  expect([...problem.state.q]).toEqual(ready.map((each) => expect.closeTo(each, 15) as number));
  expect([...problem.rest]).toEqual([...problem.state.q]);
  problem.state.q.fill(0.1);
  problem.jointWeights[0] = 0.25;
  problem.state.update();
  problem.state.reset();
  expect(problem.jointWeights[0]).toBe(0.25);
  expect([...problem.state.q]).toEqual([...problem.rest]);
  expect(problem.pose('hand')[1]).toBeCloseTo(0.3 * Math.cos(0.25), 12);
});

it('turns a hinge that became a ball by as much', () => {
  const links = [{ name: 'arm', joint: { type: 'revolute', axis: [0, 2, 0], rest: 1 } }] as const;
  const hinged = make({ links });
  const ball = new Problem(Model.from({ links }, { hinges: false }));
  hinged.pose('arm').forEach((each, i) => expect(ball.pose('arm')[i]).toBeCloseTo(each, 14));
});

it('refuses the rest of a joint that mimics', () => {
  const links = tree.links.map((link) =>
    link.name === 'echo' ? { ...link, joint: { ...link.joint!, rest: 1 } } : link,
  );
  expectError(() => make({ links }), 'badRest', "'echo'", 'must be 0 finite numbers');
});

it('says that q has another order than the description, but not for presets', () => {
  expect(make().model.warnings).toEqual([expect.stringMatching(/joint 3 is that of "hand", not of "right"/)]);
  for (const each of Object.values(robots)) expect(make(each).model.warnings).toEqual([]);
});

it('writes joints by the names of links and joints, and all or none', () => {
  const problem = make();
  problem.setJoints({ waist: 0.5, left: [0, 0, 0, 1], right: [0.1, -1] });
  expect([...problem.state.q]).toEqual([0.5, 0, 0, 0, 1, 0, 0.1, -1]);
  expect(problem.pose('hand')[0]).toBeCloseTo(0.3 * Math.cos(0.5), 12);
  const before = [...problem.state.q];
  expectError(() => problem.setJoints({ waist: 0, wrist: 1 }), 'unknownLink', '"wrist"', '"trunk"');
  expectError(
    () => problem.setJoints({ waist: 0, right: 1 }),
    'badDescription',
    'joints.right must be 2 numbers',
  );
  expectError(() => problem.setJoints({ waist: 0, echo: 1 }), 'badDescription', 'joints.echo');
  expectError(() => problem.setJoints({ waist: NaN }), 'notFinite', 'joints.waist');
  expect([...problem.state.q]).toEqual(before);
  expectError(() => problem.pose('wrist'), 'unknownLink', '"wrist"');
});

it('has the Jacobian of a link, a column per coordinate', () => {
  const problem = new Problem(Model.from(chain(2)));
  // Hinges about Z, 2 m and 1 m from the tool along X.
  expect([...problem.jacobian('tool')]).toEqual([...[0, 2, 0, 0, 0, 1], ...[0, 1, 0, 0, 0, 1]]);
});

it('brings the target of a goal to its link', () => {
  const problem = make(robots.panda);
  const goal = problem.addGoal({ type: 'pose', link: 'effector', target: [0, 0, 0, 0, 0, 0, 1] });
  expect(goal.distance).toBeGreaterThan(0.1);
  goal.toLink();
  expect([...goal.target]).toEqual([...problem.pose('effector')]);
  expect(goal.distance).toBe(0);
});

it('is read from JSON, as text or parsed', () => {
  const text = JSON.stringify(tree);
  for (const json of [text, JSON.parse(text) as unknown])
    expect(Model.fromJSON(json).links.map(({ name }) => name)).toEqual(
      make().model.links.map(({ name }) => name),
    );
  expectError(() => Model.fromJSON('{ links: '), 'badDescription', 'not JSON');
  expectError(() => Model.fromJSON('3'), 'badDescription', 'object');
});

it('takes vectors and quaternions of three.js where it takes their numbers, and keeps none', () => {
  const problem = make();
  const target = new Vector3(0.1, 0.2, 0.3);
  const position = new Vector3(0, 0, 0.1);
  const rotation = new Quaternion(0, 0.6, 0, 0.8);
  const goal = problem.addGoal({
    type: 'position',
    link: 'hand',
    target,
    offset: { position: position.toArray() },
  });
  expect([...goal.target]).toEqual(target.toArray());
  target.setX(5);
  expect(goal.target[0]).toBe(0.1);
  // Types ask for arrays here, which JSON has; programs without types give what they have.
  goal.offset = { position, rotation } as never;
  position.setX(5);
  expect(goal.offset).toEqual({ position: [0, 0, 0.1], rotation: [0, 0.6, 0, 0.8] });
  expectError(
    () => problem.addGoal({ type: 'position', link: 'hand', target: new Vector2() }),
    'badDescription',
    '3 numbers',
  );
  expect(problem.goals).toEqual([goal]);
});
