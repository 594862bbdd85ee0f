/** Ties in a reader's hands: dragged, weighed, switched, edited, shared. */

import { init } from 'limber';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { violations } from './axe.ts';
import {
  addressed,
  atRest,
  button,
  choose,
  closePage,
  loadDemo,
  openDemo,
  openPaused,
} from './demo-support.ts';
import { mouseDragBy, until } from './page-support.ts';
import { press } from './three-support.ts';

beforeAll(() => init());
afterAll(closePage);

const open = (query = '', size = {}) => openDemo('tie', query, size);
type Opened = Awaited<ReturnType<typeof open>>;

const handle = ({ document }: Opened, name: string) =>
  document.querySelector<HTMLElement>(`[aria-roledescription^=draggable][aria-label="${name}"]`)!;
const goals = ({ it }: Opened) => it.bench.problem.goals;
const gaps = (page: Opened) => goals(page).map(({ distance }) => distance);
const tool = ({ it }: Opened) => {
  const { model, state } = it.bench.problem;
  const first = 7 * model.findLink('effector');
  return state.poses.slice(first, first + 3);
};
const away = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
const rows = ({ document }: Opened) => [...document.querySelectorAll<HTMLElement>('.ties li')];
const words = (page: Opened) => rows(page).map((row) => row.querySelector('span')!.textContent);
const click = (row: ParentNode, name: string) => row.querySelector<HTMLElement>(`[name=${name}]`)!.click();

