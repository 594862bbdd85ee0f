/** Laws of the shell, which hold for every page that is one value. */

import { init, LimberError } from 'limber';
import { robots, yUp } from 'limber/robots';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Exhibition, type Page, type Panel } from '../../demos/shell/exhibition.ts';
import { place, word } from '../../demos/shell/picks.ts';
import { make } from '../../demos/shell/dom.ts';
import { removeAll, takeMessages, until } from './three-support.ts';

const schema = { which: word('Which', ['good', 'bad', 'other'], 'good'), ...place };
type Schema = typeof schema;

const arms = { good: yUp(robots.panda), other: yUp(robots.ur5) };

const page: Page<Schema> = {
  title: 'A page',
  picks: schema,
  key: ({ which }) => which,
  exhibit({ which }) {
    if (which === 'bad') throw new LimberError('badDescription', 'this one is no robot');
    return { arm: arms[which] };
  },
  panels: [({ bench }) => panel(() => String(bench.problem.model.links.length))],
};

function panel(text: () => string): Panel {
  const element = make('p', { className: 'count' });
  return { element, update: () => void (element.textContent = text()) };
}

let shown: Exhibition<Schema> | null = null;
const { pathname, search } = location;

function put(query = '', it: Page<Schema> = page): Exhibition<Schema> {
  history.replaceState(null, '', pathname + query);
  const main = make('main', {}, make('section', { className: 'hero' }));
  const scene = make('div', { className: 'scene' }, make('div', { className: 'stage' }));
  const run = make('section', { className: 'run' }, scene);
  Object.assign(run.querySelector<HTMLElement>('.stage')!.style, { width: '400px', height: '300px' });
  main.append(run);
  document.body.append(main);
  return (shown = new Exhibition(run, it));
}

const said = (name: string) => shown!.shell.root.querySelector(`.${name}`)!.textContent;

function choose(which: string): void {
  const select = shown!.shell.form.querySelector<HTMLSelectElement>('select[name=which]')!;
  select.value = which;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

beforeAll(() => init());

afterEach(() => {
  shown?.shell.setPlaying(false);
  shown?.bench.dispose();
  document.querySelector('main')?.remove();
  removeAll();
  history.replaceState(null, '', pathname + search);
  expect(takeMessages()).toEqual([]);
});

test('an exhibit that cannot be is a reason in the view’s place, and another can be picked', () => {
  put('?which=bad');
  expect(said('refusal')).toBe('This one is no robot.');
  for (const name of ['step', 'reset'])
    shown!.shell.root.querySelector<HTMLButtonElement>(`button[name=${name}]`)!.click();
  expect(said('count')).toBe('');
  choose('good');
  expect(said('refusal')).toBe('');
  expect(said('count')).toBe(String(arms.good.links.length));
});

test('an exhibit that cannot be leaves the last one, with the reason above it', () => {
  put();
  const { problem } = shown!.bench;
  choose('bad');
  expect([said('refusal'), said('complaint')]).toEqual(['', 'This one is no robot.']);
  expect(shown!.bench.problem).toBe(problem);
  choose('other');
  expect(said('complaint')).toBe('');
  expect(said('count')).toBe(String(arms.other.links.length));
});

test('a page that throws something else says it, too', () => {
  const exhibit = () => {
    throw new TypeError('a slip of the page');
  };
  put('', { ...page, exhibit });
  expect(said('refusal')).toContain('a slip of the page');
});

test('the address is written only when it has changed', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { shell, bench } = put();
  const write = vi.spyOn(history, 'replaceState');
  const tell = (): number => {
    for (let i = 0; i < 5; i += 1) shell.tell();
    vi.runAllTimers();
    return write.mock.calls.length;
  };
  expect(tell()).toBe(0);
  bench.arm.place = { q: [0.1, -0.7, 0, -2, 0, 1.5, 0.7], targets: [] };
  shown!.moved();
  const once = tell();
  expect(once).toBeGreaterThan(0);
  expect(location.search).toContain('q=');
  shell.setPlaying(false);
  const still = tell();
  expect(tell()).toBe(still);
  vi.useRealTimers();
  write.mockRestore();
});

test('a panel that is never done leaves the page its frames', async () => {
  let frames = 0;
  const busy = { ...panel(() => ''), busy: true, step: () => void (frames += 1) };
  put('', { ...page, panels: [() => busy] });
  await until(() => frames > 3, 'frames');
  expect(shown!.resting).toBe(false);
  shown!.shell.setPlaying(false);
  const before = frames;
  shown!.moved();
  expect(frames - before).toBeLessThan(2);
});
