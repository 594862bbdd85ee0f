/** The constraint and loop editor in a plain element with its own view, in a reader's hands. */

import axe from 'axe-core';
import { Model, type Goal, type GoalDescription, type ModelDescription } from 'limber';
import type { View } from 'limber/three';
import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Triad } from '../../demos/views/triad.ts';
import {
  open,
  joined,
  other,
  start,
  find,
  summaries,
  rows,
  words,
  residuals,
  said,
  trouble,
  text,
  press,
  active,
  tabTo,
  tabToName,
  unfold,
  enter,
  add,
  click,
  place,
} from './editor-support.ts';
import { shown } from './demo-support.ts';
import { openPaused } from './linkages-support.ts';
import { closePage } from './page-support.ts';
import { makeView, until } from './three-support.ts';

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
  expect(residuals(fixture)[0]).toMatch(/^closed, < 1 µm, 0\.0°$/);

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

test('Escape leaves a loop as it was', async () => {
  const fixture = start(joined);
  await unfold(fixture);
  const before = fixture.problem.loops[0]!.description;
  click(fixture, 'edit');
  enter(find(fixture, 'li form'), 'b-y', 0.35);
  await press('{Escape}');
  expect(fixture.host.querySelector('li form')).toBeNull();
  expect(active().getAttribute('name')).toBe('edit');
  expect(fixture.problem.loops[0]!.description).toBe(before);
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

test('on the page Linkages it opens the loop that the page shows', async () => {
  const page = await openPaused('four-bar');
  const [loop] = page.it.rig.problem.loops;
  const box = page.document.querySelector('.editor > details')!;
  box.querySelector('summary')!.click();
  await until(() => box.querySelector('[name=on]') !== null, 'the list');
  expect(box.querySelector('.control span')!.textContent).toBe('coupler – rocker, revolute');
  box.querySelector<HTMLInputElement>('[name=on]')!.click();
  expect(loop!.closed).toBe(false);
  await until(() => Number(shown(page, 'mobility')) === 3, 'the freedoms of three loose links');
  box.querySelector<HTMLInputElement>('[name=on]')!.click();
  await until(() => shown(page, 'mobility') === '1', 'the four-bar again');
  expect(page.messages).toEqual([]);
  closePage();
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
  const fixture = start(joined);
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

test('a page that cannot show other links says so', async () => {
  const fixture = start(joined);
  await unfold(fixture);
  text(fixture).value = JSON.stringify(other);
  click(fixture, 'load');
  expect(trouble(fixture, '.editor-part:last-of-type')).toContain('other links');
  expect(words(fixture)).toEqual(['coupler – rocker, revolute']);
});
