/** The docs' figures of all poses: they show as many as the core finds, and follow mouse, finger and keyboard. */
import { init, Model, Problem } from 'limber';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PosesFigure } from '../../docs/figures/poses.ts';
import { allRobots } from '../../demos/robot-files/robots.ts';
import { part, press as click, said, show as showFigure } from './figure-support.ts';
import { centre, laidOut, mouse, mouseDrag, press, touch, until } from './three-support.ts';

const texts = import.meta.glob<string>('../../docs/site/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const arms = Object.values(texts).flatMap((text) =>
  [...text.matchAll(/<limber-figure name="poses" arm="(\w+)">/g)].map(([, arm]) => arm!),
);

beforeAll(() => init());

async function show(arm: string): Promise<PosesFigure> {
  const figure = await showFigure<PosesFigure>('poses', { arm, style: 'width: 400px' });
  await until(() => part('.stage[data-drawn]') !== null, `${arm} to be drawn`);
  return figure;
}

/** Waits until the arm is where it goes. */
async function rest({ bench, poses }: PosesFigure): Promise<void> {
  await laidOut();
  await until(() => bench.resting && !poses.moving, 'the arm to rest');
  await laidOut();
}

const cubes = '[aria-roledescription="draggable point"]';

async function drag(handle: Element, dx: number, dy: number): Promise<void> {
  const { x, y } = centre(handle);
  await mouseDrag({ x, y }, { x: x + dx / 2, y: y + dy / 2 }, { x: x + dx, y: y + dy });
  await mouse('mouseReleased', x + dx, y + dy);
}

async function turn(): Promise<void> {
  part('[aria-label^="Orientation"]').focus();
  await press('ArrowRight');
}

/** Number of poses that a separate problem finds for the same goals and slice. */
function counted({ bench, poses }: PosesFigure, name: string): number {
  const { parameter, slice } = poses;
  using model = Model.from(allRobots.find((each) => each.name === name)!.upright);
  using problem = new Problem(model);
  problem.state.q.set(bench.problem.state.q);
  problem.state.update();
  for (const goal of bench.problem.goals) {
    const { type, link, target } = goal;
    const axis = goal.type === 'direction' ? { axis: [1, 0, 0] as const } : {};
    // Four joints cannot tilt the tool.
    const free = poses.joints.length === 4 ? { free: ['rx', 'ry'] as const } : {};
    problem.addGoal({ type, link, target: [...target], ...axis, ...free });
  }
  const redundancy = parameter ? { redundancy: parameter.slice(slice) } : {};
  return problem.solutions({ limits: false, ...redundancy }).count;
}

function expectWhole(figure: PosesFigure, name: string): void {
  const { bench, ghosts, poses } = figure;
  expect(poses.all).toHaveLength(counted(figure, name));
  // The arm is in one of them, which has no ghost, and meets its goals; or nothing does.
  expect(poses.own === null).toBe(poses.all.length === 0);
  if (poses.own) expect(ghosts.drawn).not.toContain(poses.own);
  for (const { distance, angle } of poses.own ? bench.problem.goals : [])
    expect(Math.max(distance || 0, angle || 0)).toBeLessThan(1e-5);
  expect(ghosts.all.filter(({ visible }) => visible)).toHaveLength(ghosts.drawn.length);
}

it('is on the pages of all families', () => {
  const families = 'cobra600 iiwa14 orthogonal panda puma560 sixteen stanford three ur5 wrist';
  expect([...arms].sort().join(' ')).toBe(families);
});

describe.each(arms)('the figure of the arm %s', (name) => {
  it('shows all poses that the core finds, before and after its goal is dragged', async () => {
    const figure = await show(name);
    const { poses } = figure;
    expect(poses.all.length).toBeGreaterThan(1);
    expectWhole(figure, name);
    const before = poses.all.map(({ q }) => [...q]);
    const wish = figure.poses.wish;
    const cube = part(cubes) as HTMLElement | null;
    if (cube) await drag(cube, 12, -8);
    else await turn();
    await rest(figure);
    expect(figure.poses.wish).not.toEqual(wish);
    expect(poses.all.map(({ q }) => [...q])).not.toEqual(before);
    expectWhole(figure, name);
  });
});

it.each(['three', 'wrist'])('the %s goes from pose to pose, and back to the first', async (name) => {
  const figure = await show(name);
  const { poses } = figure;
  const seen = [poses.own!.name];
  for (let i = 0; i < poses.all.length; i += 1) {
    click('next');
    await rest(figure);
    seen.push(poses.own!.name);
    expect(said()).toContain(poses.own!.name);
  }
  expect(new Set(seen).size).toBe(poses.all.length);
  expect(seen.at(-1)).toBe(seen[0]);
});

it('moves by keys and by a finger', async () => {
  const figure = await show('ur5');
  const handle = part(cubes);
  const before = figure.poses.wish;
  handle.focus();
  await press('ArrowRight');
  await rest(figure);
  expect(figure.poses.wish[0]).not.toBe(before[0]);
  expectWhole(figure, 'ur5');
  const { x, y } = centre(handle);
  const wish = figure.poses.wish;
  await touch('touchStart', { x, y, id: 1 });
  for (const by of [5, 10, 15]) await touch('touchMove', { x: x - by, y: y + by, id: 1 });
  await touch('touchEnd');
  await rest(figure);
  expect(figure.poses.wish).not.toEqual(wish);
  expectWhole(figure, 'ur5');
});
