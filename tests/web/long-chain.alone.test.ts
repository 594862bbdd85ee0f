/** Many thousand links in a row: no recursion and no quadratic growth in TypeScript. tests/cpp/laws/long_chain_test.cpp solves them. */
import { expect, it } from 'vitest';
import { Model, Problem } from 'limber';
import { familyOf, fromURDF, tipsOf } from 'limber/robots';
import { expectError, zigzag } from './support/models.ts';
import { limit, robot } from './support/urdf-files.ts';
import './support/silence.ts';

/** More than a recursion has room for. */
const count = 12_000;

it('takes thousands of links in any order, and names those that are at a limit', () => {
  const { links } = zigzag(count);
  const limits = [-1, 1] as const;
  const limited = links.map((each, i) =>
    i === count ? each : { ...each, joint: { ...each.joint!, limits } },
  );
  using model = Model.from({ links: limited.reverse() });
  expect(model.links.map(({ name }) => name)).toEqual(links.map(({ name }) => name));
  expect([model.nq, model.nv, model.reach]).toEqual([count, count, count]);
  using problem = new Problem(model);
  expect(problem.state.poses[7 * count]).toBe(count);
  problem.state.q[count - 1] = 1;
  problem.state.update();
  expect(problem.linksAtLimit()).toEqual([`link${count - 1}`]);
});

it('reads as many from a URDF', () => {
  const names = Array.from({ length: count }, (_, i) => `<link name="l${i}"/>`);
  const joints = names
    .slice(1)
    .map(
      (_, i) =>
        `<joint name="j${i}" type="revolute"><parent link="l${i}"/><child link="l${i + 1}"/>` +
        `<origin xyz="0.01 0 0" rpy="0.1 0 0"/><axis xyz="0 0 1"/>${limit}</joint>`,
    );
  const description = fromURDF(robot(...names, ...joints));
  expect(description.links).toHaveLength(count);
  expect(tipsOf(description)).toEqual([`l${count - 1}`]);
  const cut = robot(...names, ...joints.slice(0, -1), joints.at(-1)!.replace(`l${count - 1}`, 'nowhere'));
  const place = `line ${2 * count}, <joint name="j${count - 2}">`;
  expectError(() => fromURDF(cut), 'badUrdf', place, '"nowhere"', `and ${count - 8} more`);
});

it('names its family in one walk up', () => {
  const links = Array.from({ length: 200_000 }, (_, i) => ({
    name: `${i}`,
    ...(i > 0 && { parent: `${i - 1}` }),
  }));
  using model = Model.from({ links });
  expect(familyOf(model, '199999').description).toBe('0 hinges');
});
