/** Ten thousand links, in a chain: no recursion, no quadratic growth, no errors. */
import { expect, it } from 'vitest';
import { Model, Problem, type ModelDescription } from 'limber';
import { fromURDF, tipsOf } from 'limber/urdf';
import { matrixDifference, stateMatrix, worldMatrices } from './support/matrices.ts';
import { expectError, zigzag } from './support/models.ts';
import { limit, robot } from './support/urdf-files.ts';
import './support/silence.ts';

const count = 10_000;

it('has poses of 10,000 hinges that are the product of 10,000 matrices', () => {
  const description = zigzag(count);
  using model = Model.from(description);
  expect(model.links).toHaveLength(count + 1);
  expect([model.nq, model.nv, model.reach]).toEqual([count, count, count]);

  using problem = new Problem(model);
  for (let i = 0; i < count; ++i) problem.state.q[i] = 0.002 * Math.sin(i / 100);
  problem.state.update();
  const expected = worldMatrices(model, problem.state.q);
  for (const index of [0, 1, count >> 1, count]) {
    const pose = stateMatrix(problem.state.poses, index);
    expect(matrixDifference(pose, expected[index]!, model.reach)).toBeLessThan(1e-10);
  }
});

it('takes the links in any order: the same chain from its end', () => {
  const description = zigzag(count);
  using model = Model.from({ links: [...description.links].reverse() });
  expect(model.links.map(({ name }) => name)).toEqual(description.links.map(({ name }) => name));
  using problem = new Problem(model);
  expect(problem.state.poses[7 * count]).toBe(count);
});

it('keeps the limits of 10,000 joints, and names those that are at one', () => {
  const description: ModelDescription = {
    links: zigzag(count).links.map((each) =>
      each.name === 'tool' ? each : { ...each, joint: { ...each.joint!, limits: [-1e-4, 1e-4] as const } },
    ),
  };
  using model = Model.from(description);
  using problem = new Problem(model);
  problem.addGoal({ type: 'position', link: 'tool', target: [0, count, 0] });
  problem.solve({ maxIterations: 2 });
  expect(problem.state.q.every((each) => Math.abs(each) <= 1e-4)).toBe(true);
  const atLimit = problem.linksAtLimit();
  expect(atLimit.length).toBeGreaterThan(0);
  expect(atLimit).toHaveLength(problem.activeLimits.filter(Boolean).length);
});

it('reads 20,000 links in a row from a URDF', () => {
  const links = Array.from({ length: 20_000 }, (_, i) => `<link name="l${i}"/>`);
  const joints = links
    .slice(1)
    .map(
      (_, i) =>
        `<joint name="j${i}" type="revolute"><parent link="l${i}"/><child link="l${i + 1}"/>` +
        `<origin xyz="0.01 0 0" rpy="0.1 0 0"/><axis xyz="0 0 1"/>${limit}</joint>`,
    );
  const description = fromURDF(robot(...links, ...joints));
  expect(description.links).toHaveLength(20_000);
  expect(tipsOf(description)).toEqual(['l19999']);
  using model = Model.from(description);
  expect(model.nq).toBe(19_999);
  const cut = robot(...links, ...joints.slice(0, -1), joints.at(-1)!.replace('l19999', 'nowhere'));
  expectError(
    () => fromURDF(cut),
    'badUrdf',
    'line 40000, <joint name="j19998">',
    '"nowhere"',
    'and 19992 more',
  );
});
