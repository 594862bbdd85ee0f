/** `problem.solutions` on arms with seven joints. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { init, Model, Problem, type Redundancy } from 'limber';
import { robots } from 'limber/presets';
import { readRobots } from '../bench/robots-csv.ts';
import { expectError } from './support/models.ts';

// Before the tests are listed.
await init();

const file = join(import.meta.dirname, '../../../shared/data/robots.csv');
const arms = existsSync(file) ? readRobots(file) : [robots.iiwa14, robots.panda];
const seven = arms.filter(({ name = '' }) => /^(iiwa14|lwr4|panda|yumi|baxter|fetch)$/.test(name));

const posed = (model: Model, q: readonly number[]): Problem => {
  const problem = new Problem(model);
  problem.state.q.set(q);
  problem.state.update();
  problem.addGoal({ type: 'pose', link: model.links.at(-1)!.name });
  return problem;
};

/** About a third of the way from the lower to the upper limits. */
const poseOf = (model: Model): number[] =>
  model.links
    .flatMap(({ motions }) => motions)
    .map(({ limits: [min, max] }, i) => (isFinite(min) ? min + (max - min) * (0.3 + 0.03 * i) : 0.3 * i));

describe.each(seven.map((description) => [description.name, description] as const))(
  '%s',
  (name, description) => {
    const model = Model.from(description);
    const q = poseOf(model);

    it('has the pose that the target was taken from in the slice of each joint', () => {
      const problem = posed(model, q);
      const moving = model.links.filter(({ nq }) => nq > 0);
      for (const [i, link] of moving.entries()) {
        if (i === 3 && /iiwa|lwr/.test(name!)) continue; // determined by the target
        const found = problem.solutions({ redundancy: { joint: link.name, value: q[i]! } });
        expect(found.reason).toBe('');
        const ways = Array.from({ length: found.count }, (_, k) =>
          Math.hypot(...found.at(k).map((x, j) => x - q[j]!)),
        );
        expect(Math.min(...ways)).toBeLessThan(1e-6);
        for (let k = 0; k < found.count; ++k) {
          const pose = found.at(k).slice();
          problem.state.q.set(pose);
          problem.state.update();
          expect(problem.goals[0]!.distance).toBeLessThan(1e-9);
          expect(problem.goals[0]!.angle).toBeLessThan(1e-9);
          expect(pose[i]).toBeCloseTo(q[i]!, 14);
        }
        problem.state.q.set(q);
        problem.state.update();
      }
    });

    it('finds the nearest pose of all, and where there are others', () => {
      const problem = posed(model, q);
      const start = q.map((value, i) => value + 0.1 * Math.cos(i));
      problem.state.q.set(start);
      const found = problem.solutions();
      const way = (pose: ArrayLike<number>): number => Math.hypot(...start.map((x, i) => x - pose[i]!));
      expect(way(found.at(0))).toBeLessThanOrEqual(way(q));
      for (let i = 1; i < found.count; ++i)
        expect(way(found.at(i))).toBeGreaterThanOrEqual(way(found.at(i - 1)));
      const { parameter, intervals } = found;
      expect(intervals.length).toBeGreaterThan(0);
      expect(intervals.length % 2).toBe(0);
      expect([...intervals].sort((a, b) => a - b)).toEqual([...intervals]);
      const joint = model.findLink(parameter);
      expect(joint < 0).toBe(parameter === 'swivel');
      if (joint >= 0) expect(isInside(intervals, q[model.links[joint]!.qIndex]!)).toBe(true);
      const all = [...intervals];
      const at = (value: number): number =>
        problem.solutions({ redundancy: joint < 0 ? { swivel: value } : { joint: parameter, value } }).count;
      for (let i = 0; i < all.length; i += 2) expect(at((all[i]! + all[i + 1]!) / 2)).toBeGreaterThan(0);
      for (let i = 1; i + 1 < all.length; i += 2) expect(at((all[i]! + all[i + 1]!) / 2)).toBe(0);
      expect(found.intervals).toHaveLength(0);
      problem.solutions({ intervals: false });
      expect(found.intervals).toHaveLength(0);
      expect(found.parameter).toBe(parameter);
    });
  },
);

/** Whether one of the intervals contains the value, up to whole turns. */
const isInside = (intervals: Float64Array, value: number): boolean =>
  [-2, 0, 2].some((turns) =>
    intervals.some((from, i) => {
      const at = value + turns * Math.PI;
      return i % 2 === 0 && at >= from && at <= intervals[i + 1]!;
    }),
  );

