import { expect, it } from 'vitest';
import { doingOf } from '../../web/src/three/doing.ts';

/** An element as far as it is used. */
function fake() {
  const attributes = new Map<string, string>();
  const element = {
    dataset: {} as Record<string, string>,
    setAttribute: (name: string, value: string) => attributes.set(name, value),
    removeAttribute: (name: string) => attributes.delete(name),
  };
  const doing = doingOf(element as unknown as HTMLElement);
  return { doing, element, said: () => [element.dataset.state, attributes.get('aria-busy')] };
}

it('is told at once, until the last work of its kind has ended; loading before moving', () => {
  const { doing, element, said } = fake();
  expect(doingOf(element as unknown as HTMLElement)).toBe(doing);
  expect(said()).toEqual(['resting', undefined]);
  const ends = (['moving', 'loading', 'moving'] as const).map((what) => doing.begin(what));
  expect(said()).toEqual(['loading', 'true']);
  ends[1]!();
  expect(said()).toEqual(['moving', undefined]);
  // Ended twice it counts once.
  for (let i = 0; i < 2; i += 1) ends[0]!();
  expect(said()).toEqual(['moving', undefined]);
  ends[2]!();
  expect(said()).toEqual(['resting', undefined]);
});

it('has failed until it loads again, and moves all the same; work that fails ends, too', async () => {
  const { doing, said } = fake();
  doing.fail();
  expect(said()).toEqual(['failed', undefined]);
  const end = doing.begin('moving');
  expect(said()).toEqual(['moving', undefined]);
  end();
  expect(said()).toEqual(['failed', undefined]);
  const work = Promise.reject(new Error('no'));
  doing.during('loading', work);
  expect(said()).toEqual(['loading', 'true']);
  await work.catch(() => {});
  expect(said()).toEqual(['resting', undefined]);
  doing.leave();
  doing.begin('moving');
  expect(said()).toEqual([undefined, undefined]);
});
