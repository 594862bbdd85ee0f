/** The page around the robots: widths, themes, screen readers, no WebGL, nothing said on the console. */

import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import rover from '../fixtures/urdf/rover.urdf?raw';
import { closePage, mouseDragBy, openPage, touchDragBy } from './page-support.ts';
import { choose, find, gap, give, openRobots, rest, shown, slide } from './robots-support.ts';
import { centre, wait } from './three-support.ts';

afterEach(closePage);

test.each([320, 390, 768, 1200])('nothing sticks out sideways at %i px, whatever is shown', async (width) => {
  const page = await openRobots('?robot=humanoid&orientation=on', { width });
  const widths = () => page.document.documentElement.scrollWidth;
  expect(widths()).toBeLessThanOrEqual(width);
  const name = 'a_very_long_name_of_a_link_that_no_line_can_hold_without_being_broken_somewhere';
  await give(page, [
    ['rover.urdf', rover.replaceAll('drone_tool', name).replaceAll('"mast"', `"${name}_joint"`)],
  ]);
  expect(widths()).toBeLessThanOrEqual(width);
  await give(page, [[`${name}.urdf`, rover.replace('type="planar"', `type="${name}"`)]]);
  expect(find(page, '.trouble').textContent).toContain('known: fixed, revolute');
  expect(widths()).toBeLessThanOrEqual(width);
});

test.each([
  [390, 'light'],
  [1200, 'dark'],
])('axe finds nothing at %i px in the %s theme', async (width, theme) => {
  const page = await openRobots('?robot=humanoid&orientation=on', { width });
  page.document.documentElement.dataset.theme = theme;
  await give(page, [['half.urdf', rover.slice(0, 900)]]);
  await wait(400);
  const script = page.document.createElement('script');
  script.textContent = axe.source;
  page.document.head.append(script);
  const inside = (page.window as unknown as { axe: typeof axe }).axe;
  const { violations } = await inside.run(page.document, { resultTypes: ['violations'] });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(found).toEqual([]);
});

test.each([390, 1200])('nothing jumps while the robot moves and limits are named at %i px', async (width) => {
  const page = await openRobots('?robot=ur5', { width });
  const places = () =>
    [...page.document.querySelectorAll('.robot > *, .robot button, .robot .control, .joint, footer')].map(
      (element) => {
        const { x, y, height } = element.getBoundingClientRect();
        return [x, y, height].map(Math.round);
      },
    );
  const before = places();
  const { scrollY } = page.window;
  slide(page, 1, -20);
  slide(page, 2, 20);
  expect(shown(page, 'words')).toContain('at their limits');
  await mouseDragBy(page, page.robots.stage!.goal!.element, 10, -10);
  await rest(page);
  expect(page.window.scrollY).toBe(scrollY);
  expect(places()).toEqual(before);
});

test('one WebGL context, nothing on the console, no frames at rest', async () => {
  const page = await openRobots('?robot=ur5');
  choose(page, 'robot', 'iiwa14');
  await rest(page);
  await give(page, [['rover.urdf', rover]]);
  expect(page.contexts).toHaveLength(1);
  expect(page.messages).toEqual([]);
  await wait(1500);
  const before = page.requests();
  await wait(500);
  expect(page.requests()).toBe(before);
});

test('a finger drags the goal', async () => {
  const page = await openRobots('?robot=ur10', { width: 390 });
  const { element } = page.robots.stage!.goal!;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  await wait(200);
  const before = page.robots.stage!.goal!.position.clone();
  await touchDragBy(page, centre(element), 30, -20);
  await rest(page);
  expect(page.robots.stage!.goal!.position.distanceTo(before)).toBeGreaterThan(0.05);
  expect(gap(page)).toBeLessThan(0.01);
});

test('without WebGL the sliders and numbers work', async () => {
  const page = await openRobots('', { webgl: false });
  expect(page.document.querySelector('.hero .note')!.textContent).toContain('WebGL 2');
  slide(page, 0, 1);
  expect(page.robots.rig.problem.state.q[0]).toBeCloseTo(1, 1);
  await give(page, [['rover.urdf', rover]]);
  expect(shown(page, 'robot-text')).toContain('11 links');
});

test('without JavaScript the page says what it would need', async () => {
  const page = await openPage({ url: '/demos/robots/index.html', scripts: false });
  expect(page.document.querySelector('noscript')!.textContent).toContain('JavaScript');
});
