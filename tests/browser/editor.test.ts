/** The constraint and loop editor in a plain element, with a view of its own, used as a reader does. */

import axe from 'axe-core';
import {
  init,
  Model,
  Problem,
  type Goal,
  type GoalDescription,
  type ModelDescription,
} from 'limber/constraints';
import type { View } from 'limber/three';
import { Vector3 } from 'three';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import '../../demos/css/base.css';
import '../../demos/css/controls.css';
import { mountEditor, type EditorContext } from '../../demos/page/editor/index.ts';
import { Triad } from '../../demos/itasc/triad.ts';
import { frames, makeHost, makeView, removeAll, until } from './three-support.ts';

beforeAll(() => init());

/** A crank with its coupler, and a rocker that nothing holds to it. */
const open: ModelDescription = {
  name: 'open four-bar',
  links: [
    { name: 'crank', joint: { type: 'continuous', axis: [0, 0, 1] } },
    {
      name: 'coupler',
      parent: 'crank',
      origin: { position: [0, 0.2, 0] },
      joint: { type: 'continuous', axis: [0, 0, 1] },
    },
    { name: 'rocker', origin: { position: [0.5, 0, 0] }, joint: { type: 'continuous', axis: [0, 0, 1] } },
  ],
};

const joined: ModelDescription = {
  ...open,
  loops: [
    {
      name: 'closure',
      a: { link: 'coupler', position: [0.4, 0, 0] },
      b: { link: 'rocker', position: [0, 0.3, 0] },
      free: 'revolute',
    },
  ],
};

const other: ModelDescription = {
  links: [
    { name: 'arm', joint: { type: 'revolute' } },
    { name: 'hand', parent: 'arm' },
  ],
};

interface Fixture {
  readonly host: HTMLElement;
  problem: Problem;
  changes: number;
}

let ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.reverse()) end();
  ends = [];
  removeAll();
});

function start(
  description: ModelDescription,
  context: Partial<EditorContext> & { loads?: boolean } = {},
  width = 350,
): Fixture {
  const host = makeHost(width, 0);
  host.style.height = '';
  const fixture: Fixture = { host, problem: new Problem(Model.from(description)), changes: 0 };
  const { loads = false, ...rest } = context;
  const load = (given: ModelDescription) => {
    fixture.problem.dispose();
    fixture.problem = new Problem(Model.from(given));
  };
  const editor = mountEditor(host, {
    problem: () => fixture.problem,
    changed: () => {
      fixture.changes += 1;
      fixture.problem.solve({ solver: 'lm', tolerance: 1e-10, angleTolerance: 1e-10 });
    },
    ...(loads ? { load } : {}),
    ...rest,
  });
  ends.push(() => {
    editor.dispose();
    fixture.problem.dispose();
  });
  return fixture;
}

const find = <T extends HTMLElement>({ host }: Fixture, selector: string): T =>
  host.querySelector<T>(selector)!;
const summaries = ({ host }: Fixture) => [...host.querySelectorAll('summary')];
const rows = ({ host }: Fixture) => [...host.querySelectorAll<HTMLElement>('.editor-list > li')];
const words = (fixture: Fixture) =>
  rows(fixture).map((row) => row.querySelector('.control span')!.textContent);
const residuals = (fixture: Fixture) => rows(fixture).map((row) => row.querySelector('output')!.textContent);
const said = (fixture: Fixture) => find(fixture, '.editor-inside > .editor-said').textContent;
const trouble = (fixture: Fixture, part: string) => find(fixture, `${part} .trouble`).textContent;
const text = (fixture: Fixture) => find<HTMLTextAreaElement>(fixture, 'textarea');
const press = (keys: string) => userEvent.keyboard(keys);
const active = () => document.activeElement as HTMLElement;

/** Tabs on until something is focused. */
async function tabTo(isIt: (element: HTMLElement) => boolean, back = false): Promise<void> {
  for (let i = 0; i < 60; i += 1) {
    await userEvent.tab({ shift: back });
    if (isIt(active())) return;
  }
  throw new Error('no tab leads there');
}
const tabToName = (name: string, back = false) => tabTo((each) => each.getAttribute('name') === name, back);

/** Everything unfolded. */
async function unfold(fixture: Fixture): Promise<void> {
  for (const summary of summaries(fixture)) summary.click();
  // That something was unfolded is told later.
  await frames(2);
}

