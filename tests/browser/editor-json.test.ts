/** The editor's JSON export and import: changed links, damaged text, and goals that remain. */

import type { Goal, GoalDescription } from 'limber';
import { expect, test } from 'vitest';
import {
  open,
  joined,
  other,
  start,
  find,
  words,
  trouble,
  text,
  unfold,
  add,
  click,
} from './editor-support.ts';

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
