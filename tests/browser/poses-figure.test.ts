/** The docs' figures of all poses: they show as many as the core finds, and follow mouse, finger and keyboard. */
import { init, Model, Problem } from 'limber';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FigureElement } from '../../demos/figures/index.ts';
import '../../demos/figures/index.ts';
import type { PosesFigure } from '../../demos/figures/poses.ts';
import type { Arm } from '../../demos/solutions/arm.ts';
import { catalogue } from '../../demos/solutions/catalogue.ts';
import { centre, laidOut, mouse, mouseDrag, press, takeMessages, touch, until } from './three-support.ts';

const texts = import.meta.glob<string>('../../docs/site/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const arms = Object.values(texts).flatMap((text) =>
  [...text.matchAll(/<limber-figure name="poses" arm="(\w+)">/g)].map(([, arm]) => arm!),
);

let element: FigureElement | undefined;

beforeAll(() => init());
afterEach(() => {
  element?.remove();
  expect(takeMessages()).toEqual([]);
});

async function show(arm: string): Promise<PosesFigure> {
  const shown = document.createElement('limber-figure') as FigureElement;
  shown.setAttribute('name', 'poses');
  shown.setAttribute('arm', arm);
  shown.style.width = '400px';
  document.body.append(shown);
  element = shown;
  await until(() => shown.querySelector('.stage[data-drawn]') !== null, `${arm} to be drawn`);
  return shown.figure as PosesFigure;
}

/** Moves the arm to its destination without drawing, because ghosts are slow in software. */
async function rest({ arm }: PosesFigure): Promise<void> {
  await laidOut();
  while (arm.moving) arm.travel(0.1);
  await laidOut();
}

async function click(figure: PosesFigure, name: string): Promise<void> {
  part<HTMLButtonElement>(`button[name=${name}]`).click();
  await rest(figure);
}

const part = <E extends HTMLElement>(selector: string): E => element!.querySelector<E>(selector)!;
const said = (): string => part('.say').textContent;

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
function counted({ goals, joints, parameter, q, slice }: Arm, name: string): number {
  using model = Model.from(catalogue.find((each) => each.name === name)!.upright);
  using problem = new Problem(model);
  problem.state.q.set(q);
  problem.state.update();
  for (const goal of goals) {
    const { type, link, target } = goal;
    const axis = goal.type === 'direction' ? { axis: [1, 0, 0] as const } : {};
    // Four joints cannot tilt the tool.
    const free = joints.length === 4 ? { free: ['rx', 'ry'] as const } : {};
    problem.addGoal({ type, link, target: [...target], ...axis, ...free });
  }
  const redundancy = parameter ? { redundancy: parameter.slice(slice) } : {};
  return problem.solutions({ limits: false, ...redundancy }).count;
}

/** Largest error of a goal, in metres or radians. */
function error({ problem }: Arm): number {
  return Math.max(...problem.goals.map(({ distance, angle }) => Math.max(distance || 0, angle || 0)));
}

function expectWhole(figure: PosesFigure, name: string): void {
  const { arm, stage } = figure;
  expect(arm.poses).toHaveLength(counted(arm, name));
  for (const pose of arm.poses) {
    void arm.posesAt(pose.q);
    expect(error(arm)).toBeLessThan(1e-8);
  }
  // The arm's own pose has no ghost.
  expect(stage!.drawn).not.toContain(arm.own);
  expect(stage!.ghosts.filter(({ visible }) => visible)).toHaveLength(stage!.drawn.length);
}

it('is on the pages of all families', () => {
  expect([...arms].sort()).toEqual(
    [
      'cobra600',
      'iiwa14',
      'orthogonal',
      'panda',
      'puma560',
      'sixteen',
      'stanford',
      'three',
      'ur5',
      'wrist',
    ].sort(),
  );
});

describe.each(arms)('the figure of the arm %s', (name) => {
  it('shows all poses that the core finds, before and after its goal is dragged', async () => {
    const figure = await show(name);
    const { arm, stage } = figure;
    expect(arm.poses.length).toBeGreaterThan(1);
    expectWhole(figure, name);
    const before = arm.poses.map(({ q }) => [...q]);
    const { wish } = arm;
    if (stage!.goal) await drag(stage!.goal.element, 12, -8);
    else await turn();
    await rest(figure);
    expect(arm.wish).not.toEqual(wish);
    expect(arm.poses.map(({ q }) => [...q])).not.toEqual(before);
    expectWhole(figure, name);
  });
});

it.each(['three', 'wrist'])('the %s goes from pose to pose, and back to the first', async (name) => {
  const figure = await show(name);
  const { arm } = figure;
  const seen = [arm.own!.name];
  for (let i = 0; i < arm.poses.length; i += 1) {
    await click(figure, 'next');
    seen.push(arm.own!.name);
    expect(said()).toContain(arm.own!.name);
  }
  expect(new Set(seen).size).toBe(arm.poses.length);
  expect(seen.at(-1)).toBe(seen[0]);
});

it('moves by keys and by a finger', async () => {
  const figure = await show('ur5');
  const { arm, stage } = figure;
  const handle = stage!.goal!.element;
  const [before] = arm.wish;
  handle.focus();
  await press('ArrowRight');
  await rest(figure);
  expect(arm.wish[0]).not.toBe(before);
  expectWhole(figure, 'ur5');
  const { x, y } = centre(handle);
  const { wish } = arm;
  await touch('touchStart', { x, y, id: 1 });
  for (const by of [5, 10, 15]) await touch('touchMove', { x: x - by, y: y + by, id: 1 });
  await touch('touchEnd');
  await rest(figure);
  expect(arm.wish).not.toEqual(wish);
  expectWhole(figure, 'ur5');
});