const iiwaPose = [0.3, 0.6, -0.4, -1.2, 0.5, 0.9, -0.2];

it('has eight poses for each swivel of the elbow', () => {
  const problem = posed(Model.from(robots.iiwa14), iiwaPose);
  const found = problem.solutions({ limits: false, redundancy: { swivel: 0.4 } });
  expect(found).toMatchObject({ count: 8, complete: true, reason: '' });
});

it('says why there is no such slice', () => {
  const panda = posed(Model.from(robots.panda), [0.1, 0.2, 0.3, -1.4, 0.5, 1.6, 0.7]);
  const reason = (redundancy: Redundancy): string => panda.solutions({ redundancy }).reason;
  const { links } = panda.model;
  const joint = links[3]!.name;
  expect(reason({ swivel: 0 })).toContain('first three axes');
  expect(reason({ joint, value: 1 })).toContain('limits');
  expect(panda.solutions({ limits: false, redundancy: { joint, value: 1 } }).reason).toBe('');
  panda.jointWeights[3] = 0;
  expect(reason({ joint, value: -1 })).toContain('fewer');
});

it.each<[unknown, ...string[]]>([
  [null, 'redundancy', 'joint'],
  [{ swivel: NaN }, 'swivel', 'NaN'],
  [{ swivel: '1' }, 'swivel'],
  [{ swivel: 1, value: 2 }, 'redundancy.value', 'known'],
  [{ joint: 'nobody', value: 1 }, 'nobody', 'seven joints'],
  [{ joint: 'joint 1', motion: 1, value: 1 }, 'motion', '1'],
  ...['length', 'map', '0', 0.5, -1, Object.create(null) as object].map((motion): [unknown, string] => [
    { joint: 'joint 3', motion, value: 0.2 },
    'motion is',
  ]),
  [{ joint: 'joint 1' }, 'value'],
  [{ joint: 'joint 1', value: Infinity }, 'value', 'Infinity'],
  [{}, 'undefined'],
])('refuses the redundancy %o', (redundancy, ...words) => {
  const problem = posed(Model.from(robots.iiwa14), iiwaPose);
  const given = { redundancy: redundancy as Redundancy };
  expectError(() => problem.solutions(given), 'badOption', ...words);
});

it('keeps the intervals where they are until it is asked again, and refuses after disposal', () => {
  const problem = posed(Model.from(robots.iiwa14), iiwaPose);
  const found = problem.solutions();
  expect(found.parameter).toBe('swivel');
  const { intervals } = found;
  const before = [...intervals];
  problem.solutions();
  expect(found.intervals).toBe(intervals);
  expect([...intervals]).toEqual(before);
  problem.goals[0]!.target[0] = 5;
  expect(problem.solutions()).toMatchObject({ count: 0, complete: true, reason: '', parameter: 'swivel' });
  expect(found.intervals).toHaveLength(0);
  problem.goals[0]!.target[0] = NaN;
  expect(problem.solutions().reason).toContain('not finite');
  problem.dispose();
  expectError(() => problem.solutions({ redundancy: { swivel: 0 } }), 'disposed');
  expectError(() => found.parameter, 'disposed');
});

/** A chain of hinges; each carries link `turn 0`, `turn 1` and so on. */
function hinges(length: number): Problem {
  const links = Array.from({ length }, (_, i) => ({
    name: `turn ${i}`,
    ...(i > 0 ? { parent: `turn ${i - 1}` } : {}),
    origin: { position: [0.1, 0.05 * i, 0.2] as const },
    joint: {
      type: 'revolute' as const,
      axis: (
        [
          [0, 0, 1],
          [0, 1, 0],
          [1, 0, 0],
        ] as const
      )[i % 3]!,
    },
  }));
  const problem = new Problem(Model.from({ links }));
  problem.addGoal({ type: 'pose', link: `turn ${length - 1}` });
  return problem;
}

it('asks to hold joints of more than seven, and names them', () => {
  const problem = hinges(8);
  const { reason } = problem.solutions();
  expect(reason).toContain("'turn 0'");
  expect(reason).not.toContain("'turn 1'");
  problem.jointWeights[0] = 0;
  expect(problem.solutions().reason).toBe('');
});

it('names eight of many', () => {
  const { reason } = hinges(5000).solutions();
  expect(reason).toContain("hold 'turn 4992', 'turn 4991'");
  expect(reason).toContain("'turn 4985' and 4985 more by joint weights of 0");
});
