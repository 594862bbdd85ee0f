/** The article's closed form, its Euler angles, and its program against the core. */
import { readFileSync } from 'node:fs';
import { Euler, Quaternion, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { Model, Problem } from 'limber';
import { articleArm } from 'limber/robots';
import { eulerOf } from '../../../docs/figures/euler.ts';
import { jointsOf, type Joint } from '../../../docs/figures/joints.ts';
import { backwards } from '../../../docs/figures/two-links.ts';
import '../support/silence.ts';

it('finds both elbows of a point in the ring, and none of others', () => {
  for (let x = -0.95; x < 1; x += 0.17)
    for (let y = -0.95; y < 1; y += 0.13)
      for (const side of [1, -1]) {
        const q = backwards([x, y], side);
        const far = Math.hypot(x, y);
        expect(q !== null, `${x} ${y}`).toBe(far <= 0.86 && far >= 0.14);
        if (!q) continue;
        expect(Math.sign(q[1])).toBe(side);
        expect(0.5 * Math.cos(q[0]) + 0.36 * Math.cos(q[0] + q[1])).toBeCloseTo(x, 12);
        expect(0.5 * Math.sin(q[0]) + 0.36 * Math.sin(q[0] + q[1])).toBeCloseTo(y, 12);
      }
});

it('reads the Euler angles that three.js reads, beyond a right angle too', () => {
  for (let angle = -3.1; angle < 3.1; angle += 0.1) {
    const turned = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), angle);
    const same = new Quaternion().setFromEuler(new Euler(...eulerOf(angle)));
    expect(Math.abs(same.dot(turned))).toBeCloseTo(1, 12);
    expect(eulerOf(angle)[1]).toBeCloseTo(new Euler().setFromQuaternion(turned).y, 6);
  }
});

it('sweeps in forty lines as the core does', () => {
  const text = readFileSync(new URL('../../../docs/figures/method.txt', import.meta.url), 'utf8');
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the program that the page runs
  const make = new Function(`${text}; return sweep;`) as () => (
    joints: Joint[],
    tool: readonly number[],
    goal: readonly number[],
  ) => void;
  const sweep = make();
  using model = Model.from(articleArm);
  using problem = new Problem(model);
  const goal = problem.addGoal({ type: 'position', link: 'effector' });
  const { joints, tool } = jointsOf();
  for (const target of [
    [33, 58, 26],
    [-20, 14, 36],
    [60, 20, -30],
  ] as const)
    // prettier-ignore
    for (let k = 0; k < 20; k += 1) {
      goal.target.set(target);
      problem.solve({ solver: 'ccd', maxIterations: 1, tolerance: 0, stallTolerance: 0 });
      sweep(joints, tool, target);
      joints.forEach(({ angle }, i) => expect(angle).toBeCloseTo(problem.state.q[i]!, 9));
    }
  expect(goal.distance).toBeLessThan(5);
});