/** Fills in the open form. */
function enter(form: ParentNode, name: string, value: string | number): void {
  const field = form.querySelector<HTMLInputElement | HTMLSelectElement>(`[name=${name}]`)!;
  field.value = String(value);
  if (field.value !== String(value)) throw new Error(`${name} does not take ${value}`);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

function add(fixture: Fixture, entries: Readonly<Record<string, string | number>>): void {
  const form = find(fixture, '.editor-part form');
  for (const [name, value] of Object.entries(entries)) enter(form, name, value);
  form.querySelector<HTMLButtonElement>('[name=submit]')!.click();
}

const click = ({ host }: Fixture, name: string) =>
  host.querySelector<HTMLElement>(`button[name=${name}]`)!.click();

/** A point of a link, by the poses alone. */
function place({ problem }: Fixture, link: string, ...position: [number, number, number]): Vector3 {
  const [x, y, z, qx, qy, qz, qw] = problem.state.poses.subarray(
    7 * problem.model.findLink(link),
  ) as unknown as [number, number, number, number, number, number, number];
  return new Vector3(...position).applyQuaternion({ x: qx, y: qy, z: qz, w: qw }).add(new Vector3(x, y, z));
}

test('by keyboard alone an open chain is closed, copied as JSON, opened, and loaded again', async () => {
  const fixture = start(open);
  const gape = () => place(fixture, 'coupler', 0.4, 0, 0).distanceTo(place(fixture, 'rocker', 0, 0.3, 0));
  expect(gape()).toBeGreaterThan(0.1);

  await tabTo((each) => each === summaries(fixture)[0]);
  await press('{Enter}');
  await tabTo((each) => each === summaries(fixture)[1]);
  await press('{Enter}');
  await tabToName('kind');
  await press('rev');
  await tabToName('a-link');
  await press('cou');
  await userEvent.tab();
  await press('0.4');
  await tabToName('b-link');
  await press('roc');
  for (const digits of ['0', '0.3', '0']) {
    await userEvent.tab();
    await press(digits);
  }
  await press('{Enter}');
  await until(() => fixture.problem.loops.length === 1, 'the loop');
  expect(words(fixture)).toEqual(['coupler – rocker, revolute']);
  expect(said(fixture)).toBe('Added: coupler – rocker, revolute.');
  expect(fixture.problem.loops[0]!.distance).toBeLessThan(1e-9);
  expect(fixture.problem.loops[0]!.angle).toBeLessThan(1e-7);
  expect(gape()).toBeLessThan(1e-9);
  expect(residuals(fixture)[0]).toMatch(/^closed, .* nm, 0\.0°$/);

  await tabTo((each) => each === summaries(fixture)[2]);
  await press('{Enter}');
  await tabToName('copy');
  await press('{Enter}');
  await until(() => text(fixture).value !== '', 'the JSON');
  const copied = text(fixture).value;
  expect(Model.from(JSON.parse(copied) as ModelDescription).loops).toEqual(
    fixture.problem.loops.map(({ description }) => description),
  );

  await tabToName('remove', true);
  await press('{Enter}');
  await until(() => fixture.problem.loops.length === 0, 'the loop to go');
  expect(active()).toBe(summaries(fixture)[1]);
  fixture.problem.state.reset();
  expect(gape()).toBeGreaterThan(0.1);

  await tabToName('load');
  expect(text(fixture).value).toBe(copied);
  await press('{Enter}');
  await until(() => fixture.problem.loops.length === 1, 'the loop to come back');
  expect(words(fixture)).toEqual(['coupler – rocker, revolute']);
  expect(gape()).toBeLessThan(1e-9);
});

test('a switch opens a loop and closes it again', async () => {
  const fixture = start(joined);
  await unfold(fixture);
  fixture.problem.solve();
  const [loop] = fixture.problem.loops;
  const box = find<HTMLInputElement>(fixture, '[name=on]');
  box.click();
  expect(loop!.closed).toBe(false);
  expect(residuals(fixture)[0]).toMatch(/^open/);
  box.click();
  expect(loop!.closed).toBe(true);
  expect(loop!.distance).toBeLessThan(1e-9);
  expect(fixture.changes).toBe(2);
});

test('a loop is led to another place, and keeps its name', async () => {
  const fixture = start(joined);
  await unfold(fixture);
  const [loop] = fixture.problem.loops;
  click(fixture, 'edit');
  const form = find(fixture, 'li form');
  expect(active().getAttribute('name')).toBe('kind');
  expect(form.querySelector<HTMLInputElement>('[name=b-y]')!.value).toBe('0.3');
  enter(form, 'b-y', 0.35);
  form.querySelector<HTMLButtonElement>('[name=submit]')!.click();
  expect(loop!.description).toMatchObject({ name: 'closure', b: { link: 'rocker', position: [0, 0.35, 0] } });
  const gape = place(fixture, 'coupler', 0.4, 0, 0).distanceTo(place(fixture, 'rocker', 0, 0.35, 0));
  expect(gape).toBeLessThan(1e-9);
  expect(fixture.host.querySelector('li form')).toBeNull();
  expect(active().getAttribute('name')).toBe('edit');
});

test('what is shown short is kept with every digit', async () => {
  const exact = 1 / 3;
  const [loop] = joined.loops!;
  const fixture = start({
    ...joined,
    loops: [{ ...loop!, a: { link: 'coupler', position: [exact, 0, 0] } }],
  });
  await unfold(fixture);
  click(fixture, 'edit');
  const form = find(fixture, 'li form');
  expect(form.querySelector<HTMLInputElement>('[name=a-x]')!.value).toBe('0.3333');
  form.querySelector<HTMLButtonElement>('[name=submit]')!.click();
  expect(fixture.problem.loops[0]!.description.a.position).toEqual([exact, 0, 0]);
});

test('what the core refuses is said in the form, and changes nothing', async () => {
  const fixture = start(joined);
  await unfold(fixture);
  const before = fixture.problem.loops[0]!.description;
  add(fixture, { 'a-link': 'rocker', 'b-link': 'rocker' });
  expect(trouble(fixture, '.editor-part')).toMatch(/rocker.*\.$/);
  add(fixture, { 'b-link': 'crank', 'b-x': '' });
  expect(trouble(fixture, '.editor-part')).not.toBe('');
  expect(fixture.problem.loops.map(({ description }) => description)).toEqual([before]);
  expect(fixture.changes).toBe(0);
  add(fixture, { 'b-x': 0.1 });
  expect(trouble(fixture, '.editor-part')).toBe('');
  expect(fixture.problem.loops).toHaveLength(2);
});

test('every kind can be added with what is suggested', async () => {
  const fixture = start(open);
  await unfold(fixture);
  const kinds = [...find<HTMLSelectElement>(fixture, '[name=kind]').options].map(({ value }) => value);
  for (const kind of kinds) {
    add(fixture, { kind });
    expect(trouble(fixture, '.editor-part'), kind).toBe('');
  }
  expect(fixture.problem.loops.length + fixture.problem.goals.length).toBe(kinds.length);
  expect(rows(fixture)).toHaveLength(kinds.length);
});

test('the form shows what a kind asks for, and no more', async () => {
  const fixture = start(open);
  await unfold(fixture);
  const form = find(fixture, '.editor-part form');
  const names = ['a-x', 'a-axis', 'b-link', 'b-x', 'b-axis', 'held', 'side', 'motion'];
  const shown = (kind: string) => {
    enter(form, 'kind', kind);
    return names.filter((name) => form.querySelector<HTMLElement>(`[name=${name}]`)!.offsetParent !== null);
  };
  expect(shown('revolute')).toEqual(['a-x', 'a-axis', 'b-link', 'b-x', 'b-axis']);
  expect(shown('axes')).toEqual(['a-x', 'a-axis', 'b-link', 'b-x', 'b-axis', 'held']);
  expect(shown('ball')).toEqual(['a-x', 'b-link', 'b-x']);
  expect(shown('distance')).toEqual(['a-x', 'b-link', 'b-x', 'side']);
  expect(shown('direction')).toEqual(['a-axis', 'b-link', 'b-x']);
  expect(shown('joint')).toEqual(['motion']);
});

test('a constraint is met, switched off, and weighs the same when it is on again', async () => {
  const fixture = start(open);
  await unfold(fixture);
  const reach = { 'a-link': 'coupler', 'a-x': 0.4, 'a-y': 0, 'a-z': 0, 'b-x': 0.1, 'b-y': 0.3, 'b-z': 0 };
  add(fixture, { kind: 'distance', ...reach, side: 'exact', distance: 0.05, weight: 2 });
  const [goal] = fixture.problem.goals;
  const away = () => place(fixture, 'coupler', 0.4, 0, 0).distanceTo(new Vector3(0.1, 0.3, 0));
  expect(Math.abs(away() - 0.05)).toBeLessThan(1e-6);
  expect(words(fixture)).toEqual(['coupler – world, distance 0.05 m']);
  const box = find<HTMLInputElement>(fixture, '[name=on]');
  box.click();
  expect(goal!.weight).toBe(0);
  expect(residuals(fixture)[0]).toMatch(/^off/);
  box.click();
  expect(goal!.weight).toBe(2);
});

test('a changed constraint takes the place of the one before', async () => {
  const fixture = start(open);
  await unfold(fixture);
  add(fixture, { kind: 'joint', 'a-link': 'crank', value: 30 });
  expect(fixture.problem.state.q[0]).toBeCloseTo(Math.PI / 6, 6);
  click(fixture, 'edit');
  const form = find(fixture, 'li form');
  expect(form.querySelector<HTMLInputElement>('[name=value]')!.value).toBe('30');
  enter(form, 'value', -45);
  form.querySelector<HTMLButtonElement>('[name=submit]')!.click();
  expect(words(fixture)).toEqual(['crank, joint value -45°']);
  expect(fixture.problem.goals).toHaveLength(1);
  expect(fixture.problem.state.q[0]).toBeCloseTo(-Math.PI / 4, 6);
});

test('goals of the page are listed without being changed, or not at all', async () => {
  const description: GoalDescription = { type: 'position', link: 'coupler', target: [0, 0, 0] };
  const answers: (GoalDescription | null | undefined)[] = [undefined, null, description];
  for (const answer of answers) {
    const fixture = start(open, answer === undefined ? {} : { describe: () => answer });
    const goal = fixture.problem.addGoal(description);
    await unfold(fixture);
    const shown =
      answer === null ? [] : [answer ? 'coupler – world, position' : 'coupler, position, of this page'];
    expect(words(fixture)).toEqual(shown);
    const isHidden = (name: string) => find(fixture, `li [name=${name}]`)?.hidden ?? true;
    expect([isHidden('edit'), isHidden('remove')]).toEqual([!answer, !answer]);
    click(fixture, 'copy');
    const { goals } = JSON.parse(text(fixture).value) as { goals?: unknown };
    expect(goals).toEqual(answer ? [description] : undefined);
    expect(fixture.problem.goals).toEqual([goal]);
  }
});

test('goals that a page keeps are switched and led elsewhere by JSON, and stay', async () => {
  const description: GoalDescription = { type: 'position', link: 'coupler', target: [0.1, 0.1, 0] };
  const kept: Goal[] = [];
  const describe = (goal: Goal) => (kept.includes(goal) ? description : null);
  const fixture = start(open, { describe, keeps: true });
  kept.push(fixture.problem.addGoal(description));
  await unfold(fixture);
  add(fixture, { kind: 'joint', 'a-link': 'rocker', value: 10 });
  expect(words(fixture)).toEqual(['coupler – world, position', 'rocker, joint value 10°']);
  const isHidden = (name: string) => find(fixture, `li [name=${name}]`).hidden;
  expect([isHidden('edit'), isHidden('remove')]).toEqual([true, true]);
  click(fixture, 'copy');
  const copied = text(fixture).value;
  const goals = (JSON.parse(copied) as { goals: object[] }).goals;
  text(fixture).value = JSON.stringify({ ...open, goals: [{ ...goals[0], target: [0, 0.15, 0] }, goals[1]] });
  click(fixture, 'load');
  expect(fixture.problem.goals).toHaveLength(2);
  expect(fixture.problem.goals[0]).toBe(kept[0]);
  expect([...kept[0]!.target]).toEqual([0, 0.15, 0]);
  expect(words(fixture)).toEqual(['coupler – world, position', 'rocker, joint value 10°']);
});

test.each([
  ['cut in half', (json: string) => json.slice(0, json.length / 2), /^This is not JSON: /],
  ['an unknown link', (json: string) => json.replace('"link":"rocker"', '"link":"walker"'), /walker/],
  ['a wrong type', (json: string) => json.replace('"revolute"}', '7}'), /loops\[0\]\.free/],
  ['nothing', () => '', /^This is not JSON: /],
])('JSON with %s is told in place, and leaves everything as it was', async (_, spoil, message) => {
  const fixture = start(joined, { loads: true });
  await unfold(fixture);
  add(fixture, { kind: 'position', 'a-link': 'coupler' });
  const { problem, changes } = fixture;
  const before = { loops: [...problem.loops], goals: [...problem.goals], words: words(fixture) };
  click(fixture, 'copy');
  const spoiled = spoil(text(fixture).value);
  expect(spoiled).not.toBe(text(fixture).value);
  text(fixture).value = spoiled;
  click(fixture, 'load');
  expect(trouble(fixture, '.editor-part:last-of-type')).toMatch(message);
  expect(text(fixture).value).toBe(spoiled);
  expect(fixture.problem).toBe(problem);
  expect({ loops: [...problem.loops], goals: [...problem.goals], words: words(fixture) }).toEqual(before);
  expect(fixture.changes).toBe(changes);
});

test('other links go to a page that can show them, with their constraints', async () => {
  const json = JSON.stringify({ ...other, goals: [{ type: 'joint', link: 'arm', target: [0.5] }] });
  const fixture = start(joined, { loads: true });
  await unfold(fixture);
  text(fixture).value = json;
  click(fixture, 'load');
  expect(fixture.problem.model.links.map(({ name }) => name)).toEqual(['arm', 'hand']);
  expect(words(fixture)).toEqual(['arm, joint value 28.6°']);
  expect(fixture.problem.state.q[0]).toBeCloseTo(0.5, 6);
  const options = [...find<HTMLSelectElement>(fixture, '[name=a-link]').options];
  expect(options.map(({ value }) => value)).toEqual(['arm', 'hand']);
});

test('a page that cannot show other links says so', async () => {
  const fixture = start(joined);
  await unfold(fixture);
  text(fixture).value = JSON.stringify(other);
  click(fixture, 'load');
  expect(trouble(fixture, '.editor-part:last-of-type')).toContain('other links');
  expect(words(fixture)).toEqual(['coupler – rocker, revolute']);
});

const triadsOf = (view: View) => view.scene.children.filter((each) => each instanceof Triad);

test('frames that are being picked are drawn, follow their links, and go with the form', async () => {
  const view = makeView({ label: 'A four-bar' });
  const fixture = start(open, { view });
  await unfold(fixture);
  await until(() => triadsOf(view).length === 2, 'the frames');
  const form = find(fixture, '.editor-part form');
  enter(form, 'a-x', 0.4);
  const [a] = triadsOf(view);
  expect(a!.position.distanceTo(place(fixture, 'coupler', 0.4, 0, 0))).toBeLessThan(1e-12);
  fixture.problem.state.q[0] = 0.5;
  fixture.problem.state.update();
  view.invalidate();
  const there = place(fixture, 'coupler', 0.4, 0, 0);
  await until(() => a!.position.distanceTo(there) < 1e-12, 'the frame to follow');
  summaries(fixture)[1]!.click();
  await until(() => triadsOf(view).length === 0, 'the frames to go');
  summaries(fixture)[1]!.click();
  await until(() => triadsOf(view).length === 2, 'the frames to come back');
  summaries(fixture)[0]!.click();
  await until(() => triadsOf(view).length === 0, 'the frames to go with the editor');
});

test.each([
  [350, 'light'],
  [350, 'dark'],
  [280, 'light'],
])('axe finds nothing at %i px in the %s theme, and nothing sticks out', async (width, theme) => {
  document.documentElement.dataset.theme = theme;
  const fixture = start(joined, {}, width);
  await unfold(fixture);
  add(fixture, { kind: 'distance' });
  text(fixture).value = 'x';
  click(fixture, 'load');
  for (const kind of ['axes', 'distance', 'joint']) {
    enter(find(fixture, '.editor-part form'), 'kind', kind);
    expect(fixture.host.scrollWidth).toBeLessThanOrEqual(width);
    const { violations } = await axe.run(fixture.host, { resultTypes: ['violations'] });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
      [],
    );
  }
});
