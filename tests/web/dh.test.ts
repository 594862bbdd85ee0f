/** Denavit–Hartenberg tables against the conventions' own products of 4×4 matrices. */
import fc from 'fast-check';
import { Matrix4, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { fromDH, Model, Problem, type DHConvention, type DHJoint, type DHTable } from 'limber';
import { matrixDifference, poseMatrix, stateMatrix } from './support/matrices.ts';
import { expectError } from './support/models.ts';
import { number, unitQuat, vec3 } from './support/random-models.ts';
import './support/silence.ts';

const alongX = (metres: number): Matrix4 => new Matrix4().makeTranslation(metres, 0, 0);
const alongZ = (metres: number): Matrix4 => new Matrix4().makeTranslation(0, 0, metres);
const aboutX = (angle: number): Matrix4 => new Matrix4().makeRotationX(angle);
const aboutZ = (angle: number): Matrix4 => new Matrix4().makeRotationZ(angle);
const product = (factors: readonly Matrix4[]): Matrix4 =>
  factors.reduce((left, right) => left.multiply(right), new Matrix4());

/** The matrices of one row in each convention, factor by factor. */
const rowMatrices: Record<DHConvention, (a: number, d: number, alpha: number, theta: number) => Matrix4[]> = {
  standard: (a, d, alpha, theta) => [aboutZ(theta), alongZ(d), alongX(a), aboutX(alpha)],
  modified: (a, d, alpha, theta) => [aboutX(alpha), alongX(a), aboutZ(theta), alongZ(d)],
};
const conventions = Object.keys(rowMatrices) as DHConvention[];

/** World from flange. */
function tipMatrix({ convention, joints, flange = {} }: DHTable, q: readonly number[]): Matrix4 {
  const rows = joints.map(({ type = 'revolute', a = 0, d = 0, alpha = 0, theta = 0 }, i) => {
    const slides = type === 'prismatic';
    const matrices = rowMatrices[convention];
    return product(matrices(a, d + (slides ? q[i]! : 0), alpha, theta + (slides ? 0 : q[i]!)));
  });
  return product([...rows, poseMatrix(flange)]);
}

const length = number(-1, 1);
const angle = number(-Math.PI, Math.PI);
const row: fc.Arbitrary<DHJoint> = fc.record(
  {
    type: fc.constantFrom('revolute' as const, 'continuous' as const, 'prismatic' as const),
    a: length,
    d: length,
    alpha: angle,
    theta: angle,
  },
  { requiredKeys: [] },
);
const flange = fc.record({ position: vec3(1), rotation: unitQuat }, { requiredKeys: [] });
const table = fc.record(
  {
    convention: fc.constantFrom(...conventions),
    joints: fc.array(row, { minLength: 1, maxLength: 9 }),
    flange,
  },
  { requiredKeys: ['convention', 'joints'] },
);

/** Runs `look` on the problem of a table at `q`. */
function at(made: DHTable, q: readonly number[], look: (problem: Problem) => void): void {
  using model = Model.from(fromDH(made));
  using problem = new Problem(model);
  problem.state.q.set(q);
  problem.state.update();
  look(problem);
}

function effectorMatrix({ model, state }: Problem): Matrix4 {
  return stateMatrix(state.poses, model.findLink('effector'));
}

it('puts the effector where the product of the rows does, in both conventions', () => {
  const values = fc.array(number(-3, 3), { minLength: 9, maxLength: 9 });
  const law = fc.property(table, values, (made, numbers) => {
    const q = numbers.slice(0, made.joints.length);
    at(made, q, (problem) => {
      expect(matrixDifference(effectorMatrix(problem), tipMatrix(made, q), 10)).toBeLessThan(1e-13);
    });
  });
  fc.assert(law, { numRuns: 500 });
});

it('moves each link of the convention "modified" with the frame of its row', () => {
  const joints: DHJoint[] = [
    { a: 0.1, alpha: 0.3, d: 0.2 },
    { a: 0.4, alpha: -1, theta: 0.7, type: 'prismatic' },
    { a: -0.2, alpha: 2, d: 0.5 },
  ];
  const q = [0.4, 0.3, -1.1];
  at({ convention: 'modified', joints }, q, ({ model, state }) => {
    for (const i of joints.keys()) {
      const part = { convention: 'modified' as const, joints: joints.slice(0, i + 1) };
      const expected = tipMatrix(part, q.slice(0, i + 1));
      expect(
        matrixDifference(stateMatrix(state.poses, model.findLink(`joint ${i + 1}`)), expected),
      ).toBeLessThan(1e-14);
    }
  });
});

it('has a fixed base, the links of its rows, their limits, and a fixed effector', () => {
  using model = Model.from(
    fromDH({
      name: 'three rows',
      convention: 'standard',
      joints: [
        { name: 'waist', d: 0.5, limits: [-1, 2] },
        { a: 0.3, type: 'continuous' },
        { type: 'prismatic', d: 0.1, limits: [0, 0.2] },
      ],
    }),
  );
  expect(model.name).toBe('three rows');
  expect(model.links.map(({ name, joint }) => [name, joint.type])).toEqual([
    ['base', 'fixed'],
    ['waist', 'revolute'],
    ['joint 2', 'continuous'],
    ['joint 3', 'prismatic'],
    ['effector', 'fixed'],
  ]);
  const limits = model.links.flatMap(({ motions }) => motions.map((motion) => motion.limits));
  expect(limits).toEqual([
    [-1, 2],
    [-Infinity, Infinity],
    [0, 0.2],
  ]);
});

it('keeps limits to the joint value, beside the offsets θ and d', () => {
  const joints: DHJoint[] = [
    { a: 1, theta: Math.PI / 2, limits: [0, 1] },
    { type: 'prismatic', d: 2, limits: [0, 0.5] },
  ];
  at({ convention: 'standard', joints }, [0, 0.5], (problem) => {
    problem.state.projectOntoLimits();
    expect([...problem.state.q]).toEqual([0, 0.5]);
    const tip = new Vector3().setFromMatrixPosition(effectorMatrix(problem));
    expect(tip.distanceTo(new Vector3(0, 1, 2.5))).toBeLessThan(1e-15);
  });
});

describe('names what is wrong:', () => {
  const good = { convention: 'standard', joints: [{ a: 1 }] };
  const withRow = (wrong: unknown) => ({ ...good, joints: [{ a: 1 }, wrong] });

  // prettier-ignore
  it.each<[string, unknown, ...string[]]>([
    ['no table', undefined, 'table must be an object, not undefined'],
    ['no convention', { joints: [{}] }, 'table.convention must be "standard" or "modified", not undefined'],
    ['an unknown convention', { ...good, convention: 'Craig' }, 'table.convention', 'not "Craig"'],
    ['a misspelt key', { ...good, joint: [] }, 'table.joint is unknown; known: name, convention, joints, flange'],
    ['no rows', { convention: 'standard' }, 'table.joints must be an array, not undefined'],
    ['an empty list', { ...good, joints: [] }, 'table.joints must be at least one row'],
    ['a gap', { ...good, joints: Array(2) }, 'table.joints[0] must be an object, not undefined'],
    ['a row of numbers', withRow([1, 2, 3, 4]), 'table.joints[1] must be an object, not an array of 4'],
    ['a misspelt number', withRow({ alfa: 1 }), 'table.joints[1].alfa is unknown', 'a, d, alpha, theta, limits'],
    ['a number as text', withRow({ d: '0.3' }), 'table.joints[1].d must be a number, not "0.3"'],
    ['a type of joint that no table has', withRow({ type: 'ball' }), 'table.joints[1].type', 'not "ball"'],
    ['a name that is none', withRow({ name: 7 }), 'table.joints[1].name must be a string, not 7'],
    ['the name of the last link', withRow({ name: 'effector' }), 'table.joints[1].name', 'another name'],
    ['the name of the first link', withRow({ name: 'base' }), 'table.joints[1].name', 'another name'],
    ['a flange of numbers', { ...good, flange: [0, 0, 1] }, 'table.flange must be an object, not an array of 3'],
    ['a name of the model', { ...good, name: 5 }, 'table.name must be a string, not 5'],
  ])('%s', (_, wrong, ...words) => {
    expectError(() => fromDH(wrong as DHTable), 'badDescription', ...words);
  });

  it.each(['a', 'd', 'alpha', 'theta'])('%s that is not finite', (key) => {
    for (const value of [NaN, Infinity, -Infinity]) {
      const words = [`table.joints[1].${key} is ${value}`, 'give a finite number'];
      expectError(() => fromDH(withRow({ [key]: value }) as DHTable), 'notFinite', ...words);
    }
    const flange = { position: [0, NaN, 0] };
    expectError(() => fromDH({ ...good, flange } as unknown as DHTable), 'notFinite', 'table.flange is NaN');
  });

  it('limits, names and flanges, which the model judges', () => {
    const build = (wrong: unknown) => () => Model.from(fromDH(wrong as DHTable));
    expectError(build(withRow({ limits: [1, -1] })), 'badLimits', 'joint 2');
    expectError(build(withRow({ limits: 3 })), 'badDescription', 'links[2].joint.limits');
    expectError(build(withRow({ name: 'joint 1' })), 'duplicateName', 'joint 1');
    expectError(build({ ...good, flange: { rotation: [0, 0, 0, 2] } }), 'notUnit', 'effector');
  });
});
