/** Joints of every type: fields and values arrive, poses and places in q return. tests/cpp/kinematics_laws_test.cpp proves them on random trees. */
import { expect, it } from 'vitest';
import { Model, Problem, type JointDescription, type Quat, type Vec3 } from 'limber';
import './support/silence.ts';

const turn = Math.PI / 2;
const half = Math.SQRT1_2;
const still: Quat = [0, 0, 0, 1];

const rows: readonly [JointDescription, q: number[], position: Vec3, rotation: Quat][] = [
  [{ type: 'fixed' }, [], [0, 0, 0], still],
  [{ type: 'revolute', axis: [0, 2, 0] }, [turn], [0, 0, 0], [0, half, 0, half]],
  [{ type: 'continuous', axis: [-1, 0, 0] }, [turn], [0, 0, 0], [-half, 0, 0, half]],
  [{ type: 'prismatic', axis: [0, 0, 3] }, [0.5], [0, 0, 0.5], still],
  [{ type: 'helical', axis: [1, 0, 0], pitch: 0.2 }, [turn], [0.2 * turn, 0, 0], [half, 0, 0, half]],
  [{ type: 'universal', axis2: [0, 1, 0] }, [turn, turn], [0, 0, 0], [-0.5, 0.5, 0.5, 0.5]],
  [{ type: 'cylindrical', axis: [0, 1, 0] }, [0.3, turn], [0, 0.3, 0], [0, half, 0, half]],
  // The least turn from Z to X takes X to −Z.
  [{ type: 'planar', axis: [1, 0, 0] }, [0.1, 0.2, turn], [0, 0.2, -0.1], [half, 0, 0, half]],
  [{ type: 'ball' }, [0, 0, 2, 2], [0, 0, 0], [0, 0, half, half]],
  [{ type: 'free' }, [1, 2, 3, 0, 0, half, half], [1, 2, 3], [0, 0, half, half]],
];

it.each(rows)('%j at %j is at %j, turned by %j', (joint, q, [x, y, z], rotation) => {
  using model = Model.from({
    links: [{ name: 'mast' }, { name: 'only', parent: 'mast', origin: { position: [0, 0, 1] }, joint }],
  });
  using problem = new Problem(model);
  problem.state.q.set(q);
  problem.state.update();
  const pose = [x, y, z + 1, ...rotation].map((each) => expect.closeTo(each, 12) as number);
  expect([...problem.pose('only')]).toEqual(pose);
});

it('lays out q and its tangent without gaps, link by link', () => {
  using model = Model.from({ links: rows.map(([joint], i) => ({ name: `link${i}`, joint })) });
  let [nq, nv] = [0, 0];
  for (const [i, [, q]] of rows.entries()) {
    const link = model.links[i]!;
    expect(link.nq).toBe(q.length);
    if (link.nq === 0) continue;
    expect([link.qIndex, link.vIndex]).toEqual([nq, nv]);
    nq += link.nq;
    nv += link.nv;
  }
  expect([model.nq, model.nv]).toEqual([nq, nv]);
});
