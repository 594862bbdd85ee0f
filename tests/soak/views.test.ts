/** Views and elements opened and closed: memory stays flat. */
import { afterEach, expect, inject, it } from 'vitest';
import 'limber/element';
import { put, removeElements, until } from '../browser/element-support.ts';
import { frames, makeGoal, removeAll, takeMessages } from '../browser/three-support.ts';
import { usedByPage } from './page-memory.ts';
import { expectFlat } from './slope.ts';

const scale = inject('soak');
afterEach(() => {
  removeAll();
  removeElements();
  expect(takeMessages()).toEqual([]);
});

async function rounds(count: number, size: number, open: () => Promise<void>): Promise<[number, number][]> {
  const samples: [number, number][] = [];
  const each = Math.ceil(count / 20);
  for (let i = 0; i <= count; ++i) {
    if (i % each === 0) samples.push([i * size, await usedByPage()]);
    await open();
    await frames(3);
  }
  return samples;
}

it('views opened and closed', async () => {
  const samples = await rounds(Math.ceil(10 * scale), 4, async () => {
    for (let k = 0; k < 4; ++k) await makeGoal();
    await frames(2);
    removeAll();
  });
  expectFlat('views', samples, 200);
});

it('elements opened and closed', async () => {
  const samples = await rounds(Math.ceil(10 * scale), 4, async () => {
    const all = ['panda', 'ur5', 'iiwa14', 'panda'].map((robot) => put({ robot }));
    await until(() => all.every(({ ready }) => ready.length > 0), 'the elements to be ready');
    removeElements();
  });
  expectFlat('elements', samples, 1000);
});
