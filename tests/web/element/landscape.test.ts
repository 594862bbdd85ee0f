/** The balls of the landscape, and the ground on which they roll. */
import { expect, it } from 'vitest';
import { Problem, solverNames } from 'limber';
import { armOf, type Ball, ballsOf, type Drop } from '../../../web/src/element/live/landscape/balls.ts';
import {
  errorAt,
  placeOf,
  pointsAt,
  type Pose,
  poseUnder,
  valleysOf,
} from '../../../web/src/element/live/landscape/ground.ts';
import { limits, presets } from '../../../web/src/element/live/landscape/presets.ts';

const { balls, without } = ballsOf(armOf());
const ballOf = (name: string): Ball => balls.find((ball) => ball.name === name)!;
const presetOf = (name: string): Drop => presets.find((preset) => preset.name === name)!;

/** Drops balls, and waits until all lie still. */
function drop(onto: Drop, some: readonly Ball[] = balls): void {
  for (const ball of some) {
    ball.lift(onto);
    while (ball.stride());
  }
}

const placesOf = ({ count, path }: Ball): Pose[] =>
  Array.from({ length: count }, (_, i) => [path[2 * i]!, path[2 * i + 1]!]);

it('the ground is the error of forward kinematics, and each valley is one of its lowest places', () => {
  const problem = new Problem(armOf());
  const goal = problem.addGoal({ type: 'position', link: 'tip', target: [0.3, -0.4, 0] });
  for (const pose of [
    [0, 0],
    [1.1, -2],
    [-2.8, 3],
  ] as const) {
    problem.state.q.set(pose);
    problem.state.update();
    expect(errorAt(pose, [0.3, -0.4])).toBeCloseTo(goal.distance, 12);
  }
  problem.dispose();
  const both = valleysOf([0.3, -0.4]);
  expect(both.map(({ name }) => name).sort()).toEqual(['elbow down', 'elbow up']);
  for (const { name, pose } of both) {
    expect(errorAt(pose, [0.3, -0.4])).toBeCloseTo(0, 12);
    // Above or below the line from the base to the goal.
    const [[x, y]] = pointsAt(pose);
    expect(Math.sign(0.3 * y + 0.4 * x)).toBe(name === 'elbow up' ? 1 : -1);
  }
  expect(valleysOf([0.9, 1.2]).map(({ pose }) => errorAt(pose, [0.9, 1.2]))).toEqual([
    expect.closeTo(0.62, 12),
  ]);
});

it('a line of sight meets the ground where it first goes below it', () => {
  const goal = [0.42, 0.44] as const;
  const pose: Pose = [0.4, 0.9];
  const at = placeOf(pose, goal);
  const from = [at[0] + 0.2, at[1] + 3, at[2] + 2] as const;
  const sight = [0, 1, 2].map((i) => at[i]! - from[i]!) as unknown as Pose & [number, number, number];
  const hit = poseUnder(from, sight, goal)!;
  expect(hit[0]).toBeCloseTo(pose[0], 3);
  expect(hit[1]).toBeCloseTo(pose[1], 3);
  expect(poseUnder([3, 2, 0], [0, -1, 0], goal)).toBeNull();
});

it('every solver has a ball or a reason', () => {
  for (const name of solverNames())
    expect(balls.some(({ solver }) => solver === name) || without.some((why) => why.includes(name))).toBe(
      true,
    );
  expect(balls.length + without.length).toBe(solverNames().length + 1);
  expect(new Set(balls.map(({ colour }) => colour)).size).toBe(balls.length);
});

it.each(presets)('$title: a ball ends where its solver says', (preset) => {
  drop(preset);
  for (const ball of balls) {
    expect(ball.error < 1e-3).toBe(ball.end === 'converged');
    expect(ball.end).not.toBeNull();
    if (preset.walls)
      for (const pose of placesOf(ball))
        pose.forEach((angle, i) => {
          expect(angle).toBeGreaterThanOrEqual(limits[i]![0] - 1e-12);
          expect(angle).toBeLessThanOrEqual(limits[i]![1] + 1e-12);
        });
  }
});

it('CCD’s ball moves along one axis at a time, and never up', () => {
  const ball = ballOf('ccd');
  for (const preset of presets) {
    drop(preset, [ball]);
    const places = placesOf(ball);
    places.slice(1).forEach((pose, k) => {
      expect(pose[k % 2]).toBeCloseTo(places[k]![k % 2]!, 12);
      expect(errorAt(pose, preset.goal)).toBeLessThanOrEqual(errorAt(places[k]!, preset.goal) + 1e-12);
    });
  }
});

it('two valleys are both reached; a wall stops some balls, and the one that anneals jumps out', () => {
  drop(presetOf('valleys'));
  expect(balls.every(({ end }) => end === 'converged')).toBe(true);
  expect(new Set(balls.map(({ pose }) => Math.sign(Math.sin(pose[1])))).size).toBe(2);
  drop(presetOf('wall'));
  expect(balls.filter(({ words }) => words === 'stopped by the wall').length).toBeGreaterThan(2);
  expect(ballOf('ccd').words).toBe('stopped by the wall');
  expect(ballOf('annealing')).toMatchObject({ end: 'converged', words: 'jumps, and arrives' });
});

it('on the ridge some feel no slope; out of reach none arrives', () => {
  drop(presetOf('ridge'));
  expect(balls.some(({ words }) => words === 'feels no slope, stays')).toBe(true);
  expect(balls.some(({ end }) => end === 'converged')).toBe(true);
  drop(presetOf('far'));
  expect(balls.some(({ end }) => end === 'converged')).toBe(false);
  expect(balls.some(({ end }) => end === 'unreachable')).toBe(true);
});
