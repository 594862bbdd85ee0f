/** limber/worker: obstacles as on the page, also after a worker has died. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Model, Problem, type LinkDescription, type ObstacleDescription } from 'limber';
import { WorkerProblem } from 'limber/worker';
import { checkError } from '../support/models.ts';
import { fakeWorker, type FakeWorker } from '../support/worker-support.ts';
import '../support/silence.ts';

/** Six hinges alternately about Z and Y, with a capsule along each bone. */
const links = Array.from({ length: 6 }, (_, i): LinkDescription => ({
  name: `link${i}`,
  parent: i > 0 ? `link${i - 1}` : null,
  origin: { position: [0, 0, i > 0 ? 0.2 : 0] },
  joint: { type: 'revolute', axis: i % 2 ? [0, 1, 0] : [0, 0, 1], limits: [-2.5, 2.5] },
  collision: [{ type: 'capsule', radius: 0.03, length: 0.14, position: [0, 0, 0.1] }],
}));
const goal = { type: 'position', link: 'link5', target: [0.4, 0.1, 0.5] } as const;
const things: readonly ObstacleDescription[] = [
  { type: 'sphere', radius: 0.1, position: [0.4, 0.1, 0.5] },
  { type: 'box', size: [0.1, 0.2, 0.3], position: [-0.4, 0, 0.4], link: 'link1', ignore: ['link3'] },
];

let workers: FakeWorker[] = [];
let problem: WorkerProblem;
let same: Problem;

beforeEach(async () => {
  workers = [];
  const worker = () => {
    workers.push(fakeWorker());
    return workers.at(-1)!;
  };
  problem = await WorkerProblem.create({ links }, { worker });
  same = new Problem(Model.from({ links }));
  await problem.addGoal(goal);
  same.addGoal(goal);
  for (const each of things) {
    await problem.addObstacle(each);
    same.addObstacle(each);
  }
});

afterEach(() => {
  problem.dispose();
  same.dispose();
});

async function expectSame(): Promise<void> {
  const options = { mode: 'find', maxRestarts: 3, clearance: 0.01 } as const;
  const { status } = await problem.solve(options);
  expect(status).toBe(same.solve(options).status);
  expect([...problem.state.q]).toEqual([...same.state.q]);
  expect(await problem.clearance()).toBe(same.clearance());
  const index = <T>(all: readonly T[], pair: readonly (T | null)[]) =>
    pair.map((each) => each && all.indexOf(each));
  const pairs = (await problem.nearestPairs(3)).map((each) => ({
    ...each,
    obstacles: index(problem.obstacles, each.obstacles),
  }));
  expect(pairs).toEqual(
    same.nearestPairs(3).map((each) => ({ ...each, obstacles: index(same.obstacles, each.obstacles) })),
  );
}

describe('the same as a Problem', () => {
  it('with obstacles, moved ones, and fewer', async () => {
    await expectSame();
    for (const each of [problem, same]) {
      each.obstacles[0]!.pose.set([0.3, 0.3, 0.3], 0);
      each.obstacles[1]!.size.set([0.05], 0);
      each.state.q.fill(0);
    }
    await expectSame();
    same.removeObstacle(same.obstacles[0]!);
    const [first] = problem.obstacles;
    await problem.removeObstacle(first!);
    await problem.removeObstacle(first!);
    expect(problem.obstacles).toHaveLength(1);
    await expectSame();
    expect(() => first!.pose).toThrow('removed');
  });

  it('with pairs of one’s own', async () => {
    const pairs = [['link0', 'link5']] as const;
    same.collisionPairs = pairs;
    await problem.setCollisionPairs(pairs);
    await expectSame();
  });

  it('of solutions, which are clear', async () => {
    const pose = { type: 'pose', link: 'link5', target: [0.3, 0, 0.4, 0, 1, 0, 0] } as const;
    for (const each of [problem, same]) each.goals[0]!.weight = 0;
    await problem.addGoal(pose);
    same.addGoal(pose);
    const { q, count, clearCount } = await problem.solutions({ clearance: 0.01 });
    const expected = same.solutions({ clearance: 0.01 });
    expect([count, clearCount, [...q]]).toEqual([expected.count, expected.clearCount, [...expected.q]]);
    expect(clearCount).toBeLessThanOrEqual(count);
  });
});

it('obstacles as they were last written outlive their worker', async () => {
  const pairs = [['link0', 'link4']] as const;
  await problem.setCollisionPairs(pairs);
  same.collisionPairs = pairs;
  for (const each of [problem, same]) each.obstacles[0]!.pose.set([0.2, 0.2, 0.3], 0);
  problem.onError = () => {};
  workers[0]!.fail('gone');
  await expectSame();
  expect(workers).toHaveLength(2);
});

it.each([
  ['a link that is not there', { type: 'sphere', radius: 1, link: 'nobody' }, 'unknownLink', 'nobody'],
  ['a size below 0', { type: 'sphere', radius: -1 }, 'badShape', '-1'],
  ['no shape', { type: 'cone' }, 'badDescription', 'cone'],
] as const)('refuses %s, with the words of the page', async (_, description, code, word) => {
  const thrown: unknown = await problem.addObstacle(description as never).catch((error: unknown) => error);
  checkError(thrown, code, word);
  await expectSame();
});
