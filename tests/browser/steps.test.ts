/** The figures of the solvers' steps, played, stopped, scrubbed, and moved by keys. */
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { whenSeen } from '../../demos/shell/dom.ts';
import type { StepsFigure } from '../../docs/figures/steps/figure.ts';
import { steps } from '../../docs/figures/steps/index.ts';
import { all, named, part, press, said, show, slide } from './figure-support.ts';
import { press as pressKey, staysStill, until } from './three-support.ts';

/** A figure that does not play by itself. */
async function open(solver: string): Promise<StepsFigure> {
  const figure = await show<StepsFigure>('steps', { solver });
  figure.go(0);
  return figure;
}
const links = (): string => all('.links').map((link) => link.getAttribute('points')).join(' '); // prettier-ignore

it.each(Object.keys(steps))('%s: every frame shows its marks and its sentence', async (solver) => {
  const figure = await open(solver);
  for (const [k, frame] of figure.frames.entries()) {
    figure.go(k);
    expect(said()).toBe(frame.text);
    const drawn = all('.plane g g > :is(.line, .arrow, .sector, .ring, .label)');
    const marks = drawn.filter(({ classList }) => classList.length === 2);
    expect(marks.map(({ classList }) => classList[0])).toEqual(frame.marks.map(({ kind }) => kind));
  }
  figure.go(0.8);
});

it('plays to the end, stops where it is told to, and begins anew', async () => {
  const figure = await open('transpose');
  press('play');
  await until(() => figure.at > 1.2, 'the second frame');
  expect(said()).toBe(figure.frames[Math.floor(figure.at)]!.text);
  press('play');
  await staysStill(() => [figure.at, links()], 10);
  figure.go(figure.frames.length - 1.2);
  press('play');
  await until(() => named('play').textContent === 'Play', 'the end');
  expect(figure.at).toBe(figure.frames.length - 1);
  press('play');
  expect(named('play').textContent).toBe('Pause');
  await until(() => figure.at < figure.frames.length - 1, 'the start');
});

describe('seen for the first time', () => {
  const isSeen = (): Promise<void> => new Promise((seen) => whenSeen(part('.plane'), seen));

  it('plays until the arm has moved, and only once', async () => {
    const figure = await show<StepsFigure>('steps', { solver: 'sdls' });
    await until(() => figure.at > 0 && named('play').textContent === 'Play', 'the end of a step');
    const [start, before, now] = [0, figure.at - 1, figure.at].map((k) => figure.frames[k]!.links);
    expect(before).toEqual(start);
    expect(now).not.toEqual(start);
    figure.go(0);
    await isSeen();
    expect([figure.at, named('play').textContent]).toEqual([0, 'Play']);
  });

  it('waits for the reader where motion is reduced', async () => {
    using media = vi.spyOn(window, 'matchMedia');
    media.mockReturnValue({ matches: true } as MediaQueryList);
    const figure = await show<StepsFigure>('steps', { solver: 'sdls' });
    await isSeen();
    expect([figure.at, named('play').textContent]).toEqual([0, 'Play']);
  });
});

it('bends the arm as it is seen, and begins anew from there', async () => {
  const figure = await open('sdls');
  figure.go(figure.frames.length - 1);
  const seen = figure.frames.at(-1)!.links;
  part('.grip[aria-label=Tip]').focus();
  await pressKey('ArrowUp', { shift: true });
  expect(figure.at).toBe(0);
  const [base, elbow, tip] = figure.frames[0]!.links;
  expect([base, elbow].flat(2)).toEqual(seen.slice(0, 2).flat(2).map((each) => expect.closeTo(each, 9) as number)); // prettier-ignore
  expect(tip![1][1]).toBeGreaterThan(seen[2]![1][1]);
});

it('is scrubbed by its slider and by buttons; links turn between frames', async () => {
  const figure = await open('ccd');
  const seen = [1, 1.6, 1.8, 2].map((value) => {
    slide('step', value);
    return links();
  });
  expect(new Set(seen).size).toBe(4);
  press('forward');
  expect(figure.at).toBe(3);
  press('back', 2);
  expect(figure.at).toBe(1);
});

it('takes another goal and start by keys, and its own again', async () => {
  const figure = await open('svd');
  const [goal, text] = [figure.goal, said()];
  part('.cube').focus();
  await pressKey('ArrowLeft');
  expect(figure.goal).toEqual([goal[0] - 0.02, goal[1]]);
  expect(figure.at).toBe(0);
  const before = figure.frames;
  part('.grip').focus();
  await pressKey('ArrowUp', { shift: true });
  expect(figure.frames).not.toEqual(before);
  expect(figure.q[0]).not.toBe(steps.svd.start[0]);
  press('reset');
  expect([figure.goal, said()]).toEqual([goal, text]);
});

it('follows its number and its choice of goals', async () => {
  const figure = await open('dls');
  const calm = figure.frames;
  slide('value', 0);
  expect(figure.frames.length).toBeGreaterThan(calm.length);
  await userEvent.click(all('[name=goal]').at(-1)!);
  expect(figure.goal).toEqual(Object.values(steps.dls.goals!).at(-1));
  expect(figure.frames.at(-1)!.text).toContain('steps the tip is 0.0 cm');
});
