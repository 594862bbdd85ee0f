/** The figures of the solvers' steps, played, stopped, scrubbed, and moved by keys. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { FigureElement } from '../../docs/figures/index.ts';
import '../../docs/figures/index.ts';
import type { StepsFigure } from '../../docs/figures/steps/figure.ts';
import { steps } from '../../docs/figures/steps/index.ts';
import { press, staysStill, takeMessages, until } from './three-support.ts';

let element: FigureElement;

async function open(solver: string): Promise<StepsFigure> {
  element = document.createElement('limber-figure') as FigureElement;
  element.setAttribute('name', 'steps');
  element.setAttribute('solver', solver);
  document.body.append(element);
  await until(() => element.figure !== null, `the steps of ${solver}`);
  return element.figure as StepsFigure;
}

beforeEach(() => void takeMessages());
afterEach(() => element.remove());

const named = <T extends Element = HTMLButtonElement>(name: string): T =>
  element.querySelector<T>(`[name=${name}]`)!;
const said = (): string => element.querySelector('.say')!.textContent;
const links = (): string[] =>
  [...element.querySelectorAll('.links')].map((link) => link.getAttribute('points')!);

describe.each(Object.keys(steps))('%s', (solver) => {
  it('opens, shows every frame with its marks, and says nothing on the console', async () => {
    const figure = await open(solver);
    for (const [k, frame] of figure.frames.entries()) {
      figure.go(k);
      expect(said()).toBe(frame.text);
      const drawn = [...element.querySelectorAll('.plane g g > :is(.line, .arrow, .sector, .ring, .label)')];
      const marks = drawn.filter(({ classList }) => classList.length === 2);
      expect(marks.map(({ classList }) => classList[0])).toEqual(frame.marks.map(({ kind }) => kind));
    }
    figure.go(0.8);
    expect(takeMessages()).toEqual([]);
  });
});

it('plays to the end, stops where it is told to, and begins anew', async () => {
  const figure = await open('transpose');
  named('play').click();
  await until(() => figure.at > 1.2, 'the second frame');
  expect(said()).toBe(figure.frames[Math.floor(figure.at)]!.text);
  named('play').click();
  await staysStill(() => [figure.at, links()], 10);
  figure.go(figure.frames.length - 1.2);
  named('play').click();
  await until(() => named('play').textContent === 'Play', 'the end');
  expect(figure.at).toBe(figure.frames.length - 1);
  named('play').click();
  expect(named('play').textContent).toBe('Pause');
  await until(() => figure.at < figure.frames.length - 1, 'the start');
});

it('is scrubbed by its slider and by buttons; links turn between frames', async () => {
  const figure = await open('ccd');
  const slider = named<HTMLInputElement>('step');
  const seen = new Set<string>();
  for (const value of [1, 1.6, 1.8, 2]) {
    slider.value = String(value);
    slider.dispatchEvent(new Event('input'));
    seen.add(links().join(' '));
  }
  expect(seen.size).toBe(4);
  named('forward').click();
  expect(figure.at).toBe(3);
  named('back').click();
  named('back').click();
  expect(figure.at).toBe(1);
});

it('takes another goal and start by keys, and its own again', async () => {
  const figure = await open('svd');
  const [goal, text] = [figure.goal, said()];
  element.querySelector<SVGElement>('.cube')!.focus();
  await press('ArrowLeft');
  expect(figure.goal).toEqual([goal[0] - 0.02, goal[1]]);
  expect(figure.at).toBe(0);
  const before = figure.frames;
  element.querySelector<SVGElement>('.grip')!.focus();
  await press('ArrowUp', { shift: true });
  expect(figure.frames).not.toEqual(before);
  expect(figure.q[0]).not.toBe(steps.svd.start[0]);
  named('reset').click();
  expect([figure.goal, said()]).toEqual([goal, text]);
});

it('follows its number and its choice of goals', async () => {
  const figure = await open('dls');
  const value = named<HTMLInputElement>('value');
  const calm = figure.frames;
  value.value = '0';
  value.dispatchEvent(new Event('input'));
  expect(figure.frames.length).toBeGreaterThan(calm.length);
  await userEvent.click([...element.querySelectorAll('[name=goal]')].at(-1)!);
  expect(figure.goal).toEqual(Object.values(steps.dls.goals!).at(-1));
  expect(figure.frames.at(-1)!.text).toContain('steps the tip is 0.0 cm');
});