function enter(form: ParentNode, name: string, value: string): void {
  const field = form.querySelector<HTMLInputElement>(`form [name=${name}]`)!;
  field.value = value;
  expect(field.value).toBe(value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

test('the base is pushed, and the tool stays where it is', async () => {
  const page = await open('?scene=pose', { width: 1000 });
  await atRest(page);
  const before = tool(page);
  await mouseDragBy(page, handle(page, 'Base'), -40, 12);
  await atRest(page);
  expect(away(page.it.bench.problem.state.q, [0, 0, 0])).toBeGreaterThan(0.05);
  expect(away(tool(page), before)).toBeLessThan(1e-3);
  await addressed(page, (query) => /[?&]q=-?0/.test(query));
  expect(page.messages).toEqual([]);
});

test('an arrow is turned by keys, and the tool stays on the plane', async () => {
  const page = await open('?scene=plane');
  await atRest(page);
  const before = goals(page)[0]!.target.slice();
  page.frame.focus();
  handle(page, 'Direction of effector – world, point on plane').focus();
  for (let i = 0; i < 3; i += 1) await press('ArrowDown');
  await atRest(page);
  const { target } = goals(page)[0]!;
  expect(Math.hypot(...target.slice(3).map((each, i) => each - before[3 + i]!))).toBeGreaterThan(0.05);
  expect([...target.slice(0, 3)]).toEqual([...before.slice(0, 3)]);
  expect(gaps(page)[0]).toBeLessThan(1e-3);
});

test('an edge is moved by keys and pushes the tool; the list and the address have it, Reset takes it back', async () => {
  const page = await open('?scene=lamp');
  await atRest(page);
  const [first, before] = [words(page)[0], tool(page)];
  page.frame.focus();
  page.document.querySelector<HTMLElement>('[aria-label^="distance at most"]')!.focus();
  for (let i = 0; i < 12; i += 1) await press('ArrowDown');
  await until(() => gaps(page)[0]! < 1e-3, 'the tool is inside');
  expect(away(tool(page), before)).toBeGreaterThan(0.02);
  await until(() => words(page)[0] !== first, 'the list has the room');
  await addressed(page, (query) => /[?&]to=/.test(query));
  button(page, 'reset').click();
  await until(() => words(page)[0] === first, 'the first room');
  expect(page.messages).toEqual([]);
});

test('a tie is switched, weighed and edited, and the address has it', async () => {
  const page = await open('?scene=leash');
  await atRest(page);
  const centre = () => away(tool(page), goals(page)[0]!.target);
  expect(centre()).toBeLessThan(0.351);
  click(rows(page)[1]!, 'on');
  expect(rows(page)[1]!.querySelector('output[name=error]')!.textContent).toBe('off');
  expect(goals(page)).toHaveLength(1);
  click(rows(page)[0]!, 'edit');
  enter(rows(page)[0]!, 'side', 'outside');
  enter(rows(page)[0]!, 'distance', '0.6');
  click(rows(page)[0]!, 'submit');
  await atRest(page);
  expect(centre()).toBeGreaterThan(0.599);
  expect(words(page)[0]).toBe('effector – world, distance at least 60.0 cm');
  click(rows(page)[1]!, 'on');
  await until(() => rows(page)[0]!.querySelector<HTMLElement>('[name=weight]')!.checkVisibility(), 'weights');
  const slider = rows(page)[0]!.querySelector<HTMLInputElement>('[name=weight]')!;
  slider.value = '24';
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  expect(goals(page)[0]!.weight).toBe(10);
  expect(rows(page)[0]!.querySelector('[name=weight]')).toBe(slider);
  await addressed(page, (query) => decodeURIComponent(query).includes('"weight":10'));
  await atRest(page);
  const [q, query] = [page.it.bench.problem.state.q.slice(), page.window.location.search];
  const again = await loadDemo('tie', query);
  await atRest(again);
  expect(words(again)).toEqual(['effector – world, distance at least 60.0 cm', 'effector – world, look-at']);
  q.forEach((value, i) => expect(Math.abs(value - again.it.bench.problem.state.q[i]!)).toBeLessThan(1e-2));
  expect(again.messages).toEqual([]);
});

test('by keyboard alone a tie is added, met and removed', async () => {
  const page = await open('?scene=look');
  await atRest(page);
  page.frame.focus();
  page.document.querySelector<HTMLElement>('.ties button[name=add]')!.focus();
  await userEvent.keyboard('{Enter}');
  const active = () => page.document.activeElement!;
  expect(active().getAttribute('name')).toBe('kind');
  const form = page.document.querySelector('.ties form')!;
  enter(form.parentElement!, 'kind', 'position');
  const place = Array.from(tool(page), (each) => each - 0.05);
  place.forEach((each, i) => enter(form.parentElement!, `b-${'xyz'[i]}`, String(each)));
  form.querySelector<HTMLElement>('[name=b-z]')!.focus();
  await userEvent.keyboard('{Enter}');
  await until(() => rows(page).length === 2, 'the tie');
  expect(active().getAttribute('name')).toBe('add');
  await atRest(page);
  expect(away(tool(page), place)).toBeLessThan(1e-3);
  rows(page)[1]!.querySelector<HTMLElement>('[name=edit]')!.focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Escape}');
  expect(active().getAttribute('name')).toBe('edit');
  click(rows(page)[1]!, 'remove');
  expect(words(page)).toEqual(['effector – world, look-at']);
  expect(active().getAttribute('name')).toBe('remove');
});

test('every kind can be added with what is suggested, and shows what it asks for', async () => {
  const page = await open('?scene=look');
  const add = page.document.querySelector<HTMLElement>('.ties button[name=add]')!;
  const parts = ['a-x', 'a-axis', 'b-link', 'b-x', 'b-axis', 'held', 'side', 'motion'];
  const asked: Record<string, string[]> = {};
  add.click();
  const form = () => page.document.querySelector<HTMLFormElement>('.ties form')!;
  const kinds = [...form().querySelector<HTMLSelectElement>('[name=kind]')!.options].map(
    ({ value }) => value,
  );
  for (const kind of kinds) {
    if (!page.document.contains(form())) add.click();
    enter(form().parentElement!, 'kind', kind);
    asked[kind] = parts.filter((name) => form().querySelector(`[name=${name}]`)!.checkVisibility());
    const before = rows(page).length;
    click(form(), 'submit');
    expect(form()?.querySelector('.trouble')?.textContent ?? '', kind).toBe('');
    expect(rows(page)).toHaveLength(before + 1);
    click(rows(page).at(-1)!, 'remove');
  }
  expect(asked.revolute).toEqual(['a-x', 'a-axis', 'b-link', 'b-x', 'b-axis']);
  expect(asked.axes).toEqual(['a-x', 'a-axis', 'b-link', 'b-x', 'b-axis', 'held']);
  expect(asked.distance).toEqual(['a-x', 'b-link', 'b-x', 'side']);
  expect(asked.direction).toEqual(['a-axis', 'b-link', 'b-x']);
  expect(asked.joint).toEqual(['motion']);
  expect(page.messages).toEqual([]);
});

test('what is refused is said in place, and changes nothing', async () => {
  const page = await open('?scene=leash');
  const [ties, before] = [page.document.querySelector('.ties')!, [...goals(page)]];
  const json = ties.querySelector<HTMLTextAreaElement>('textarea')!;
  for (const [text, message] of [
    ['', /^This is not JSON: /],
    ['[{"type":"position","link":"walker"}]', /walker/],
    ['[{"type":"position","link":"effector","target":[1]}]', /target/],
  ] as const) {
    json.value = text;
    click(ties, 'load');
    expect(ties.querySelector('details .trouble')!.textContent).toMatch(message);
  }
  click(rows(page)[0]!, 'edit');
  enter(rows(page)[0]!, 'distance', '');
  click(rows(page)[0]!, 'submit');
  expect(rows(page)[0]!.querySelector('.trouble')!.textContent).not.toBe('');
  expect(await violations(page, 'light')).toEqual([]);
  expect(goals(page)).toEqual(before);
  expect(page.messages).toEqual([]);
});

test('the box is dragged by the mouse, and both hands stay on it all the way', async () => {
  const page = await openPaused('tie', '?scene=box', { width: 1000 });
  // Taken while time stands still: elsewhere on its way the same drag would leave the hands' reach.
  await mouseDragBy(page, handle(page, 'Box'), 2, -2);
  button(page, 'play').click();
  const box = () => page.it.bench.problem.state.poses.slice(7 * page.it.bench.problem.model.findLink('box'));
  await mouseDragBy(page, handle(page, 'Box'), 30, -25);
  await atRest(page);
  const place = box().slice(0, 3);
  const samples = page.document.querySelector('.plot')!;
  expect(samples).not.toBeNull();
  expect(Math.max(...gaps(page))).toBeLessThan(1e-3);
  await mouseDragBy(page, handle(page, 'Base, left'), 18, 10);
  await atRest(page);
  expect(Math.max(...gaps(page))).toBeLessThan(1e-3);
  expect(away(box(), place)).toBeLessThan(1e-12);
  expect(page.messages).toEqual([]);
});

test('the ghost without feed-forward lags; in a pause both follow what is dragged, and time stands still', async () => {
  const page = await openDemo('tie', '?scene=follow&gain=10', { width: 1000 });
  button(page, 'play').click();
  for (let i = 0; i < 120; i += 1) button(page, 'step').click();
  await atRest(page);
  const [fed, unfed] = page.it.bench.arm.residuals;
  expect(unfed! / fed!).toBeGreaterThan(20);
  const { time } = page.it.shell;
  const before = goals(page)[0]!.target.slice();
  await mouseDragBy(page, handle(page, 'effector – world, position'), 40, 60);
  expect(away(goals(page)[0]!.target, before)).toBeGreaterThan(0.02);
  expect(Math.max(...page.it.bench.arm.residuals)).toBeLessThan(1e-3);
  expect(page.it.shell.time).toBe(time);
});

test('the virtual arm has its six coordinates by name, of the tie that is picked', async () => {
  const page = await open('?scene=leash');
  await atRest(page);
  const names = () =>
    [...page.document.querySelectorAll('.place-name')].map(({ textContent }) => textContent.split(' ')[0]);
  const held = () => [...page.document.querySelectorAll('.place-name.held')].map((each) => each.textContent);
  expect(names()).toEqual(['φ₁', 'φ₂', 'd', 'φ₄', 'φ₅', 'φ₆']);
  expect(held().map((each) => each.split(' ')[0])).toEqual(['d']);
  click(rows(page)[1]!, 'virtual');
  await until(() => held().length === 2, 'the other arm');
  expect(held().map((each) => each.replace('−', ''))).toEqual(['φ₄ 0.0°', 'φ₅ 0.0°']);
  click(rows(page)[1]!, 'virtual');
  await until(() => names().length === 0, 'no arm');
  await addressed(page, (query) => query.includes('picked=-1'));
});

test('scenes are picked, and Reset brings back what was moved', async () => {
  const page = await open('?scene=conflict');
  for (const name of ['carry', 'hands', 'line']) {
    choose(page, 'scene', name);
    await atRest(page);
    expect(Math.max(...gaps(page)), name).toBeLessThan(2e-3);
    await addressed(page, (query) => query === `?scene=${name}`);
  }
  const before = goals(page)[0]!.target.slice();
  await mouseDragBy(page, handle(page, 'effector – world, point on line'), 20, -20);
  expect(goals(page)[0]!.target.slice()).not.toEqual(before);
  button(page, 'reset').click();
  expect(goals(page)[0]!.target.slice()).toEqual(before);
  await addressed(page, '?scene=line');
});
