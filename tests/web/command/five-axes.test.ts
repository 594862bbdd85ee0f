/** `limber solve` for an arm of five hinges: poses that it has, and what is said of others. */
import { Model, Problem } from 'limber';
import { robots, toURDF } from 'limber/robots';
import { expect, it } from 'vitest';
import { perform } from '../../../web/src/command/perform.ts';
import { Random } from '../../bench/random.ts';
import '../support/silence.ts';

const urdf = toURDF(robots.so101);
const solve = (pose: readonly number[], ...args: string[]): string =>
  perform(
    ['solve', 'so101.urdf', '--tip', 'effector', '--pose', pose.join(), '--format', 'json', ...args],
    '',
    () => urdf,
  ).text;

/** Joint values, and the pose of the tip there. */
function poses(count: number): { q: number[]; pose: number[] }[] {
  using model = Model.from(robots.so101);
  using problem = new Problem(model);
  const random = new Random(5);
  return Array.from({ length: count }, () => {
    const q = model.links.flatMap(({ motions }) =>
      motions.map(({ limits: [least, most] }) => random.between(least, most)),
    );
    problem.state.q.set(q);
    problem.state.update();
    return { q, pose: [...problem.pose('effector')] };
  });
}

it('lists the joint values that a pose was read from, printed or not', () => {
  for (const { q, pose } of poses(20)) {
    const rows = (JSON.parse(solve(pose)) as { q: number[][] }).q;
    expect(rows.some((row) => row.every((each, i) => Math.abs(each - q[i]!) < 1e-5))).toBe(true);
    const printed = (JSON.parse(solve(pose.map((each) => Number(each.toFixed(6))))) as { q: number[][] }).q;
    expect(printed.length).toBeGreaterThan(0);
  }
});

it('names the axis to leave free, and finds the pose with it', () => {
  using model = Model.from(robots.so101);
  using problem = new Problem(model);
  problem.state.q.fill(0);
  problem.state.update();
  // Forwards, but beside the plane in which the arm stands.
  const target = [0.25, 0.12, 0.15, ...problem.pose('effector').slice(3)];
  const refused = /certain: the 5 free joints cannot meet all .* leave (r[xyz]) free/;
  let axis = '';
  try {
    solve(target);
  } catch (error) {
    axis = refused.exec((error as Error).message)![1]!;
  }
  expect(axis).toMatch(/r[xy]/);
  const { q } = JSON.parse(solve(target, '--free', axis, '--no-limits')) as { q: number[][] };
  expect(q.length).toBeGreaterThan(0);
});
