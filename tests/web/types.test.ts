/** What users write compiles under the strictest options: checked by the compiler, and run. */
import { expect, expectTypeOf, it } from 'vitest';
import { Model, Problem, type GoalEdge, type LinkDescription, type LivePoseGoal, type Room } from 'limber';
import './support/silence.ts';

it('a robot as TypeScript reads it from a JSON file', () => {
  const arm = {
    name: 'arm',
    links: [
      { name: 'base', joint: { type: 'revolute', axis: [0, 0, 1], limits: [-1, 1] } },
      { name: 'tip', parent: 'base', origin: { position: [0, 0, 1], rotation: [0, 0, 0, 1] } },
    ],
  };
  expectTypeOf(arm.links[0]!.joint!.type).toEqualTypeOf<string>();
  using model = Model.from(arm);
  expect(model.nq).toBe(1);
});

it('a chain whose parents are read from a list', () => {
  const all: readonly string[] = ['a', 'b', 'c'];
  const links: LinkDescription[] = all.map((name, i) => ({ name, parent: all[i - 1] }));
  using model = Model.from({ links });
  expect(model.links.map(({ parent }) => parent)).toEqual([-1, 0, 1]);
});

it('a goal has a name of its own', () => {
  using model = Model.from({ links: [{ name: 'a', joint: { type: 'revolute' } }] });
  using problem = new Problem(model);
  const goal = problem.addGoal({ type: 'pose', link: 'a' });
  expectTypeOf(goal).toEqualTypeOf<LivePoseGoal>();
  expect(goal.reached).toBe(true);
});

it('room reads back as it is given, and a side may have no word', () => {
  using model = Model.from({ links: [{ name: 'a', joint: { type: 'revolute' } }] });
  using problem = new Problem(model);
  const pose = problem.addGoal({ type: 'pose', link: 'a', within: { x: [null, 0.1] }, tilt: [0.1, 0.2] });
  expectTypeOf(pose.within.x).toEqualTypeOf<Room | undefined>();
  expectTypeOf(pose.edges).toEqualTypeOf<readonly GoalEdge[]>();
  const ring = problem.addGoal({ type: 'distance', link: 'a', target: [0, 0, 0, 1], within: [-0.1, 0] });
  expectTypeOf(ring.side).toEqualTypeOf<'exact' | 'inside' | 'outside' | undefined>();
  expectTypeOf(ring.within).toEqualTypeOf<Room>();
  expect([pose.within.x, ring.side]).toEqual([[null, 0.1], undefined]);
});
