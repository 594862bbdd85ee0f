/** Views and elements opened and closed: memory stays flat. */
import { afterEach, expect, inject, it } from 'vitest';
import 'limber/element';
import { put, removeElements, until } from '../browser/element-support.ts';
import { frames, makeGoal, removeAll, takeMessages } from '../browser/three-support.ts';
import { usedByPage } from './page-memory.ts';
import { expectFlat } from './slope.ts';

const scale = inject('soak');
/** The first hundreds warm up, which hides leaks, so short runs are not judged. */
const isLong = scale >= 50;
afterEach(() => {
  removeAll();
  removeElements();
  takeMessages();
});

/** Arranges views side by side, because invisible ones are not drawn. */
function sideBySide(): void {
  document.body.style.cssText = 'display: flex; flex-wrap: wrap; margin: 0';
}

async function rounds(count: number, size: number, open: () => Promise<void>): Promise<[number, number][]> {
  const samples: [number, number][] = [];
  const each = Math.ceil(count / 20);
  for (let i = 0; i <= count; ++i) {
    if (i % each === 0) samples.push([i * size, await usedByPage()]);
    await open();
    await frames(3);
  }
  expect(takeMessages()).toEqual([]);
  return samples;
}

it('views opened and closed', async () => {
  const samples = await rounds(Math.ceil(10 * scale), 4, async () => {
    sideBySide();
    for (let k = 0; k < 4; ++k) await makeGoal();
    await frames(2);
    removeAll();
  });
  if (isLong) expectFlat('views', samples, 200);
});

it('elements opened and closed', async () => {
  const samples = await rounds(Math.ceil(10 * scale), 4, async () => {
    sideBySide();
    const all = ['panda', 'ur5', 'iiwa14', 'panda'].map((robot) => put({ robot }));
    await until(() => all.every(({ ready }) => ready.length > 0), 'the elements to be ready');
    removeElements();
  });
  if (isLong) expectFlat('elements', samples, 1000);
});
